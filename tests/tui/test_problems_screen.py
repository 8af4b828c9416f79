"""Deck problems and facts to check: read, opened at the line, mended, renewed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.worker import WorkerCancelled

from prep.core.problem import Problem, Severity
from prep.decks.reading.alike import alike
from prep.tui.screens.problems import ProblemsScreen
from prep.view.problems import problem_rows
from tests.tui.pressing import press
from tests.tui.running import Opener, Same

BAD = r"""# Broken

```toml
topic = "broken"
```

## What is a token? {#token}

A piece of text.

### Demo

- `attention.score-sd d_k=8`

## Why $\foo$? {#why}

It is [/] so.

## Fine? {#fine}

Yes.
"""
FACT = """# Facts

```toml
topic = "facts"
```

## Which width do heads have? {#width as_of=2025-10 expires=2026-10}

128.
"""


def test_what_to_do_is_told_to_its_end() -> None:
    """Message and hint are wrapped, not cut, at every width."""
    message, hint = "no question stands above this one " * 3, "put it below its question, or name it with of= " * 4
    for columns in (40, 60, 80):
        rows = problem_rows(
            Problem("a.md", 1, 0, Severity.ERROR, message.strip(), hint.strip()), columns - 6, whole=True
        )
        assert all(row.width <= columns - 6 for row in rows)
        assert " ".join("".join(row.text for row in rows).split()).count("of=") == 4


def emptied(path: Path) -> None:
    """Mended elsewhere while the list stands open."""
    path.unlink()


SIZES = [(80, 24), (60, 20), (120, 40)]
CRAFT = {
    " What goes wrong if it is skipped?": "",
    "an init argument: independence breaks in training": "a statement at initialisation",
    "only the order of magnitude matters": "robust in scale",
}
"""What `prep check` minds in the deck of the other screens → what it doesn't."""


@pytest.fixture(autouse=True)
def well_said(home: Path) -> None:
    """The list begins without matters of craft."""
    path = home / "decks" / "attention-scaling.md"
    text = path.read_text("utf-8")
    for minded, better in CRAFT.items():
        text = text.replace(minded, better)
    path.write_text(text, "utf-8")


@pytest.fixture
def broken(home: Path) -> Path:
    """A deck file with two problems, beside one with an expired fact."""
    (home / "decks" / "facts.md").write_text(FACT, "utf-8")
    path = home / "decks" / "broken.md"
    path.write_text(BAD, "utf-8")
    return path


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20", "120x40"])
async def test_problems_and_facts(opened: Opener, same: Same, broken: Path, size: tuple[int, int]) -> None:
    """A cursor row shows message, place, line and hint; the others two rows, or all when tall."""
    async with opened(size) as it:
        await press(it, "c")
        same(it, "problems")


async def test_the_cursor_opens_its_rows(opened: Opener, broken: Path) -> None:
    """Only the problem at the cursor shows its line and its hint; a click goes there too."""
    async with opened() as it:
        await press(it, "c")
        assert "│ - `attention.score-sd d_k=8`" in it.frame
        await press(it, "down")
        assert "│ ## Why $\\foo$? {#why}" in it.frame
        assert "score-sd d_k" not in it.frame
        await it.click("unknown demo")
        assert "▌ ✗  unknown demo" in it.frame


async def test_enter_opens_the_file_at_the_line(opened: Opener, broken: Path) -> None:
    """What was mended is gone from the list when the editor is left."""
    async with opened() as it:
        seen: list[list[str]] = []

        def mend(words: list[str]) -> None:
            seen.append(words)
            broken.write_text(BAD.replace("score-sd", "score-std"), "utf-8")

        it.app.run_editor = mend
        await press(it, "c", "enter")
        assert seen[0][-1] == str(broken)
        assert "+13" in seen[0]
        assert "1 problem in 1 file" in it.frame
        assert "unknown demo" not in it.frame


async def test_r_reads_again(opened: Opener, broken: Path) -> None:
    """For files that were mended elsewhere."""
    async with opened() as it:
        await press(it, "c")
        emptied(broken)
        await press(it, "r")
        assert "✓ no problems" in it.frame


async def test_the_other_cards_stay_in_play(opened: Opener, broken: Path) -> None:
    """The sentence counts them; a file with problems does not hide its good cards."""
    async with opened() as it:
        await press(it, "c")
        cards = len(it.library.deck.cards)
        assert f"2 problems in 1 file. The other {cards - 2} cards are fine and stay in play." in it.frame


async def test_a_large_deck_compares_its_cues_beside(
    opened: Opener, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other problems stand there at once; cues that are alike follow. Reading again meanwhile does no harm."""
    monkeypatch.setattr("prep.session.library.library.AT_ONCE", 0)
    card = "## How wide is a head of attention? {{#{0}}}\n\nSo.\n\n### {1}\n\nSo.\n\n"
    text = "".join(['# W\n\n```toml\ntopic = "w"\n```\n\n', card.format("a", "Nonsense"), card.format("b", "Hint")])
    (home / "decks" / "wide.md").write_text(text, "utf-8")
    reached, go = Event(), Event()

    def waiting(*given: Any) -> Any:
        reached.set()
        assert go.wait(30)
        return alike(*given)

    monkeypatch.setattr("prep.decks.reading.across.alike", waiting)
    async with opened() as it:
        await it.pilot.press("c")
        assert await asyncio.to_thread(reached.wait, 30)
        assert "1 problem in 1 file" in it.frame
        assert "comparing cues" in it.rows[0]
        await it.pilot.press("r")
        go.set()
        await it.settle()
        assert "2 problems in 1 file" in it.frame
        assert "comparing cues" not in it.frame


async def test_leaving_the_screen_ends_the_comparing(
    opened: Opener, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a hundred thousand cues; prep's own end would wait for the thread."""
    monkeypatch.setattr("prep.session.library.library.AT_ONCE", 0)
    reached, go, ended = Event(), Event(), Event()

    def waiting(*given: Any) -> Any:
        reached.set()
        assert go.wait(30)
        try:
            return alike(*given)
        except WorkerCancelled:
            ended.set()
            raise

    monkeypatch.setattr("prep.decks.reading.across.alike", waiting)
    async with opened() as it:
        await it.pilot.press("c")
        assert await asyncio.to_thread(reached.wait, 30)
        await press(it, "escape")
        go.set()
        assert await asyncio.to_thread(ended.wait, 30)
        assert not it.library.compared


async def test_a_shipped_file_is_told_to_be_read_only(opened: Opener, broken: Path) -> None:
    """It is not opened: an update would overwrite the change."""
    async with opened() as it:
        it.app.places = replace(it.app.places, starter=broken.parent)
        it.app.run_editor = lambda words: pytest.fail("opened a shipped file")
        await press(it, "c", "enter")
        assert "this file comes with prep and is read-only" in it.frame


async def test_x_renews_a_fact_for_a_year(opened: Opener, broken: Path) -> None:
    """The file says so, and the card is asked again."""
    async with opened() as it:
        await press(it, "c", "down", "down", "x")
        assert it.keys == "width holds for another year"
        assert it.library.facts == ()
        assert "as_of=2026-11 expires=2027-11" in (broken.parent / "facts.md").read_text("utf-8")


async def test_e_edits_a_fact(opened: Opener, broken: Path) -> None:
    """In the editor, at its line."""
    async with opened() as it:
        seen: list[list[str]] = []
        it.app.run_editor = seen.append
        await press(it, "c", "down", "down", "e")
        assert seen[0][-2:] == ["+7", str(broken.parent / "facts.md")]


async def test_enter_and_x_belong_to_what_is_at_the_cursor(opened: Opener, broken: Path) -> None:
    """A problem can't be renewed, a fact has no line to mend; the key row says what can be done."""
    async with opened() as it:
        await press(it, "c")
        assert it.keys.startswith("enter open at the line")
        assert "another year" not in it.keys
        await press(it, "x")
        assert len(it.library.facts) == 1
        await press(it, "down", "down")
        assert it.keys.startswith("e edit   x holds another year")


async def test_nothing_wrong_is_said(opened: Opener) -> None:
    """And `esc` leads home."""
    async with opened() as it:
        await press(it, "c")
        assert "✓ no problems" in it.frame
        await press(it, "escape")
        assert not isinstance(it.app.screen, ProblemsScreen)


async def test_many_problems_scroll(opened: Opener, home: Path) -> None:
    """The cursor is always in view, at any size."""
    cards = "\n".join(f"## Card {n}?\n\nA.\n\n### Demo\n\n- `no.such-{n} a=1`\n" for n in range(40))
    (home / "decks" / "many.md").write_text(f'# Many\n\n```toml\ntopic = "many"\n```\n\n{cards}', "utf-8")
    async with opened((60, 20)) as it:
        await press(it, "c")
        for key in ("down", "pagedown", "pagedown", "pagedown", "up", "pageup"):
            await press(it, key)
            assert "▌ ✗" in it.frame, key


async def test_a_list_of_thousands_would_hold_up_the_keys(opened: Opener, home: Path) -> None:
    """The first three hundred are listed, the rest counted; the sentence counts them all."""
    cards = "".join(f"## Why {n}? {{#why-{n}}}\n\n$\\nosuch$\n\n" for n in range(302))
    (home / "decks" / "many.md").write_text(f'# Many\n\n```toml\ntopic = "many"\n```\n\n{cards}', "utf-8")
    async with opened() as it:
        await it.press("c", "end")
        assert "many.md:1205" in it.frame
        await it.press("home")
        assert "302 problems in 1 file." in it.frame and "Here are the first 300" in it.frame
