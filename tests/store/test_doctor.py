"""The doctor, and rows that were damaged."""

from __future__ import annotations

import pytest

from prep.core.event import Rating
from prep.core.kind import Kind
from prep.store.doctor import examine, rebuild
from tests.store.desk import Desk, child, question


@pytest.fixture
def used(desk: Desk) -> Desk:
    """A store with a week behind it."""
    desk.deal(*(question(f"a/{i}", i) for i in range(5)), child("a/f", Kind.FOLLOW_UP, "a/0", 0))
    for _ in range(7):
        for i in range(5):
            desk.rate(f"a/{i}", Rating(1 + i % 4))
        desk.undo()
        desk.clock.forward(days=1)
    return desk


def test_a_healthy_store_is_well(used: Desk) -> None:
    """Nothing to report, and examining changes nothing."""
    before = [row.state for row in used.store.listing()]
    assert examine(used.store) == []
    assert [row.state for row in used.store.listing()] == before


def test_a_due_and_a_stability_changed_by_hand_are_named(used: Desk) -> None:
    """Positive control: both cards, their columns, what the cache says and what the log says; a rebuild mends them."""
    good = [row.state for row in used.store.listing()]
    used.sql("update state set due_day = due_day + 1 where card = 'a/1'")
    used.sql("update state set stability = stability * 1.000001 where card = 'a/2'")
    due, stability = examine(used.store)
    assert due.startswith("the schedule of a/1 differs: due_day is ")
    assert stability.startswith("the schedule of a/2 differs: stability is ")
    assert rebuild(used.store) == 2
    assert examine(used.store) == []
    assert [row.state for row in used.store.listing()] == good


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("delete from state where card = 'a/3'", "the schedule of a/3 is missing"),
        (
            "update state set card = 'a/ghost' where card = 'a/3'",
            "the schedule of a/ghost stands on nothing in the log",
        ),
        ("update day set good = good + 1", "the tally of day"),
        ("delete from dead", "the undoing of action"),
        ("insert into alias values ('a/1', 'a/2')", "the new id of a/1"),
        ("update card set gate = 1 - gate where id = 'a/f'", "the queue's mark on a/f differs: gate"),
        ("update card set fresh = 1 where id = 'a/1'", "the queue's mark on a/1 differs: fresh"),
    ],
)
def test_every_cache_is_examined(used: Desk, statement: str, told: str) -> None:
    """A row lost, invented or changed in any of the caches is named, and a rebuild mends it."""
    used.sql(statement)
    assert any(line.startswith(told) for line in examine(used.store))
    rebuild(used.store)
    assert examine(used.store) == []


@pytest.mark.parametrize(
    "damage",
    [
        "stability = null",
        "stability = 0.0, difficulty = 0.0",
        "stability = 9e999",
        "due_day = -5400",
        "due_day = 120600",
        "phase = 'asleep'",
        "reps = -723",
        "last_rating = 9",
        "due_at = -1",
    ],
)
def test_a_damaged_row_is_made_again_on_opening(used: Desk, damage: str) -> None:
    """NaN, infinity, a due date in 1955 or 2300: told, mended from the log, and the rest works."""
    good = [row.state for row in used.store.listing()]
    used.sql(f"update state set {damage} where card = 'a/2'")
    used.restart()
    assert used.store.notices == ["the schedule of a/2 was damaged; it was made again from the log"]
    assert [row.state for row in used.store.listing()] == good
    assert examine(used.store) == []


@pytest.mark.parametrize("damage", ["stability = null", "stability = 9e999", "phase = 'asleep'", "last_rating = 9"])
def test_a_row_damaged_while_open_stops_nothing(used: Desk, damage: str) -> None:
    """The card is folded from the log when it is asked for, rated on, listed, and other cards don't notice."""
    good = used.store.state("a/2")
    used.sql(f"update state set {damage} where card = 'a/2'")
    assert used.store.state("a/2") == good
    assert len(used.store.listing()) == 6
    used.rate("a/2")
    used.rate("a/1")
    assert examine(used.store) == []


def test_an_unknown_kind_is_told(used: Desk) -> None:
    """Events of a newer prep are counted and named."""
    used.sql(
        "insert into event values ('x', 'x', 'd', 1, 1, 0, 1, 'dreamt', 'a/1', null, null, null, null, null, '{}')"
    )
    assert examine(used.store) == ["the log has 1 events of the unknown kind 'dreamt': update prep"]
