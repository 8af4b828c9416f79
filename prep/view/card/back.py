"""The back of a card: the answer, or what a red flag was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prep.core.card import Card
from prep.session.review.snapshot import Asked, Call
from prep.text.markdown import lay_out, wrap
from prep.text.row import grouped, label, over, row, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.view.card.front import quoted
from prep.view.grid import Grid

DEEDS = {
    (Call.FLAG, True): "You flagged it, rightly.",
    (Call.FLAG, False): "You flagged it, but it is sound.",
    (Call.STAND, True): "You let it stand, rightly.",
    (Call.STAND, False): "You let it stand, but it is wrong.",
}
"""What the person did, and whether that was right."""
WHY, WRONG, INSTEAD = "WHY IT HOLDS", "WHAT IS WRONG", "SAY INSTEAD"


def back(
    asked: Asked, grid: Grid, verdict: Call | None = None, rightly: bool | None = None, note: Line = BLANK
) -> list[Line]:
    """The groups of the back, with their gaps between them but none above. note: beside the verdict on a red flag."""
    card = asked.card
    if not card.kind.judged:
        return prose(card.answer, card, grid)
    groups = [[spread(verdict_row(verdict, bool(rightly)), note, grid.width)]] if verdict is not None else []
    groups.append([label(WHY if asked.sound else WRONG), *prose(asked.why, card, grid)])
    if not asked.sound:
        groups.append([label(INSTEAD), *say_instead(card, grid)])
    return grouped(groups, grid.gap)


def verdict_row(verdict: Call, rightly: bool) -> Line:
    """`✓  You flagged it, rightly.`"""
    mark = Span("✓", Role.RIGHT) if rightly else Span("✗", Role.WRONG)
    return row(mark, f"  {DEEDS[verdict, rightly]}")


def say_instead(card: Card, grid: Grid) -> list[Line]:
    """What to say, bold and in quotes: the sound counterpart with the rest below it, or without one the rest."""
    if not card.sound:
        said = quoted_lines(lay_out(card.say_instead, grid.cue, narrow=grid.narrow, sources=card.sources))
        return [over(line, Role.STRONG) for line in said]
    said = [over(line, Role.STRONG) for line in wrap(quoted(card.sound), grid.cue)]
    rest = prose(card.say_instead, card, grid)
    return [*said, BLANK, *rest] if rest else said


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


def prose(markdown: str, card: Card, grid: Grid) -> list[Line]:
    """Deck text laid out for the page."""
    return list(lay_out(markdown, grid.width, narrow=grid.narrow, sources=card.sources))


def lines(asked: Asked, width: int, verdict: Call | None, rightly: bool | None) -> list[Line]:
    """The same line by line."""
    shown = _flag_lines(asked, width, verdict, bool(rightly)) if asked.card.kind.judged else []
    shown = shown or plainly(asked.card.answer, width)
    if asked.most_missed:
        shown += [BLANK, *plainly(f"Missed most: {asked.most_missed}", width)]
    return [BLANK, *shown, BLANK]


def _flag_lines(asked: Asked, width: int, verdict: Call | None, rightly: bool) -> list[Line]:
    card, role = asked.card, Role.RIGHT if rightly else Role.WRONG
    done = [row(Span(verdict_row(verdict, rightly).text, role)), BLANK] if verdict is not None else []
    if asked.sound:
        return [*done, label(WHY), *plainly(asked.why, width)]
    said = wrap(quoted(card.sound), width) if card.sound else ()
    why = [label(WRONG), *plainly(asked.why, width), BLANK]
    return [*done, *why, label(INSTEAD), *said, *plainly(card.say_instead, width)]


def plainly(markdown: str, width: int) -> list[Line]:
    """Deck text without links to its sources: a pipe can't follow them."""
    return list(lay_out(markdown, width)) if markdown else []
