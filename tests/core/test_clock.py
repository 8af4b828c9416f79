"""Study days are dates on the wall clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.clock import Moment, day_date, day_number, month, study_day, went_back

BERLIN = ZoneInfo("Europe/Berlin")
NIGHTS = (date(2026, 3, 29), date(2026, 10, 25))
"""The clock goes forward, and back, at two or three in the morning."""


def at(local: datetime) -> Moment:
    """What a clock in Berlin says at an instant."""
    offset = local.utcoffset()
    assert offset is not None
    return Moment(
        int(local.timestamp() * 1000), int(offset.total_seconds() // 60), 59 - local.minute if local.fold else 0
    )


@given(
    day=st.integers(0, 60_000),
    minute=st.integers(0, 1_439),
    rollover=st.integers(0, 720),
    offset=st.integers(-720, 840),
)
def test_the_hour_of_day_does_not_matter(day: int, minute: int, rollover: int, offset: int) -> None:
    """Every minute from one rollover to the next belongs to the same study day, in every zone."""
    start = day * 86_400_000 + (rollover - offset) * 60_000
    assert study_day(Moment(start + minute * 60_000, offset), rollover) == day


@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("rollover", [0, 120, 150, 179, 180, 240])
def test_a_night_with_a_clock_change_has_one_rollover(night: date, rollover: int) -> None:
    """Through both nights of the year, minute by minute, the day flips once, when the wall clock first shows the
    rollover (FAULTS 4)."""
    instant = datetime(night.year, night.month, night.day, tzinfo=BERLIN).astimezone(UTC) - timedelta(hours=2)
    expected = day_number(night) - 2
    for _ in range(14 * 60):
        local = instant.astimezone(BERLIN)
        wall = local.hour * 60 + local.minute
        expected = max(expected, day_number(local.date()) - (wall < rollover))
        assert study_day(at(local), rollover) == expected
        instant += timedelta(minutes=1)


def test_a_day_that_began_in_a_repeated_hour_is_not_taken_back() -> None:
    """In Berlin, with a day that begins at 02:30, the second 02:10 of the night belongs to the day that began half an
    hour before, and so does each moment after it."""
    first, second = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN), datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=BERLIN)
    day = day_number(date(2026, 10, 25))
    assert [study_day(at(each), 150) for each in (first, second)] == [day, day]
    assert study_day(at(second).later(120_000), 150) == day


def test_every_date_of_a_year_comes_once() -> None:
    """Hour by hour through a year with both changes, study days rise by one, without a gap (FAULTS 2, 5)."""
    instant = datetime(2026, 1, 1, 12, tzinfo=UTC)
    days = [study_day(at((instant + timedelta(hours=h)).astimezone(BERLIN))) for h in range(365 * 24)]
    assert sorted(set(days)) == list(range(days[0], days[0] + 366))
    assert days == sorted(days)


def test_a_late_evening_is_not_tomorrow() -> None:
    """With rollover 0:00, 23:28 before the clock goes back still belongs to that date (FAULTS 1)."""
    evening = datetime(2026, 10, 24, 23, 28, tzinfo=BERLIN)
    assert day_date(study_day(at(evening), 0)) == date(2026, 10, 24)


def test_a_rollover_has_minutes() -> None:
    """With rollover 2:30 the day flips at 2:30, not at 2:00 or midnight (FAULTS 8)."""
    before, after = (datetime(2026, 5, 5, 2, m, tzinfo=BERLIN) for m in (29, 30))
    assert study_day(at(after), 150) - study_day(at(before), 150) == 1


def test_one_in_the_morning_is_still_yesterday() -> None:
    """Twenty-one hours after a first session at 4:00 EST it is 1:00, and still the same study day (FAULTS 7, 22)."""
    first, now = Moment(1_699_952_400_000, -300), Moment(1_700_028_000_000, -300)
    assert study_day(now) == study_day(first)


def test_two_hours_can_be_a_day() -> None:
    """From 23:00 to 1:00 of the next date is one day when the day starts at midnight (FAULTS 16)."""
    late, early = datetime(2026, 5, 5, 23, tzinfo=BERLIN), datetime(2026, 5, 6, 1, tzinfo=BERLIN)
    assert study_day(at(early), 0) - study_day(at(late), 0) == 1


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_day_starts_at_the_local_rollover(zone: str) -> None:
    """Far from Greenwich the day starts at 4:00 local time too (FAULTS 19, 20)."""
    local = ZoneInfo(zone)
    before, after = datetime(2026, 5, 5, 3, 59, tzinfo=local), datetime(2026, 5, 5, 4, 0, tzinfo=local)
    assert day_date(study_day(at(before))) == date(2026, 5, 4)
    assert day_date(study_day(at(after))) == date(2026, 5, 5)


@given(st.dates(date(1970, 1, 1), date(2242, 1, 1)))
def test_a_study_day_is_a_date(on: date) -> None:
    """Day numbers and dates are the same thing."""
    assert day_date(day_number(on)) == on
    assert month(day_number(on)) == f"{on:%Y-%m}"


def test_a_clock_that_went_back_is_noticed() -> None:
    """An hour behind the newest answer is told, half a minute or no answer at all is not (FAULTS 14)."""
    newest = 1_700_000_000_000
    assert went_back(Moment(newest - 3_600_000), newest) == 3_600_000
    assert went_back(Moment(newest - 30_000), newest) == 0
    assert went_back(Moment(newest + 1), newest) == 0
    assert went_back(Moment(0), None) == 0


@pytest.mark.parametrize(("number", "year"), [(2**63 - 1, 9999), (-(2**63), 1)])
def test_a_damaged_time_is_shown_as_the_nearest_there_is(number: int, year: int) -> None:
    """A row that says a year no calendar has can still be listed."""
    assert Moment(number).local.year == day_date(number).year == year
