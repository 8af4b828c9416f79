"""What a lesson shows beyond its curves: bars, histograms, a matrix. Declared beside the series, drawn as text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """How a picture is drawn."""

    BARS = "bars"
    """One bar a series, at the last x that was measured."""
    HISTOGRAM = "histogram"
    """One strip an x, over the same range, so that one sees it widen."""
    HEAT = "heat"
    """Matrices of numbers, of either sign: at the last x, the first, and as many between as have room."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One of them."""

    name: str
    """As in the images that the lesson sends; for bars, which need none, any name."""
    title: str
    """What is seen: "attention weights of 10 queries over their keys"."""
    form: Form
    series: tuple[str, ...] = ()
    """Bars only: the series whose values are compared."""
    low: float = 0.0
    """Histograms only: where the range begins,"""
    high: float = 1.0
    """and where it ends."""
    across: str = ""
    """What the numbers under it count, one of them, in a word: "key"; of a histogram with its unit."""
    down: str = ""
    """Matrices only: what the numbers beside it count."""
    unit: str = ""
    """Matrices only: what is shaded, in a word: "weight"."""
