"""Where a demo computes."""

from __future__ import annotations

from prep.errors import DemoError


def available(device: str) -> str:
    """The device, if this machine has it. Raises DemoError. Called inside a run only: it imports torch."""
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise DemoError("device=cuda was asked for, but torch sees no CUDA device here; device=cpu runs everywhere")
    return device
