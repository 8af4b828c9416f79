"""The back of a card as rows: the answer, or what a red flag was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.content import Content

from prep.core.card import Card
from prep.core.kind import Kind
from prep.session.review.snapshot import Asked, Verdict
from prep.text.markdown import lay_out, wrap
from prep.text.span import Line, Span
from prep.tui.grid import Grid
from prep.tui.ink import blank, ink, joined, painted, spread
from prep.tui.widgets.front import quoted

EMPTY = Content("")

DEEDS = {
    (Verdict.FLAG, True): "You flagged it, rightly.",
    (Verdict.FLAG, False): "You flagged it, but it is sound.",
    (Verdict.STAND, True): "You let it stand, rightly.",
    (Verdict.STAND, False): "You let it stand, but it is wrong.",
}


def back(
    asked: Asked, grid: Grid, verdict: Verdict | None = None, rightly: bool | None = None, note: Content = EMPTY
) -> list[Content]:
    """The groups of the back, with their gaps between them but none above. note: beside the verdict on a red flag."""
    card = asked.card
    if card.kind is not Kind.RED_FLAG:
        return prose(card.answer, card, grid)
    groups = [[spread(verdict_row(verdict, rightly), note, grid.width)]] if verdict is not None else []
    if asked.sound:
        groups.append([ink("WHY IT HOLDS", "dim"), *prose(asked.why, card, grid)])
    else:
        groups.append([ink("WHAT IS WRONG", "dim"), *prose(asked.why, card, grid)])
        groups.append([ink("SAY INSTEAD", "dim"), *say_instead(card, grid)])
    return together(groups, grid)


def verdict_row(verdict: Verdict, rightly: bool | None) -> Content:
    """What the person did, and whether that was right."""
    mark = ink("✓", "right") if rightly else ink("✗", "wrong")
    return joined([mark, f"  {DEEDS[verdict, bool(rightly)]}"])


def say_instead(card: Card, grid: Grid) -> list[Content]:
    """What to say, bold and in quotes: the sound counterpart with the rest below it, or without one the rest."""
    if not card.sound:
        lines = quoted_lines(lay_out(card.say_instead, grid.cue, narrow=grid.narrow, sources=card.sources))
        return [painted(line, "strong") for line in lines]
    said = [painted(line, "strong") for line in wrap(quoted(card.sound), grid.cue)]
    rest = prose(card.say_instead, card, grid)
    return [*said, EMPTY, *rest] if rest else said


def quoted_lines(lines: Sequence[Line]) -> list[Line]:
    """Laid-out lines with quotes around them, unless they bring their own."""
    filled = [number for number, line in enumerate(lines) if line.text.strip()]
    if not filled or lines[filled[0]].text.lstrip().startswith(("“", '"')):
        return list(lines)
    framed = list(lines)
    first, last = filled[0], filled[-1]
    framed[first] = replace(framed[first], spans=(Span("“"), *framed[first].spans))
    framed[last] = replace(framed[last], spans=(*framed[last].spans, Span("”")))
    return framed


def prose(markdown: str, card: Card, grid: Grid) -> list[Content]:
    """Deck text laid out for the page."""
    return [painted(line) for line in lay_out(markdown, grid.width, narrow=grid.narrow, sources=card.sources)]


def together(groups: Sequence[Sequence[Content]], grid: Grid) -> list[Content]:
    """Groups of rows with the page's gap between them."""
    rows: list[Content] = []
    for group in groups:
        if group:
            rows += blank(grid.gap) if rows else []
            rows += group
    return rows
