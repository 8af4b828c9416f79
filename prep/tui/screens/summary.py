"""The end of a session: what was done, what was missed, what comes tomorrow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from prep.core.event import Rating
from prep.session.review.review import Review
from prep.session.review.snapshot import Missed, Summary
from prep.text import words
from prep.text.markdown import inline, wrap
from prep.tui.command import Command
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, painted, spread
from prep.tui.screens.page import Page
from prep.tui.screens.scrolling import SCROLL
from prep.tui.widgets.back import together
from prep.tui.widgets.bars import bar
from prep.tui.widgets.head import Facts
from prep.tui.widgets.hero import hero
from prep.tui.widgets.home_sheet import bar_room, date_words, detail_at, placed, value_at
from prep.tui.widgets.rows import Sheet

LOOKS = {Rating.AGAIN: "wrong", Rating.HARD: "care", Rating.GOOD: "right", Rating.EASY: "right"}


class SummarySheet(Sheet):
    """The session in numbers."""

    def __init__(self, summary: Summary, left: int) -> None:
        super().__init__()
        self.summary = summary
        self.left = left

    def rows(self) -> list[Content]:
        """Home's columns again."""
        grid = self.grid
        groups = summary_groups(self.summary, self.left, grid, ascii=getattr(self.app, "ascii", False))
        return placed(together(groups, grid), grid)


def summary_groups(seen: Summary, left: int, grid: Grid, *, ascii: bool = False) -> list[list[Content]]:
    """Hero, ratings, points, what to say again, tomorrow."""
    groups = [hero(seen.done, beside_hero(seen, left), value_at(grid), ascii=ascii)]
    if seen.done:
        groups.append(rating_rows(seen, grid))
    if seen.judged:
        share = ink(f"of {seen.judged} · {words.percent(seen.said / seen.judged)}", "dim")
        groups.append([numbered("points said", seen.said, share, grid)])
    if seen.missed:
        groups.append([ink("SAY THESE ONCE MORE", "dim"), *(row for m in seen.missed for row in missed_rows(m, grid))])
    return [*groups, [numbered("tomorrow", seen.tomorrow.cards, ink(ahead(seen, grid), "dim"), grid)]]


def ahead(seen: Summary, grid: Grid) -> str:
    """`about 28 minutes, 10 new`"""
    new = f", {seen.tomorrow.new} new" if seen.tomorrow.new and not grid.tiny else ""
    return f"about {words.count(seen.tomorrow_minutes, 'minute')}{new}" if seen.tomorrow.cards else ""


def beside_hero(seen: Summary, left: int) -> list[Content]:
    """Three short lines."""
    cards = "card" if seen.done == 1 else "cards"
    each = f", {words.duration(seen.seconds / seen.done)} a card" if seen.done else ""
    return [
        ink(f"{cards}, {left} left for today" if left else f"{cards}, done for today", "strong"),
        ink(f"{spoken(seen.seconds)} aloud{each}", "dim"),
        ink(f"streak {words.count(seen.streak, 'day')}", "dim"),
    ]


def spoken(seconds: float) -> str:
    """`29 minutes`."""
    return words.count(round(seconds / 60), "minute") if seconds >= 60 else words.duration(seconds)


def rating_rows(seen: Summary, grid: Grid) -> list[Content]:
    """How often each rating was given."""
    most = max(seen.ratings)
    rows = []
    for rating, count in zip(Rating, seen.ratings, strict=True):
        label = joined([ink(f"{int(rating)}", "dim"), f"  {rating.word}"])
        left = joined([label, " " * (value_at(grid) - label.cell_length), f"{count:>2}"])
        space = " " * max(1, detail_at(grid) - 4 - left.cell_length)
        rows.append(joined([left, space, bar(count, most, bar_room(grid), LOOKS[rating])]))
    return rows


def numbered(label: str, number: int, detail: Content, grid: Grid) -> Content:
    """`points said     61      of 71`"""
    left = joined([ink(label.ljust(value_at(grid)), "dim"), f"{number:>2}"])
    return joined([left, " " * max(1, detail_at(grid) - 4 - left.cell_length), detail])


def missed_rows(missed: Missed, grid: Grid) -> list[Content]:
    """One point to say once more."""
    times = "missed" if missed.times == 1 else "twice missed" if missed.times == 2 else f"{missed.times} times missed"
    tail = ink("" if grid.narrow else times, "dim")
    lines = wrap(inline(missed.text), grid.width - 5 - (tail.cell_length + 2 if tail.cell_length else 0))
    lead = joined(["  ", ink("✗", "wrong"), "  "])
    rows = [joined([lead if n == 0 else "     ", painted(line)]) for n, line in enumerate(lines)]
    return [spread(rows[0], tail, grid.width), *rows[1:]]


class SummaryScreen(Page):
    """What was done."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("leave", ("enter",), "home", "Go to Home."),
        Command("again", ("r",), "review the missed", "Ask the cards with missed points once more."),
        Command("ahead", ("c",), "continue", "Study ahead: the least remembered, before their day."),
        Command("add", ("a",), "add", "Add a card."),
        Command("undo", ("u",), "undo the last", "Take back the newest action; its card returns."),
        Command("redo", ("U",), "redo", "Give back what was undone last.", footer=False),
        *(replace(command, footer=False) for command in SCROLL),
    )

    def __init__(self, review: Review, today: date) -> None:
        super().__init__()
        self.review = review
        self.today = today
        self.may_go_on = review.can_study_ahead()

    def body(self) -> Iterator[Widget]:
        """The numbers."""
        yield SummarySheet(self.review.summary(), self.review.left_today)

    def facts(self) -> Facts:
        """The date; the rule is full."""
        return Facts(facts=date_words(self.today, narrow=self.grid.narrow), done=1.0)

    def offers(self, action: str) -> bool:
        """What would do something."""
        match action:
            case "again":
                return bool(self.query_one(SummarySheet).summary.missed)
            case "ahead":
                return self.may_go_on
        return True

    def action_again(self) -> None:
        """Ask the cards with missed points once more."""
        missed = self.query_one(SummarySheet).summary.missed
        self.prep.review_again(list(dict.fromkeys(point.card.full_id for point in missed)))

    def action_ahead(self) -> None:
        """Go on with cards that aren't due yet."""
        found = self.review.study_ahead()
        if found:
            self.prep.resume(self.review, "")

    def action_undo(self) -> None:
        """Take back the newest action; its card returns to the desk."""
        self._back("nothing to undo", undo=True)

    def action_redo(self) -> None:
        """Give back what was undone last."""
        self._back("nothing to redo", undo=False)

    def _back(self, nothing: str, *, undo: bool) -> None:
        undone = self.review.undo() if undo else self.review.redo()
        if undone is None:
            self.toast(nothing, "dim")
        else:
            self.prep.resume(self.review, undone.sentence)
