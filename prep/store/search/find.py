"""A query as SQL over the index and the log."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from prep.core.clock import month
from prep.core.event import HELD_FOR_EVER
from prep.core.kind import Level
from prep.core.memory import Model
from prep.core.query import Filter, Is, Query, Word
from prep.store.today.glance import FREE, SERVED

WEIGHTS = "10, 4, 1, 6"
"""Of cue, answer, depth, topic: what a card asks says most about it."""
STATES = {
    Is.DUE: f"s.phase <> 'new' and (s.due_at is not null or s.due_day <= :day) and {SERVED} and {FREE}",
    Is.NEW: "coalesce(s.phase, 'new') = 'new'",
    Is.LEARNING: "s.due_at is not null",
    Is.SUSPENDED: f"s.held_until >= {HELD_FOR_EVER}",
    Is.BURIED: f"s.held_until > :day and s.held_until < {HELD_FOR_EVER}",
}
WORDS = "said t join doc d on d.id = t.rowid cross join log.card c on c.id = d.card"
MISSED = """exists (select 1 from log.point p where p.point > c.id || '#' and p.point < c.id || '$'
    and p.missed > 0 and instr(lower(substr(p.point, length(c.id) + 2)), {value}) > 0)"""
"""A point's name is "card#key", and $ is what comes after #."""


MOST_RANKED = 5_000
"""Above so many matches none is the best one, and to rank them all would take a quarter of a second for 100,000."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What a query found."""

    cards: tuple[str, ...]
    """Full ids, no more than were asked for: the best match first, without words in the order of the decks."""
    total: int
    """How many there are; more than `MOST_RANKED` aren't counted."""


def find(index: sqlite3.Connection, query: Query, day: int, model: Model, most: int) -> Hits:
    """The cards of which all of the query holds on that study day."""
    made = _Conditions(day, model)
    where = " and ".join(["c.retired = 0", *map(made.word, query.words), *map(made.condition, query.filters)])
    match = " and ".join(_phrase(word) for word in query.words if _matches(word))
    tables = f"{WORDS if query.words else 'log.card c'} left join log.state s on s.card = c.id"
    sql = f"select c.id, c.position from {tables} where {where} {'and said match :match' if match else ''}"
    named = made.named | {"match": match}
    found = index.execute(f"{sql} limit {MOST_RANKED + 1}", named).fetchall()
    if match and len(found) <= MOST_RANKED:
        found = index.execute(f"{sql} order by bm25(said, {WEIGHTS}), c.position", named).fetchall()
    elif not match:
        found.sort(key=itemgetter(1))
    return Hits(tuple(card for card, _ in found[:most]), len(found))


class _Conditions:
    """SQL for words and filters, with the values that it names."""

    def __init__(self, day: int, model: Model) -> None:
        self._model = model
        self.named: dict[str, Any] = {"day": day, "month": month(day)}

    def word(self, word: Word) -> str:
        """What the index can't match: a word that must not be there, or one without a letter, such as √."""
        if _matches(word):
            return "true"
        if any(map(_letter, word.text)):
            return f"t.rowid not in (select rowid from said where said match {self._name(_phrase(word))})"
        inside = f"instr(t.cue || ' ' || t.answer || ' ' || t.depth, {self._name(word.text)})"
        return f"{inside} {'=' if word.without else '>'} 0"

    def condition(self, filter: Filter) -> str:
        """One filter."""
        made = getattr(self, f"_{filter.name}")(filter)
        return f"not coalesce({made}, false)" if filter.without else made

    def _topic(self, filter: Filter) -> str:
        return f"instr(lower(c.topic), {self._name(filter.value)}) > 0"

    def _tag(self, filter: Filter) -> str:
        return f"instr(' ' || lower(c.tags), {self._name(f' {filter.value}')}) > 0"

    def _kind(self, filter: Filter) -> str:
        return f"c.kind = {self._name(filter.value)}"

    def _level(self, filter: Filter) -> str:
        return f"c.level = {self._name(int(Level[filter.value.upper()]))}"

    def _is(self, filter: Filter) -> str:
        return f"({STATES[Is(filter.value)]})"

    def _recall(self, filter: Filter) -> str:
        """Recall falls with the elapsed days per day of stability."""
        pressure = self._name(self._model.pressure(filter.number))
        return f"max(0, :day - s.last_day) {'>' if filter.less else '<'} {pressure} * s.stability"

    def _missed(self, filter: Filter) -> str:
        return MISSED.format(value=self._name(filter.value))

    def _rated(self, filter: Filter) -> str:
        return f"s.last_day > :day - {self._name(filter.number)}"

    def _added(self, filter: Filter) -> str:
        return f"s.added_day > :day - {self._name(filter.number)}"

    def _name(self, value: object) -> str:
        name = f"v{len(self.named)}"
        self.named[name] = value
        return f":{name}"


def _matches(word: Word) -> bool:
    """Whether the index itself can say that a card has it."""
    return not word.without and any(map(_letter, word.text))


def _letter(character: str) -> bool:
    return character.isalnum() or character == "_"


def _phrase(word: Word) -> str:
    """Words in their order, as the index reads them; the last may go on."""
    quoted = word.text.replace('"', '""')
    return f'"{quoted}"' + ("" if word.whole else " *")
