"""What changes for the log when the decks were read again."""

from __future__ import annotations

from collections.abc import Callable

from prep.decks.read import Reading
from prep.decks.sync import SyncPlan, sync_plan

Read = Callable[[str], Reading]


def test_cards_come_go_and_return(read: Read) -> None:
    """FAULTS 127: nothing is deleted; a vanished card is retired and returns with its id."""
    deck = read("## A? {#a}\n\nB.\n\n## B? {#b}\n\nB.\n").deck
    assert sync_plan(deck, (), ()) == SyncPlan(added=("t/a", "t/b"))
    assert sync_plan(deck, ("t/a", "t/c"), ("t/b", "t/d")) == SyncPlan(returned=("t/b",), retired=("t/c",))
    assert sync_plan(deck, ("t/a", "t/b"), ()).empty


def test_a_mended_text_changes_nothing(read: Read) -> None:
    """FAULTS 125: a card is its id; a mended typo keeps the schedule."""
    before, after = read("## Wy? {#a}\n\nB.\n").deck, read("## Why? {#a level=3}\n\nBecause.\n").deck
    assert before != after
    assert sync_plan(after, [card.full_id for card in before.cards], ()).empty


def test_a_renamed_card_is_neither_new_nor_retired(read: Read) -> None:
    """Its history moves, whether the old id was active or already retired."""
    deck = read("## A? {#new was=old}\n\nB.\n").deck
    wanted = SyncPlan(renamed=(("t/old", "t/new"),))
    assert sync_plan(deck, ("t/old",), ()) == wanted
    assert sync_plan(deck, (), ("t/old",)) == wanted


def test_a_rename_happens_once(read: Read) -> None:
    """was= may stay in the deck for ever; a machine that never saw the old id adds the new one."""
    deck = read("## A? {#new was=old}\n\nB.\n").deck
    assert sync_plan(deck, ("t/new",), ()).empty
    assert sync_plan(deck, (), ()) == SyncPlan(added=("t/new",))


def test_a_card_with_a_problem_is_not_gone(read: Read) -> None:
    """It waits until it is mended."""
    reading = read("## A? {#a}\n")
    assert reading.withheld == ("t/a",)
    assert sync_plan(reading.deck, ("t/a",), (), reading.withheld).empty
