"""Another program writes the database while the app is open: told at once, nothing lost, the same key works later."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from prep.paths import Paths
from prep.session.review.snapshot import ReviewStage
from prep.store.doctor import examine
from tests.tui.form_page import filled, form
from tests.tui.pressing import press
from tests.tui.running import Opener

AT_ONCE = 2.0
"""Seconds; a command would wait for five."""


@contextmanager
def writing(database: Path) -> Iterator[None]:
    """Another connection holds the lock, as a merge does."""
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("begin immediate")
    try:
        yield
    finally:
        other.close()


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_rating_waits_for_nobody_and_loses_nothing(
    opened: Opener, places: Paths, size: tuple[int, int]
) -> None:
    """The card stays with its ticks; the same key rates it once the other has finished."""
    async with opened(size) as it:
        await it.press("enter", "space", "y", "n")
        card, walk = it.review.card, it.review.review.walk
        assert card
        with writing(places.database):
            start = monotonic()
            await it.press("3")
            assert monotonic() - start < AT_ONCE
            assert "in use by another program" in " ".join(it.frame.split())
            assert (it.review.card, it.review.review.walk) == (card, walk)
            assert it.review.review.stage is ReviewStage.WALK
        await it.press("3")
        assert it.review.card != card and it.library.store.state(card.full_id).reps == 1


async def test_what_the_palette_can_t_do_is_told(opened: Opener, places: Paths) -> None:
    """As what a key can't, in the key row of the page below it."""
    async with opened() as it:
        await press(it, "enter", "space", "3", "escape")
        with writing(places.database):
            await press(it, "p", *"undo")
            await press(it, "enter")
            assert "in use by another program" in " ".join(it.frame.split())


async def test_a_new_card_is_added_once(opened: Opener, places: Paths) -> None:
    """F2 changes no file while another writes, and what was typed stays; pressed again, it adds one card."""
    async with opened() as it:
        await filled(it)
        before = {path: path.read_bytes() for path in places.decks.rglob("*.md")}
        with writing(places.database):
            await press(it, "f2")
            assert "in use by another program" in " ".join(it.frame.split())
            assert {path: path.read_bytes() for path in places.decks.rglob("*.md")} == before
            assert not form(it).empty
        cards = len(it.library.deck.cards)
        await press(it, "f2")
        assert len(it.library.deck.cards) == cards + 1


WAYS = (
    ("enter", "space", "y", "n", "3", "u", "U", "1", "s", "b"),
    ("enter", "x", "s", "x", "b", "x", "r", "escape", "x", "n", "escape"),
    ("u", "U", "f", "space", "escape", "s", "o", "enter", "r", "u", "escape", "escape"),
    ("k", "escape", "c", "r", "escape", "escape", "d", "r", "escape"),
    ("a", "q", "tab", "x", "f3", "f2", "escape", "escape", "enter", "space", "2"),
)
"""Keys that reach each command which writes, some of them twice or where they do nothing."""


@pytest.mark.parametrize("way", WAYS)
async def test_no_way_through_the_app_stumbles_over_a_writer(
    opened: Opener, places: Paths, way: tuple[str, ...]
) -> None:
    """Whatever is pressed while another writes, the app runs on, and the log has what it had; afterwards it can be
    left as ever."""
    async with opened((80, 24)) as it:
        await press(it, "enter", "space", "3", "escape")
        logged = it.library.store.events()
        with writing(places.database):
            for key in way:
                await press(it, key)
                assert it.app.is_running
            assert it.library.store.events() == logged
        assert it.app.failure is None
        it.library.reload()
        assert examine(it.library.store) == []
