"""Points from samples: a mean or a median with its standard error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from prep.demos.message import Point

if TYPE_CHECKING:
    from torch import Tensor


def mean(series: str, x: float, values: Tensor) -> Point:
    """The mean of independent values."""
    return Point(series, x, values.mean().item(), values.std().item() / math.sqrt(len(values)))


def median(series: str, x: float, values: Tensor) -> Point:
    """The median; its error from the order statistics one binomial standard deviation away on each side."""
    away = 0.5 / math.sqrt(len(values))
    ends = values.new_tensor([0.5 - away, 0.5 + away])
    low, high = values.quantile(ends).tolist()
    return Point(series, x, values.median().item(), (high - low) / 2)
