"""What a person types to find cards: words, "words together", filters such as `is:due` or `recall<0.8` (DESIGN §1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from itertools import takewhile

from prep.core.kind import Kind, Level

LONGEST = 1_000
"""Characters of a query. A question has some eighty; what was pasted by mistake is told, not searched."""


class Is(StrEnum):
    """What `is:` may ask."""

    DUE = "due"
    NEW = "new"
    LEARNING = "learning"
    SUSPENDED = "suspended"
    BURIED = "buried"


KINDS = tuple(kind.value for kind in Kind)
STATES = tuple(Is)
LEVELS = tuple(level.name.lower() for level in Level)
LEVEL_NUMBERS = {str(int(level)): level.name.lower() for level in Level}
"""Decks say a level by its number."""


@dataclass(frozen=True, slots=True)
class FilterRecord:
    """One filter: what stands behind its colon."""

    name: str
    wants: str
    """In words: "an id of a topic, or a part of it"."""
    values: tuple[str, ...] = ()
    """Those there are; none: any text, or a number."""
    most: float | None = None
    """A number, from 0 to this one."""
    compared: bool = False
    """Asked by `<` or `>` in place of the colon."""


RECORDS = {
    record.name: record
    for record in (
        FilterRecord("topic", "an id of a topic, or a part of it"),
        FilterRecord("tag", "a tag"),
        FilterRecord("kind", f"one of {', '.join(KINDS)}", KINDS),
        FilterRecord("level", f"one of {', '.join(LEVELS)}", LEVELS),
        FilterRecord("is", f"one of {', '.join(STATES)}", STATES),
        FilterRecord("recall", "a number from 0 to 1", most=1, compared=True),
        FilterRecord("missed", "a key of a must-say point, or a part of it"),
        FilterRecord("rated", "a number of days", most=100_000),
        FilterRecord("added", "a number of days", most=100_000),
    )
}


@dataclass(frozen=True, slots=True)
class Word:
    """Text that a card must have: its last word may go on, unless it was quoted."""

    text: str
    whole: bool = False
    """It stood in quotes."""
    without: bool = False
    """A minus stood before it: the card must not have it."""


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition on a card's facts, state or history."""

    name: str
    value: str
    less: bool = False
    """`<`; else `>` where numbers are compared."""
    without: bool = False
    source: str = ""
    """As it was typed."""

    @property
    def number(self) -> float:
        """Its value, where it is one."""
        return float(self.value)


@dataclass(frozen=True, slots=True)
class Query:
    """All of it must hold."""

    words: tuple[Word, ...] = ()
    filters: tuple[Filter, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.words or self.filters)


class QueryProblem(ValueError):
    """What can't be searched: a sentence, the column (from 1) it is about, and the filter that may be meant."""

    def __init__(self, message: str, column: int, instead: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.instead = instead


TOKEN = re.compile(r'(?P<minus>-?)(?:"(?P<quoted>[^"]*)"?|(?P<plain>(?:[^\s"]|"[^"]*"?)+))|-')
NAMED = re.compile(r"(?P<name>[a-z]+)(?P<sign>[:<>])(?P<value>.*)", re.IGNORECASE)


def query(text: str) -> Query:
    """The query that a text says. Raises QueryProblem."""
    if len(text) > LONGEST:
        raise QueryProblem(f"a query has at most {LONGEST:,} characters; this has {len(text):,}", LONGEST + 1)
    words: list[Word] = []
    filters: list[Filter] = []
    for token in TOKEN.finditer("".join(c if c.isprintable() else " " for c in text)):
        if named := NAMED.fullmatch(token["plain"] or ""):
            filters.append(_filter(token, named))
        elif word := token["quoted"] or token["plain"]:
            words.append(Word(word, token["plain"] is None, bool(token["minus"])))
    return Query(tuple(words), tuple(filters))


def completed(text: str, known: Mapping[str, Sequence[str]]) -> str:
    """The text with its last word completed as far as it is certain: the name of a filter, or one of its values.

    known: values of filters that decks decide, such as the ids of all topics.
    """
    start, last = text.rpartition(" ")[0], text.rpartition(" ")[2]
    sign, word = ("-", last[1:]) if last.startswith("-") else ("", last)
    name, colon, value = word.partition(":")
    record = RECORDS.get(name.lower())
    if not colon:
        names = [f"{each.name}{'<' if each.compared else ':'}" for each in RECORDS.values()]
        found = _common(word, names)
    else:
        values = (record.values or known.get(record.name, ())) if record else ()
        found = f"{name}:{_common(value, values)}"
    return " ".join(filter(None, (start, sign + found)))


def _common(begun: str, words: Sequence[str]) -> str:
    """What all words that begin so have in common; itself where none does."""
    fitting = [word for word in words if word.startswith(begun.lower())]
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*fitting, strict=False))
    return "".join(letters[0] for letters in same) or begun


def corrected(text: str, problem: QueryProblem) -> str:
    """The text with the filter that was meant; as it is where nobody knows one."""
    if not problem.instead:
        return text
    start = text.rfind(" ", 0, problem.column - 1) + 1
    start += text[start] == "-"
    return text[:start] + problem.instead + text[start:].removeprefix(text[start:].split(" ")[0])


def taken_out(text: str, gone: Filter) -> str:
    """A query's text without one of its filters."""
    return " ".join(text.replace(gone.source, "", 1).split())


def _filter(token: re.Match[str], named: re.Match[str]) -> Filter:
    name, sign, column = named["name"].lower(), named["sign"], token.start("plain") + 1
    record = RECORDS.get(name)
    if record is None:
        near = get_close_matches(name, RECORDS, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]}:?" if near else f"There are {', '.join(RECORDS)}; in quotes it is a word."
        raise QueryProblem(f"{name}{sign} is no filter. {hint}", column, f"{near[0]}:{named['value']}" if near else "")
    if record.compared is (sign == ":"):
        right = "<" if record.compared else ":"
        told = f"{name} is asked as {name}{right}{'0.8' if record.compared else ''}"
        raise QueryProblem(told, column, f"{name}{right}{named['value']}")
    value = _value(record, named["value"].replace('"', ""), column + len(name) + 1)
    return Filter(name, value, sign == "<", bool(token["minus"]), token[0])


def _value(record: FilterRecord, value: str, column: int) -> str:
    if record.most is not None:
        return _number(record, value, column)
    if record.name == "level" and value in LEVEL_NUMBERS:
        return LEVEL_NUMBERS[value]
    if value and (not record.values or value.lower() in record.values):
        return value.lower()
    near = get_close_matches(value.lower(), record.values, n=1, cutoff=0.5)
    hint = f". Did you mean {record.name}:{near[0]}?" if near else ""
    raise QueryProblem(f"{record.name}: wants {record.wants}{hint}", column, f"{record.name}:{near[0]}" if near else "")


def _number(record: FilterRecord, value: str, column: int) -> str:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= (record.most or 0):
        raise QueryProblem(f"{record.name} wants {record.wants}", column)
    return repr(number)
