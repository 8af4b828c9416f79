"""Learning steps: they count from the answer, and one that is cut short says so."""

from __future__ import annotations

from prep.core.event import EventKind, Rating
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import ReviewStage
from tests.clock import HandClock
from tests.session.desk import answer, on_desk

MINUTE = 60_000


def last_card(library: Library, clock: HandClock) -> Review:
    """A review with one card left, which has just been laid: the second of the day's two new ones."""
    review = Review(library)
    answer(review, Rating.EASY)
    clock.forward(minutes=2)
    return review


def test_a_step_counts_from_the_answer(library: Library, clock: HandClock) -> None:
    """Nine and a half minutes on a card, then Again: ten minutes from that key press, in the log and in the state."""
    review = Review(library)
    clock.forward(minutes=5)
    review.reveal()
    clock.forward(minutes=4.5)
    rated = review.rate(Rating.AGAIN)
    assert rated is not None and rated.choice.due_at == clock.ms + 10 * MINUTE
    assert library.store.state("spread/width").due_at == clock.ms + 10 * MINUTE
    events = [event for event in library.store.events() if event.kind is EventKind.RATED]
    assert [event.due_at for event in events] == [clock.ms + 10 * MINUTE]


def test_a_button_tells_the_step_while_others_wait(library: Library) -> None:
    """Another new card follows: Again brings this one back in ten minutes, Hard in fifteen."""
    review = Review(library)
    review.reveal()
    assert [round(wait * 1440) for wait in review.waits[:2]] == [10, 15]


def test_the_last_card_s_button_says_that_it_comes_at_once(library: Library, clock: HandClock) -> None:
    """Nothing else waits and a step may come twenty minutes early: Again and Hard bring it at once, and it comes."""
    review = last_card(library, clock)
    card = on_desk(review)
    clock.forward(minutes=1)
    review.reveal()
    assert review.waits[:2] == (0, 0) and min(review.waits[2:]) >= 1
    rated = review.rate(Rating.AGAIN)
    assert rated is not None and rated.wait == 0
    assert on_desk(review) == card


def test_a_step_too_long_to_be_cut_short_says_its_length(library: Library, clock: HandClock) -> None:
    """Without learning ahead a step is waited for, even if nothing else is left."""
    object.__setattr__(library.config, "learn_ahead_minutes", 0)
    review = last_card(library, clock)
    review.reveal()
    assert round(review.waits[0] * 1440) == 10


def test_a_new_card_uses_up_the_limit_it_is_told_by(library: Library, clock: HandClock) -> None:
    """The deck has a third new card, but the day's limit of two is reached with this one: nothing else can follow."""
    review = last_card(library, clock)
    assert library.config.new_per_day == 2 and review.can_bring_new()
    review.reveal()
    assert review.waits[0] == 0


def test_a_review_that_ends_with_this_card_says_the_step(library: Library) -> None:
    """`--limit 1`, or the very cards that were asked for: the card doesn't come again in this review."""
    for review in (Review(library, limit=1), Review(library, only=["spread/width"])):
        review.reveal()
        assert round(review.waits[0] * 1440) == 10


def test_the_same_card_within_a_minute_asks_first(library: Library, clock: HandClock) -> None:
    """Six times in seven seconds teaches nothing: the person says whether to stop, and can go on."""
    review = last_card(library, clock)
    card = on_desk(review)
    clock.forward(seconds=-110)  # it has been on the desk for ten seconds
    answer(review, Rating.AGAIN)
    assert review.stage is ReviewStage.DONE
    assert review.again is not None and review.again.id == card
    review.once_more()
    assert on_desk(review) == card and review.again is None


def test_other_cards_never_ask(library: Library) -> None:
    """However fast one answers: the next card is another."""
    review = Review(library)
    answer(review, Rating.AGAIN)
    assert review.stage is ReviewStage.FRONT and review.again is None


def test_an_undo_lays_its_card_without_asking(library: Library, clock: HandClock) -> None:
    """It was asked for by name."""
    review = last_card(library, clock)
    card = on_desk(review)
    clock.forward(seconds=-110)
    answer(review, Rating.AGAIN)
    review.undo()
    assert on_desk(review) == card
