"""The day's line is moved along with every answer: it must say what a fresh look at the tables would."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prep.config import Config
from prep.core.event import Rating
from prep.core.queue import DayQueue, QueueRow
from prep.core.state import State
from prep.paths import Paths, paths
from prep.session.changes import actions
from prep.session.changes.actions import CardAction
from prep.session.library.library import Library
from prep.session.review import today
from prep.session.review.review import Review
from prep.session.review.today import Today
from prep.store.database.connection import Version
from tests.clock import HandClock
from tests.session.desk import answer

CONFIG = Config(new_per_day=3)


class Window:
    """A review, a second one over the same file, and a clock."""

    def __init__(self, places: Paths, open_: ExitStack) -> None:
        self.clock = HandClock()
        self.library = open_.enter_context(Library.open(places, CONFIG, self.clock))
        self.other = Review(open_.enter_context(Library.open(places, CONFIG, self.clock)))
        self.review = Review(self.library)

    def rate(self, rating: Rating) -> None:
        if self.review.asked is not None:
            answer(self.review, rating)

    def rate_elsewhere(self) -> None:
        self.other.undo()
        if self.other.asked is not None:
            answer(self.other, Rating.GOOD)

    def act(self, action: CardAction) -> None:
        if self.review.asked is not None:
            actions.act(self.library, self.review.asked.card, action)
        self.review.go_on()

    def wait(self, days: int) -> None:
        self.clock.forward(days=days, minutes=11)
        self.review.go_on()


MOVES: dict[str, Callable[[Window], object]] = {
    "again": lambda it: it.rate(Rating.AGAIN),
    "hard": lambda it: it.rate(Rating.HARD),
    "good": lambda it: it.rate(Rating.GOOD),
    "easy": lambda it: it.rate(Rating.EASY),
    "undo": lambda it: it.review.undo(),
    "redo": lambda it: it.review.redo(),
    "wait": lambda it: it.wait(0),
    "sleep": lambda it: it.wait(1),
    "away": lambda it: it.wait(9),
    "more": lambda it: it.review.more_new(1),
    "ahead": lambda it: it.review.study_ahead(2),
    "bury": lambda it: it.act(CardAction.BURY),
    "suspend": lambda it: it.act(CardAction.SUSPEND),
    "reset": lambda it: it.act(CardAction.RESET),
    "elsewhere": lambda it: it.rate_elsewhere(),
}


def fresh(kept: Today, library: Library) -> Today:
    """The same day, read anew."""
    anew = Today(library)
    anew.extra_new, anew.ahead = kept.extra_new, kept.ahead
    anew.line()
    return anew


def told(line: DayQueue) -> list[QueueRow]:
    return sorted(line.rows, key=lambda row: row.card)


@given(st.lists(st.sampled_from(sorted(MOVES)), max_size=25))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_line_that_was_moved_is_the_line_that_would_be_read(
    tmp_path_factory: pytest.TempPathFactory, places: Paths, moves: list[str]
) -> None:
    """After any moves both have the same rows, deal the same card and count the same."""
    with ExitStack() as open_:
        home = paths({"PREP_HOME": str(tmp_path_factory.mktemp("home"))})
        it = Window(replace(home, starter=places.starter), open_)
        for move in moves:
            MOVES[move](it)
            kept = it.review.today
            line, anew = kept.line(), fresh(kept, it.library)
            assert told(line) == told(anew.line())
            shown, now = it.review._shown, it.library.now().ms
            assert line.next(shown, now, kept.settings()) == anew.line().next(shown, now, anew.settings())
            assert (kept.total(), kept.new()) == (anew.total(), anew.new())


def test_what_is_answered_elsewhere_while_one_looks_is_seen(
    places: Paths, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at what changed and the note that it was seen another process answers a card."""
    with ExitStack() as open_:
        library, other = (open_.enter_context(Library.open(places, Config(), clock)) for _ in range(2))
        review = Review(library)
        while review.asked is not None:
            answer(review, Rating.EASY)
        clock.forward(days=60)
        review, elsewhere = Review(library), Review(other)
        since = library.store.changes.since

        def late(mark: Version) -> tuple[Version, list[State] | None]:
            found = since(mark)
            elsewhere.go_on()
            answer(elsewhere, Rating.GOOD)
            monkeypatch.undo()
            return found

        monkeypatch.setattr(library.store.changes, "since", late)
        answer(review, Rating.GOOD)
        kept = review.today
        assert told(kept.line()) == told(fresh(kept, library).line())


def test_an_ordinary_answer_reads_no_rows(library: Library, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card in review that stays there moves in memory alone, so that the next card costs the same at any size."""
    review = Review(library)
    while review.asked is not None:
        answer(review, Rating.EASY)
    clock.forward(days=60)
    review = Review(library)
    monkeypatch.setattr(library.store, "queue_rows", lambda *_: pytest.fail("the rows were read again"))
    before = review.progress.total
    answer(review, Rating.GOOD)
    review.undo()
    assert review.progress.total == before and review.asked is not None


def test_a_line_that_grows_short_is_read_again(
    library: Library, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line holds some of many due cards; all of them come, and are counted from the start."""
    review = Review(library)
    while review.asked is not None:
        answer(review, Rating.EASY)
    clock.forward(days=60)
    monkeypatch.setattr(today, "DUE_AT_ONCE", 1)
    due = library.store.glance(library.day(), 0).due_total
    review, counted = Review(library), []
    while review.asked is not None and review.asked.state.reps:
        counted.append(review.today.total())
        answer(review, Rating.EASY)
    assert len(counted) == due > 1
    assert counted == list(range(counted[0], counted[0] - due, -1))
