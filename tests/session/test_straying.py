"""A clock that was years ahead for one evening: what it sent away is found, and brought back in a step."""

from __future__ import annotations

from prep.core.clock import day_date
from prep.core.event import Rating
from prep.core.memory import model_for
from prep.session.changes import actions
from prep.session.changes.actions import CardAction
from prep.session.changes.misdated import bring_back, strays
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.store.doctor import examine
from tests.clock import HandClock
from tests.session.desk import answer
from tests.states import past

YEARS = 1_500
"""Days by which the clock is ahead."""


def rate(library: Library, card: str, rating: Rating = Rating.EASY) -> None:
    """Answer this very card."""
    review = Review(library)
    review.bring(f"spread/{card}")
    answer(review, rating)


def an_evening_ahead(library: Library, clock: HandClock) -> int:
    """A card known for nine days is answered and another buried by a clock that is years ahead, one more, once it is
    right again, an hour later; then four days pass. The study day of that evening."""
    rate(library, "width")
    clock.forward(days=9)
    evening = library.day()
    clock.forward(days=YEARS)
    rate(library, "width", Rating.GOOD)
    actions.act(library, library.find("trace"), CardAction.BURY)
    clock.forward(days=-YEARS, minutes=60)
    rate(library, "differences")
    clock.forward(days=4)
    return evening


def test_what_a_clock_ahead_sent_away_is_named(library: Library, clock: HandClock) -> None:
    """The card answered then and the one buried then, with their dates; what was answered rightly is not among them."""
    an_evening_ahead(library, clock)
    width, trace = library.find("width"), library.find("trace")
    found = {stray.card: stray for stray in strays(library)}
    assert set(found) == {width, trace}
    until = day_date(past(found[width].state).due_day).isoformat()
    assert found[width].sentence.endswith(f"is due on {until}, though today is {day_date(library.day())}")
    assert "is buried until 203" in found[trace].sentence


def test_they_come_back_as_if_answered_that_evening(library: Library, clock: HandClock) -> None:
    """Due as many days after that evening as the button said, with the memory of that answer, so that the next answer
    sees the days that have really passed; the buried one waits no longer. One undo takes all of it back."""
    evening = an_evening_ahead(library, clock)
    before = {card: library.store.state(f"spread/{card}") for card in ("width", "trace")}
    bring_back(library, strays(library))
    assert strays(library) == ()
    after = library.store.state("spread/width")
    interval = past(before["width"]).due_day - past(before["width"]).last_day
    assert (past(after).last_day, past(after).due_day) == (evening, evening + interval)
    assert (past(after).memory, after.reps) == (past(before["width"]).memory, 2)
    assert not library.store.state("spread/trace").held(library.day())
    assert examine(library.store) == []
    rate(library, "width", Rating.GOOD)
    expected = model_for().rated(past(after).memory, 4, Rating.GOOD)
    assert past(library.store.state("spread/width")).memory == expected
    for _ in range(2):
        assert actions.undo(library) is not None
    assert {card: library.store.state(f"spread/{card}") for card in before} == before


def test_an_answer_with_nothing_after_it_counts_from_today(library: Library, clock: HandClock) -> None:
    """Nobody has answered since the clock was set right: today is the latest day on which it can have been."""
    clock.forward(days=YEARS)
    rate(library, "width")
    clock.forward(days=-YEARS)
    (stray,) = strays(library)
    assert stray.answered == library.day()


def test_where_no_clock_was_ahead_nothing_is_brought_back(library: Library, clock: HandClock) -> None:
    """The control: cards due in weeks, buried till tomorrow, suspended, in their steps; and no event is logged."""
    rate(library, "width")
    rate(library, "trace", Rating.AGAIN)
    actions.act(library, library.find("differences"), CardAction.BURY)
    actions.act(library, library.find("uncorrelated"), CardAction.SUSPEND)
    logged = len(library.store.events())
    assert strays(library) == ()
    bring_back(library, ())
    assert len(library.store.events()) == logged
