"""The card as it will be asked, while it is being written."""

from __future__ import annotations

from prep.core.card import Card
from prep.core.problem import Problem, Severity
from prep.core.walk import PointMark
from prep.session.changes.composing import Composed
from prep.text.markdown import inline, plain, wrap
from prep.text.row import blank, cut, grouped, label, row, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.view.card.back import INSTEAD, WRONG, prose, say_instead
from prep.view.card.front import cue, quoted
from prep.view.card.points import point_rows
from prep.view.grid import Grid
from prep.view.kind import KINDS
from prep.view.problems import FINE, MARKS, trouble_rows

EMPTY = "Markdown with $math$ becomes the card here."


def preview_rows(composed: Composed | None, grid: Grid) -> list[Line]:
    """Label with the state, the first problem, the card. composed: None where nothing was typed."""
    head = [spread(label("PREVIEW"), state(composed), grid.width), row(Span("─" * grid.width, Role.FAINT)), *blank()]
    if composed is None:
        return [*head, *wrap((Span(EMPTY, Role.DIM),), grid.width)]
    problem = first_of(composed.problems)
    trouble = trouble_rows(problem, grid.width) if problem else []
    return [*head, *grouped([trouble, *(card_groups(composed.card, grid) if composed.card else [])], grid.gap)]


def first_of(problems: tuple[Problem, ...]) -> Problem | None:
    """The first error, else the first of the others."""
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    return next(iter((*errors, *problems)), None)


def state(composed: Composed | None) -> Line:
    """`✓ no problems`, or where the first one is."""
    if composed is None:
        return BLANK
    problem = first_of(composed.problems)
    if problem is None:
        return row(FINE.spans[0], label(FINE.spans[1].text))
    return row(MARKS[problem.severity], label(f" line {problem.line}" if problem.line else " topic"))


def card_groups(card: Card, grid: Grid) -> list[list[Line]]:
    """Front and back, one under the other."""
    look, red_flag = KINDS[card.kind], card.kind.judged
    kind = row(Span(look.title, look.role, over=(Role.STRONG,)))
    name = cut(label(card.id), max(1, grid.width - kind.width - 1))
    asks = list(wrap(quoted(card.cue), grid.cue)) if red_flag else cue(inline(card.cue), grid.cue)
    groups = [[spread(kind, name, grid.width), *asks]]
    if red_flag:
        groups.append([label(WRONG), *prose(card.answer, card, grid)] if card.answer else [])
        groups.append([label(INSTEAD), *say_instead(card, grid)] if card.say_instead or card.sound else [])
    else:
        groups.append(prose(card.answer, card, grid))
    if card.must_say:
        points = (each for point in card.must_say for each in point_rows(point, PointMark.OPEN, grid, current=False))
        groups.append([label("MUST SAY"), *points])
    if card.demos:
        groups.append([label("DEMO"), *(row(plain(f"`{call.name}`")) for call in card.demos)])
    if card.depth:
        groups.append([label("  ".join(f"▸ {section.name.lower()}" for section in card.depth))])
    return groups
