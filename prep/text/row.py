"""Rows put together from pieces: side by side, at the two edges of a page, cut to its width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prep.text.span import BLANK, Line, Role, Span
from prep.text.wrap import chop
from prep.text.wrap import cut as parts

Piece = Line | Span | str


def row(*pieces: Piece) -> Line:
    """Pieces side by side; a bare string is ink."""
    spans: list[Span] = []
    for piece in pieces:
        if isinstance(piece, Line):
            spans += piece.spans
        else:
            span = piece if isinstance(piece, Span) else Span(piece)
            spans += [span] if span.text else []
    return Line(tuple(spans))


def blank(count: int = 1) -> list[Line]:
    """So many empty rows."""
    return [BLANK] * max(0, count)


def label(text: str) -> Line:
    """What stands over a group, or at the left of a value: dim."""
    return row(Span(text, Role.DIM))


def over(piece: Piece, *roles: Role) -> Line:
    """The piece with these roles laid over its own."""
    return Line(tuple(_laid(span, roles) for span in row(piece).spans)) if roles else row(piece)


def _laid(span: Span, roles: tuple[Role, ...]) -> Span:
    if span.role is Role.INK:
        return replace(span, role=roles[0], over=(*span.over, *roles[1:]))
    return replace(span, over=(*span.over, *roles))


def linked(piece: Piece, target: str) -> Line:
    """The piece, all of which leads there; what leads elsewhere goes on doing so."""
    return Line(tuple(replace(span, target=span.target or target) for span in row(piece).spans))


def cut(line: Line, width: int) -> Line:
    """The row, with … at its end where it is wider than so many cells."""
    if line.width <= width:
        return line
    end = chop(line.text, width - 1, width - 1)[0][1]
    *first, last = next(parts(line.spans, [(0, end)]))
    shown = Line((*first, replace(last, text=f"{last.text}…")))
    return shown if shown.width <= width else row("…"[:width])  # not even one wide character has room


def spread(left: Piece, right: Piece, width: int) -> Line:
    """Two facts at the two edges of a row. The left one is cut with … where they would meet."""
    left, right = row(left), row(right)
    left = cut(left, max(1, width - right.width - (1 if right.spans else 0)))
    return row(left, " " * max(0, width - left.width - right.width), right)


def padded(piece: Piece, width: int) -> Line:
    """The row filled up with blanks on the right."""
    line = row(piece)
    return row(line, " " * max(0, width - line.width))


def packed(pieces: Sequence[Line], gap: int, width: int) -> list[Line]:
    """Pieces side by side, so far apart, as many a row as fit."""
    rows: list[Line] = []
    for piece in pieces:
        if rows and rows[-1].width + gap + piece.width <= width:
            rows[-1] = row(rows[-1], " " * gap, piece)
        else:
            rows.append(piece)
    return rows


def hung(lead: Piece, lines: Sequence[Line]) -> list[Line]:
    """The first line led by a mark, the others under its text."""
    first = row(lead)
    return [row(" " * first.width if number else first, line) for number, line in enumerate(lines)]


def grouped(groups: Sequence[Sequence[Line]], gap: int) -> list[Line]:
    """Groups of rows with so many blank rows between them; an empty group leaves no gap."""
    rows: list[Line] = []
    for group in groups:
        if group:
            rows += blank(gap) if rows else []
            rows += group
    return rows
