"""Points from samples, each with its standard error; how many errors to allow; draws in batches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.message import Point

if TYPE_CHECKING:
    from torch import Tensor


def sample_mean(series: str, x: float, values: Tensor) -> Point:
    """The mean of independent values."""
    return Point(series, x, values.mean().item(), values.std().item() / math.sqrt(len(values)))


def sample_root(series: str, x: float, squares: Tensor) -> Point:
    """The root of the mean of independent values."""
    root = math.sqrt(squares.mean().item())
    return Point(series, x, root, squares.std().item() / math.sqrt(len(squares)) / (2 * root))


def student(n: int) -> float:
    """As many standard errors, estimated from n values, as are passed as rarely as four known ones.

    Student's quantile at one in sixteen thousand by its expansion in 1/(n − 1) (Abramowitz & Stegun 26.7.5): 4.67 for
    30 values, 6.9 for 10.
    """
    nu = n - 1
    return 4 + 17 / nu + 64.125 / nu**2 + 181.34 / nu**3


def sample_median(series: str, x: float, values: Tensor) -> Point:
    """The median; its error from the order statistics one binomial standard deviation away on each side."""
    away = 0.5 / math.sqrt(len(values))
    ends = values.new_tensor([0.5 - away, 0.5 + away])
    low, high = values.quantile(ends).tolist()
    return Point(series, x, values.median().item(), (high - low) / 2)


def batches(n: int, numbers: int) -> Iterator[int]:
    """Row counts that add up to n, of at most 2²² numbers each (or one row)."""
    most = max(1, 2**22 // numbers)
    while n > 0:
        yield min(n, most)
        n -= most
