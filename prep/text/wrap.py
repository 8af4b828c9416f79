"""Spans in, rows out: breaking text by terminal cells, never inside a glyph."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from rich.cells import cell_len, split_graphemes

from prep.text.span import Line, Role, Span

GLUE = "\u00a0"
"""A space at which a row does not break: inline math is kept together by it. A laid-out row has plain spaces."""

_ATOM = re.compile(r"\n|[^ \n]+")
_RELATION = re.compile(f"{GLUE}(?=[=≠≈≡≃≅∼∝<>≤≥≪≫→←↔⇒⇐⇔↦∈∉⊂⊆])")
_GLUE = re.compile(GLUE)
_CJK = "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
_CLINGS = "、。，．！？：；）」』】〉》｝\u3099\u309a\u200d\u0300-\u036f\ufe00-\ufe0f"
_IDEOGRAPH = re.compile(f"(?<=[{_CJK}])(?![{_CLINGS}])(?=.)")
"""After a CJK character a row may break, unless closing punctuation or a combining mark follows."""

Range = tuple[int, int]


def wrap(spans: Sequence[Span], width: int, first_indent: int = 0, indent: int = 0) -> tuple[Line, ...]:
    """Fill rows of at most `width` cells; rows break at spaces and at newlines.

    The first row is indented by `first_indent` cells, the others by `indent`; both count towards the width. A
    word wider than a row breaks at a relation if it is math, else where the row ends. No text at all gives one
    blank row.
    """
    width = max(width, 2)
    indents = (_clamped(first_indent, width), _clamped(indent, width))
    text = "".join(span.text for span in spans)
    rows = _fill(text, width - indents[0], width - indents[1])
    return tuple(_row(row, indents[min(number, 1)]) for number, row in enumerate(cut(spans, rows)))


def cut(spans: Sequence[Span], ranges: Iterable[Range]) -> Iterator[tuple[Span, ...]]:
    """For each range the spans of its characters, counted over the joined text.

    All ranges at once: looking through all spans for each row took 9 s for a line of 24,000 signs.
    """
    starts = [0, *accumulate(len(span.text) for span in spans)]
    for begin, end in ranges:
        first, stop = bisect_right(starts, begin) - 1, bisect_left(starts, end)
        within = zip(spans[first:stop], starts[first:stop], strict=True)
        pieces = (_part(span, begin - at, end - at) for span, at in within)
        yield tuple(piece for piece in pieces if piece.text)


def _part(span: Span, begin: int, end: int) -> Span:
    return replace(span, text=span.text[max(begin, 0) : max(end, 0)])


def chop(text: str, first: int, rest: int) -> list[Range]:
    """Ranges of at most `first`, then `rest` cells each, that together are the whole text."""
    if cell_len(text) <= first:
        return [(0, len(text))]
    ranges: list[Range] = []
    begin = used = 0
    for start, _, cells in split_graphemes(text)[0]:
        if used + cells > (rest if ranges else first) and start > begin:
            ranges.append((begin, start))
            begin, used = start, 0
        used += cells
    return [*ranges, (begin, len(text))]


def widest(text: str) -> int:
    """Cells of the widest piece that `wrap` would keep whole."""
    return max((cell_len(text[start:stop]) for start, stop in _atoms(text, len(text) * 2)), default=0)


def prefixed(rows: Iterable[Line], first: Span, rest: Span) -> tuple[Line, ...]:
    """The rows, the first one led by `first`, the others by `rest`; no row ends in the space of a prefix."""
    return tuple(_led(rest if number else first, row) for number, row in enumerate(rows))


def _led(lead: Span, row: Line) -> Line:
    if row.spans:
        return Line((lead, *row.spans))
    bare = lead.text.rstrip(" ")
    return Line((replace(lead, text=bare),)) if bare else row


def _clamped(indent: int, width: int) -> int:
    """At least two cells, room for one wide character, stay free."""
    return max(0, min(indent, width - 2))


def _fill(text: str, first: int, rest: int) -> list[Range]:
    """Greedy rows, as ranges of characters; the spaces at which a row breaks belong to none."""
    rows: list[Range] = []
    begin, end, used = -1, 0, 0
    for start, stop in _atoms(text, min(first, rest)):
        if text[start] == "\n":
            rows.append((begin, end) if begin >= 0 else (start, start))
            begin = -1
            continue
        cells, gap = cell_len(text[start:stop]), cell_len(text[end:start])
        if begin >= 0 and used + gap + cells > (rest if rows else first):
            rows.append((begin, end))
            begin = -1
        if begin < 0:
            begin, used, gap = start, 0, 0
        used, end = used + gap + cells, stop
    if begin >= 0 or not rows:
        rows.append((max(begin, 0), end if begin >= 0 else 0))
    return rows


def _atoms(text: str, room: int) -> Iterator[Range]:
    """What is kept whole on a row, each at most `room` cells wide, and each newline."""
    for match in _ATOM.finditer(text):
        for start, stop in _pieces(match[0], room):
            yield match.start() + start, match.start() + stop


def _pieces(word: str, room: int) -> Iterator[Range]:
    if word.isascii() and len(word) <= room:
        yield 0, len(word)
        return
    for begin, end in _split(word, _IDEOGRAPH):
        yield from _narrowed(word, begin, end, room, (_RELATION, _GLUE))


def _narrowed(word: str, begin: int, end: int, room: int, seams: tuple[re.Pattern[str], ...]) -> Iterator[Range]:
    """One piece of a word, split at the first kind of seam that it has if it is wider than the room."""
    piece = word[begin:end]
    if cell_len(piece) <= room:
        yield begin, end
    elif not seams:
        yield from ((begin + start, begin + stop) for start, stop in chop(piece, room, room))
    else:
        for start, stop in _split(piece, seams[0]):
            yield from _narrowed(word, begin + start, begin + stop, room, seams[1:])


def _split(text: str, seam: re.Pattern[str]) -> Iterator[Range]:
    """The ranges between the seams; a seam one character wide belongs to neither side."""
    begin = 0
    for match in seam.finditer(text):
        if match.start() > begin:
            yield begin, match.start()
        begin = match.end()
    if begin < len(text):
        yield begin, len(text)


def _row(spans: Sequence[Span], indent: int) -> Line:
    words = tuple(map(_unglued, spans))
    return Line((Span(" " * indent), *words) if indent and words else words)


def _unglued(span: Span) -> Span:
    if span.role is Role.CODE or GLUE not in span.text:
        return span
    return replace(span, text=span.text.replace(GLUE, " "))
