"""The must-say walk and the rating it suggests (DESIGN §1; Dunlosky et al. 2011)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from prep.core.card import MustSay
from prep.core.event import Rating
from prep.core.stopwatch import clock


class PointMark(StrEnum):
    """What became of one point."""

    OPEN = "open"
    SAID = "said"
    MISSED = "missed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Walk:
    """The points in order, one of them current until all are marked or the rest is skipped."""

    points: tuple[MustSay, ...]
    marks: tuple[PointMark, ...]
    before: Walk | None = None
    """What it was before all the rest was said at once: to take that back is one step."""

    @classmethod
    def of(cls, points: tuple[MustSay, ...]) -> Walk:
        """A walk that has not begun."""
        return cls(points, (PointMark.OPEN,) * len(points))

    @property
    def current(self) -> int | None:
        """Index of the point to mark next; None when the walk is over (or there is nothing to walk)."""
        return next((i for i, mark in enumerate(self.marks) if mark is PointMark.OPEN), None)

    @property
    def done(self) -> bool:
        """Whether nothing is left to mark."""
        return self.current is None

    @property
    def walked(self) -> bool:
        """Whether every point was judged: only then is Good suggested, or Hard for the time it took."""
        return bool(self.points) and all(m in (PointMark.SAID, PointMark.MISSED) for m in self.marks)

    def mark(self, mark: PointMark) -> Walk:
        """The current point marked, the next one current."""
        if (i := self.current) is None:
            return self
        return replace(self, marks=(*self.marks[:i], mark, *self.marks[i + 1 :]))

    def turn_over(self, i: int) -> Walk:
        """A point that was said is missed, one that was missed or skipped, and the current one, is said; no other."""
        if self.marks[i] is PointMark.OPEN and i != self.current:
            return self
        mark = PointMark.MISSED if self.marks[i] is PointMark.SAID else PointMark.SAID
        return replace(self, marks=(*self.marks[:i], mark, *self.marks[i + 1 :]))

    def say_rest(self) -> Walk:
        """All points that are open, said."""
        said = tuple(PointMark.SAID if m is PointMark.OPEN else m for m in self.marks)
        return self if self.done else replace(self, marks=said, before=self)

    def back(self) -> Walk:
        """The newest mark taken back."""
        if self.before is not None:
            return self.before
        if self.marks and PointMark.SKIPPED in self.marks:
            return replace(self, marks=tuple(PointMark.OPEN if m is PointMark.SKIPPED else m for m in self.marks))
        last = (self.current if self.current is not None else len(self.marks)) - 1
        if last < 0:
            return self
        return replace(self, marks=(*self.marks[:last], PointMark.OPEN, *self.marks[last + 1 :]))

    def skip(self) -> Walk:
        """The rest left unjudged."""
        return replace(self, marks=tuple(PointMark.SKIPPED if m is PointMark.OPEN else m for m in self.marks))

    def keys(self, mark: PointMark) -> tuple[str, ...]:
        """Keys of the points that bear this mark."""
        return tuple(p.key for p, m in zip(self.points, self.marks, strict=True) if m is mark)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rating and why, or why there is none."""

    rating: Rating | None
    why: str
    """What the ticks say: "1 point missed"; without a rating, why there is none."""
    brief: str = ""
    """The same where room is scarce: "1 missed"; empty: it is short already."""

    @property
    def reason(self) -> str:
        """ "1 point missed suggests Hard"."""
        return f"{self.why} suggests {self.rating.word}" if self.rating else self.why


NOT_WALKED = Suggestion(None, "not walked")


def suggest(walk: Walk, seconds: float, limit: int, verdict: bool | None = None, red_flag: bool = False) -> Suggestion:
    """The rating that the ticks suggest; Easy never.

    seconds: from front to reveal. limit: of the card, in seconds. verdict: on a red flag, whether the person
    judged rightly; None when they gave no verdict, and then nothing is suggested.
    """
    if red_flag and verdict is None:
        return Suggestion(None, "no verdict")
    if red_flag and not verdict:
        return Suggestion(Rating.AGAIN, "a wrong call", "wrong call")
    if not walk.done:
        return NOT_WALKED
    # What was missed counts even if the rest was skipped: space after an "n" must not turn it into Good.
    missed = [p for p, m in zip(walk.points, walk.marks, strict=True) if m is PointMark.MISSED]
    if any(p.required for p in missed):
        return Suggestion(Rating.AGAIN, "a required point missed", "required missed")
    if missed:
        points = "1 point" if len(missed) == 1 else f"{len(missed)} points"
        return Suggestion(Rating.HARD, f"{points} missed", f"{len(missed)} missed")
    if not walk.walked:
        return NOT_WALKED
    if seconds > limit:
        took = clock(seconds)
        return Suggestion(Rating.HARD, f"{took}, long:", f"{took}, long")
    return Suggestion(Rating.GOOD, "all said")
