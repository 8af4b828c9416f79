"""The focus: chosen in a list, kept in a file, shown on Home, obeyed by the review."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.errors import StoreError
from prep.paths import Paths
from prep.session.home.home import Home
from prep.session.library.focus import EVERYTHING, Focus, focus_words, load_focus, save_focus
from prep.tui.screens.home import HomeScreen
from tests.tui.pressing import press
from tests.tui.running import Opened, Opener, Same

OTHER = """# Other things

```toml
topic = "systems/other"
level = 3
tags = ["systems", "speed"]
```

## What else? {#else}

Nothing.
"""


def on_home(it: Opened) -> Home:
    """What Home shows."""
    assert isinstance(it.app.screen, HomeScreen) and it.app.screen.seen is not None
    return it.app.screen.seen


@pytest.fixture
def two_topics(home: Path) -> Path:
    """A second topic beside the first."""
    path = home / "decks" / "other.md"
    path.write_text(OTHER, "utf-8")
    return path


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)], ids=["80x24", "60x20", "120x40"])
async def test_the_list(opened: Opener, same: Same, two_topics: Path, size: tuple[int, int]) -> None:
    """Topics, tags and levels with how many cards each holds; a chosen one is bold and marked."""
    async with opened(size) as it:
        await press(it, "f", "down", "space")
        same(it, "focus")


async def test_a_choice_narrows_the_review_and_is_kept(opened: Opener, two_topics: Path) -> None:
    """Home names it, the next review obeys it, and so does the next start."""
    async with opened() as it:
        await press(it, "f", "down", "space", "escape")
        assert it.rows[0].startswith("  prep  other")
        await press(it, "enter")
        assert it.review.card is not None
        assert it.review.card.id == "else"
    async with opened() as it:
        assert it.app.focus == Focus(topics=("systems/other",))


async def test_choosing_again_leaves_it_out(opened: Opener, two_topics: Path) -> None:
    """By key as by `c` for all at once."""
    async with opened() as it:
        await press(it, "f", "space")
        assert it.app.focus
        await press(it, "enter")
        assert it.app.focus == EVERYTHING
        await press(it, "space", "down", "space", "c")
        assert it.app.focus == EVERYTHING
        assert "c everything" not in it.keys


async def test_one_level_at_a_time(opened: Opener, two_topics: Path) -> None:
    """Another level takes the place of the first."""
    async with opened() as it:
        await press(it, "f", *["down"] * 9, "space")
        assert it.app.focus.level == 3
        await press(it, "up", "space")
        assert it.app.focus.level == 2


async def test_a_topic_that_is_gone_can_be_left_out(opened: Opener, places: Paths, two_topics: Path) -> None:
    """A focus on nothing would hide every card for ever."""
    save_focus(places, Focus(topics=("gone",)))
    async with opened() as it:
        await press(it, "f")
        assert "gone" in it.frame
        await press(it, "down", "down", "space")
        assert it.app.focus == EVERYTHING


async def test_by_mouse(opened: Opener, two_topics: Path) -> None:
    """A click on a row chooses it, and so does the key row's word."""
    async with opened() as it:
        await press(it, "f")
        await it.click("Other things")
        assert it.app.focus.topics == ("systems/other",)
        await it.click("choose")
        assert it.app.focus == EVERYTHING
        await it.click("home")
        assert isinstance(it.app.screen, HomeScreen)


async def test_a_focus_that_cannot_be_kept_holds_for_the_session(
    opened: Opener, two_topics: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says so."""

    def refuse(paths: Paths, focus: Focus) -> None:
        raise StoreError("the focus can't be kept: Read-only file system", "make it writable")

    monkeypatch.setattr("prep.tui.screens.focus.save_focus", refuse)
    async with opened() as it:
        await press(it, "f", "space")
        assert it.keys == "the focus can't be kept: Read-only file system; make it writable"
        assert it.app.focus.topics == ("attention-scaling",)


def test_what_is_saved_is_read_back(places: Paths) -> None:
    """Topics, tags and level."""
    focus = Focus(("a/b", "c"), ("x",), 3)
    save_focus(places, focus)
    assert load_focus(places) == focus
    assert focus_words(focus) == "b · c · x · senior"


@pytest.mark.parametrize(
    "damage", ["", "[1]", '{"topics": "a"}', '{"level": 9}', '{"tags": [3]}', "\x00\xff", "[" * 100_000]
)
def test_a_damaged_file_is_no_focus(places: Paths, damage: str) -> None:
    """Never an error: nothing is lost with it."""
    (places.home / "focus.json").write_text(damage, "utf-8")
    assert load_focus(places) == EVERYTHING


def test_no_file_is_no_focus(places: Paths) -> None:
    """As on the first start; asking creates nothing."""
    assert load_focus(places) == EVERYTHING
    assert not (places.home / "focus.json").exists()


def test_saving_leaves_nothing_else_behind(places: Paths) -> None:
    """The file is replaced in one step."""
    save_focus(places, Focus(("a",)))
    save_focus(places, Focus(("b",)))
    assert [path.name for path in places.home.iterdir() if "focus" in path.name] == ["focus.json"]


async def test_home_counts_what_the_focus_will_ask(opened: Opener, two_topics: Path) -> None:
    """`enter` gives as many cards as Home says, of all that wait; without a focus it counts them all."""
    async with opened() as it:
        everything = sum(on_home(it).due.values())
        await press(it, "f", "down", "space", "escape")
        assert (on_home(it).total, on_home(it).new, on_home(it).whole) == (1, 1, everything)
        assert f"of {everything} cards today" in it.frame
        await press(it, "enter")
        assert it.review.progress.total == 1
        await press(it, "escape", "f", "c", "escape")
        assert (on_home(it).total, on_home(it).whole) == (everything, 0)


async def test_home_says_that_nothing_waits_in_the_focus(opened: Opener, two_topics: Path) -> None:
    """Though other cards wait: it says so, and which key changes that."""
    async with opened() as it:
        await press(it, "f", "down", "space", "escape", "enter", "space", "4", "escape")
        assert on_home(it).total == 0 and on_home(it).whole > 0
        assert "none of them in your focus" in it.frame
