"""A problem and an expired fact as rows of a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from prep.core.card import Card
from prep.core.problem import Problem, Severity
from prep.text import words
from prep.text.markdown import plain
from prep.text.safe import safe
from prep.text.span import Span
from prep.text.wrap import wrap
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined

MARKS = {Severity.ERROR: ("✗", "wrong"), Severity.WARNING: ("!", "care"), Severity.NOTE: ("!", "care")}

INDENT = 5
"""Columns before the text: the cursor's two, a mark, two blanks."""


def sentence(problems: Sequence[Problem], cards: Iterable[Card], grid: Grid) -> Content:
    """`3 problems in 2 files. The other 162 cards are fine and stay in play.`; shorter when narrow."""
    if not problems:
        return joined([ink("✓", "right"), " no problems"])
    files = {problem.path or problem.file for problem in problems}
    lines: dict[str, list[int]] = {}
    for problem in problems:
        lines.setdefault(problem.path or problem.file, []).append(problem.line)
    fine = sum(not concerned(card, lines.get(card.place.file, ())) for card in cards)
    count = f"{words.count(len(problems), 'problem')} in {words.count(len(files), 'file')}."
    rest = "The other card is fine and stays" if fine == 1 else f"The other {fine:,} cards are fine and stay"
    rest = f"{words.count(fine, 'other card')} in play." if grid.narrow else f"{rest} in play."
    return ink(f"{count} {rest}" if fine else count)


def concerned(card: Card, lines: Iterable[int]) -> bool:
    """Whether one of these lines of its file stands in the card's text."""
    return any(card.place.line <= line <= card.place.last_line for line in lines)


def problem_rows(problem: Problem, grid: Grid, *, whole: bool) -> list[Content]:
    """Message and place; with the line and the hint where it is whole. What to do is told to its end."""
    mark, look = MARKS[problem.severity]
    place = ":".join([problem.file, *(str(number) for number in (problem.line, problem.column) if number)])
    first, *more = [ink(line.text, "strong") for line in wrap((Span(problem.message),), grid.width - INDENT)]
    rows = [joined([ink(mark, look), "  ", first]), *(joined(["   ", row]) for row in more), ink(f"   {place}", "dim")]
    if whole and problem.source.strip():
        rows.append(joined(["   ", ink("│ ", "faint"), ink(safe(problem.source.strip()))]))
    if whole and problem.hint:
        hint = wrap((Span(f"→ {problem.hint}"),), grid.width - INDENT, 0, 2)
        rows += [ink(f"   {line.text}", "right") for line in hint]
    return rows


def fact_rows(card: Card) -> list[Content]:
    """A fact whose month is over: what it says, and since when it waits."""
    return [
        joined([ink("?", "care", "strong"), "  ", plain(card.cue)]),
        ink(f"   {card.full_id} · as of {card.as_of}, held until {card.expires}", "dim"),
    ]
