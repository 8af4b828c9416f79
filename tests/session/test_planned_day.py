"""Under a plan Today asks what the plan wants, and is itself again when the plan has gone."""

from __future__ import annotations

from prep.core.clock import DAY_MS
from prep.core.event import Rating
from prep.session.changes.actions import undo
from prep.session.home.due import today
from prep.session.home.home import home
from prep.session.library.library import Library
from prep.session.plan.planning import PlanWish, end, keep, named, wished
from prep.session.review.review import Review
from tests.clock import HandClock
from tests.session.desk import answer, on_desk

WIDTH = "spread/width"


def plan(library: Library, date: str, off: str | None = None) -> None:
    keep(library, wished(library, "Larkfield", PlanWish(date, off=off)))


def asked(library: Library) -> list[str]:
    return [card.id for card in today(library).cards]


def test_a_plan_says_how_many_new_cards_come(library: Library) -> None:
    """Five cards in ten days: introducing takes eight of them, so one a day, not the two of the settings. When it has
    ended, all is as before."""
    before = asked(library)
    plan(library, date="10 days")
    assert len(asked(library)) == 1 and home(library).new == 1
    found = named(library, "larkfield")
    assert found is not None
    end(library, found)
    assert asked(library) == before
    assert undo(library) is not None
    assert len(asked(library)) == 1


def test_a_card_that_is_not_due_is_asked_for_the_day(library: Library, clock: HandClock) -> None:
    """Rated Easy it would come in more than a week; the plan's day is in six days, so tomorrow gains. The log says that
    it came before its day. It isn't asked again that day, but after an undo it waits as before."""
    plan(library, date="6 days")
    answer(Review(library), Rating.EASY)
    assert WIDTH not in asked(library)
    clock.moment = clock.moment.later(DAY_MS)
    assert WIDTH in asked(library)
    review = Review(library)
    assert on_desk(review) == "width"
    answer(review, Rating.GOOD)
    assert library.store.history(WIDTH)[-1].body["mode"] == "ahead"
    assert WIDTH not in {row.card for row in review.today.line().rows}
    assert review.undo() is not None
    assert WIDTH in {row.card for row in review.today.line().rows}


def test_the_buttons_know_the_day(library: Library) -> None:
    """After Easy more is left by the day than after Good, than after Hard; without a plan nothing is said."""
    assert Review(library).asked.aim is None  # type: ignore[union-attr]
    plan(library, date="10 days")
    aim = Review(library).asked.aim  # type: ignore[union-attr]
    assert aim is not None and aim.day == library.day() + 10
    assert 0 < aim.recalls[1] < aim.recalls[2] < aim.recalls[3] < 1


def test_a_day_off_asks_nothing(library: Library) -> None:
    """Monday is off."""
    plan(library, date="10 days", off="mon")
    assert asked(library) == []
