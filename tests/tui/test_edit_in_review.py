"""`e` in a review, and an editor that leaves the deck file broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from prep.core.problem import Problem, Severity, first_new
from prep.session.review.snapshot import ReviewStage
from tests.tui.running import Opener


def saves(file: Path, text: str) -> Callable[[Sequence[str]], None]:
    """An editor that saves this text there."""

    def run(words: Sequence[str]) -> None:
        file.write_text(text, "utf-8")

    return run


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("{#why-scale}", "{#Why-Scale}", "attention-scaling.md:8: "),
        ('topic = "attention-scaling"', "topic =", "attention-scaling.md:4: this is not TOML: "),
    ],
    ids=["card", "preamble"],
)
async def test_a_broken_file_is_told_and_the_card_stays_as_it_was(
    opened: Opener, home: Path, right: str, wrong: str, told: str
) -> None:
    """One line with file and line; ticks and stage stay, and the card is read again once the file is mended."""
    file = home / "decks" / "attention-scaling.md"
    whole = file.read_text("utf-8")
    async with opened() as it:
        await it.press("enter", "space", "y")
        card, walk = it.review.card, it.review.review.walk
        it.app.run_editor = saves(file, whole.replace(right, wrong))
        await it.press("e")
        assert told in it.frame
        assert (it.review.card, it.review.review.walk, it.review.review.stage) == (card, walk, ReviewStage.WALK)
        it.app.run_editor = saves(file, whole.replace("Why is", "Say why is"))
        await it.press("e")
        assert it.review.review.stage is ReviewStage.FRONT and "Say why is" in it.frame


async def test_a_formula_that_cannot_be_drawn_is_told_on_the_card(opened: Opener, home: Path) -> None:
    """Such a card can be asked: it is read again, and the error stands beside it."""
    file = home / "decks" / "attention-scaling.md"
    text = file.read_text("utf-8").replace("## Why is", "## Say why $\\foo$ is")
    async with opened() as it:
        await it.press("enter")
        it.app.run_editor = saves(file, text)
        await it.press("e")
        assert "Say why" in it.frame and "attention-scaling.md:8: " in it.frame


async def test_a_problem_elsewhere_is_told_beside_the_card_read_again(opened: Opener, home: Path) -> None:
    """The card itself is whole: it comes back with its new text."""
    file = home / "decks" / "attention-scaling.md"
    text = file.read_text("utf-8").replace("Why is", "Say why is").replace("level=3}", "level=9}")
    async with opened() as it:
        await it.press("enter")
        it.app.run_editor = saves(file, text)
        await it.press("e")
        assert "Say why is" in it.frame and "attention-scaling.md:4" in it.frame


def test_only_what_was_not_there_before_is_new() -> None:
    """A problem whose line has moved is the same; a second of its kind is new; errors come first."""

    def problem(line: int, message: str, severity: Severity = Severity.WARNING) -> Problem:
        return Problem("a.md", line, 0, severity, message)

    old = [problem(3, "old"), problem(4, "twin")]
    assert first_new(old, [problem(9, "old"), problem(7, "twin")]) is None
    assert first_new(old, [*old, problem(8, "twin")]) == problem(8, "twin")
    grave = problem(20, "grave", Severity.ERROR)
    assert first_new(old, [*old, problem(1, "light"), grave]) == grave


async def test_where_no_terminal_can_be_lent_it_is_told(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """An app in a browser has none for an editor: the card stays."""
    monkeypatch.setenv("VISUAL", "vi")
    async with opened() as it:
        await it.press("enter")
        card = it.review.card
        await it.press("e")
        assert "there is no terminal here for an editor" in " ".join(it.frame.split()) and it.review.card == card


async def test_the_card_follows_what_a_window_saves_later(opened: Opener, home: Path) -> None:
    """The editor came back at once; nothing is drawn anew before a save, and ticks stay until the card is another."""
    file = home / "decks" / "attention-scaling.md"
    async with opened() as it:
        await it.press("enter")
        it.app.run_editor = lambda words: True
        await it.press("e")
        assert "came back at once" in it.keys
        await it.press("space", "y")
        await it.app.reread()
        stages = [it.review.review.stage]
        file.write_text(file.read_text("utf-8").replace("Why is", "Say why is"), "utf-8")
        await it.app.reread()
        await it.settle()
        assert [*stages, it.review.review.stage] == [ReviewStage.WALK, ReviewStage.FRONT]
        assert "Say why is" in it.frame
