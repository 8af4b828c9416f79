"""The card table follows the decks."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from prep.core.event import EventKind
from prep.core.kind import Kind
from prep.core.state import State
from prep.errors import StoreError
from prep.store.records import Listing, Synced
from tests.store.desk import Desk, child, question


def sync(desk: Desk, *listings: Listing, problems: int = 0):  # type: ignore[no-untyped-def]
    """What a sync changes."""
    return desk.store.sync(listings, desk.clock.now(), desk.clock.day, problems)


def test_new_cards_are_met_in_one_action(desk: Desk) -> None:
    """Each new id is logged once, all in one action, and its study day is kept."""
    synced = sync(desk, question("a/b"), question("a/c", 1))
    events = desk.store.events()
    assert synced.added == ("a/b", "a/c")
    assert [event.kind for event in events] == [EventKind.ADDED] * 2
    assert len({event.action for event in events}) == 1
    assert desk.store.state("a/b") == State("a/b", added_day=desk.clock.day)


def test_a_second_sync_writes_nothing(desk: Desk) -> None:
    """The same decks again change no row and log nothing."""
    cards = [question("a/b", tags=("x", "y")), child("a/f", Kind.FOLLOW_UP, "a/b", 1)]
    sync(desk, *cards)
    synced = sync(desk, *cards)
    assert (synced.added, synced.changed) == ((), 0)
    assert len(desk.store.events()) == 2


def test_a_sync_with_nothing_to_write_waits_for_nobody(desk: Desk) -> None:
    """While another program writes, a second instance opens all the same; what is new has to wait."""
    sync(desk, question("a/b"), problems=2)
    with closing(sqlite3.connect(desk.file, isolation_level=None)) as other:
        other.execute("begin immediate")
        desk.restart()
        assert sync(desk, question("a/b"), problems=2) == Synced()
        with pytest.raises(StoreError, match="in use"):
            sync(desk, question("a/b"), problems=3)
        with pytest.raises(StoreError, match="in use"):
            sync(desk, question("a/b"), question("a/c"), problems=2)
        other.execute("rollback")
    assert sync(desk, question("a/b"), question("a/c"), problems=2).added == ("a/c",)


def test_only_rows_that_differ_are_written(desk: Desk) -> None:
    """An edit of one card among three is one row."""
    cards = [question(f"a/{i}", i) for i in range(3)]
    sync(desk, *cards)
    assert sync(desk, cards[0], replace(cards[1], line=40), cards[2]).changed == 1


def test_a_typo_keeps_the_schedule(desk: Desk) -> None:
    """File, line, level and tags may change; the id is the card."""
    desk.deal(question("a/b"))
    desk.rate("a/b")
    before = desk.store.state("a/b")
    sync(desk, question("a/b", 7, file="elsewhere.md", line=90, level=3))
    assert desk.store.state("a/b") == before


def test_a_vanished_card_is_retired_and_returns(desk: Desk) -> None:
    """It leaves the queue, keeps its history, and comes back with it; nothing is logged or deleted."""
    desk.deal(question("a/b"), question("a/c", 1))
    desk.rate("a/b")
    before = desk.store.state("a/b")
    assert sync(desk, question("a/c", 1)).retired == ("a/b",)
    assert [row.card for row in desk.store.queue_rows(desk.clock.day + 30, 10)] == ["a/c"]
    assert desk.store.state("a/b") == before
    assert sync(desk, question("a/b"), question("a/c", 1)).returned == ("a/b",)
    assert desk.store.state("a/b") == before
    assert len(desk.store.events()) == 3


def test_a_renamed_card_keeps_its_history(desk: Desk) -> None:
    """`was=` moves the history to the new id, once, and the old row is gone."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    before = desk.store.state("a/old")
    synced = sync(desk, question("a/new", was="a/old"))
    assert (synced.added, synced.renamed) == ((), (("a/old", "a/new"),))
    assert desk.store.state("a/new") == replace(before, card="a/new")
    assert desk.store.state("a/old") == State("a/old")
    assert [row.listing.card for row in desk.store.listing()] == ["a/new"]
    assert sync(desk, question("a/new", was="a/old")).renamed == ()
    assert [event.card for event in desk.store.events("a/new")] == ["a/old", "a/old", "a/new"]


def test_a_renamed_card_can_go_back(desk: Desk) -> None:
    """Renamed there and back, the history is under the first id again."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    sync(desk, question("a/new", was="a/old"))
    sync(desk, question("a/old", was="a/new"))
    assert desk.store.state("a/old").reps == 1
    desk.rate("a/old")
    assert desk.store.state("a/old").reps == 2


def test_decks_older_than_the_log_take_the_old_id_back(desk: Desk) -> None:
    """A machine merged a renaming before its decks were pulled: the card is asked under the id that it has here, with
    its history, and nothing is logged again and again."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    sync(desk, question("a/new", was="a/old"))
    synced = sync(desk, question("a/old"))
    assert (synced.added, synced.renamed) == ((), (("a/new", "a/old"),))
    assert desk.store.state("a/old").reps == 1
    assert sync(desk, question("a/old")).renamed == ()
    assert sync(desk, question("a/new", was="a/old")).renamed == (("a/old", "a/new"),)
    assert desk.store.state("a/new").reps == 1


def test_an_id_that_was_given_away_is_no_card_of_its_own(desk: Desk) -> None:
    """Renamed, and then another card takes the old id: its answers would count for the renamed one, so it is left
    out and named, and nothing is logged for it."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    sync(desk, question("a/new", was="a/old"))
    events = len(desk.store.events())
    for _ in range(2):
        assert sync(desk, question("a/new", was="a/old"), question("a/old", 1)).shadowed == (("a/old", "a/new"),)
    assert len(desk.store.events()) == events
    assert [listed.listing.card for listed in desk.store.listing()] == ["a/new"]


def test_was_does_not_rob_a_card_that_is_still_there(desk: Desk) -> None:
    """While a deck has the old id too, its history is its own."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    sync(desk, question("a/old"), question("a/new", 1, was="a/old"))
    assert (desk.store.state("a/old").reps, desk.store.state("a/new").reps) == (1, 0)


def test_an_id_is_known_for_ever(desk: Desk) -> None:
    """In a deck, retired, renamed or only in the log: it is never given again."""
    desk.deal(question("a/old"), question("a/gone", 1))
    sync(desk, question("a/new", was="a/old"))
    desk.rate("a/logged")
    assert all(desk.store.known(card) for card in ("a/old", "a/new", "a/gone", "a/logged"))
    assert not desk.store.known("a/other")


def test_the_listing_comes_in_deck_order(desk: Desk) -> None:
    """Every card with its state, the retired ones marked."""
    desk.deal(question("a/z", 0), question("a/b", 1, tags=("x", "y"), expires="2027-01"))
    desk.rate("a/z")
    sync(desk, question("a/b", 1, tags=("x", "y"), expires="2027-01"))
    first, second = desk.store.listing()
    assert (first.listing.card, first.retired, first.state.reps) == ("a/z", True, 1)
    assert second.listing == question("a/b", 1, tags=("x", "y"), expires="2027-01")
