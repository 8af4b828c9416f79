"""The machine's clock; everything below is given its moments and never asks for the time itself."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from prep.core.clock import Moment

ZONE_SECONDS = 1.0
"""How long the zone is believed: to look whether the system has another one costs 6 µs, as much as all the rest."""


class SystemClock:
    """Time and zone as the machine has them now: a clock change shows at the next call, a journey within a second."""

    def __init__(self) -> None:
        self._zone_at = 0.0

    def now(self) -> Moment:
        """The present moment."""
        seconds = time.time()
        if abs(seconds - self._zone_at) >= ZONE_SECONDS:
            self._zone_at = seconds
            if hasattr(time, "tzset"):
                time.tzset()  # a running program keeps the zone that it began with until it is told to look
        local = datetime.fromtimestamp(seconds)  # noqa: DTZ006  naive, and so it says whether its hour comes again
        return Moment(int(seconds * 1000), _offset(local), _shown(local) if local.fold else 0)

    def awake(self) -> int:
        """ms of the machine's steady clock; it stands while Linux or macOS sleep, on Windows it goes on."""
        return time.monotonic_ns() // 1_000_000


def _offset(local: datetime) -> int:
    """Minutes from UTC."""
    offset = local.astimezone().utcoffset()
    return int(offset.total_seconds() // 60) if offset else 0


def _shown(local: datetime) -> int:
    """How many minutes ahead of this one the wall clock has shown before it was set back; `local` repeats them."""
    ahead = 0
    while _repeats(local + timedelta(minutes=ahead + 1)):
        ahead += 1
    return ahead


def _repeats(local: datetime) -> bool:
    return _offset(local.replace(fold=0)) != _offset(local.replace(fold=1))
