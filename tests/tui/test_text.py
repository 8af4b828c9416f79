"""Text from decks is never markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from prep.text.safe import safe
from prep.text.span import Line, Role, Span
from prep.tui.glyphs import ASCII, plain
from prep.tui.ink import painted, spread
from prep.tui.widgets.key_row import KeyEntry, fitting
from prep.view.grid import Grid
from tests.tui.running import Opener

NASTY = ("x[:, 0]", "[/]", "[CLS]", "<pad>", "[bold]text[/bold]", "list[int]", "W[i][j]", "[the]")


async def test_brackets_show_exactly(opened: Opener) -> None:
    """`x[:, 0]`, `[/]`, `<pad>` and their like stand on the card as they were written."""
    async with opened() as it:
        await it.press("enter", "x", "b")
        while it.review.card is not None and it.review.card.id != "brackets":
            await it.press("x", "b")
        assert "What does x[:, 0] select, and what does [/] close?" in it.frame
        await it.press("space")
        for text in NASTY:
            assert text in it.frame


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
def test_painting_keeps_every_character(text: str) -> None:
    """Whatever a deck says, the row says it; in the place of what could drive a terminal or hide, a sign is shown."""
    assert painted(Line((Span(text, Role.CODE), Span("!", Role.ACT, "do:x")))).plain == safe(text) + "!"


@given(st.text(max_size=60), st.text(max_size=60), st.integers(1, 120))
def test_two_facts_never_overlap(left: str, right: str, width: int) -> None:
    """The left one gives way."""
    row = spread(Content(left), Content(right), width)
    assert row.plain.endswith(Content(right).plain)


@given(st.lists(st.text("abcdef", min_size=1, max_size=20), max_size=12), st.integers(0, 120), st.integers(2, 3))
def test_key_row_never_wraps(words: list[str], room: int, gap: int) -> None:
    """Entries are dropped from the right until the rest fits; `esc` is the last to go."""
    entries = [KeyEntry("k", word, "a") for word in words] + [KeyEntry("esc", "back", "leave")]
    kept = fitting(entries, room, gap)
    assert sum(entry.width for entry in kept) + gap * (len(kept) - 1) <= max(room, 0)
    assert not kept or room < 8 or kept[-1].key == "esc"


@given(st.integers(1, 400), st.integers(1, 200))
def test_page_lies_inside_the_terminal(columns: int, rows: int) -> None:
    """At every size: at most 76 wide, centred, at least one column of margin where there is room for one."""
    grid = Grid(columns, rows)
    assert 1 <= grid.width <= 76
    assert grid.left >= 0
    assert grid.left + grid.width <= max(columns, 1)


@pytest.mark.parametrize("glyph", [chr(code) for code in ASCII])
def test_ascii_glyphs_are_ascii_and_one_column(glyph: str) -> None:
    """One for one, so that nothing shifts."""
    assert plain(glyph).isascii()
    assert len(plain(glyph)) == 1
