"""Rebuild equals live, too, where many actions wait in the tail of the log, and when their process is killed."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from prep.core.event import Rating
from prep.store.caches import cache
from prep.store.store import Store
from tests.store.test_cut_short import cut_short
from tests.store.test_laws import CARDS, LIVES, NAMES, UNSHRUNK, Life, is_assertion
from tests.store.test_windows_laws import TwoWindows


class Away(Life):
    """Life in which nobody looks at the caches most of the time."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[Store] = []

    def teardown(self) -> None:
        for store in self.left:
            store.close()
        super().teardown()

    @initialize()
    def look_away_at_once(self) -> None:
        self.away = True

    @rule()
    def look(self) -> None:
        """What was remembered of the cards is what the caches then say; the invariants do the rest."""
        remembered = [self.desk.store.state(name) for name in NAMES]
        self.desk.store.catch_up()
        assert [self.desk.store.state(name) for name in NAMES] == remembered
        self.away = False

    @rule()
    def look_away(self) -> None:
        self.away = True

    @rule()
    def catch_up(self) -> None:
        self.desk.store.catch_up()

    @rule(card=CARDS, rating=st.sampled_from(Rating))
    def rate_cut_short(self, card: str, rating: Rating) -> None:
        """Ctrl-C when the answer is on disk."""
        with cut_short(self.desk.store.database):
            self.desk.rate(card, rating)

    @rule()
    def undo_cut_short(self) -> None:
        """Ctrl-C when the undo is."""
        with cut_short(self.desk.store.database):
            self.desk.undo()

    @rule()
    def kill(self) -> None:
        """What is open stays so, and remembers; another process opens the file."""
        self.left.append(self.desk.store)
        self.desk.store = self.desk.open()


class TwoAway(Away, TwoWindows):
    """The same in two windows."""


def test_live_equals_rebuild_however_much_waits() -> None:
    """Whatever waits when it is filed, by whom and in how many goes."""
    run_state_machine_as_test(Away, settings=settings(LIVES, max_examples=60))


def test_live_equals_rebuild_where_two_windows_leave_things_waiting() -> None:
    """Each with a memory of its own of what it did."""
    run_state_machine_as_test(TwoAway, settings=settings(LIVES, max_examples=40))


def test_the_law_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positive control: with what undos take back ignored, whoever looks in the end sees it."""
    monkeypatch.setattr(cache, "settle", lambda _connection, events: list(events))
    with pytest.raises(Exception) as caught:
        run_state_machine_as_test(Away, settings=UNSHRUNK)
    assert is_assertion(caught.value)
