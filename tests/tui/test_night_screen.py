"""The night before, on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.core.plan import Plan
from prep.session.plan.planning import keep
from prep.tui.screens.home import HomeScreen
from tests.tui.pressing import press, settled
from tests.tui.running import Opened, Opener, Same

DECK = """# Widths

```toml
topic = "deep/widths"
weight = 5
```

## How wide? {#wide}

So.

### Remember

- $d_{\\text{model}}$ is the width of all heads together, and [11.3](demo:a.b) is what one of them has at 128.
- `d_k`: one head.

## How deep? {#deep}

So.

### Remember

- Deeper than wide.
- Each layer adds to the **stream**.
"""
OTHER = """# Heads

```toml
topic = "deep/heads"
weight = 1
```

## How many? {#many}

So.

### Remember

- Many small ones: each sees what it wants, and all that they see is added up by one matrix.
"""
WIDE, SHORT, DEEP, ADDS = "the width of all heads", "d_k: one head", "Deeper than wide", "Each layer adds"


@pytest.fixture(autouse=True)
def lines(home: Path) -> None:
    """Four lines to remember in one topic, one in another."""
    (home / "decks" / "widths.md").write_text(DECK, "utf-8")
    (home / "decks" / "heads.md").write_text(OTHER, "utf-8")


def marks(it: Opened) -> str:
    """What stands before each line: ▌ ✓ – or nothing."""
    rows = [row for text in (WIDE, SHORT, DEEP, ADDS) for row in it.rows if text in row]
    return "".join((row[:7].strip() or "·")[0] for row in rows)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)], ids=["80x24", "60x20", "120x40"])
async def test_the_sheet(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """A line kept, one dismissed, the third one where keys act."""
    async with opened(size) as it:
        await press(it, "n", "y", "n")
        same(it, "night")


async def test_each_key_steps_and_u_steps_back(opened: Opener) -> None:
    """Arrows go to any line; there and back again."""
    async with opened() as it:
        await press(it, "n", "y", "n", "down", "n")
        assert marks(it) == "✓–·–" and "1 kept, 2 dismissed · on paper 1 of 2 pages" in it.frame
        await press(it, "u")
        assert marks(it) == "✓–·▌"
        await press(it, "u", "u", "u")
        assert marks(it) == "▌···" and it.keys == "nothing to take back here"


async def test_a_click_in_the_second_column_goes_there(opened: Opener) -> None:
    """Its lines are numbered on from those of the first."""
    async with opened((120, 40)) as it:
        await press(it, "n")
        await it.click("Many small ones")
        assert "5 of 5" in it.rows[0] and "▌    Many small ones" in it.frame


@pytest.mark.parametrize(("days", "told"), [(1, True), (2, False)])
async def test_on_the_eve_home_names_it_behind_the_first_key(opened: Opener, days: int, told: bool) -> None:
    """On other days the key works without a word."""
    async with opened() as it:
        keep(it.library, Plan("eve", "eve", it.library.day() + days))
        it.app.look_again()
        await it.settle()
        assert it.keys.split("   ")[1] == ("n night before" if told else "a add")
        await press(it, "n")
        assert "night before" in it.rows[0]


async def test_what_was_said_is_there_again(opened: Opener) -> None:
    """`t` and back leave the sheet as it was; so does another start."""
    async with opened() as it:
        await press(it, "n", "n", "t")
        assert "prep  deep/widths" in it.rows[0]
        await press(it, "escape")
        assert marks(it) == "–▌··"
        await press(it, "escape")
        assert isinstance(it.app.screen, HomeScreen)
    async with opened() as it:
        await press(it, "n")
        assert marks(it) == "–▌··"


async def test_o_writes_it_for_paper(opened: Opener, home: Path) -> None:
    """One file that needs no other, without what was dismissed; the key row says where it lies."""
    async with opened((120, 40)) as it:
        await press(it, "n", "n", "o")
        assert "night-before.html" in "".join(row.strip() for row in it.rows[-3:])
    page = (home / "night-before.html").read_text("utf-8")
    assert "<math>" not in page and "one head" in page and "all heads" not in page and "http" not in page


async def test_without_lines_it_says_what_they_are(opened: Opener, home: Path) -> None:
    """And offers nothing to do with them."""
    for name in ("widths.md", "heads.md"):
        (home / "decks" / name).unlink()
    async with opened() as it:
        await press(it, "n", "y", "n", "o")
        assert "### Remember" in it.frame and "y keep" not in it.keys
        await settled(it)
        assert not (home / "night-before.html").exists()
