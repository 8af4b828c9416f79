"""The machine's clock; everything below is given its moments and never asks for the time itself."""

from __future__ import annotations

import time
from datetime import datetime

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
        offset = datetime.fromtimestamp(seconds).astimezone().utcoffset()
        return Moment(int(seconds * 1000), int(offset.total_seconds() // 60) if offset else 0)
