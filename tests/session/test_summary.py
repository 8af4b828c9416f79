"""What the end of a review tells: cards as cards, answers as answers, and everything that was missed."""

from __future__ import annotations

from prep.core.event import Rating
from prep.paths import Paths
from prep.session.changes.actions import undo
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import Call
from prep.view.summary import each_took, lines
from tests.clock import HandClock
from tests.session.desk import answer, on_desk


def test_cards_are_counted_as_cards_and_answers_as_answers(library: Library, clock: HandClock) -> None:
    """Two cards, one of them missed twice: two cards in four answers."""
    review = Review(library)
    for rating in (Rating.AGAIN, Rating.GOOD, Rating.AGAIN, Rating.GOOD):
        clock.forward(minutes=2)
        answer(review, rating)
    seen = review.summary()
    assert (seen.cards, seen.answers, sum(seen.ratings)) == (2, 4, 4)
    assert each_took(seen) == ", 4 answers"
    assert lines(seen, waits=False)[1].text.startswith("2 cards, 4 answers, ")


def test_tomorrow_takes_as_long_as_a_card_took(library: Library, clock: HandClock) -> None:
    """Eight minutes for two cards, in four answers: each that comes tomorrow takes four."""
    review = Review(library)
    for rating in (Rating.AGAIN, Rating.GOOD, Rating.AGAIN, Rating.GOOD):
        clock.forward(minutes=2)
        answer(review, rating)
    seen = review.summary()
    assert seen.tomorrow.cards > 0 and seen.tomorrow_minutes == 4 * seen.tomorrow.cards


def test_what_another_window_takes_back_counts_no_more(library: Library, places: Paths, clock: HandClock) -> None:
    """Two answers, one taken back elsewhere: seen with the next card, and in the summary at once."""
    review = Review(library)
    answer(review, Rating.GOOD)
    with Library.open(places, library.config, clock) as other:
        undo(other)
        answer(review, Rating.GOOD)
        assert review.tally.answers == 1
        undo(other)
    assert (review.summary().cards, review.summary().answers) == (0, 0)


def test_a_card_that_comes_again_is_not_done(library: Library, clock: HandClock) -> None:
    """Two cards all the time: Again leaves one of them where it was."""
    review, seen = Review(library), []
    for rating in (Rating.AGAIN, Rating.GOOD, Rating.AGAIN, Rating.GOOD):
        seen.append((review.progress.done, review.progress.total))
        clock.forward(minutes=2)
        answer(review, rating)
    assert seen == [(0, 2), (0, 2), (1, 2), (1, 2)]
    assert (review.progress.done, review.progress.total) == (2, 2)


def test_a_limit_counts_cards(library: Library, clock: HandClock) -> None:
    """`--limit 2` is two cards, however often one of them is asked."""
    review = Review(library, limit=2)
    answer(review, Rating.AGAIN)
    clock.forward(minutes=11)
    assert review.progress.total == 2
    answer(review, Rating.GOOD)
    assert review.asked is None and review.summary().cards == 2


def test_a_card_rated_again_is_listed(library: Library) -> None:
    """Though no point of it was called missed, and though it has no list; in the summary and among the missed."""
    review = Review(library, only=["spread/differences", "spread/width", "spread/trace"])
    answer(review, Rating.AGAIN)
    answer(review, Rating.AGAIN)
    answer(review, Rating.GOOD)
    assert [missed.card.id for missed in review.summary().missed] == ["differences", "width"]
    assert review.summary().missed[0].text == "What does softmax see?"
    assert review.summary().judged == 0


def test_a_red_flag_judged_wrongly_is_listed_whatever_it_was_rated(library: Library) -> None:
    """It was let stand, then rated Good: the call was wrong all the same."""
    review = Review(library, only=["spread/overflow"])
    assert on_desk(review) == "overflow" and review.asked is not None
    review.judge(Call.FLAG if review.asked.sound else Call.STAND)
    answer(review, Rating.GOOD)
    assert [missed.card.id for missed in review.summary().missed] == ["overflow"]


def test_a_red_flag_judged_rightly_is_not(library: Library) -> None:
    """Nor one without a verdict."""
    review = Review(library, only=["spread/overflow"])
    assert review.asked is not None
    review.judge(Call.STAND if review.asked.sound else Call.FLAG)
    answer(review, Rating.GOOD)
    assert review.summary().missed == ()


def test_a_card_with_a_missed_point_is_listed_by_its_point(library: Library) -> None:
    """Once, not by its cue as well."""
    review = Review(library, only=["spread/width"])
    review.reveal()
    review.mark(said=False)
    review.rate(Rating.AGAIN)
    assert [missed.text for missed in review.summary().missed] == ["the root of the width"]


def test_what_is_undone_is_not_missed(library: Library) -> None:
    """The rating doesn't count any more."""
    review = Review(library)
    answer(review, Rating.AGAIN)
    review.undo()
    assert review.summary().missed == () and review.summary().cards == 0
