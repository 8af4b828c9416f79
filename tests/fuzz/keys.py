"""Any keys in any order: the app goes on until it is left, and what it computed is what the log gives."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st
from textual.events import Key

from prep.config import Config
from prep.store.doctor import examine
from prep.store.store import Store
from prep.tui.app import PrepApp
from tests.clock import HandClock
from tests.decks.conftest import HEAD
from tests.fuzz.law import Law
from tests.session.test_salvaging import places

NAMES = (
    "enter space y Y n 1 2 3 4 m tab shift+tab up down left right u U x b s r escape t h f c k i o question_mark p a e "
    "d v g pagedown pageup home end slash f1 f2 f3 f4 f5 backspace"
).split()
PAUSE = "pause"
CARDS = "".join(f"## Why {n}? {{#c{n}}}\n\nSo.\n\n### Must say\n\n- [a!] one\n- [b] two\n\n" for n in range(4))


def holds(keys: list[str]) -> None:
    """Typed ahead, with pauses."""
    with TemporaryDirectory() as folder:
        at = places(Path(folder))
        at.decks.mkdir()
        (at.decks / "t.md").write_text(HEAD + CARDS)
        clock = HandClock()
        app = PrepApp(at, Config(), clock)
        asyncio.run(pressed(app, keys))
        if app.failure is not None:
            raise app.failure
        with Store.open(at.database, clock, at.backups) as store:
            assert examine(store) == []


async def pressed(app: PrepApp, keys: list[str]) -> None:
    """In bursts, before the app can draw once."""
    app.run_editor = lambda words: None
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            if key == PAUSE:
                await pilot.pause()
            elif app.is_running:
                app.post_message(Key(key, key if len(key) == 1 else None))
        app.exit()
        while app.is_running and not app._exit:  # a page that is half built waits until it stands
            await pilot.pause()


LAW = Law("keys", st.lists(st.one_of(st.sampled_from(NAMES), st.just(PAUSE)), max_size=40), holds, few=2)
