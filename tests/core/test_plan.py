"""Plans and dates: pure values."""

from __future__ import annotations

from datetime import date

import pytest

from prep.core.card import Card, CardText, Place, Topic
from prep.core.dates import read_date, read_off
from prep.core.event import Event, EventKind
from prep.core.kind import Kind, Level
from prep.core.plan import Plan, plan_of, plans, worths

SUNDAY = date(2026, 11, 29)


def planned(at: int, target: str, body: dict[str, object], day: int = 5) -> Event:
    return Event(f"e{at}", f"e{at}", "d", at, at, 0, day, EventKind.PLANNED, None, target, None, None, None, None, body)


PLAN = Plan("p", "Larkfield", 20_465, 30, ("thu", "2026-01-02"), ("rope",), (), 2, begun=5)


def test_a_plan_is_read_back_as_it_was_logged() -> None:
    """The body says all but when it began."""
    assert plan_of("p", PLAN.body, 5) == PLAN


@pytest.mark.parametrize(
    "wrong",
    [{"minutes": 0}, {"minutes": "20"}, {"date": "soon"}, {"level": 4}, {"off": ["someday"]}, {"topics": "rope"}],
)  # fmt: skip
def test_a_body_that_is_no_plan_is_refused(wrong: dict[str, object]) -> None:
    """A log from elsewhere may hold anything."""
    with pytest.raises(ValueError, match="a plan's"):
        plan_of("p", PLAN.body | wrong)


def test_the_newest_of_a_plan_counts_and_an_empty_one_ends_it() -> None:
    """It keeps the day on which it began."""
    changed = planned(2, "p", PLAN.body | {"minutes": 40}, day=9)
    (plan,) = plans([planned(1, "p", PLAN.body), changed])
    assert (plan.minutes, plan.begun) == (40, 5)
    assert plans([planned(1, "p", PLAN.body), changed, planned(3, "p", {})]) == ()


def test_days_off_are_weekdays_and_dates() -> None:
    """1 January 2026, study day 20454, was a Thursday; the second is named."""
    assert [PLAN.studies(day) for day in (20_453, 20_454, 20_455, 20_456)] == [True, False, False, True]


def test_what_a_card_is_worth() -> None:
    """The topic's weight; a capstone double; what hangs on a question half of it."""
    words, place = CardText("?"), Place("t.md", 1, 1)
    cards = (
        Card("t", "q", Kind.QUESTION, words, place),
        Card("t", "c", Kind.QUESTION, words, place, capstone=True),
        Card("t", "f", Kind.FOLLOW_UP, words, place, parent="t/q"),
        Card("t", "r", Kind.RED_FLAG, words, place, parent="t/c"),
    )
    topic = Topic("t", "t", Level.CORE, (), (), "", cards, (), (), weight=5)
    assert worths([topic]) == {"t/q": 5, "t/c": 10, "t/f": 2.5, "t/r": 5}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("12 Jan", date(2027, 1, 12)),
        ("Jan 12", date(2027, 1, 12)),
        ("Tue, 12 January 2027", date(2027, 1, 12)),
        ("30 nov", date(2026, 11, 30)),
        ("6 weeks", date(2027, 1, 10)),
        ("in 1 day", date(2026, 11, 30)),
        ("tomorrow", date(2026, 11, 30)),
        ("2027-01-12", date(2027, 1, 12)),
    ],
)
def test_a_date_is_read_as_people_write_it(text: str, day: date) -> None:
    """Without a year it is the next such day."""
    assert read_date(text, SUNDAY) == day


@pytest.mark.parametrize("text", ["31 Feb", "soon", "", "12", "12 Foo", "2027-13-01"])
def test_what_is_no_date_is_refused(text: str) -> None:
    """With a sentence that says what is expected."""
    with pytest.raises(ValueError, match="12 Jan"):
        read_date(text, SUNDAY)


def test_days_off_are_read_with_their_ranges() -> None:
    """Over the turn of the year too; all seven weekdays would leave none."""
    assert read_off("Thursday, 24-26 Dec", SUNDAY) == ("thu", "2026-12-24", "2026-12-25", "2026-12-26")
    assert read_off("31 Dec to 1 Jan", SUNDAY) == ("2026-12-31", "2027-01-01")
    with pytest.raises(ValueError, match="seven"):
        read_off("mon,tue,wed,thu,fri,sat,sun", SUNDAY)
