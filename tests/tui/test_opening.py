"""A start on decks that prep has never seen: they are read in a thread, and Home says how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from threading import Event
from typing import Any

import pytest

from prep.config import Config
from prep.decks.parse import parse
from prep.decks.reading import read as read_module
from prep.paths import Paths
from prep.tui.app import PrepApp
from prep.tui.opening import Opening
from prep.tui.screens.home import HomeScreen
from tests.clock import HandClock
from tests.tui.running import Opened

CARD = '# {0}\n\n```toml\ntopic = "{0}"\n```\n\n## Why {0}? {{#why}}\n\nBecause.\n'


@pytest.fixture
def three(home: Path) -> Path:
    """Three deck files."""
    for file in (home / "decks").iterdir():
        file.unlink()
    for name in ("a", "b", "c"):
        (home / "decks" / f"{name}.md").write_text(CARD.format(name))
    return home / "decks"


@pytest.fixture
def parsing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Do something before each file is parsed."""

    def before(act: Callable[[], object]) -> None:
        def parsed(*arguments: Any) -> Any:
            act()
            return parse(*arguments)

        monkeypatch.setattr(read_module, "parsed_text", parsed)

    return before


Parsing = Callable[[Callable[[], object]], None]


@pytest.mark.usefixtures("three")
def test_it_says_how_far_it_is(places: Paths, parsing: Parsing) -> None:
    """File by file, and nothing more when it is ready."""
    opening, said = Opening(places, Config(), HandClock()), []
    parsing(lambda: said.append(opening.words))
    opening.ahead()
    assert said == ["", "reading 1 of 3 files", "reading 2 of 3 files"]
    with opening.library() as library:
        assert (len(library.deck.cards), opening.words, len(said)) == (3, "", 3)


@pytest.mark.usefixtures("three")
def test_what_is_new_is_in_the_log_before_the_app_asks_for_it(places: Paths) -> None:
    """Taking in a hundred thousand cards lasts seconds: the thread does that too."""
    opening = Opening(places, Config(), HandClock())
    opening.ahead()
    with opening.library() as library:
        assert library.reload().added == ()
        assert {event.card for event in library.store.events()} == {"a/why", "b/why", "c/why"}


def test_what_the_thread_mended_is_told(three: Path, places: Paths) -> None:
    """Once, as if the app's own thread had met it; what both meet is told once too."""
    opening = Opening(places, Config(), HandClock())
    opening.ahead()
    (three / "d.md").write_text(CARD.format("d"))
    with closing(connect(places.database)) as database, database:
        database.execute("update state set reps = -1 where card = 'a/why'")
    again = Opening(places, Config(), HandClock())
    again.ahead()
    with again.library() as library:
        assert [notice for notice in library.notices if "a/why" in notice] == library.store.notices != []


@pytest.mark.usefixtures("three")
def test_an_app_that_has_ended_reads_no_further(places: Paths, parsing: Parsing) -> None:
    """It would hold the terminal until the last file."""
    opening, parsed = Opening(places, Config(), HandClock()), []

    def leave() -> None:
        parsed.append(1)
        opening.left = True

    parsing(leave)
    opening.ahead()
    assert len(parsed) == 1


@pytest.mark.usefixtures("three")
async def test_home_says_how_far_it_is(places: Paths, parsing: Parsing) -> None:
    """In its head, while keys are taken; then the cards are there."""
    reached, go, calls = Event(), Event(), []

    def wait() -> None:
        calls.append(1)
        if len(calls) == 2:
            reached.set()
            go.wait(30)

    parsing(wait)
    app = PrepApp(places, Config(), HandClock())
    async with app.run_test(size=(80, 24)) as pilot:
        it = Opened(app, pilot, HandClock())
        assert await asyncio.to_thread(reached.wait, 30)
        assert isinstance(app.screen, HomeScreen)
        app.screen.tell_opening()
        await pilot.pause()
        assert it.rows[0].startswith("  prep  reading 1 of 3 files")
        await pilot.press("question_mark")
        assert "Leave prep" in it.frame
        await pilot.press("escape")
        go.set()
        await it.settle()
        app.screen.tell_opening()
        await pilot.pause()
        assert it.rows[0].split() == ["prep", "Monday", "30", "November"]
        assert "3 of them new" in it.frame
