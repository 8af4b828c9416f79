"""What a run of the checks says, one frozen message at a time, and its way through a pipe as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Miss:
    """Why a check failed; what isn't known is empty."""

    says: str
    """One sentence: "attend returned (2, 5), expected (2, 5, 8)"."""
    input: str = ""
    expected: str = ""
    got: str = ""
    """The numbers where it differs most, beside what was expected there."""
    worst: str = ""
    """The largest difference and where it is."""
    allowed: str = ""
    trace: tuple[str, ...] = ()
    """The person's own lines on the way to an exception, the innermost last."""
    like: str = ""
    """Of a known mistake that gives the same numbers: "the scores weren't scaled"."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One check is over."""

    name: str
    ms: float
    note: str = ""
    miss: Miss | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The run is over: nothing comes after it."""

    printed: tuple[str, ...] = ()
    """What the solution printed, its last lines."""
    miss: Miss | None = None
    """Why the checks never began or were cut off: a syntax error, an endless loop, a crash."""


Result = Checked | Judged


def as_json(result: Result) -> dict[str, Any]:
    """Plain values."""
    return {"is": type(result).__name__, **asdict(result)}


def from_json(said: Mapping[str, Any]) -> Result:
    """What was sent. Raises KeyError, TypeError or ValueError where it is none."""
    fields = {key: value for key, value in said.items() if key != "is"}
    if fields.get("miss") is not None:
        miss = fields["miss"]
        fields["miss"] = Miss(**{**miss, "trace": tuple(miss["trace"])})
    if said["is"] == "Checked":
        return Checked(**fields)
    return Judged(**{**fields, "printed": tuple(fields["printed"])})
