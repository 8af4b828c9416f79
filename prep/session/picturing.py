"""A demo's pictures as rows of text, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence

from prep.demos.message import Image
from prep.demos.outcome import Outcome
from prep.demos.picture import Form, Picture
from prep.demos.verdict import number
from prep.text.plot import bar_rows, histogram_rows, matrix
from prep.text.span import BLANK, Line, Role, Span
from prep.text.table import Align, Table, table_lines
from prep.text.wrap import wrap


def seen(outcome: Outcome) -> tuple[Picture, ...]:
    """The declared pictures of which something has been measured."""
    sent = {image.name for image in outcome.images}
    return tuple(p for p in outcome.sheet.pictures if p.name in sent or (p.form is Form.BARS and _bars(outcome, p)))


def picture_rows(outcome: Outcome, picture: Picture, width: int, height: int, *, ascii: bool = False,
                 ) -> tuple[Line, ...]:
    """What it shows and where, then the picture."""
    head = wrap((Span(f"{picture.title}{_where(outcome, picture)}", Role.DIM),), width)
    room = max(height - len(head) - 1, 3)
    return (*head, BLANK, *_drawn(outcome, picture, width, room, ascii))


def _drawn(outcome: Outcome, picture: Picture, width: int, room: int, ascii: bool) -> Sequence[Line]:
    images = _images(outcome, picture)
    match picture.form:
        case Form.BARS:
            return bar_rows(_bars(outcome, picture), width, ascii=ascii)
        case Form.HISTOGRAM:
            strips = [(f"{outcome.sheet.x.label} {image.x:g}", image.rows[0]) for image in images]
            return histogram_rows(strips, picture.low, picture.high, width, room, ascii=ascii)
        case Form.HEAT:
            return matrix(images[-1].rows, width, room, ascii=ascii)


def picture_table(outcome: Outcome, picture: Picture, width: int) -> tuple[Line, ...]:
    """The numbers of a picture, as many columns as there is room for."""
    images = _images(outcome, picture)
    if picture.form is Form.BARS:
        rows: list[tuple[str, ...]] = [(label, said) for label, _, said in _bars(outcome, picture)]
        return _table(("", f"at {_last(outcome, picture):g}"), rows, width)
    if picture.form is Form.HEAT:
        rows = [(str(at), *(f"{value:.2g}" for value in row)) for at, row in enumerate(images[-1].rows, 1)]
        return _table(("", *(str(at) for at in range(1, len(images[-1].rows[0]) + 1))), rows, width)
    bins = len(images[0].rows[0])
    step = (picture.high - picture.low) / bins
    middles = (f"{picture.low + step * (at + 0.5):.3g}".replace("-", "−") for at in range(bins))
    rows = [(middle, *(f"{image.rows[0][at]:g}" for image in images)) for at, middle in enumerate(middles)]
    return _table(("bin", *(f"{image.x:g}" for image in images)), rows, width)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> tuple[Line, ...]:
    widths = [max(len(row[at]) for row in (head, *rows)) + 2 for at in range(len(head))]
    fits = next((n for n in range(len(head), 1, -1) if sum(widths[:n]) <= width), 1)
    cells = tuple(tuple((Span(text),) for text in row[:fits]) for row in rows)
    return table_lines(Table(tuple((Span(text),) for text in head[:fits]), cells, (Align.RIGHT,) * fits), width)


def _where(outcome: Outcome, picture: Picture) -> str:
    return "" if picture.form is Form.HISTOGRAM else f", {outcome.sheet.x.label} {_last(outcome, picture):g}"


def _last(outcome: Outcome, picture: Picture) -> float:
    found = [image.x for image in _images(outcome, picture)] or [point.x for point in outcome.points
                                                                 if point.series in picture.series]
    return found[-1]


def _images(outcome: Outcome, picture: Picture) -> list[Image]:
    return [image for image in outcome.images if image.name == picture.name]


def _bars(outcome: Outcome, picture: Picture) -> list[tuple[str, float, str]]:
    """(legend, value, value as text) of each series at the last x where one of them was measured."""
    points = [point for point in outcome.points if point.series in picture.series]
    last = [point for point in points if point.x == points[-1].x]
    found = [(outcome.sheet.one(point.series), point.y) for point in last]
    return [(series.legend, y, number(y, series)) for series, y in found]
