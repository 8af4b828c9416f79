"""A card that is being written outlives every end of the app."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Awaitable, Callable

import pytest

from prep.core.kind import Kind
from prep.errors import DeckError
from prep.paths import Paths
from prep.session.changes.unsaved import Drawer, Unsaved
from tests.tui.form_page import ASK, filled, form, pasted, typed
from tests.tui.pressing import press
from tests.tui.running import Opened, Opener
from tests.tui.test_typed_ahead import type_ahead

Ending = Callable[[Opened], Awaitable[None]]


def by_keys(*keys: str) -> Ending:
    async def end(it: Opened) -> None:
        await it.pilot.press(*keys)

    return end


def by_signal(name: str) -> Ending:
    async def end(it: Opened) -> None:
        os.kill(os.getpid(), getattr(signal, name))
        await it.pilot.pause()

    return end


async def by_palette(it: Opened) -> None:
    await it.app.action_quit()


ENDINGS = {
    "ctrl+c": by_keys("ctrl+c"),
    "ctrl+q": by_keys("ctrl+q"),
    "palette": by_palette,
    **{name: by_signal(name) for name in ("SIGTERM", "SIGHUP")},
}


@pytest.mark.parametrize("end", ENDINGS.values(), ids=ENDINGS)
async def test_what_was_typed_is_offered_again(opened: Opener, end: Ending, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ended the app, the next `a` begins with it, and says so."""
    monkeypatch.setattr(signal, "alarm", lambda seconds: 0)
    async with opened() as it:
        await press(it, "a")
        await pasted(it, ASK)
        await press(it, "tab", "s", "o")
        await end(it)
    async with opened() as it:
        await press(it, "a")
        assert [form(it).field(name).text for name in ("ask", "answer")] == [ASK, "so"]
        assert form(it).field("ask").area.cursor_location == (0, len(ASK))
        assert it.keys == "here is what you were writing: F2 saves it, esc twice gives it up"


async def test_what_is_typed_ahead_of_the_end_is_kept(opened: Opener, places: Paths) -> None:
    """Faster than the form takes it, by a terminal that pastes as if it typed, say."""
    async with opened() as it:
        await press(it, "a")
        type_ahead(it, *"whyareweso", "ctrl+c")
        await it.pilot.pause()
        while it.app.is_running and not it.app._exit:
            await it.pilot.pause()
    assert json.loads((places.home / "unsaved.json").read_text("utf-8"))["texts"]["ask"] == "whyareweso"


async def test_it_is_kept_as_it_is_typed(opened: Opener, places: Paths) -> None:
    """Also where nobody can be told, as by SIGKILL: after every key it is on the disk."""
    async with opened() as it:
        await press(it, "a", "w", "h")
        assert json.loads((places.home / "unsaved.json").read_text("utf-8"))["texts"]["ask"] == "wh"


async def test_another_window_keeps_its_own(opened: Opener, places: Paths) -> None:
    """The second one takes nothing from the first, not even what its editor has; then both texts are offered."""
    first, text = Drawer(places), Unsaved(Kind.QUESTION, False, {"ask": "first"})
    first.keep(text)
    with first.lent("## In the editor\n"):
        async with opened() as it:
            await press(it, "a", "w")
        assert first.kept() == Unsaved(Kind.QUESTION, True, {"ask": "first", "markdown": "## In the editor"})
    first.close()
    found = []
    for drawer in (Drawer(places), Drawer(places)):
        kept = drawer.kept()
        assert kept is not None
        found.append(kept.texts["ask"])
    assert found == ["first", "w"]


@pytest.mark.parametrize("name", ["demo", "topic"])
async def test_a_line_alone_is_kept_too(opened: Opener, name: str) -> None:
    """And asked about before it is given up."""
    async with opened() as it:
        await press(it, "a")
        form(it).line(name).line.value = ""
        form(it).line(name).line.focus()
        await pasted(it, "loss.infonce")
        await press(it, "escape")
        assert it.keys == "not saved yet: F2 saves it, esc again leaves it"
        await by_palette(it)
    async with opened() as it:
        await press(it, "a")
        assert form(it).line(name).text == "loss.infonce"


async def test_kind_and_hidden_fields_are_kept(opened: Opener) -> None:
    """A red flag stays one, and what was typed before the kind was changed comes back with it."""
    async with opened() as it:
        await filled(it)
        await it.click("red flag")
        form(it).field("sound").area.focus()
        await typed(it, "it holds")
        await it.app.screen.run_action("kind(0)")
        await by_palette(it)
    async with opened() as it:
        await press(it, "a")
        assert form(it).kind is Kind.QUESTION
        await it.app.screen.run_action("kind(2)")
        assert form(it).field("sound").text == "it holds"


@pytest.mark.parametrize("keys", [("f2",), ("f3",), ("escape", "escape")])
async def test_what_is_saved_or_given_up_is_not_offered(opened: Opener, places: Paths, keys: tuple[str, ...]) -> None:
    """The next form is empty, however the app ends then."""
    async with opened() as it:
        await filled(it)
        await press(it, *keys)
        await by_palette(it)
    drawer = Drawer(places)
    assert drawer.kept() is None
    drawer.close()
    assert not [path for path in places.home.iterdir() if "unsaved" in path.name]


async def test_the_markdown_is_kept(opened: Opener) -> None:
    """After F4 the form holds one text."""
    async with opened() as it:
        it.app.run_editor = lambda words: None
        await filled(it)
        await press(it, "f4")
        await by_palette(it)
    async with opened() as it:
        await press(it, "a")
        assert form(it).as_markdown and form(it).markdown.startswith(f"## {ASK}")


async def test_what_an_editor_saved_is_kept_though_the_app_was_killed(opened: Opener, places: Paths) -> None:
    """The editor's file lies beside the database until the form has taken it back."""
    (places.home / "unsaved.md").write_text("## Why? {#why}\n\nSo.\n", "utf-8")
    async with opened() as it:
        await press(it, "a")
        assert form(it).markdown == "## Why? {#why}\n\nSo."
        await press(it, "escape", "escape")
        assert not (places.home / "unsaved.md").exists()


async def test_a_damaged_one_is_told_and_stays(opened: Opener, places: Paths) -> None:
    """One sentence; what is typed now doesn't take its place."""
    (places.home / "unsaved.json").write_text('{"kind": "quest', "utf-8")
    async with opened() as it:
        await press(it, "a")
        assert "the unsaved card is damaged; rescue what you need from unsaved.json" in " ".join(it.frame.split())
        await typed(it, "why")
    assert (places.home / "unsaved.json").read_text("utf-8") == '{"kind": "quest'


async def test_that_it_cannot_be_kept_is_told_once(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk, say; typing goes on."""

    def refuse(*arguments: object) -> None:
        raise DeckError("the unsaved card can't be kept", "save it before you leave this form")

    async with opened() as it:
        monkeypatch.setattr(Drawer, "keep", refuse)
        await press(it, "a", "w")
        assert it.keys == "the unsaved card can't be kept; save it before you leave this form"
        await press(it, "h")
        assert "F2 save" in it.keys and form(it).field("ask").text == "wh"
