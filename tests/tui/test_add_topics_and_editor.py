"""The form: topics, the editor, and what can go wrong."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from prep.errors import DeckError
from prep.tui.editor import run_in_front
from prep.tui.screens.add import AddScreen
from tests.tui.form_page import ASK, filled, form, pasted, typed
from tests.tui.pressing import press, settled
from tests.tui.running import Opener


async def test_a_new_topic_asks_nothing_more(opened: Opener, home: Path) -> None:
    """Its file is made; the head says which one it will be."""
    async with opened() as it:
        await filled(it)
        form(it).line("topic").line.value = "softmax"
        await settled(it)
        assert "your decks · softmax.md" in it.frame
        await press(it, "f2")
        assert (home / "decks" / "softmax.md").read_text("utf-8").startswith("# Softmax\n")


async def test_a_topic_that_is_none(opened: Opener) -> None:
    """Capitals and blanks are told before anything is written."""
    async with opened() as it:
        await filled(it)
        form(it).line("topic").line.value = "My Topic"
        await settled(it)
        assert "✗ topic" in it.frame
        await press(it, "f2")
        assert isinstance(it.app.screen, AddScreen)


async def test_topics_are_suggested(opened: Opener) -> None:
    """→ takes the suggestion; enter goes on to the next field."""
    async with opened() as it:
        await press(it, "a", "shift+tab")
        form(it).line("topic").line.value = ""
        await typed(it, "att")
        await it.pilot.pause(0.1)
        await press(it, "right")
        assert form(it).line("topic").text == "attention-scaling"
        await press(it, "enter")
        assert it.app.focused is form(it).field("ask").area


async def test_the_editor_takes_the_whole_card(opened: Opener) -> None:
    """F4 hands over the Markdown; what comes back, sections and all, is what is saved."""
    async with opened() as it:
        seen: list[str] = []

        def edit(words: list[str]) -> None:
            path = Path(words[-1])
            seen.append(path.read_text("utf-8"))
            path.write_text(seen[-1] + "\n### Intuition\n\nLike a tally.\n", "utf-8")

        it.app.run_editor = edit
        await filled(it)
        await press(it, "f4")
        assert seen[0].startswith(f"## {ASK}")
        assert "MARKDOWN" in it.frame
        assert "▸ intuition" in it.frame
        await press(it, "f2")
        card = it.library.find("softmax-care-about-spread")
        assert card.depth[0].body == "Like a tally."


async def test_an_editor_that_fails_is_one_sentence(opened: Opener) -> None:
    """The form stays as it was."""
    async with opened() as it:

        def edit(words: list[str]) -> None:
            raise DeckError("the editor nano can't be started: no such file", "set $EDITOR")

        it.app.run_editor = edit
        await filled(it)
        await press(it, "f4")
        assert it.keys == "the editor nano can't be started: no such file; set $EDITOR"
        assert form(it).field("ask").text == ASK


async def test_a_folder_that_cannot_be_written(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card stays in the form until it can be saved."""

    def refuse(*arguments: object) -> None:
        raise DeckError("the folder is read-only", "make it writable")

    monkeypatch.setattr("prep.tui.screens.add.add_card", refuse)
    async with opened() as it:
        await filled(it)
        await press(it, "f2")
        assert it.keys == "the folder is read-only; make it writable"
        assert form(it).field("ask").text == ASK


async def test_wide_characters_and_emoji_can_be_pasted(opened: Opener) -> None:
    """Nothing breaks, nothing is lost."""
    async with opened() as it:
        await press(it, "a")
        await pasted(it, "注意力 👩‍🔬 مرحبا?")
        await press(it, "tab")
        await pasted(it, "是的。")
        await press(it, "f2")
        assert any("注意力" in card.cue for card in it.library.deck.cards)


async def test_without_a_likely_topic_the_topics_are_shown(opened: Opener, home: Path) -> None:
    """Rather than one that comes first in the alphabet: the field is empty, names them, and has the cursor."""
    other = (home / "decks" / "attention-scaling.md").read_text("utf-8").replace('"attention-scaling"', '"abc"')
    (home / "decks" / "abc.md").write_text(other, "utf-8")
    async with opened() as it:
        await press(it, "a")
        assert form(it).line("topic").text == ""
        assert "topic  such as abc  " in it.frame
        assert it.app.focused is form(it).line("topic").line


async def test_the_form_says_how_a_point_is_required(opened: Opener) -> None:
    """Beside the label, for nobody can guess the mark."""
    async with opened() as it:
        await press(it, "a")
        assert "a line each, ! if required" in it.frame


@pytest.mark.parametrize(("code", "told"), [(0, []), (3, ["ended with code 3"])])
async def test_an_editor_s_exit_code_is_told(
    opened: Opener, code: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have fallen over, or been left by `:cq`."""
    said: list[str] = []
    async with opened() as it:
        monkeypatch.setattr(it.app, "suspend", nullcontext)
        monkeypatch.setattr(it.app, "tell_error", lambda error: said.append(str(error)))
        run_in_front(it.app, [sys.executable, "-c", f"raise SystemExit({code})"])
    assert [sentence[-len("ended with code 3") :] for sentence in said] == told
