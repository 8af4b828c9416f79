"""The review: walk, suggestion, rating, gates, undo, rollover."""

from __future__ import annotations

import pytest

from prep.config import Config
from prep.core.event import EventKind, Rating
from prep.core.walk import PointMark
from prep.errors import StoreError
from prep.paths import Paths
from prep.session.home.home import home
from prep.session.library.focus import Focus
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import ReviewStage
from tests.clock import HandClock
from tests.session.desk import answer, on_desk
from tests.states import past


def test_a_rating_is_in_the_log_when_the_next_card_shows(library: Library) -> None:
    """Every rating is on disk before the next card shows."""
    review = Review(library)
    answer(review, Rating.GOOD)
    rated = [event for event in library.store.events() if event.kind is EventKind.RATED]
    assert [(event.card, event.rating) for event in rated] == [("spread/width", Rating.GOOD)]
    assert on_desk(review) != "width"


def test_what_the_button_says_is_what_happens(library: Library) -> None:
    """The choice that was shown is the one that is applied and logged."""
    review = Review(library)
    review.reveal()
    assert review.asked is not None
    shown = review.asked.choice(Rating.EASY)
    rated = review.rate(Rating.EASY)
    assert rated is not None and rated.choice is shown
    state = library.store.state("spread/width")
    assert (past(state).due_day, past(state).memory) == (shown.due_day, shown.memory)


def test_nothing_can_be_rated_before_the_reveal(library: Library) -> None:
    """A digit on the front does nothing."""
    review = Review(library)
    assert review.rate(Rating.GOOD) is None
    assert review.stage is ReviewStage.FRONT


def test_a_clean_walk_suggests_good(library: Library) -> None:
    """All points said within the time: Good, and `rate` without a rating takes it."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    review.mark(said=True)
    assert review.suggestion.rating is Rating.GOOD
    rated = review.rate()
    assert rated is not None and rated.rating is Rating.GOOD


def test_a_required_point_missed_suggests_again(library: Library) -> None:
    """The first point is required."""
    review = Review(library)
    review.reveal()
    review.mark(said=False)
    review.mark(said=True)
    assert review.suggestion.rating is Rating.AGAIN


def test_another_point_missed_suggests_hard(library: Library) -> None:
    """The second point is not required."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    review.mark(said=False)
    assert (review.suggestion.rating, review.suggestion.reason) == (Rating.HARD, "1 point missed suggests Hard")


def test_a_long_answer_suggests_hard(library: Library, clock: HandClock) -> None:
    """More than sixty seconds before the reveal."""
    review = Review(library)
    clock.forward(seconds=84)
    review.reveal()
    clock.forward(seconds=500)
    review.mark(said=True)
    review.mark(said=True)
    assert (review.suggestion.rating, review.suggestion.reason) == (Rating.HARD, "1:24, long: suggests Hard")


def test_a_closed_lid_is_no_thinking_time(library: Library, clock: HandClock) -> None:
    """Twenty seconds, a night, twenty seconds: forty."""
    review = Review(library)
    clock.forward(seconds=20)
    clock.sleep(hours=8.5)
    clock.forward(seconds=20)
    review.reveal()
    review.mark(said=True)
    review.mark(said=True)
    assert (review.suggestion.rating, review.seconds) == (Rating.GOOD, 40)


def test_where_nothing_was_judged_nothing_is_rated(library: Library) -> None:
    """A skipped list suggests nothing, and there is nothing to take: the card stays until a rating is given."""
    review = Review(library)
    review.reveal()
    review.skip()
    before = library.store.logged()
    assert review.suggestion.rating is None and review.rate() is None
    assert (library.store.logged(), review.stage) == (before, ReviewStage.RATE)
    assert review.rate(Rating.HARD) is not None


def test_all_open_points_are_said_at_once_and_taken_back_at_once(library: Library) -> None:
    """After a first tick, which stays; the walk is over and suggests Good."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    before = review.walk
    review.say_rest()
    assert review.walk.walked and review.suggestion.rating is Rating.GOOD
    assert review.back() and review.walk == before


def test_a_missed_point_suggests_though_the_rest_was_skipped(library: Library) -> None:
    """`n` on a required point, then space twice: Again, not Good; and nothing is suggested before the skip."""
    review = Review(library)
    review.reveal()
    review.mark(said=False)
    assert review.suggestion.rating is None
    review.skip()
    assert review.suggestion.reason == "a required point missed suggests Again"
    rated = review.rate()
    assert rated is not None and rated.rating is Rating.AGAIN


def test_points_said_and_the_rest_skipped_suggest_nothing(library: Library) -> None:
    """What was not judged may have been missed."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    review.skip()
    assert (review.suggestion.rating, review.suggestion.reason) == (None, "not walked")


def test_back_takes_ticks_back_one_by_one(library: Library) -> None:
    """After the first point the reveal; before it there is nothing left to take back."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    review.mark(said=False)
    assert review.back() and review.stage is ReviewStage.WALK and review.walk.marks == (PointMark.SAID, PointMark.OPEN)
    assert review.back() and review.walk.marks == (PointMark.OPEN, PointMark.OPEN)
    assert review.back() and review.stage.value == "front"
    assert not review.back()


def test_what_was_said_and_missed_is_logged(library: Library, clock: HandClock) -> None:
    """The ticks, the suggestion and the time go into the log with the rating."""
    review = Review(library)
    clock.forward(seconds=12.5)
    review.reveal()
    review.mark(said=True)
    review.mark(said=False)
    review.rate(Rating.GOOD)
    event = library.store.history("spread/width")[-1]
    assert (event.body["said"], event.body["missed"], event.body["suggested"]) == (["root"], ["init"], Rating.HARD)
    assert event.ms == 12_500


def test_undo_returns_to_the_card_and_redo_gives_the_rating_back(library: Library) -> None:
    """The card that was rated lies on the desk again, with its old state."""
    review = Review(library)
    before = library.store.state("spread/width")
    answer(review, Rating.GOOD)
    after = library.store.state("spread/width")
    undone = review.undo()
    assert undone is not None and undone.sentence == "undone: Good on width"
    assert on_desk(review) == "width" and library.store.state("spread/width") == before
    assert review.tally.answers == 0
    assert review.redo() is not None
    assert library.store.state("spread/width") == after and review.tally.answers == 1


@pytest.mark.parametrize("rating", [Rating.AGAIN, Rating.GOOD])
def test_redo_goes_on_where_the_rating_had_gone_on(library: Library, rating: Rating) -> None:
    """The card whose rating is given back is not asked at once again; the one that followed it is."""
    review = Review(library)
    answer(review, rating)
    followed = on_desk(review)
    assert review.undo() is not None and on_desk(review) == "width"
    assert review.redo() is not None and on_desk(review) == followed != "width"


def test_undo_works_after_a_restart(places: Paths, config: Config, clock: HandClock) -> None:
    """Any number of actions of this device, also from an earlier sitting."""
    with Library.open(places, config, clock) as library:
        review = Review(library)
        answer(review, Rating.GOOD)
        answer(review, Rating.HARD)
    with Library.open(places, config, clock) as library:
        review = Review(library)
        assert review.undo() is not None and on_desk(review) == "differences"
        assert review.undo() is not None and on_desk(review) == "width"
        assert review.undo() is None


def test_an_answer_across_the_rollover_counts_on_the_new_day(library: Library, clock: HandClock) -> None:
    """The app left open over night goes on: the choices are computed anew, the ticks stay."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    clock.forward(days=1)
    assert review.refresh() and review.walk.marks[0] is PointMark.SAID
    rated = review.rate(Rating.GOOD)
    assert rated is not None
    event = library.store.history("spread/width")[-1]
    assert event.day == library.day() and event.due_day == rated.choice.due_day > event.day


def test_a_learning_card_comes_back_when_its_minutes_are_over(library: Library, clock: HandClock) -> None:
    """Again: ten minutes later it is asked before anything else."""
    review = Review(library)
    answer(review, Rating.AGAIN)
    clock.forward(minutes=11)
    answer(review, Rating.GOOD)
    assert on_desk(review) == "width"


def test_the_limit_ends_the_review(library: Library) -> None:
    """`--limit 1` is one card."""
    review = Review(library, limit=1)
    answer(review, Rating.GOOD)
    assert review.stage is ReviewStage.DONE


def test_the_focus_narrows_what_is_asked(library: Library) -> None:
    """A topic without cards leaves nothing."""
    assert Review(library, Focus(topics=("other",))).stage is ReviewStage.DONE
    assert Review(library, Focus(topics=("spread",))).stage is ReviewStage.FRONT


def test_more_new_cards_can_be_asked_for(library: Library) -> None:
    """Beyond the day's limit, for today only."""
    review = Review(library)
    while review.asked is not None:
        answer(review, Rating.EASY)
    assert review.more_new(1)
    assert on_desk(review) == "trace"


def test_the_summary_counts_what_was_done_and_missed(library: Library) -> None:
    """Ratings, points said of points judged, and the points missed."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    review.mark(said=False)
    review.rate()
    summary = review.summary()
    assert (summary.answers, summary.ratings, summary.said, summary.judged) == (1, (0, 1, 0, 0), 1, 2)
    assert [missed.text for missed in summary.missed] == ["at initialisation"]


def test_the_other_phrasing_comes_at_the_next_repetition(library: Library) -> None:
    """A card is not recognised by its wording alone."""
    review = Review(library)
    assert review.asked is not None
    first = review.asked.cue
    answer(review, Rating.GOOD)
    review.bring("spread/width")
    assert review.asked.cue != first


def test_a_card_is_not_rated_twice_when_the_next_one_cannot_be_read(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rating is on disk, the desk is empty, and a second press does nothing."""
    review = Review(library)
    review.reveal()

    def fail(*_: object) -> None:
        raise StoreError("the database is locked")

    monkeypatch.setattr(review.desk, "next", fail)
    with pytest.raises(StoreError):
        review.rate(Rating.GOOD)
    assert review.rate(Rating.GOOD) is None
    assert [event.kind for event in library.store.history("spread/width")].count(EventKind.RATED) == 1


def test_what_is_left_of_the_day_is_more_than_a_short_review_asks(library: Library) -> None:
    """After `--limit 1` another card still waits: the end must not say that the day is done."""
    review = Review(library, limit=1)
    for left in (1, 0):
        review.reveal()
        review.rate(Rating.EASY)
        assert review.asked is None
        assert review.left_today == home(library).total == left
        review = Review(library, limit=1)


def test_a_card_that_was_not_changed_stays_as_it_is(library: Library) -> None:
    """The editor was opened and left: what was ticked is ticked."""
    review = Review(library)
    review.reveal()
    review.mark(said=True)
    library.reload()
    review.stay()
    assert review.stage is ReviewStage.WALK and review.walk.marks[0] is PointMark.SAID
