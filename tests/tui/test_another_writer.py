"""Another program writes the database while the app is open: told at once, nothing lost, the same key works later."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

import pytest

from prep.core.event import Draft, EventKind
from prep.paths import Paths
from prep.session.review.snapshot import Stage
from prep.store.doctor import examine
from tests.tui.form_page import filled, form
from tests.tui.pressing import press
from tests.tui.running import DAY, Opened, Opener

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
    """The card stays with its ticks; the same key rates it once the other has finished (FAULTS 142)."""
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
            assert it.review.review.stage is Stage.WALK
        await it.press("3")
        assert it.review.card != card and it.library.store.state(card.full_id).reps == 1


async def test_what_an_answer_leaves_is_done_once_the_next_card_is_drawn(opened: Opener, places: Paths) -> None:
    """Whoever looks into the file sees the answer where all others are; nothing waits for a clock to tick."""
    async with opened() as it:
        await press(it, "enter", "space", "3", "space", "3", "escape")
        it.clock.forward(4 * DAY)
        await press(it, "enter", "space", "3")
        with closing(sqlite3.connect(places.database)) as other:
            asked = "select (select count(*) from tail), (select count(*) from event where kind = 'rated')"
            assert other.execute(asked).fetchone() == (0, 3)


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


@pytest.mark.parametrize("way", [*WAYS[:-1], ("s", "c", "escape", "o", "escape", "escape")])
async def test_no_way_stumbles_over_a_writer_before_the_newest_answer_is_filed(
    opened: Opener, places: Paths, way: tuple[str, ...]
) -> None:
    """Then even to read must wait: a sentence says that what was done is saved, and the app runs on."""
    async with opened((80, 24)) as it:
        await press(it, "enter", "space", "3", "escape")
        leave_waiting(it)
        with writing(places.database):
            for key in way:
                await press(it, key)
                assert it.app.is_running
        assert it.app.failure is None
        it.library.reload()
        assert examine(it.library.store) == []


async def test_a_form_keeps_what_was_typed_before_the_newest_answer_is_filed(opened: Opener, places: Paths) -> None:
    """Each letter asks which ids are taken, which can't be read now: the form stays, and so does its text."""
    async with opened() as it:
        await press(it, "a")
        leave_waiting(it)
        with writing(places.database):
            await press(it, *"what")
            assert "can't be shown now" in " ".join(it.frame.split())
        assert it.app.is_running and not form(it).empty


async def test_a_new_day_may_begin_before_the_newest_answer_is_filed(opened: Opener, places: Paths) -> None:
    """What the buttons would do then can't be read: it is told, and the review stands."""
    async with opened() as it:
        await press(it, "enter", "space")
        leave_waiting(it)
        with writing(places.database):
            it.clock.forward(DAY)
            it.app.look_at_day()
            await it.settle()
            assert "can't be shown now" in " ".join(it.frame.split())
        assert it.app.is_running and it.review.card


async def test_the_next_card_comes_when_it_can_be_read(opened: Opener, places: Paths) -> None:
    """The disk has room for the answer alone: it is saved once, and the review goes on by itself."""
    async with opened((80, 24)) as it:
        await press(it, "enter", "space")
        rated, driver = it.review.card, it.library.store.database.driver
        assert rated
        leave_waiting(it)
        driver.execute(f"pragma max_page_count = {driver.execute('pragma page_count').fetchone()[0]}")
        await press(it, "3")
        assert "what you did last is saved, but can't be shown now" in " ".join(it.frame.split())
        await press(it, "3", "u", "x", "d", "t", "h", "1")
        it.review._tick()
        assert it.review.review.stuck
        driver.execute("pragma max_page_count = 1000000")
        it.review._tick()
        await it.settle()
        assert it.review.card not in (None, rated)
        assert "saved" not in it.frame
        assert it.library.store.state(rated.full_id).reps == 1


def leave_waiting(it: Opened) -> None:
    """A long event in the tail of the log, not filed yet."""
    library = it.library
    draft = Draft(EventKind.HELD, library.deck.cards[-1].full_id, body={"note": "long" * 5_000})
    library.store.append([draft], library.now(), library.day())
