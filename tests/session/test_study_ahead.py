"""Going on when nothing is due, and two windows on one database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from prep.config import Config
from prep.core.event import EventKind, Rating
from prep.paths import Paths
from prep.session.home.home import Further, home
from prep.session.library.focus import Focus
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import ReviewStage
from tests.clock import HandClock
from tests.states import past


def answer(review: Review, rating: Rating) -> None:
    """Reveal and rate."""
    review.reveal()
    assert review.rate(rating) is not None


@pytest.fixture
def rested(places: Paths, clock: HandClock) -> Iterator[Library]:
    """Every card but the red flag was answered yesterday: Easy, but for the one that was only Good."""
    with Library.open(places, Config(), clock) as library:
        review = Review(library)
        while review.asked is not None:
            answer(review, Rating.GOOD if review.asked.card.id == "trace" else Rating.EASY)
        review.bring("spread/uncorrelated")  # its gate opens tomorrow
        answer(review, Rating.EASY)
        clock.forward(days=1)
        review = Review(library)
        answer(review, Rating.EASY)
        assert review.stage is ReviewStage.DONE
        yield library


def test_the_least_remembered_comes_first(rested: Library) -> None:
    """Nothing is due: to continue brings the cards by recall, each once, and not what was answered today."""
    review = Review(rested)
    assert review.stage is ReviewStage.DONE
    assert review.study_ahead()
    asked = []
    while review.asked is not None:
        asked.append(review.asked.card.id)
        answer(review, Rating.GOOD)
    assert asked[0] == "trace"
    assert sorted(asked) == ["differences", "trace", "uncorrelated", "width"]


def test_a_long_learning_step_is_waited_for(places: Paths, config: Config, clock: HandClock) -> None:
    """No new cards beyond the limit while one of today's is on its way: it is said when that comes, and it does."""
    config = replace(config, new_per_day=1, learning_steps=(60.0,))
    with Library.open(places, config, clock) as library:
        answer(Review(library), Rating.AGAIN)
        review = Review(library)
        assert review.asked is None and home(library).total == 1
        assert review.go_beyond() == "the next card comes in 40 min"
        clock.forward(minutes=40)
        review = Review(library)
        assert review.asked is not None and review.asked.card.id == "width"
        answer(review, Rating.GOOD)
        assert review.go_beyond() == "" and review.asked is not None


def test_an_early_answer_counts_with_the_days_that_passed(rested: Library) -> None:
    """One day after the first answer, memory moves by one day, and the log says that it was ahead."""
    review = Review(rested)
    review.study_ahead()
    assert review.asked is not None
    card, before = review.asked.card.full_id, review.asked.state
    answer(review, Rating.GOOD)
    assert past(rested.store.state(card)).memory == rested.store.model.rated(past(before).memory, 1, Rating.GOOD)
    assert rested.store.history(card)[-1].body["mode"] == "ahead"


def test_a_lapse_ahead_of_time_comes_back_in_minutes(rested: Library, clock: HandClock) -> None:
    """Another card ahead comes first; once its step is over, it is asked before the rest."""
    review = Review(rested)
    review.study_ahead()
    answer(review, Rating.AGAIN)
    assert review.asked is not None
    assert review.asked.card.id != "trace"
    clock.forward(minutes=11)
    answer(review, Rating.EASY)
    assert review.asked.card.id == "trace"


def test_a_card_studied_ahead_keeps_its_due_until_it_is_rated(rested: Library) -> None:
    """Laid on the desk early and left there, it is due when it was."""
    before = {listed.listing.card: listed.state for listed in rested.store.listing()}
    review = Review(rested)
    review.study_ahead()
    assert review.asked is not None
    assert past(review.asked.state).due_day > rested.day()
    assert {listed.listing.card: listed.state for listed in rested.store.listing()} == before


def test_an_undo_returns_the_card_ahead(rested: Library) -> None:
    """The card that was answered early lies on the desk again, and counts as left."""
    review = Review(rested)
    review.study_ahead()
    left = review.progress.total
    answer(review, Rating.GOOD)
    assert review.undo() is not None
    assert review.asked is not None
    assert (review.asked.card.id, review.progress.total) == ("trace", left)


def test_the_focus_narrows_what_is_studied_ahead(rested: Library) -> None:
    """A topic without cards leaves nothing to continue with."""
    review = Review(rested, Focus(topics=("other",)))
    assert not review.can_study_ahead()
    assert not review.study_ahead()


def test_home_says_how_to_go_on(rested: Library) -> None:
    """Without new cards: those ahead of their day, then nothing."""
    assert home(rested).further is Further.AHEAD
    review = Review(rested)
    review.study_ahead()
    while review.asked is not None:
        answer(review, Rating.EASY)
    assert home(rested).further is None


def test_home_offers_new_cards_first(library: Library) -> None:
    """With the day's limit reached and cards left, those are what follows."""
    review = Review(library)
    while review.asked is not None:
        answer(review, Rating.EASY)
    assert home(library).further is Further.NEW


def test_two_windows_on_one_database(library: Library, places: Paths, config: Config, clock: HandClock) -> None:
    """A second instance works: what one answered, the other doesn't ask, and the newest action is both's."""
    with Library.open(places, config, clock) as second:
        here, there = Review(library), Review(second)
        answer(here, Rating.EASY)
        assert there.asked is not None
        answer(there, Rating.AGAIN)
        ratings = [e for e in library.store.events("spread/width") if e.kind is EventKind.RATED]
        assert [e.rating for e in ratings] == [Rating.EASY, Rating.AGAIN]
        assert here.asked is not None
        assert here.asked.card.id != "width"
        assert Review(library).undo() is not None
        assert second.store.state("spread/width").reps == 1


def test_an_answer_in_another_window_changes_what_the_buttons_do(
    library: Library, places: Paths, config: Config, clock: HandClock
) -> None:
    """The card that lies here and was answered there is rated from the state that it has now."""
    with Library.open(places, config, clock) as second:
        here, there = Review(library), Review(second)
        answer(here, Rating.EASY)
        answer(there, Rating.AGAIN)
        state = library.store.state("spread/width")
        assert state.lapses == 1
        assert past(state).memory == library.store.model.replay([(Rating.EASY, 0), (Rating.AGAIN, 0)])
        assert state.due_at is not None


def test_what_was_asked_for_beyond_the_set_ends_with_its_day(rested: Library, clock: HandClock) -> None:
    """A review left open over night: the cards studied ahead yesterday aren't asked again unasked; to continue brings
    them anew."""
    review = Review(rested)
    assert review.study_ahead()
    while review.asked is not None:
        answer(review, Rating.EASY)
    clock.forward(days=1)
    review.go_on()
    assert review.asked is None and review.left_today == 0
    assert review.study_ahead()


def test_new_cards_beyond_the_limit_end_with_their_day(places: Paths, clock: HandClock) -> None:
    """A review left open over night: two more were asked for yesterday, today's limit is the limit again, until more
    are asked for today."""
    with Library.open(places, replace(Config(), new_per_day=1), clock) as library:
        review = Review(library)
        answer(review, Rating.EASY)
        assert review.more_new(2)
        clock.forward(days=1)
        review.go_on()
        answer(review, Rating.EASY)
        assert review.asked is None
        assert review.more_new(1) and review.asked is not None


def test_every_review_of_a_day_brings_more_new_cards(places: Paths, clock: HandClock) -> None:
    """What earlier reviews brought beyond the limit doesn't count against what the next one is asked for."""
    with Library.open(places, replace(Config(), new_per_day=0), clock) as library:
        for _ in range(3):
            review = Review(library)
            assert review.asked is None and home(library).further is Further.NEW
            assert review.more_new(1)
            answer(review, Rating.EASY)
            assert review.asked is None
