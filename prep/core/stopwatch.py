"""A clock that counts while somebody looks: of an answer only the time spent on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Counts while it runs. `now` is ms of any clock; one that goes back takes nothing away."""

    spent: int = 0
    """ms, until it was stopped last."""
    since: int | None = None
    """When it was started; None while it stands."""

    def started(self, now: int) -> Stopwatch:
        """It runs, from where it stood."""
        return self if self.since is not None else Stopwatch(self.spent, now)

    def stopped(self, now: int) -> Stopwatch:
        """It stands."""
        return Stopwatch(self.at(now))

    def at(self, now: int) -> int:
        """ms counted until now."""
        return self.spent + (0 if self.since is None else max(0, now - self.since))


def clock(seconds: float) -> str:
    """As a clock shows it, seconds not yet full left out: "0:48", "1:02:03"."""
    whole = max(0, int(seconds))
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}"
