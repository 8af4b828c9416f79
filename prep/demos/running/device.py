"""Where a demo computes."""

from __future__ import annotations

from prep.errors import DemoError


def require_device(device: str) -> None:
    """Raise DemoError if this machine lacks the device. Called inside a run only: it imports torch."""
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise DemoError("device=cuda was asked for, but torch sees no CUDA device here; device=cpu runs everywhere")
