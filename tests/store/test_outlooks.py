"""What is remembered and what comes: kept from one question to the next, and always what the tables say."""

from __future__ import annotations

import math

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from prep.core.event import HELD_FOR_EVER, EventDraft, EventKind, Rating
from prep.core.year import TopicOutlook, forecast
from prep.store.statistics.topic_recall import MANY, Outlooks
from tests.states import past
from tests.store.desk import Desk, question
from tests.store.test_laws import LIVES, UNSHRUNK, Life, is_assertion

TOPICS = ("a", "b")


def fresh(desk: Desk, *topics: str) -> dict[str, TopicOutlook]:
    """As nobody has kept anything."""
    return {row.topic: row for row in Outlooks(desk.store).on(desk.clock.day, topics)}


class Kept(Life):
    """Asked after every step of a life."""

    def __init__(self) -> None:
        super().__init__()
        self.outlooks = Outlooks(self.desk.store)

    @invariant()
    def what_is_kept_is_what_would_be_read(self) -> None:
        if self.outlooks._store is not self.desk.store:  # a restart
            self.outlooks = Outlooks(self.desk.store)
        day = self.desk.clock.day
        kept = self.outlooks.on(day, TOPICS)
        assert {row.topic: row for row in kept} == fresh(self.desk, *TOPICS)
        assert list(forecast(kept)) == [self.desk.store.due_on(day + n) for n in range(1, 31)]


def test_after_any_history_what_is_kept_is_what_would_be_read() -> None:
    """Ratings, undo, redo, renamed and retired cards, fits, jumps of the clock; and the forecast is `due_on`'s."""
    run_state_machine_as_test(Kept, settings=settings(LIVES, max_examples=20))


def test_an_answer_that_is_not_followed_is_found() -> None:
    """Positive control: with changes passed over, the same lives fail."""

    class Deaf(Kept):
        def __init__(self) -> None:
            super().__init__()
            changes = self.desk.store.changes
            changes.since = lambda seen: (changes.version(), [])  # type: ignore[method-assign]

    with pytest.raises(Exception) as caught:
        run_state_machine_as_test(Deaf, settings=UNSHRUNK)
    assert is_assertion(caught.value)


def test_another_process_is_noticed(desk: Desk) -> None:
    """What it answered is in the next outlook."""
    desk.deal(question("a/1"))
    kept = Outlooks(desk.store)
    assert kept.on(desk.clock.day, ["a"]) == ()
    other = Desk(desk.folder, desk.clock)
    other.rate("a/1", Rating.EASY)
    other.store.close()
    assert {row.topic: row for row in kept.on(desk.clock.day, ["a"])} == fresh(desk, "a") != {}


def test_recall_is_the_mean_of_what_each_card_would_be_asked_with(desk: Desk) -> None:
    """Cards of a topic below it and cards that no deck has any more are none of its own."""
    names = ["a/1", "a/2", "a/gone", "a/b/1", "a-b/1"]
    desk.deal(*(question(name, n) for n, name in enumerate(names)))
    for name in names:
        desk.rate(name, Rating.EASY)
        desk.clock.forward(days=2)
    desk.deal(*(question(name, n) for n, name in enumerate(names) if n != 2))
    store, day = desk.store, desk.clock.day

    def recall(card: str) -> float:
        state = store.state(card)
        return store.model.recall(past(state).memory, day - past(state).last_day)

    found = fresh(desk, "a", "a/b", "a-b")
    assert {topic: row.cards for topic, row in found.items()} == {"a": 2, "a/b": 1, "a-b": 1}
    assert found["a"].recall == pytest.approx(math.fsum([recall("a/1"), recall("a/2")]) / 2, abs=1e-12)
    assert found["a/b"].recall == recall("a/b/1")


def test_only_what_can_come_is_forecast(desk: Desk) -> None:
    """Neither a suspended card, nor one buried until later, nor a fact whose month is over by then."""
    tomorrow, later = desk.clock.day + 1, desk.clock.day + 20
    desk.deal(*(question(f"a/{n}", n) for n in range(4)), question("a/fact", 9, expires="2026-11"))
    for card in ("a/0", "a/1", "a/2", "a/3", "a/fact"):
        desk.rate(card, Rating.EASY)
        desk.append(EventDraft(EventKind.PLACED, card, due_day=later if card == "a/fact" else tomorrow))
    desk.hold("a/0", HELD_FOR_EVER)
    desk.hold("a/1", tomorrow + 1)
    desk.hold("a/2", tomorrow)
    coming = fresh(desk, "a")["a"].coming
    assert coming == (2, *[0] * 29) == tuple(desk.store.due_on(desk.clock.day + n) for n in range(1, 31))
    desk.append(EventDraft(EventKind.PLACED, "a/fact", due_day=tomorrow))  # still in November
    assert fresh(desk, "a")["a"].coming[0] == 3 == desk.store.due_on(tomorrow)


def test_changes_in_very_many_topics_are_read_at_once(desk: Desk) -> None:
    """More than the limit, and the outlooks are as right as before."""
    topics = [f"t{n}" for n in range(MANY + 2)]
    desk.deal(*(question(f"{topic}/1", n) for n, topic in enumerate(topics)))
    kept = Outlooks(desk.store)
    assert kept.on(desk.clock.day, topics) == ()
    for topic in topics:
        desk.rate(f"{topic}/1", Rating.EASY)
    assert {row.topic for row in kept.on(desk.clock.day, topics)} == set(topics)
