"""Study days as a person meets them: nights, journeys, a rollover moved, an app left open; and what a merge brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import time
from pathlib import Path

import pytest

from prep.config import Config
from prep.core.clock import Moment
from prep.core.event import EventDraft, EventKind, Rating
from prep.paths import Paths
from prep.session.changes import actions
from prep.session.changes.merging import merge
from prep.session.home.home import home
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import ReviewStage
from tests.clock import HandClock
from tests.session.conftest import MONDAY_NOON
from tests.states import past

HOUR = 3_600_000


class Traveller:
    """A clock whose zone changes on the way."""

    def __init__(self) -> None:
        self.moment = replace(MONDAY_NOON, offset_minutes=60)

    def now(self) -> Moment:
        return self.moment

    def awake(self) -> int:
        return self.moment.ms

    def fly(self, hours: float, offset: int) -> None:
        self.moment = Moment(self.moment.ms + int(hours * HOUR), offset)


def answer(review: Review, rating: Rating = Rating.EASY) -> None:
    """Reveal and rate."""
    review.reveal()
    assert review.rate(rating) is not None


def days(library: Library) -> list[int]:
    """The study days of all ratings, as logged."""
    return [event.day for event in library.store.events() if event.kind is EventKind.RATED]


def test_a_journey_and_a_moved_rollover_move_no_past_day(places: Paths, config: Config) -> None:
    """From Berlin to Auckland and back, with another rollover: every answer keeps its day, elapsed days too; only
    today is counted anew."""
    clock, logged = Traveller(), list[int]()
    flights = ((0, 60, 4), (11, 60, 4), (24, 780, 4), (9, 780, 0), (30, 60, 12), (0.1, -600, 4))
    for hours, offset, rollover in flights:
        clock.fly(hours, offset)
        with Library.open(places, replace(config, rollover=time(rollover)), clock) as library:
            review = Review(library)
            review.bring("spread/trace")
            answer(review, Rating.GOOD)
            assert days(library)[:-1] == logged
            assert days(library)[-1] == library.day()
            logged = days(library)
            state = library.store.state("spread/trace")
            elapsed = [max(0, later - earlier) for earlier, later in zip(logged[:1] + logged, logged, strict=False)]
            assert past(state).memory == library.store.model.replay([(Rating.GOOD, n) for n in elapsed])
            assert past(state).last_day == logged[-1]


def test_studying_past_midnight_uses_the_same_day_s_limit(places: Paths, clock: HandClock) -> None:
    """At one in the morning it is still yesterday: the limit of new cards is not fresh."""
    config = replace(Config(), new_per_day=1)
    with Library.open(places, config, clock) as library:
        answer(Review(library))
        clock.forward(minutes=13 * 60)
        assert Review(library).stage is ReviewStage.DONE
        clock.forward(minutes=3 * 60)
        assert Review(library).stage is ReviewStage.FRONT


def test_the_day_s_set_refreshes_in_a_review_left_open(places: Paths, clock: HandClock) -> None:
    """The last card of the evening is answered the next morning: it counts on the new day, whose cards follow."""
    with Library.open(places, replace(Config(), new_per_day=2), clock) as library:
        review = Review(library)
        answer(review)
        assert (review.progress.done, review.progress.total) == (1, 2)
        clock.forward(days=1)
        assert review.refresh()
        assert (review.progress.done, review.progress.total) == (1, 3)
        answer(review)
        assert days(library)[1] == days(library)[0] + 1 == library.day()
        assert review.stage is ReviewStage.FRONT  # the second of the new day's two new cards
        assert review.asked is not None
        assert review.asked.day == library.day()


def test_an_answer_dated_2030_is_told_and_drags_nothing(places: Paths, clock: HandClock, config: Config) -> None:
    """The clock was years ahead for one answer: Home says that it went back, the next answers have their own days,
    order and counts go on."""
    with Library.open(places, config, clock) as library:
        clock.forward(days=1_200)
        answer(Review(library), Rating.GOOD)
        clock.forward(days=-1_200)
        assert any("clock stands" in notice for notice in home(library).notices)
        answer(Review(library), Rating.GOOD)
        clock.forward(days=1)
        answer(Review(library), Rating.GOOD)
        assert [day - days(library)[1] for day in days(library)] == [1_200, 0, 1]
        assert home(library).answered == 1
        ats = [event.at for event in library.store.events()]
        assert ats == sorted(set(ats))


def test_a_leech_shows_the_point_missed_most(library: Library, clock: HandClock) -> None:
    """After six lapses the card comes with the point that was missed most often, and is not suspended."""
    review = Review(library)
    for lapse in range(7):
        review.bring("spread/width")
        review.reveal()
        review.mark(said=lapse % 3 == 0)
        review.mark(said=True)
        review.rate(Rating.GOOD)
        clock.forward(days=5)
        review.bring("spread/width")
        assert review.asked is not None
        assert review.asked.leech == (lapse >= 6)
        assert review.asked.most_missed == ("the root of the width" if lapse >= 6 else "")
        review.reveal()
        review.rate(Rating.AGAIN)
        clock.forward(days=1)
    assert not library.store.state("spread/width").suspended


@pytest.fixture
def laptop(places: Paths, config: Config, clock: HandClock, tmp_path: Path) -> Iterator[Library]:
    """The same person's other machine."""
    home = tmp_path / "laptop"
    there = replace(places, database=home / "prep.db", decks=home / "decks", backups=home / "backups")
    with Library.open(there, config, clock) as opened:
        yield opened


def test_an_undo_after_a_merge_is_of_this_machine(library: Library, laptop: Library, clock: HandClock) -> None:
    """What the other machine did later stays; this one's newest action goes, and its card returns to the desk."""
    answer(Review(library))
    clock.forward(minutes=5)
    review = Review(laptop)
    review.bring("spread/trace")
    answer(review)
    merge(library, [laptop.paths.database])
    undone = Review(library).undo()
    assert undone is not None
    assert undone.card == "spread/width"
    assert library.store.state("spread/trace").reps == 1
    assert actions.undo(library) is None


def test_a_review_goes_on_after_a_merge_beneath_it(library: Library, laptop: Library) -> None:
    """Another window merges while a card lies here: it is rated from the state that it has now, and what was answered
    elsewhere is not asked."""
    review, there = Review(library), Review(laptop)
    answer(there)
    answer(there)
    assert review.asked is not None
    card = review.asked.card.full_id
    with Library.open(library.paths, library.config, library.clock) as window:
        merge(window, [laptop.paths.database])
    answer(review, Rating.GOOD)
    assert library.store.state(card).reps == 2
    assert review.stage is ReviewStage.DONE


def test_a_leech_is_shown_though_no_list_was_ever_walked(library: Library, clock: HandClock) -> None:
    """Only the point missed most is unknown then; points of a log from elsewhere that are none count for nothing."""
    strange = EventDraft(EventKind.RATED, "spread/width", rating=Rating.GOOD, due_day=library.day(), body={"missed": 5})
    actions.append(library, [strange])
    review = Review(library)
    for _ in range(6):
        review.bring("spread/width")
        answer(review, Rating.GOOD)
        clock.forward(days=5)
        review.bring("spread/width")
        answer(review, Rating.AGAIN)
        clock.forward(days=1)
    review.bring("spread/width")
    assert review.asked is not None
    assert (review.asked.leech, review.asked.most_missed) == (True, "")


def test_a_day_in_2030_is_no_recent_day(places: Paths, clock: HandClock) -> None:
    """Thirty slow answers by a clock that was years ahead: what a card takes is counted over the thirty days up to
    today, on Home as in a review."""
    with Library.open(places, Config(), clock) as library:
        ahead, today = library.day() + 1_500, library.day()
        slow = [EventDraft(EventKind.RATED, "spread/trace", rating=Rating.GOOD, ms=240_000, due_day=ahead)] * 30
        library.store.append(slow, library.now().later(1_500 * 24 * HOUR), ahead)
        quick = [EventDraft(EventKind.RATED, "spread/differences", rating=Rating.GOOD, ms=30_000, due_day=today)] * 30
        library.store.append(quick, library.now(), today)
        review = Review(library)
        assert review.progress.minutes_left == home(library).minutes == -(-review.left_today * 30 // 60)
