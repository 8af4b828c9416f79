"""A demo's pictures as rows of text, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence

from prep.demos.declaration.message import Image
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.picture import Form, Picture
from prep.demos.judging.verdict import number
from prep.text.plot import Edges, Matrix, bar_rows, histogram_rows, matrix_rows, shown
from prep.text.plot.scale import text
from prep.text.span import BLANK, Line, Role, Span
from prep.text.table import GAP, Align, Table, table_lines
from prep.text.wrap import wrap

CELL = 7
"""Columns that a number of a matrix takes in a table, about: ".0123" and a gap."""


def seen(outcome: Outcome) -> tuple[Picture, ...]:
    """The declared pictures of which something has been measured."""
    sent = {image.name for image in outcome.images}
    return tuple(p for p in outcome.sheet.pictures if p.name in sent or (p.form is Form.BARS and _bars(outcome, p)))


def picture_rows(
    outcome: Outcome,
    picture: Picture,
    width: int,
    height: int,
    *,
    ascii: bool = False,
) -> tuple[Line, ...]:
    """What it shows and where, then the picture."""
    head = wrap((Span(f"{picture.title}{_where(outcome, picture)}", Role.DIM),), width)
    head = (*head, *(() if picture.form is Form.HEAT else (BLANK,)))  # a matrix has a row of titles of its own
    return (*head, *_drawn(outcome, picture, width, max(height - len(head), 3), ascii))


def _drawn(outcome: Outcome, picture: Picture, width: int, room: int, ascii: bool) -> Sequence[Line]:
    images = _images(outcome, picture)
    match picture.form:
        case Form.BARS:
            return bar_rows(_bars(outcome, picture), width, ascii=ascii)
        case Form.HISTOGRAM:
            strips = [(_at(outcome, image), image.rows[0]) for image in images]
            return histogram_rows(strips, picture.low, picture.high, width, room, label=picture.across, ascii=ascii)
        case Form.HEAT:
            return matrix_rows(_matrices(outcome, picture), width, room, _edges(picture), ascii=ascii)


def picture_table(outcome: Outcome, picture: Picture, width: int) -> tuple[Line, ...]:
    """Every number of a picture; columns that have no room stand below the others."""
    images = _images(outcome, picture)
    if picture.form is Form.BARS:
        rows: list[tuple[str, ...]] = [(label, said) for label, _, said in _bars(outcome, picture)]
        return _table(("", f"at {_last(outcome, picture):g}"), rows, width)
    if picture.form is Form.HEAT:
        seen = shown(_matrices(outcome, picture), _edges(picture), width)
        return tuple(line for matrix in seen for line in _matrix_table(matrix, picture, width))
    bins = min(len(image.rows[0]) for image in images)
    step = (picture.high - picture.low) / bins
    middles = (f"{picture.low + step * (at + 0.5):.3g}".replace("-", "−") for at in range(bins))
    rows = [(middle, *(f"{image.rows[0][at]:g}" for image in images)) for at, middle in enumerate(middles)]
    return _table((picture.across or "bin", *(_at(outcome, image) for image in images)), rows, width)


def _matrix_table(matrix: Matrix, picture: Picture, width: int) -> tuple[Line, ...]:
    """With the longer side down where not all columns would have room."""
    down, across, rows = picture.down, picture.across, matrix.rows
    if len(rows[0]) > len(rows) and len(rows[0]) * CELL > width:
        down, across, rows = across, down, tuple(zip(*rows, strict=True))
    named = f"{matrix.title}: {down} (down), {across} (across)" if down and across else matrix.title
    cells = [(str(at), *map(_brief, row)) for at, row in enumerate(rows, 1)]
    head = ("", *(str(at) for at in range(1, len(rows[0]) + 1)))
    return (Line((Span(named, Role.DIM),)), *_table(head, cells, width), BLANK)


def _brief(value: float) -> str:
    """Three digits: ".052", "9.18e−4"."""
    return text(float(f"{value:.3g}"), ascii=True).replace("-", "−")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> tuple[Line, ...]:
    """The first column before every block of the others."""
    widths = [max(len(row[at]) for row in (head, *rows)) + GAP for at in range(len(head))]
    lines: list[Line] = []
    start = 1
    while start < len(head):
        stop = next(
            (n for n in range(len(head), start + 1, -1) if widths[0] + sum(widths[start:n]) - GAP <= width), start + 1
        )
        cells = [tuple((Span(said),) for said in (row[0], *row[start:stop])) for row in (head, *rows)]
        table = Table(cells[0], tuple(cells[1:]), (Align.RIGHT,) * len(cells[0]))
        lines += [*([BLANK] if lines else []), *table_lines(table, width)]
        start = stop
    return tuple(lines)


def _where(outcome: Outcome, picture: Picture) -> str:
    return f", {outcome.sheet.x.label} {_last(outcome, picture):g}" if picture.form is Form.BARS else ""


def _at(outcome: Outcome, image: Image) -> str:
    return f"{outcome.sheet.x.label} {image.x:g}"


def _matrices(outcome: Outcome, picture: Picture) -> list[Matrix]:
    return [Matrix(_at(outcome, image), image.rows) for image in _images(outcome, picture)]


def _edges(picture: Picture) -> Edges:
    return Edges(picture.down, picture.across, picture.unit)


def _last(outcome: Outcome, picture: Picture) -> float:
    return [point.x for point in outcome.points if point.series in picture.series][-1]


def _images(outcome: Outcome, picture: Picture) -> list[Image]:
    return [image for image in outcome.images if image.name == picture.name]


def _bars(outcome: Outcome, picture: Picture) -> list[tuple[str, float, str]]:
    """(legend, value, value as text) of each series at the last x where one of them was measured."""
    points = [point for point in outcome.points if point.series in picture.series]
    last = [point for point in points if point.x == points[-1].x]
    found = [(outcome.sheet.one(point.series), point.y) for point in last]
    return [(series.legend, y, number(y, series)) for series, y in found]
