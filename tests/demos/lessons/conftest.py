"""One torch thread, as in the process that runs demos."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    """More threads wait for each other as soon as another process wants a core."""
    import torch

    torch.set_num_threads(1)
