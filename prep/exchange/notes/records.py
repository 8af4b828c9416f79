"""Notes as JSON: a list of records, whatever their fields are called, or a deck of CrowdAnki."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from prep.errors import UsageError
from prep.exchange.notes.fields import note_of, parts_of
from prep.exchange.notes.html import markdown
from prep.exchange.notes.note import Note, Notes, NotTaken


def read_records(text: str, chosen: Mapping[str, str]) -> Notes:
    """The notes of a JSON file. Raises UsageError where it isn't JSON, or holds no records."""
    try:
        said = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UsageError(f"it is no JSON: {error}", "a file of records is a list: [{…}, {…}]") from error
    if isinstance(said, dict) and said.get("__type__") == "Deck":
        found = list(_crowd(said, "", {}))
    else:
        records = _list(said)
        names = list(dict.fromkeys(name for each in records if isinstance(each, dict) for name in each))
        parts = parts_of(names, chosen)
        found = [_record(at, each, parts) for at, each in enumerate(records, 1)]
    return Notes(
        tuple(each for each in found if isinstance(each, Note)),
        tuple(each for each in found if isinstance(each, NotTaken)),
    )


def _list(said: Any) -> list[Any]:
    """The records: the file itself, or the first list of objects in it."""
    lists = [said, *said.values()] if isinstance(said, dict) else [said]
    for each in lists:
        if isinstance(each, list) and any(isinstance(item, dict) for item in each):
            return each
    raise UsageError("it holds no list of records", 'a record is an object: {"question": "…", "answer": "…"}')


def _record(at: int, said: Any, parts: Mapping[str, str]) -> Note | NotTaken:
    place = f"record {at}"
    if not isinstance(said, dict):
        return NotTaken(place, "it is no object with fields")
    return note_of(place, {parts[name]: value for name, value in said.items() if name in parts}, str)


def _crowd(deck: Mapping[str, Any], above: str, models: dict[str, list[str]]) -> Iterator[Note | NotTaken]:
    """A deck of CrowdAnki with its notes and the decks below it; its note types name the fields."""
    name = str(deck.get("name", ""))
    path = f"{above}::{name}" if above and not name.startswith(above) else name
    for model in deck.get("note_models") or ():
        models[str(model.get("crowdanki_uuid"))] = [str(field.get("name")) for field in model.get("flds", ())]
    for at, note in enumerate(deck.get("notes") or (), 1):
        cells = [str(cell) for cell in note.get("fields", ())]
        names = models.get(str(note.get("note_model_uuid"))) or ["question", "answer"]
        parts = parts_of(names, {}) or dict(zip(names, ("question", "answer"), strict=False))
        values: dict[str, object] = {parts[n]: cell for n, cell in zip(names, cells, strict=False) if n in parts}
        values |= {"topic": path, "tags": note.get("tags"), "id": note.get("guid")}
        yield note_of(f"{path}, note {at}", values, markdown)
    for child in deck.get("children") or ():
        yield from _crowd(child, path, models)
