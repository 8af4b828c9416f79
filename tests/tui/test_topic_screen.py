"""The topic page: everything to read, links that lead on."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.tui.screens.demo import DemoScreen
from prep.tui.screens.topic import TopicScreen
from prep.tui.widgets.rows import ScrollingRows
from prep.view.grid import Grid
from tests.tui.pressing import press, settled
from tests.tui.running import Opened, Opener, Same

DECK = """# Widths

```toml
topic = "widths"
related = ["attention-scaling", "nowhere"]
```

All about [widths](https://example.org/widths).

## How wide? {#wide}

At 128 it is [11.34](demo:attention.score-std?d_k=8,128#std@128), and `x[:, 0]` stays [/] as it is.

### Intuition

A tally.
"""


@pytest.fixture
def widths(home: Path) -> None:
    """A topic with links of all kinds."""
    (home / "decks" / "widths.md").write_text(DECK, "utf-8")


def topic(it: Opened) -> TopicScreen:
    """The page on the screen."""
    assert isinstance(it.app.screen, TopicScreen), it.frame
    return it.app.screen


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)], ids=["80x24", "60x20", "120x40"])
async def test_the_page(opened: Opener, same: Same, widths: None, size: tuple[int, int]) -> None:
    """Title, introduction, cards with their depth, related topics."""
    async with opened(size) as it:
        it.app.open("topic", "widths")
        await settled(it)
        same(it, "topic")


async def test_t_on_a_card_opens_its_topic_and_escape_goes_back(opened: Opener) -> None:
    """To the card as it was."""
    async with opened() as it:
        await press(it, "enter", "space", "y")
        before = it.frame
        await press(it, "t")
        assert "Why is the attention dot product" in it.frame
        await press(it, "escape")
        assert it.frame == before


async def test_tab_walks_the_links_and_enter_follows(opened: Opener, widths: None) -> None:
    """Address, demo with its parameters, related topic; round and round."""
    async with opened() as it:
        it.app.open("topic", "widths")
        await settled(it)
        await press(it, "tab", "enter")
        assert it.keys == "copied https://example.org/widths"
        await press(it, "tab", "enter")
        assert isinstance(it.app.screen, DemoScreen)
        assert "dₖ 8, 128" in it.frame
        await press(it, "escape", "tab", "enter")
        assert topic(it).wanted == "attention-scaling"
        await press(it, "escape", "tab", "tab")
        assert topic(it).text.target == "https://example.org/widths"


async def test_a_click_follows_a_link(opened: Opener, widths: None) -> None:
    """As everywhere."""
    async with opened() as it:
        it.app.open("topic", "widths")
        await settled(it)
        await it.click("11.34")
        assert isinstance(it.app.screen, DemoScreen)


async def test_a_related_topic_that_is_not_there_yet(opened: Opener, widths: None) -> None:
    """A sentence, not an error."""
    async with opened() as it:
        it.app.open("topic", "nowhere")
        await settled(it)
        assert "There is no topic nowhere yet." in it.frame
        await press(it, "tab", "enter", "escape")
        assert not isinstance(it.app.screen, TopicScreen)


async def test_the_page_scrolls(opened: Opener) -> None:
    """By row, by page; a link in focus is brought into view."""
    async with opened((60, 20)) as it:
        it.app.open("topic", "attention-scaling")
        await settled(it)
        assert "↑↓ scroll" in it.keys
        await press(it, "down")
        assert topic(it).text.scroll_offset.y == 1
        await press(it, "pagedown")
        assert topic(it).text.scroll_offset.y > 10
        before = topic(it).text.scroll_offset.y
        await press(it, "up", "space")
        assert topic(it).text.scroll_offset.y == before - 1 + topic(it).text.size.height - 1
        await press(it, "home", "pagedown", "down")
        await press(it, "tab")
        row = topic(it).text.links[topic(it).text.held or 0].row
        assert 0 <= row - topic(it).text.scroll_offset.y < topic(it).text.size.height


async def test_text_is_never_markup(opened: Opener, widths: None) -> None:
    """Brackets stay what they are."""
    async with opened() as it:
        it.app.open("topic", "widths")
        await settled(it)
        assert "x[:, 0] stays [/] as it is." in it.frame


@pytest.mark.parametrize("size", [(60, 12), (40, 12)], ids=["60x12", "40x12"])
async def test_its_keys_stand_apart_from_what_they_do(opened: Opener, widths: None, size: tuple[int, int]) -> None:
    """`page down or space` is longer than a key usually is."""
    async with opened(size) as it:
        it.app.open("topic", "widths")
        await settled(it)
        await press(it, "question_mark")
        sheet = it.app.screen.query_one(ScrollingRows)
        keys = [
            row.plain.partition("Scroll down a page")[0] for row in sheet.drawn if "Scroll down a page" in row.plain
        ]
        assert [key.endswith("  ") for key in keys] == [True]


LONG_CARDS = "".join(f"## Why {n}? {{#why-{n}}}\n\n{f'reason{n} ' * 100}\n\n" for n in range(150))
LONG_WORDS = "".join(f"{f'reason{n} ' * 100}\n\n" for n in range(150))


@pytest.mark.parametrize("deck", [f"{DECK}\n{LONG_CARDS}", DECK.replace("\n## ", f"\n{LONG_WORDS}\n## ", 1)])
async def test_a_long_page_is_laid_out_beside_the_screen_s_loop(
    opened: Opener, widths: None, home: Path, deck: str
) -> None:
    """Of many cards, or a long introduction: meanwhile the screen says so; then the whole of it is there, and so it is
    in another width."""
    (home / "decks" / "widths.md").write_text(deck, "utf-8")
    async with opened() as it:
        it.app.open("topic", "widths")
        await it.settle()  # the page is there
        await it.settle()  # and its text
        assert "reason149" in "".join(row.text for row in topic(it).lay(topic(it).grid))
        narrow = Grid(44, 20)
        assert topic(it).lay(narrow)[-1].text == "laying out a long page …"
        await it.settle()
        assert "reason149" in "".join(row.text for row in topic(it).lay(narrow))


async def test_vim_keys_move_as_arrows_do(opened: Opener) -> None:
    """`j` `k` by a row, `ctrl+d` `ctrl+u` by a page, `g` `G` to the ends."""
    async with opened((60, 20)) as it:
        it.app.open("topic", "attention-scaling")
        await settled(it)
        seen = []
        for key in ("j", "k", "ctrl+d", "ctrl+u", "G", "g"):
            await press(it, key)
            seen.append(topic(it).text.scroll_offset.y)
        page, end = topic(it).text.size.height - 1, topic(it).text.max_scroll_y
        assert seen == [1, 0, page, 0, end, 0]


async def test_the_contents_lead_to_a_section(opened: Opener) -> None:
    """They open at the section in view; the chosen one comes to the top, and the head says how far that is."""
    async with opened((60, 20)) as it:
        it.app.open("topic", "attention-scaling")
        await settled(it)
        await press(it, "c")
        titles = [row for row in it.rows if "LayerNormed" in row]
        assert "contents" in it.rows[0] and len(titles) == 1
        await press(it, "down", "down", "enter")
        assert "LayerNormed" in it.rows[2] and it.rows[0].rstrip().endswith("%")
        await press(it, "c")
        assert "▌" in next(row for row in it.rows if "LayerNormed" in row)
        await press(it, "escape")
        assert isinstance(it.app.screen, TopicScreen)


async def test_t_opens_the_page_at_the_card_it_came_from(opened: Opener) -> None:
    """The follow-up's part, not the page's beginning."""
    async with opened((60, 20)) as it:
        it.app.open("topic", "attention-scaling", "attention-scaling/robust")
        await settled(it)
        assert "LayerNormed" in it.rows[2]


async def test_words_are_found_on_the_page(opened: Opener) -> None:
    """Lit as they are typed; `enter` gives the keys back, `n` and `N` go round, `esc` forgets them and stays."""
    async with opened((60, 20)) as it:
        it.app.open("topic", "attention-scaling")
        await settled(it)
        await press(it, "slash", *"VARIANCE")
        assert topic(it).typing
        await press(it, "enter")
        sheet, seen = topic(it).text, []
        for key in ("n", "n", "N"):
            await press(it, key)
            seen.append(sheet.at)
            assert 0 <= sheet.hits[sheet.at] - sheet.scroll_offset.y < sheet.size.height
        assert len(sheet.hits) > 2 and seen == [1, 2, 1]
        await press(it, "escape")
        assert isinstance(it.app.screen, TopicScreen) and topic(it).text.sought == ""
        await press(it, "escape")
        assert not isinstance(it.app.screen, TopicScreen)
