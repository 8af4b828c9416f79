"""The machine's clock."""

from __future__ import annotations

import time

import pytest

from prep.system_clock import SystemClock


def test_it_says_the_present() -> None:
    """Its moments lie between two readings of the machine's own time."""
    before = int(time.time() * 1000)
    now = SystemClock().now()
    assert before <= now.ms <= time.time() * 1000


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a running program can't be changed here")
def test_it_follows_a_journey(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the zone changes while the program runs, an hour later the moment has the new offset; nobody but the clock
    looks (FAULTS 23)."""
    clock, offsets, start = SystemClock(), [], time.time()
    for hours, zone in enumerate(("XXX-5:30", "YYY+8", "UTC0")):
        monkeypatch.setattr(time, "time", lambda at=start + 3_600 * hours: at)
        monkeypatch.setenv("TZ", zone)
        offsets.append(clock.now().offset_minutes)
    monkeypatch.undo()
    time.tzset()
    assert offsets == [330, -480, 0]
