"""A file of another program → its notes, whatever its form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from prep.errors import UsageError
from prep.exchange.notes.headings import read_headings
from prep.exchange.notes.note import Notes
from prep.exchange.notes.records import read_records
from prep.exchange.notes.table import read_table

ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
PACKAGES = (".apkg", ".colpkg")


def read_notes(name: str, data: bytes, chosen: Mapping[str, str]) -> Notes:
    """The notes of a file. Raises UsageError, without the file's name, where it can't be read."""
    suffix = PurePath(name).suffix.lower()
    if suffix in PACKAGES or data[:2] == b"PK":
        hint = "in Anki: File, Export, Notes in Plain Text, with tags, deck and guid; prep import reads that"
        raise UsageError("packages of Anki aren't read yet", hint)
    text = _text(data)
    if suffix == ".json" or (suffix not in (".md", ".csv", ".tsv") and text.lstrip()[:1] in ("[", "{")):
        return read_records(text, chosen)
    if suffix in (".md", ".markdown"):
        if "\n```toml" in text and "topic" in text:
            raise UsageError("it is a deck of prep already", f"prep add {name}")
        return read_headings(text)
    return read_table(text, chosen)


def _text(data: bytes) -> str:
    try:
        return data.decode(ENCODINGS.get(data[:2], "utf-8-sig")).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise UsageError("it is not UTF-8 text", "save it as UTF-8 where it comes from") from error
