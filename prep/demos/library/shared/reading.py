"""What a complete run says at one point, in digits, and how far a claim is from it: for remarks and distractors."""

from __future__ import annotations

import math
from collections.abc import Iterable

from prep.demos.declaration.outcome import Outcome


def at(outcome: Outcome, series: str, x: float) -> float:
    """What was measured there."""
    point = outcome.measured(series, x)
    assert point, f"{series} was not measured at {x:g}"
    return point.y


def brief(value: float, digits: int = 1) -> str:
    """A very small or large number as tables and command lines write it: "2e−13", "5.76e23"."""
    return f"{value:.{digits}g}".replace("e+", "e").replace("-", "−")


def off(outcome: Outcome, series: str, x: float, claim: float) -> float:
    """How many tolerances a claim is from what was measured there; 0 before the end."""
    return abs(at(outcome, series, x) - claim) / (outcome.tolerance(series, x) or math.inf)


def asked_last(grid: Iterable[float], x: float) -> tuple[float, ...]:
    """Where to measure: the grid, and x at the end, which is where the question asks."""
    return (*(other for other in grid if not math.isclose(other, x)), x)
