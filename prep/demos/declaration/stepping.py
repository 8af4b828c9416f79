"""Where an arrow key goes from a number."""

from __future__ import annotations

import math
from enum import StrEnum


class Scale(StrEnum):
    """How a parameter steps and how an axis is drawn."""

    LINEAR = "linear"
    LOG = "log"
    """Steps 1, 2, 5, 10, …; an axis in decades."""
    TWOS = "powers of two"
    ONES = "ones"
    """Towards 1, where a share or a momentum matters by what it lacks: 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, …; an axis
    draws it linear."""


def rounded(number: float) -> float:
    """The nearest of 1, 2, 5, 10, … by ratio; 1 for 0."""
    if number <= 0:
        return 1.0
    decade = 10.0 ** math.floor(math.log10(number))
    return min((digit * decade for digit in (1, 2, 5, 10)), key=lambda rung: abs(math.log(rung / number)))


def stepped(number: float, by: int, scale: Scale, size: float = 1.0) -> float:
    """The neighbour on a scale; on a linear one the next multiple of `size`."""
    match scale:
        case Scale.LINEAR:
            rung = math.floor(number / size + 1e-9) + 1 if by > 0 else math.ceil(number / size - 1e-9) - 1
            return rung * size
        case Scale.TWOS:
            return number * 2.0**by
        case Scale.ONES:
            return 1 - stepped(1 - number, -by, Scale.LOG)
    decade = 10.0 ** math.floor(math.log10(abs(number) or 1))
    ladder = [digit * decade * power for power in (0.1, 1, 10) for digit in (1, 2, 5)]
    beyond = [rung for rung in ladder if (rung > number * 1.0001 if by > 0 else rung < number * 0.9999)]
    return (beyond[0] if by > 0 else beyond[-1]) if beyond else number
