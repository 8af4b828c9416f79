"""The clock that tests run by."""

from __future__ import annotations

from prep.core.clock import DAY_MS, Moment, study_day

NOON = Moment(1_796_040_000_000, 0)
"""Monday 30 November 2026, 12:00 UTC."""


class HandClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, moment: Moment = NOON) -> None:
        self.moment = moment
        self.slept = 0

    def now(self) -> Moment:
        """The moment it was set to."""
        return self.moment

    @property
    def ms(self) -> int:
        """The same, in ms UTC."""
        return self.moment.ms

    @property
    def day(self) -> int:
        """Its study day, as the first settings have it."""
        return study_day(self.moment)

    def awake(self) -> int:
        """As far as it was moved awake."""
        return self.moment.ms - self.slept

    def sleep(self, *, hours: float) -> None:
        """The machine sleeps so long."""
        before = self.moment.ms
        self.forward(hours=hours)
        self.slept += self.moment.ms - before

    def forward(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        """Move it; back, by negative numbers."""
        self.moment = self.moment.later(round(days * DAY_MS + 1000 * (3600 * hours + 60 * minutes + seconds)))
