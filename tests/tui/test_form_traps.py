"""What can be typed or pasted into the form, and must neither be lost nor become something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events
from textual.widgets import TextArea

from prep.tui.screens.add import AddScreen
from tests.tui.form_page import filled, form, pasted, typed
from tests.tui.pressing import press, settled
from tests.tui.running import Opened, Opener


def writing(text: str) -> Callable[[list[str]], None]:
    """An editor that leaves this text."""

    def write(words: list[str]) -> None:
        Path(words[-1]).write_text(text, "utf-8")

    return write


async def in_editor(it: Opened, text: str) -> None:
    """The form after F4, with this text from the editor."""
    it.app.run_editor = writing(text)
    await filled(it)
    await press(it, "f4")


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("## Follow-up: And then? {#and of=why-scal}", "no question “why-scal” in attention-scaling"),
        ("## Follow-up: And then? {#and of=overflow}", "no question “overflow” in attention-scaling"),
        ("## Follow-up: And then? {#and of=abc/x}", "no question “abc/x” in attention-scaling"),
        ("## Why is it divided? {#why-scale}", "there is a card attention-scaling/why-scale already"),
    ],
)
async def test_markdown_is_checked_against_the_cards_that_are_there(opened: Opener, heading: str, said: str) -> None:
    """A card that wouldn't be asked isn't saved: of= names no question, or the id is another card's."""
    async with opened() as it:
        await in_editor(it, f"{heading}\n\nSo.\n")
        assert "✓ no problems" not in it.frame
        await press(it, "f2")
        assert it.keys == said and isinstance(it.app.screen, AddScreen)


async def test_markdown_that_names_a_question_is_saved(opened: Opener) -> None:
    """By its id alone or with its topic."""
    async with opened() as it:
        await in_editor(it, "## Follow-up: And then? {#and of=attention-scaling/why-scale}\n\nSo.\n")
        assert "✓ no problems" in it.frame
        await press(it, "f2")
        assert it.library.find("and").parent == "attention-scaling/why-scale"


@pytest.mark.parametrize("field", ["answer", "instead"])
async def test_a_pasted_heading_begins_no_second_card(opened: Opener, field: str) -> None:
    """The must-say list would become the second card's: it is told, with its line, and nothing is saved."""
    async with opened() as it:
        await filled(it)
        await it.app.screen.run_action("kind(2)")
        form(it).line("of").line.value = "why-scale"
        form(it).field("instead").area.load_text("Say this.")
        area = form(it).field(field).area
        area.focus()
        await settled(it)
        await press(it, "ctrl+end")
        await pasted(it, "\n## Summary\n\nAs copied from a page.")
        await press(it, "f2")
        assert it.keys == "“## Summary” begins a second card"
        assert isinstance(it.app.screen, AddScreen)


async def test_a_heading_in_code_is_text(opened: Opener) -> None:
    """A comment of a shell script begins with # too."""
    async with opened() as it:
        await filled(it)
        await press(it, "ctrl+end")
        await pasted(it, "\n\n```sh\n## not a card\n```")
        await press(it, "f2")
        assert it.keys.startswith("added ")


def caret_is_seen(it: Opened) -> bool:
    """Whether the row in which one types is on the screen, inside the form."""
    area = it.app.focused
    assert isinstance(area, TextArea)
    return form(it).region.y <= area.cursor_screen_offset.y < form(it).region.bottom


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_the_caret_stays_on_the_screen(opened: Opener, size: tuple[int, int]) -> None:
    """While an answer grows, line by line and by a paste, at its end and back at its start."""
    async with opened(size) as it:
        await press(it, "a", "tab")
        for line in range(16):
            await typed(it, f"l{line}\n")
            assert caret_is_seen(it), it.frame
        await pasted(it, "word " * 200)
        assert caret_is_seen(it), it.frame
        await press(it, "ctrl+home")
        assert caret_is_seen(it), it.frame


async def test_the_caret_stays_on_the_screen_in_long_markdown(opened: Opener) -> None:
    """That block grows to a hundred rows; and at another size it is looked for again."""
    async with opened() as it:
        await in_editor(it, "## Why? {#why}\n\n" + "So.\n\n" * 40)
        await press(it, "ctrl+end")
        assert caret_is_seen(it), it.frame
        await it.pilot.resize_terminal(60, 20)
        await settled(it)
        assert caret_is_seen(it), it.frame


async def test_what_is_pasted_around_a_tab_lands_in_its_field(opened: Opener) -> None:
    """However fast: text, tab, text, as a script or a slow line sends them."""
    async with opened() as it:
        await press(it, "a")
        for message in (events.Paste("why"), events.Key("tab", "\t"), events.Paste("so"), events.Key("tab", "\t")):
            it.app.post_message(message)
        it.app.post_message(events.Paste("it"))
        await settled(it)
        assert [form(it).field(name).text for name in ("ask", "answer", "must")] == ["why", "so", "it"]


async def test_what_no_field_can_hold_is_told(opened: Opener) -> None:
    """Where the screen would stand for seconds at each key, nothing is taken; what stood there stays."""
    async with opened((120, 40)) as it:
        await filled(it)
        before = form(it).unsaved
        await pasted(it, "x" * 50_001)
        assert "50,001 characters were pasted" in it.keys and form(it).unsaved == before


async def test_a_pasted_tab_is_text(opened: Opener) -> None:
    """In a text it stays what it is; a cue is one line."""
    async with opened() as it:
        await press(it, "a", "tab")
        await pasted(it, "a\tb")
        assert form(it).field("answer").text == "a\tb" and form(it).field("must").text == ""
