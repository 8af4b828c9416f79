"""Notes as rows of a table: CSV, TSV, what spreadsheets and Quizlet write, Anki's text export."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from prep.errors import UsageError
from prep.exchange.notes.fields import note_of, parts_of
from prep.exchange.notes.html import markdown
from prep.exchange.notes.note import Note, Notes, NotTaken

SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " ", "colon": ":"}
"""As Anki names them in `#separator:`."""
GUESSED = ("\t", ";", ",", "|")
HEAD = 10_000
"""Characters of the first line that are looked at."""
DEFAULT = ("question", "answer", "tags")
"""The columns of a table without a header."""
COLUMNS = {"guid column": "id", "deck column": "topic", "tags column": "tags", "notetype column": "notetype"}

Row = tuple[int, list[str]]
"""The line where it begins, counted from 1, and its cells."""


@dataclass(frozen=True, slots=True)
class Header:
    """What Anki's text export says above its rows: `#separator:tab`, `#html:true`, `#columns:Front,Back`."""

    said: Mapping[str, str]
    lines: int

    @property
    def separator(self) -> str:
        """Empty where none was given."""
        named = self.said.get("separator", "")
        return SEPARATORS.get(named.lower(), named[:1])

    def columns(self, width: int) -> list[str]:
        """The names of the columns where the header gives them, else nothing."""
        if named := self.said.get("columns"):
            return next(csv.reader([named], delimiter=self.separator or ","))
        if not self.said:
            return []
        places = {int(self.said[key]): name for key, name in COLUMNS.items() if self.said.get(key, "").isdecimal()}
        free = iter(("question", "answer"))
        return [places.get(at) or next(free, f"field {at}") for at in range(1, width + 1)]


def read_table(text: str, chosen: Mapping[str, str]) -> Notes:
    """The notes of a table. Raises UsageError where a quotation mark never ends, or no column asks."""
    header = _header(text)
    body = "\n".join(text.split("\n")[header.lines :])
    separator = header.separator or _guess(body)
    rows = [row for row in _rows(body, separator, header.lines) if not (header.said and row[1][0].startswith("#"))]
    if not rows:
        return Notes((), ())
    names, rows = _names(header, rows, chosen)
    parts = parts_of(names, chosen)
    if "question" not in parts.values():
        hint = f"name it: --map {names[0]}=question --map {names[-1]}=answer"
        raise UsageError(f"no column of {', '.join(names)} asks", hint)
    clean = markdown if header.said.get("html") == "true" else str
    found = [_note(line, cells, names, parts, header, clean is markdown) for line, cells in rows]
    told = () if header.separator else (f"columns are taken as separated by {_named(separator)}",)
    return Notes(
        tuple(each for each in found if isinstance(each, Note)),
        tuple(each for each in found if isinstance(each, NotTaken)),
        told,
    )


def _header(text: str) -> Header:
    above = list(takewhile(lambda line: line.startswith("#") and ":" in line, text.split("\n")))
    said = (line[1:].partition(":") for line in above)
    return Header({key.strip().lower(): value.strip("\r ") for key, _, value in said}, len(above))


def _guess(body: str) -> str:
    """The separator that cuts the first line into most cells."""
    first = body.lstrip("\n").partition("\n")[0][:HEAD]
    return max(GUESSED, key=lambda sign: len(next(csv.reader([first], delimiter=sign), [])))


def _rows(body: str, separator: str, above: int) -> Iterator[Row]:
    if separator == "\t" and '"' not in body:
        yield from _unquoted(body, above)
        return
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=True)
    line = above + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = above + reader.line_num + 1
    except csv.Error as error:
        hint = "a quotation mark inside a cell is written twice"
        raise UsageError(f"the row in line {line} can't be read: {error}", hint) from error


def _unquoted(body: str, above: int) -> Iterator[Row]:
    """Quizlet quotes nothing: a line without a tab goes on with the last cell."""
    row: Row | None = None
    for number, line in enumerate(body.split("\n"), above + 1):
        line = line.rstrip("\r")
        if "\t" in line or row is None:
            if row and any(row[1]):
                yield row
            row = (number, line.split("\t")) if line.strip() else None
        else:
            row[1][-1] += f"\n{line}"
    if row:
        yield row


def _names(header: Header, rows: list[Row], chosen: Mapping[str, str]) -> tuple[list[str], list[Row]]:
    """The columns' names, and the rows below them."""
    if named := header.columns(max(len(cells) for _, cells in rows)):
        return named, rows
    first = [cell.strip() for cell in rows[0][1]]
    if chosen or {"question", "answer"} <= set(parts_of(first, {}).values()):
        return first, rows[1:]
    return [DEFAULT[at] if at < len(DEFAULT) else f"column {at + 1}" for at in range(len(first))], rows


def _note(
    line: int, cells: list[str], names: list[str], parts: Mapping[str, str], header: Header, html: bool
) -> Note | NotTaken:
    place = f"line {line}"
    if len(cells) != len(names) and not header.said:
        return NotTaken(place, f"it has {len(cells)} of {len(names)} columns")
    values: dict[str, object] = {parts[name]: cell for name, cell in zip(names, cells, strict=False) if name in parts}
    values["topic"] = values.get("topic") or header.said.get("deck", "")
    values["tags"] = f"{values.get('tags', '')} {header.said.get('tags', '')}"
    return note_of(place, values, markdown if html else str)


def _named(separator: str) -> str:
    return next((name for name, sign in SEPARATORS.items() if sign == separator), f"“{separator}”")
