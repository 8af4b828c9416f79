"""The card as it will be asked, while it is being written (LOOK §9.9)."""

from __future__ import annotations

from textual.content import Content

from prep.core.card import Card
from prep.core.kind import Kind
from prep.core.problem import Problem, Severity
from prep.core.walk import Mark
from prep.session.changes.composing import Composed
from prep.text.markdown import inline, plain, wrap
from prep.text.span import Span
from prep.tui.grid import Grid
from prep.tui.ink import blank, ink, joined, painted, spread
from prep.tui.widgets.back import prose, say_instead, together
from prep.tui.widgets.column import InColumn
from prep.tui.widgets.front import COLOURS, KINDS, quoted
from prep.tui.widgets.must_say import point_rows
from prep.tui.widgets.rows import Sheet


class Preview(InColumn, Sheet):
    """Drawn by the parser and the layout that draw reviews."""

    def __init__(self) -> None:
        super().__init__()
        self.composed: Composed | None = None

    def say(self, composed: Composed | None) -> None:
        """Show this; None where nothing was typed."""
        self.composed = composed
        self.redraw()

    def rows(self) -> list[Content]:
        """Label with the state, the first problem, the card."""
        grid, composed = self.grid, self.composed
        head = [spread(ink("PREVIEW", "dim"), state(composed), grid.width), ink("─" * grid.width, "faint")]
        if composed is None:
            lines = wrap((Span("Markdown with $math$ becomes the card here."),), grid.width)
            return [*head, *blank(), *(ink(line.text, "dim") for line in lines)]
        groups = [trouble_rows(first_of(composed.problems), grid)]
        if composed.card is not None:
            groups += card_groups(composed.card, grid)
        return [*head, *blank(), *together(groups, grid)]


def first_of(problems: tuple[Problem, ...]) -> Problem | None:
    """The first error, else the first of the others."""
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    return next(iter((*errors, *problems)), None)


def state(composed: Composed | None) -> Content:
    """`✓ no problems`, or where the first one is."""
    if composed is None:
        return Content("")
    problem = first_of(composed.problems)
    if problem is None:
        return joined([ink("✓", "right"), ink(" no problems", "dim")])
    mark = ink("✗", "wrong") if problem.severity is Severity.ERROR else ink("!", "care")
    return joined([mark, ink(f" line {problem.line}" if problem.line else " topic", "dim")])


def trouble_rows(problem: Problem | None, grid: Grid) -> list[Content]:
    """What is wrong and what to do."""
    if problem is None:
        return []
    look = "wrong" if problem.severity is Severity.ERROR else "care"
    rows = [ink(line.text, look) for line in wrap((Span(problem.message),), grid.width)]
    hint = wrap((Span(f"→ {problem.hint}"),), grid.width, 0, 2) if problem.hint else ()
    return [*rows, *(ink(line.text, "right") for line in hint)]


def card_groups(card: Card, grid: Grid) -> list[list[Content]]:
    """Front and back, one under the other."""
    glyph, word = KINDS[card.kind]
    kind = ink(f"{glyph} {word.rstrip('?')}", COLOURS[card.kind], "strong")
    asked = quoted(card.cue) if card.kind is Kind.RED_FLAG else inline(card.cue)
    name = ink(card.id, "dim").truncate(max(1, grid.width - kind.cell_length - 1), ellipsis=True)
    groups = [[spread(kind, name, grid.width), *cue_rows(card, asked, grid)]]
    if card.kind is Kind.RED_FLAG:
        groups.append([ink("WHAT IS WRONG", "dim"), *prose(card.answer, card, grid)] if card.answer else [])
        groups.append([ink("SAY INSTEAD", "dim"), *say_instead(card, grid)] if card.say_instead or card.sound else [])
    else:
        groups.append(prose(card.answer, card, grid))
    if card.must_say:
        points = (row for point in card.must_say for row in point_rows(point, Mark.OPEN, grid, current=False))
        groups.append([ink("MUST SAY", "dim"), *points])
    if card.demos:
        groups.append([ink("DEMO", "dim"), *(ink(plain(f"`{call.name}`")) for call in card.demos)])
    if card.depth:
        groups.append([ink("  ".join(f"▸ {section.name.lower()}" for section in card.depth), "dim")])
    return groups


def cue_rows(card: Card, asked: tuple[Span, ...], grid: Grid) -> list[Content]:
    """What is asked, bold; a red flag's sentence in quotes, as it is read."""
    looks = () if card.kind is Kind.RED_FLAG else ("cue",)
    return [painted(line, *looks) for line in wrap(asked, min(grid.cue, grid.width))]
