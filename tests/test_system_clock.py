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


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a running program can't be changed here")
@pytest.mark.parametrize(
    ("wall", "shown"), [(0, 0), (3_599, 0), (3_600, 59), (3_600 + 40 * 60, 19), (7_199, 0), (7_200, 0)]
)
def test_it_knows_an_hour_that_repeats(monkeypatch: pytest.MonkeyPatch, wall: int, shown: int) -> None:
    """Seconds after the first 02:00 of the night in which Berlin's clocks go back: the hour from 02:00 comes twice, and
    the second time the clock has shown it all."""
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    monkeypatch.setattr(time, "time", lambda: 1_792_886_400 + wall)
    now = SystemClock().now()
    monkeypatch.undo()
    time.tzset()
    assert now.shown_minutes == shown
