"""What a running demo sends, one frozen message at a time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DOCTOR = " (prep doctor tells how)"
"""How a sentence ends that says to install torch: the doctor knows the command for this very environment."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The process that runs demos is up, and torch is in it."""

    versions: tuple[tuple[str, str], ...]
    """(("torch", "2.13.0"), ("python", "3.11.2"))."""
    threads: int = 1
    """That torch computes with: the interface keeps the other cores."""


@dataclass(frozen=True, slots=True)
class Point:
    """One measured value."""

    series: str
    x: float
    y: float
    se: float = 0.0
    """Standard error; 0 where there is no sampling."""


@dataclass(frozen=True, slots=True)
class Image:
    """Numbers on a grid, measured at one x: the weights of a layer, the counts of a histogram."""

    name: str
    """Of a declared picture."""
    x: float
    rows: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """One value of theory."""

    series: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Theory:
    """The curves: at every measured x, and between them as densely as a plot needs. Comes once, early."""

    points: tuple[Expected, ...]
    """By series, then by x."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many x are complete."""

    done: int
    total: int
    unit: str
    """What is counted, plural: "widths"."""


@dataclass(frozen=True, slots=True)
class Done:
    """The demo ran to its end."""

    seconds: float
    remark: str
    """What these numbers show, in a sentence or two; made from the numbers, empty where they show nothing."""
    tolerance: tuple[Expected, ...]
    """For each measured point that theory speaks of: how far from it the point may lie (absolute)."""


class Failure(StrEnum):
    """Why there are no more points."""

    NO_TORCH = "no torch"
    """torch is missing or broken; the sentence says what to install."""
    RAISED = "raised"
    """The demo's own code raised, or sent what is no point."""
    DIED = "died"
    """Its process ended by itself: a crash, or it called os._exit."""
    TOO_LONG = "too long"
    TOO_MUCH = "too much"
    """More points or memory than it declared."""
    REFUSED = "refused"
    """Unknown demo or parameter, or something asked for that this machine lacks."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The demo ended without finishing; points already sent stay true."""

    kind: Failure
    sentence: str
    """One sentence for a person, never a traceback."""


Message = Ready | Point | Image | Theory | Progress | Done | Failed
