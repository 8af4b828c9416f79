"""Images of numbers that a lesson has anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prep.demos.declaration.message import Image

if TYPE_CHECKING:
    from torch import Tensor


def heat(name: str, x: float, M: Tensor) -> Image:
    """A matrix as it is."""
    return Image(name, x, tuple(map(tuple, M.tolist())))


def histogram(name: str, x: float, values: Tensor, bins: int, low: float, high: float) -> Image:
    """How many of the values lie in each of the bins; what lies outside is left out."""
    return Image(name, x, (tuple(values.histc(bins, low, high).tolist()),))
