"""Two machines, one person: rebuild equals live on both, whatever is merged when, and in the end both are equal."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from prep.core.event import Event
from prep.core.kind import Kind
from prep.exchange.incoming import Incoming, entries
from prep.exchange.logfile import export
from prep.store import card_rows, deck
from prep.store.caches import cache
from prep.store.store import Store
from tests.store.desk import Desk, child, question
from tests.store.test_laws import LIVES, UNSHRUNK, Life, is_assertion

CACHES = {
    "state": "select * from state order by card",
    "day": "select * from day order by day",
    "point": "select * from point order by point",
    "alias": "select * from alias order by old",
    "dead": "select * from dead order by action",
    "card": """select id, kind, topic, position, level, parent, tags, expires, file, line, turn, seat, fresh, gate
        from card where retired = 0 order by id""",
}


def caches(store: Store) -> dict[str, list[Any]]:
    """What is computed from decks and log, row by row."""
    with store.database.read() as connection:
        return {name: [tuple(row) for row in connection.execute(sql)] for name, sql in CACHES.items()}


def read(file: Path) -> list[Event]:
    """The events of a log file, in which nothing is wrong."""
    incoming = Incoming(file.name)
    events = list(incoming.events(entries(file)))
    assert incoming.problems == []
    return events


class TwoLives(Life):
    """Life with a second machine: `desk` is the one at which the person sits, `other` waits."""

    def __init__(self) -> None:
        self.second = tempfile.TemporaryDirectory()
        self.other = Desk(Path(self.second.name))
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        self.other.store.close()
        self.second.cleanup()

    @rule()
    def sit_down_at_the_other(self) -> None:
        self.desk, self.other = self.other, self.desk
        self.desk.clock.moment = max(self.desk.clock.moment, self.other.clock.moment, key=lambda moment: moment.ms)

    @rule()
    def merge(self) -> None:
        self.desk.store.merge(self.other.store.events())

    @rule(seed=st.integers(0, 999), share=st.sampled_from([0.2, 0.7]))
    def merge_a_part_in_any_order(self, seed: int, share: float) -> None:
        chance, events = Random(seed), self.other.store.events()
        for event in chance.sample(events, round(share * len(events))):
            self.desk.store.merge([event])

    @rule()
    def merge_by_way_of_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for file in export(self.other.store.events(), Path(folder)):
                self.desk.store.merge(read(file))

    @rule()
    def merge_both_ways(self) -> None:
        self.desk.store.merge(self.other.store.events())
        self.other.store.merge(self.desk.store.events())
        assert self.desk.store.events() == self.other.store.events()
        for name in ("state", "day", "point", "alias", "dead"):
            assert caches(self.desk.store)[name] == caches(self.other.store)[name]

    @rule(text=st.integers(1, 900), level=st.integers(1, 3))
    def edit(self, text: int, level: int) -> None:
        self.desk.deal(question("a/q", line=text, level=level), child("a/f", Kind.FOLLOW_UP, "a/q", 1, line=text + 9))

    @invariant()
    def an_empty_database_comes_to_the_same(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            anew = Desk(Path(folder), self.desk.clock)
            anew.store.merge(self.desk.store.events())
            listings = [listed.listing for listed in self.desk.store.listing() if not listed.retired]
            told = deck.Differences({}, (), listings, (), (), (), {}, {listing.card: listing for listing in listings})
            core = anew.store.database.core
            with anew.store.database.write() as connection:
                card_rows.carry_out(connection, core, told, anew.clock.day)
            assert caches(anew.store) == caches(self.desk.store)
            anew.store.close()


def test_two_machines_live_equals_rebuild() -> None:
    """The life of one machine, and: sitting down at another, merging there and back, also by way of files, edits of
    the decks. After each step the caches are what an empty database makes of log and decks."""
    run_state_machine_as_test(TwoLives, settings=settings(LIVES, max_examples=20))


def test_the_law_of_two_machines_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positive control: if a merge doesn't decide anew which actions count, the law is broken."""
    monkeypatch.setattr(cache, "redecide", lambda _connection: set())
    with pytest.raises(Exception) as caught:
        run_state_machine_as_test(TwoLives, settings=UNSHRUNK)
    assert is_assertion(caught.value)
