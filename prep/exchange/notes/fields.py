"""A record's fields become the parts of a note: by their names, or as the person says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from prep.errors import UsageError
from prep.exchange.notes.note import Note, NotTaken

PARTS: dict[str, tuple[str, ...]] = {
    "question": ("question", "front", "cue", "prompt", "term", "q", "ask"),
    "answer": ("answer", "back", "definition", "a", "response", "explanation"),
    "hint": ("hint",),
    "tags": ("tags", "tag", "labels", "categories"),
    "level": ("level", "difficulty"),
    "topic": ("topic", "deck", "category", "section"),
    "id": ("id", "guid", "uuid"),
}
"""Each part of a note, and the names that other programs give it."""
LEVELS = {"1": 1, "2": 2, "3": 3, "easy": 1, "medium": 2, "hard": 3}
STATES = frozenset(("leech", "marked"))
"""What Anki writes among the tags though it is none."""

Clean = Callable[[str], str]


def chosen_parts(words: Sequence[str]) -> dict[str, str]:
    """`FIELD=PART` as a mapping from field to part. Raises UsageError."""
    found = {}
    for word in words:
        field, equals, part = word.rpartition("=")
        if not equals or part not in PARTS:
            near = get_close_matches(part, PARTS, n=1)
            hint = f"did you mean {field}={near[0]}?" if near else f"a part is one of {', '.join(PARTS)}"
            raise UsageError(f"--map {word} names no part of a card", hint)
        found[field] = part
    return found


def parts_of(names: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Field → part. What the person chose counts first; a part that is taken isn't given twice.

    Raises UsageError where a chosen field isn't there.
    """
    if strange := next((name for name in chosen if name not in names), None):
        raise UsageError(f"no field is called “{strange}”", f"its fields are {', '.join(names)}")
    found = {name: chosen[name] for name in names if name in chosen}
    for name in names:
        part = next((part for part, known in PARTS.items() if name.strip().lower() in known), None)
        if part and name not in found and part not in found.values():
            found[name] = part
    return found


def note_of(place: str, values: Mapping[str, object], clean: Clean) -> Note | NotTaken:
    """A note from the values of its parts; `clean` makes Markdown of a text."""
    question, answer = _text(values.get("question"), clean), values.get("answer")
    points = tuple(clean(str(item)) for item in answer) if isinstance(answer, list) else ()
    text = "" if points else _text(answer, clean)
    if not question:
        return NotTaken(place, "it asks nothing")
    if not text and not points:
        return NotTaken(place, "it has no answer")
    if "\n```" in f"\n{question}":
        return NotTaken(place, "its question holds a block of code, and a card's question is one line")
    return Note(
        place,
        question,
        text or "\n".join(f"- {point}" for point in points),
        points,
        _text(values.get("hint"), clean),
        tags_of(values.get("tags")),
        LEVELS.get(str(values.get("level", "")).strip().lower(), 0),
        str(values.get("topic") or "").strip(),
        str(values.get("id") or "").strip(),
    )


def tags_of(value: object) -> tuple[str, ...]:
    """Words, from a list or from a text with blanks or commas between."""
    words = value if isinstance(value, list) else re.split(r"[\s,;]+", str(value or ""))
    tidy = (re.sub(r"[^\w/-]+", "-", str(word).lower().replace("::", "/")).strip("-/") for word in words)
    return tuple(dict.fromkeys(tag for tag in tidy if tag and tag not in STATES))


def _text(value: object, clean: Clean) -> str:
    return clean(str(value)).strip() if value is not None and not isinstance(value, list | dict) else ""
