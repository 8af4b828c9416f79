"""What is wrong with the decks, and facts whose month is over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from prep.core.card import Card
from prep.core.problem import Problem, Severity
from prep.text import words
from prep.text.markdown import plain
from prep.text.row import hung, label, over, row
from prep.text.safe import safe
from prep.text.span import Line, Role, Span
from prep.text.wrap import wrap

MARKS = {
    Severity.ERROR: Span("✗", Role.WRONG),
    Severity.WARNING: Span("!", Role.CARE),
    Severity.NOTE: Span("!", Role.CARE),
}
FINE = row(Span("✓", Role.RIGHT), " no problems")


def sentence(problems: Sequence[Problem], cards: Iterable[Card], *, short: bool = False) -> Line:
    """`3 problems in 2 files. The other 162 cards are fine and stay in play.`; or short."""
    if not problems:
        return FINE
    files = {problem.path or problem.file for problem in problems}
    lines: dict[str, list[int]] = {}
    for problem in problems:
        lines.setdefault(problem.path or problem.file, []).append(problem.line)
    for numbers in lines.values():
        numbers.sort()
    fine = sum(not concerned(card, lines.get(card.place.file, ())) for card in cards)
    count = f"{words.count(len(problems), 'problem')} in {words.count(len(files), 'file')}."
    rest = "The other card is fine and stays" if fine == 1 else f"The other {fine:,} cards are fine and stay"
    rest = f"{words.count(fine, 'other card')} in play." if short else f"{rest} in play."
    return row(f"{count} {rest}" if fine else count)


def concerned(card: Card, lines: Sequence[int]) -> bool:
    """Whether one of these lines of its file, in order, stands in the card's text."""
    at = bisect_left(lines, card.place.line)
    return at < len(lines) and lines[at] <= card.place.last_line


def problem_rows(problem: Problem, width: int, *, whole: bool) -> list[Line]:
    """Message and place; with the line and the hint where it is whole. What to do is told to its end."""
    place = ":".join([problem.file, *(str(number) for number in (problem.line, problem.column) if number)])
    message = wrap((Span(problem.message, Role.STRONG),), width - 3)
    rows = [*hung(row(MARKS[problem.severity], "  "), message), label(f"   {place}")]
    if whole and problem.source.strip():
        rows.append(row("   ", Span("│ ", Role.FAINT), safe(problem.source.strip())))
    return rows + (hint_rows(problem.hint, width, 3) if whole else [])


def trouble_rows(problem: Problem, width: int) -> list[Line]:
    """What is wrong and what to do, where it is clear where."""
    message = wrap((Span(problem.message, MARKS[problem.severity].role),), width)
    return [*message, *hint_rows(problem.hint, width)]


def hint_rows(hint: str, width: int, indent: int = 0) -> list[Line]:
    """What to do."""
    lines = wrap((Span(f"→ {hint}", Role.RIGHT),), width - indent, 0, 2) if hint else ()
    return hung(" " * indent, lines)


def fact_rows(card: Card) -> list[Line]:
    """A fact whose month is over: what it says, and since when it waits."""
    return [
        row(over(Span("?", Role.CARE), Role.STRONG), "  ", plain(card.cue)),
        label(f"   {card.full_id} · as of {card.as_of}, held until {card.expires}"),
    ]
