"""Home's keys, what every screen has, and the day that turns while the app stands open."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from prep.session.home.home import Home
from prep.session.library.focus import Focus
from prep.session.review.tomorrow import Tomorrow
from prep.tui.screens.home import HomeScreen
from prep.tui.screens.page import Page
from prep.tui.wanted import ReviewWanted
from prep.view.grid import Grid
from prep.view.home import beside_hero, day_rows
from tests.clock import NOON, HandClock
from tests.tui.running import Opener


async def test_q_quits(opened: Opener) -> None:
    """On Home alone."""
    async with opened() as it:
        await it.press("q")
        assert it.app._exit


@pytest.mark.parametrize(
    ("tomorrow", "ahead", "says"),
    [
        (Tomorrow(12, 0), (12, 3), "12 tomorrow"),
        (Tomorrow(22, 10), (12, 3), "22 tomorrow, 10 new"),
        (Tomorrow(0, 0), (0, 15), "15 on Tuesday"),
        (Tomorrow(0, 0), (0, 0), "0 tomorrow"),
    ],
)
def test_home_says_when_the_next_cards_come(tomorrow: Tomorrow, ahead: tuple[int, int], says: str) -> None:
    """Tomorrow, or, when nothing comes then, the next day that has cards."""
    monday = date(2026, 11, 30)
    days = tuple((monday + timedelta(days=n), count) for n, count in enumerate(ahead))
    seen = Home(today=date(2026, 11, 29), due={}, new=0, minutes=0, streak=1, days=(), ahead=days, tomorrow=tomorrow)
    assert beside_hero(seen)[-1].text == f"next: {says}"
    assert beside_hero(seen, tiny=True)[-1].text == f"next: {says.removesuffix(', 10 new')}"


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_newest_days_are_seen_on_a_narrow_page(columns: int) -> None:
    """Where eighteen don't fit, the oldest go."""
    seen = Home(date(2026, 11, 29), {}, 0, 0, 1, days=(*[9] * 16, 3, 1))
    row = day_rows(seen, Grid(columns, 12).width)[0].text
    assert "█▃▂" in row and "…" not in row


async def test_escape_on_home_does_nothing(opened: Opener) -> None:
    """One `esc` too many must not end the app."""
    async with opened() as it:
        await it.press("enter", "escape", "escape", "escape")
        assert isinstance(it.app.screen, HomeScreen)
        assert not it.app._exit


async def test_u_on_home_takes_back_the_newest_action(opened: Opener) -> None:
    """And the numbers follow."""
    async with opened() as it:
        await it.press("enter", "space", "4", "escape")
        assert "about 1 minute" in it.frame
        await it.press("u")
        assert it.keys == "undone: Easy on why-scale"
        await it.press("u")
        assert it.keys == "nothing to undo"


async def test_nothing_due_offers_new_cards(opened: Opener) -> None:
    """With the day's limit reached, `enter` brings more new cards, and the key row says so."""
    async with opened(new_per_day=1) as it:
        await it.press("enter", "space", "4", "enter")
        assert "1 answer" in it.frame
        assert it.keys.startswith("enter more new cards")
        await it.press("enter")
        assert it.review.card is not None


async def test_nothing_left_offers_nothing(opened: Opener) -> None:
    """With every card answered today `enter` would do nothing: it isn't shown, and pressing it stays at Home."""
    async with opened() as it:
        await it.press("enter", *["space", "4"] * 2, "enter", "enter")
        assert isinstance(it.app.screen, HomeScreen)
        assert "enter" not in it.keys


async def test_nothing_due_and_nothing_new_offers_to_study_ahead(opened: Opener) -> None:
    """The day after, before anything is due, `enter` brings the least remembered cards, and so does `c` at the end."""
    clock = HandClock()
    async with opened(clock=clock) as it:
        await it.press("enter", *["space", "4"] * 2, "enter")
        clock.forward(days=1)
        it.app.look_at_day()
        await it.press("enter", "space", "4", "f", "space", "4", "enter")  # what hangs on a question
        assert it.keys.startswith("enter study ahead")
        await it.press("enter")
        assert it.review.card is not None


async def test_straight_into_a_review(opened: Opener) -> None:
    """`prep review --limit 1` opens on the first card and ends after it."""
    async with opened(wanted=ReviewWanted(Focus(), limit=1)) as it:
        assert "1 of 1" in it.frame
        await it.press("space", "4")
        assert "1  Again" in it.frame


async def test_day_turns_while_home_is_open(opened: Opener) -> None:
    """The date and the numbers are those of the new study day."""
    clock = HandClock()
    async with opened(clock=clock) as it:
        await it.press("enter", *["space", "4"] * 2, "enter")
        clock.forward(days=1)
        it.app.look_at_day()
        await it.settle()
        assert "Tuesday 1 December" in it.frame
        assert "2 of them new" in it.frame


async def test_a_clock_that_went_back_is_told(opened: Opener) -> None:
    """The sentence stays on Home; prep works all the same."""
    async with opened() as it:
        await it.press("enter", "space", "4")
    async with opened(clock=HandClock(NOON.later(-3 * 3_600_000))) as it:
        assert "!  " in it.frame
        assert "clock" in it.frame
        await it.press("enter")
        assert it.review.card is not None


async def test_deck_problems_stand_on_home(opened: Opener, home: Path) -> None:
    """The good cards are served, the problems counted."""
    card = "## Q {#q}\n\nA\n\n### Nonsense\n\nx\n"
    (home / "decks" / "broken.md").write_text(f'# B\n\n```toml\ntopic = "b"\n```\n\n{card}')
    async with opened() as it:
        assert "1 problem" in it.frame
        assert "questions     3" in it.frame


async def test_matters_of_craft_are_not_counted_on_home(opened: Opener, home: Path) -> None:
    """A card that is hard to say works; its problem stands in the list and doesn't nag every day."""
    (home / "decks" / "long.md").write_text(f'# B\n\n```toml\ntopic = "b"\n```\n\n## Q {{#q}}\n\n{"so " * 81}\n')
    async with opened() as it:
        assert "problem" not in it.frame
        assert "long-answer" in {problem.rule for problem in it.library.problems}


async def test_facts_to_check(opened: Opener, home: Path) -> None:
    """An expired fact waits on Home; `k` shows it, and `x` `n` renews it for a year."""
    fact = "## How much memory has it? {#memory as_of=2025-01 expires=2025-12}\n\n80 GB.\n"
    (home / "decks" / "facts.md").write_text(f'# F\n\n```toml\ntopic = "facts"\n```\n\n{fact}')
    async with opened() as it:
        assert "facts           1 to check · k shows them" in it.frame
        await it.press("k")
        assert "? CHECK ME" in it.frame
        assert "as of 2025-01" in it.frame
        await it.press("x")
        assert "n renew for a year" in it.frame
        await it.press("n")
        assert "as_of=2026-11 expires=2027-11" in (home / "decks" / "facts.md").read_text()


async def test_palette_offers_the_screen_commands(opened: Opener) -> None:
    """`p` finds a command by its word; it does what the key does."""
    async with opened() as it:
        await it.press("enter", "p")
        await it.press(*"reveal")
        await it.press("enter")
        assert "MUST SAY" in it.frame


async def test_question_mark_lists_what_the_keys_do(opened: Opener) -> None:
    """Every command that would do something now stands there with its sentence; `esc` goes back."""
    async with opened() as it:
        await it.press("enter")
        commands = it.review.commands()
        await it.press("question_mark")
        for command in commands:
            assert command.help in it.frame
        await it.press("escape")
        assert it.review.card is not None


async def test_no_key_has_two_meanings(opened: Opener) -> None:
    """At no moment of a review do two offered commands share a key."""
    async with opened() as it:
        for keys in ([], ["enter"], ["space"], ["y"], ["m"], ["tab"], ["y", "y", "y"], ["x"], ["escape"], ["4"]):
            await it.press(*keys)
            screen = it.app.screen
            assert isinstance(screen, Page)
            used = [key for command in screen.commands() for key in command.keys]
            assert len(used) == len(set(used)), (keys, used)


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (300, 100)])
async def test_no_size_crashes(opened: Opener, size: tuple[int, int]) -> None:
    """Neither a tiny nor a huge terminal breaks anything."""
    async with opened(size) as it:
        await it.press("enter", "space", "m")
        for other in ((1, 1), (80, 24), (39, 12), (40, 11), (200, 3), size):
            await it.pilot.resize_terminal(*other)
            await it.settle()
        await it.pilot.resize_terminal(80, 24)
        await it.settle()
        assert it.frame.startswith("  prep")
        await it.press("question_mark")
        assert "  prep  keys" in it.frame


async def test_a_conflicted_copy_is_told_on_home(opened: Opener, home: Path) -> None:
    """A sync service kept another machine's version of the database: its name, and the command that takes it in."""
    (home / "prep (conflicted copy).db").touch()
    async with opened() as it:
        told = " ".join(it.frame.split())
        assert "!  prep (conflicted copy).db lies beside your database" in it.frame
        assert "Run prep merge" in told and told.count("conflicted copy") == 2


async def test_the_head_counts_the_new_day_s_cards(opened: Opener) -> None:
    """Overnight the day's two new cards, one of them answered, become two more."""
    async with opened(new_per_day=2) as it:
        await it.press("enter", "space", "4")
        assert "2 of 2 " in it.rows[0]
        it.clock.forward(days=1)
        it.app.look_at_day()
        await it.settle()
        assert "2 of 3 " in it.rows[0]
