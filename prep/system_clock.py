"""The machine's clock; everything below is given its moments and never asks for the time itself."""

from __future__ import annotations

import time
from datetime import datetime

from prep.core.clock import Moment


class SystemClock:
    """Time and zone as the machine has them now: a journey or a clock change shows at the next call."""

    def now(self) -> Moment:
        """The present moment."""
        seconds = time.time()
        offset = datetime.fromtimestamp(seconds).astimezone().utcoffset()
        return Moment(int(seconds * 1000), int(offset.total_seconds() // 60) if offset else 0)
