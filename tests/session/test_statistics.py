"""A year in numbers, from answers as a review logs them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from prep.core.clock import day_date
from prep.core.event import EventDraft, EventKind, Rating
from prep.core.kind import Kind
from prep.drills.catalog import names
from prep.session.changes import actions
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.statistics.statistics import calibration, json, statistics
from prep.store.database.connection import Database
from prep.view.statistics import Measure, statistics_rows
from tests.clock import HandClock

WIDTHS = (36, 38, 56, 76)


def answer(library: Library, clock: HandClock, rating: Rating, *, card: str = "", missed: bool = False) -> None:
    """One card, thirty seconds, every point said, or the first one missed. card: asked out of turn."""
    review = Review(library)
    if card:
        review.bring(card)
    clock.forward(seconds=30)
    review.reveal()
    while review.walk.current is not None:
        review.mark(said=not (missed and review.walk.current == 0))
    review.rate(rating)


@pytest.fixture
def two_days(library: Library, clock: HandClock) -> Library:
    """Two new cards on a Monday; on the day when it is due, the first is forgotten."""
    answer(library, clock, Rating.EASY)
    answer(library, clock, Rating.EASY, card="spread/uncorrelated")
    clock.forward(days=20)
    answer(library, clock, Rating.AGAIN, missed=True)
    return library


def test_the_year_has_every_date_once_and_the_answers_where_they_fell(two_days: Library) -> None:
    """365 dates up to today, with answers and minutes."""
    seen = json(statistics(two_days))
    today = day_date(two_days.day())
    assert [day["day"] for day in seen["days"]] == [str(today - timedelta(days=n)) for n in range(364, -1, -1)]  # type: ignore[attr-defined]
    busy = [(day["day"], day["answers"], day["minutes"]) for day in seen["days"] if day["answers"]]  # type: ignore[attr-defined]
    assert busy == [(str(date(2026, 11, 23)), 2, 1.0), (str(date(2026, 12, 13)), 1, 0.5)]
    assert (seen["answers"], seen["active_days"], seen["seconds_a_card"]) == (3, 2, 30.0)


def test_true_retention_is_of_answers_that_tested_a_memory(two_days: Library) -> None:
    """The two first answers of new cards are none; the one forgotten is."""
    seen = statistics(two_days)
    assert (seen.retention.tested, seen.retention.recalled) == (1, 0)


def test_an_undone_answer_is_in_no_number(two_days: Library) -> None:
    """Statistics follow undo and redo."""
    before = statistics(two_days)
    actions.undo(two_days)
    assert statistics(two_days).answers == 2 and statistics(two_days).points == ()
    actions.redo(two_days)
    assert statistics(two_days) == before


def test_the_point_missed_is_the_weakest(two_days: Library) -> None:
    """With its text, as the deck has it."""
    (point,) = statistics(two_days).points
    assert point.text == "the root of the width" and (point.tally.said, point.tally.missed) == (1, 1)


def test_the_forecast_says_what_comes_due(two_days: Library) -> None:
    """Day by day for thirty days, as the store has it."""
    seen, day = statistics(two_days), two_days.day()
    assert len(seen.forecast) == 30
    assert list(seen.forecast) == [two_days.store.due_on(day + n) for n in range(1, 31)]


def test_the_numbers_come_from_roll_ups(two_days: Library) -> None:
    """Not one row of the log is read: with an empty log behind the caches they are the same."""
    before = statistics(two_days)
    with two_days.store.database.write() as connection:
        connection.execute("drop trigger event_no_delete")
        connection.execute("delete from event")
    assert statistics(two_days) == before


def test_calibration_reads_what_the_review_logged(two_days: Library) -> None:
    """Predicted recall, desired retention, kind, and what the ticks suggested."""
    seen = calibration(two_days)
    ((kind, row),) = seen.kinds
    assert kind is Kind.QUESTION and row.answers == 1 and row.recalled == 0
    assert row.desired == pytest.approx(0.9) and 0 < row.predicted < 1
    assert (seen.habits.walked, seen.habits.above, seen.habits.failed) == (3, 2, 1)


def test_calibration_knows_what_was_just_done(two_days: Library) -> None:
    """An undo is there for the connection that it reads by, too."""
    calibration(two_days)
    actions.undo(two_days)
    assert calibration(two_days).total.answers == 0


def test_calibration_ends_when_nobody_wants_it_any_more(two_days: Library) -> None:
    """The screen was left: not one answer more is read, and nothing stays open."""
    asked = iter([False])
    assert calibration(two_days, lambda: next(asked)).total.answers == 0


def test_calibration_waits_for_nobody(two_days: Library) -> None:
    """It reads by a connection of its own, while another one writes."""
    other = Database(two_days.paths.database, 100)
    with other.write():
        assert calibration(two_days).total.answers == 1
    other.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_no_row_is_wider_than_its_page(two_days: Library, width: int) -> None:
    """At every width of a page."""
    rows = statistics_rows(statistics(two_days), width)
    assert rows and all(row.width <= width for row in rows)


def test_a_heatmap_for_each_measure(two_days: Library) -> None:
    """Answers and minutes."""
    seen = statistics(two_days)
    heads = [row.text.split()[0] for row in statistics_rows(seen, 76) if "A DAY" in row.text]
    assert heads == ["ANSWERS", "MINUTES"]
    assert [row.text.split()[0] for row in statistics_rows(seen, 76, 1, (Measure.MINUTES,)) if "A DAY" in row.text] == [
        "MINUTES"
    ]


def test_drills_are_counted_by_name(two_days: Library) -> None:
    """Tried twice is tried once; one pass is a pass."""
    for drill, passed in (("a.b", False), ("a.b", True), ("c.d", False)):
        actions.append(two_days, [EventDraft(EventKind.WRITTEN, body={"drill": drill, "passed": passed})])
    seen = statistics(two_days)
    assert (seen.drills.passed, seen.drills.tried, seen.drills.known) == (1, 2, len(names()))
    rows = [row.text.split() for row in statistics_rows(seen, 76) if row.text.startswith("drills")]
    assert rows == [["drills", "1", "passed", "2", "tried", "of", str(len(names()))]]


def test_a_year_without_answers_says_so(library: Library) -> None:
    """One sentence instead of empty tables."""
    (row,) = statistics_rows(statistics(library), 76)
    assert row.text == "No answer in the last year yet: a review makes the first."
