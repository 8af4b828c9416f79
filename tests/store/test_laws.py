"""Rebuild equals live, exactly, always: whatever is done, in whatever order."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from prep.core.event import HELD_FOR_EVER, EventDraft, EventKind, Rating
from prep.core.fold import fold_log
from prep.core.kind import Kind
from prep.core.memory import DEFAULT
from prep.core.plan import Plan
from prep.core.stale_due import knowing
from prep.core.state import State
from prep.store import doctor
from prep.store.caches import cache
from tests.store.desk import Desk, child, question

NAMES = ("a/q", "a/q2", "a/f", "a/r", "b/x")
CARDS = st.sampled_from(NAMES)
POINTS = st.lists(st.sampled_from("pqr"), unique=True)


class Life(RuleBasedStateMachine):
    """A person, a deck and a clock that jumps."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.desk = Desk(Path(self.folder.name))
        self.deal(set(NAMES) - {"a/q2"})

    def teardown(self) -> None:
        self.desk.store.close()
        self.folder.cleanup()

    def states(self) -> dict[str, State]:
        """All states that the caches hold."""
        with self.desk.store.database.read() as connection:
            names = [row[0] for row in connection.execute("select card from state")]
        return {name: self.desk.store.state(name) for name in names}

    @rule(
        card=CARDS,
        rating=st.sampled_from(Rating),
        ms=st.one_of(st.none(), st.integers(0, 900_000)),
        points=st.one_of(st.none(), st.tuples(POINTS, POINTS)),
    )
    def rate(self, card: str, rating: Rating, ms: int | None, points: tuple[list[str], list[str]] | None) -> None:
        state, model, day = self.desk.store.state(card), self.desk.store.model, self.desk.clock.day
        body = knowing(state, day, model) | dict(zip(("said", "missed"), points, strict=True)) if points else None
        self.desk.rate(card, rating, ms, body)  # type: ignore[arg-type]

    @rule(minutes=st.sampled_from([0, 1, 11, 600, 1_440, 9_000, 150_000, -30, -2_000, 2_000_000, -2_000_000]))
    def wait(self, minutes: int) -> None:
        if self.desk.clock.moment.ms + minutes * 60_000 > 0:
            self.desk.clock.forward(minutes=minutes)

    @rule()
    def undo(self) -> None:
        before = self.states()
        if self.desk.undo():
            undone = self.states()
            assert self.desk.redo()
            assert self.states() == before
            assert self.desk.undo()
            assert self.states() == undone

    @rule()
    def redo(self) -> None:
        self.desk.redo()

    @rule(card=CARDS, until=st.sampled_from([None, 0, 1, HELD_FOR_EVER]))
    def hold(self, card: str, until: int | None) -> None:
        self.desk.hold(card, self.desk.clock.day + until if until in (0, 1) else until)

    @rule(cards=st.sets(CARDS, min_size=1), days=st.integers(-9, 90))
    def place(self, cards: set[str], days: int) -> None:
        day = self.desk.clock.day + days
        self.desk.append(*(EventDraft(EventKind.PLACED, card, due_day=day) for card in sorted(cards)))

    @rule(card=CARDS)
    def reset(self, card: str) -> None:
        self.desk.append(EventDraft(EventKind.RESET, card))

    @rule(factor=st.sampled_from([0.7, 1.3]))
    def fit(self, factor: float) -> None:
        parameters = [p * factor if i < 4 else p for i, p in enumerate(DEFAULT)]
        self.desk.append(EventDraft(EventKind.FITTED, body={"parameters": parameters}))

    @rule(plan=st.sampled_from("pq"), minutes=st.integers(1, 600), ends=st.booleans())
    def plan(self, plan: str, minutes: int, ends: bool) -> None:
        body = {} if ends else Plan(plan, plan, self.desk.clock.day, minutes).body
        self.desk.append(EventDraft(EventKind.PLANNED, target=plan, body=body))

    @rule(old=CARDS, new=CARDS)
    def rename(self, old: str, new: str) -> None:
        if old != new:
            self.desk.append(EventDraft(EventKind.RENAMED, new, old))

    @rule(present=st.sets(CARDS))
    def deal(self, present: set[str]) -> None:
        deck = {
            "a/q": question("a/q"),
            "a/q2": question("a/q2", 4, was="a/q"),
            "a/f": child("a/f", Kind.FOLLOW_UP, "a/q", 1),
            "a/r": child("a/r", Kind.RED_FLAG, "a/q", 2),
            "b/x": question("b/x", 9, expires="2026-12"),
        }
        self.desk.deal(*(deck[name] for name in NAMES if name in present))

    @rule()
    def restart(self) -> None:
        self.desk.restart()

    @invariant()
    def live_is_the_fold(self) -> None:
        assert self.states() == fold_log(self.desk.store.events())

    @invariant()
    def the_doctor_is_content(self) -> None:
        assert doctor.examine(self.desk.store) == []


LIVES = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
UNSHRUNK = settings(LIVES, phases=[Phase.generate], report_multiple_bugs=False)
"""One broken life is enough for the control: nobody reads the smallest."""


def test_live_equals_rebuild() -> None:
    """Ratings, undos, redos, holds, placings, resets, fits, renames, syncs, restarts and a jumping clock: after each
    step the live caches are what a fold of the log gives, and an undo with its redo changes nothing."""
    run_state_machine_as_test(Life, settings=LIVES)


def test_the_law_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positive control: with the targets of undos ignored, the law is broken."""
    monkeypatch.setattr(cache, "settle", lambda _connection, events: list(events))
    with pytest.raises(Exception) as caught:
        run_state_machine_as_test(Life, settings=UNSHRUNK)
    assert is_assertion(caught.value)


def is_assertion(error: Any) -> bool:
    """Whether a test failed, rather than broke."""
    return isinstance(error, AssertionError) or any(is_assertion(e) for e in getattr(error, "exceptions", ()))
