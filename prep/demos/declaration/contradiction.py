"""What a declaration says against itself: told where the demo is described, before any screen stumbles over it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType
from typing import TYPE_CHECKING

from prep.demos.declaration.question import ChoiceQuestion, Item, NumberQuestion, OrderQuestion
from prep.errors import UsageError

if TYPE_CHECKING:
    from prep.demos.declaration.sheet import Sheet

KINDS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "float | None": (int, float, NoneType),
    "bool": (bool,),
    "Scale": (StrEnum,),
    "Fact": (StrEnum,),
    "Form": (StrEnum,),
}
"""Fields that a screen writes or counts with, by their annotation."""
MOST_POINTS = 20_000
"""What a demo may declare at most: a snapshot is copied with every point, and a plot has a hundred columns."""


class Contradiction(TypeError):
    """The message ends the sentence "the demo can't be described: …"."""


def refuse_contradiction(sheet: Sheet) -> Sheet:
    """The same sheet. Raises Contradiction with the first thing in it that no screen could draw."""
    for wrong in (*_kinds(sheet), *_defaults(sheet), *_names(sheet), *_places(sheet)):
        raise Contradiction(wrong)
    return sheet


def _kinds(value: object) -> Iterator[str]:
    """Fields of another type than they declare, in every dataclass within."""
    if isinstance(value, tuple):
        for each in value:
            yield from _kinds(each)
    elif is_dataclass(value):
        for field in fields(value):
            found = getattr(value, field.name)
            kind = KINDS.get(str(field.type))
            if kind and (not isinstance(found, kind) or found != found):
                yield f"{field.name} of its {type(value).__name__} is {found!r}; it takes {_said(str(field.type))}"
            yield from _kinds(found)


def _said(kind: str) -> str:
    said = {"str": "text", "int": "a whole number", "bool": "True or False"}
    return said.get(kind, f"a {kind}" if kind[0].isupper() else "a number")


def _defaults(sheet: Sheet) -> Iterator[str]:
    """Parameters that would refuse what they begin with."""
    for parameter in sheet.parameters:
        try:
            parameter.parse(parameter.format(parameter.default))
        except UsageError as error:
            yield f"a parameter's default is refused: {error}"


def _names(sheet: Sheet) -> Iterator[str]:
    """Series that something shows and nothing declares."""
    declared = [series.name for series in sheet.series]
    asked = [(item.series, "question asks for") for item in _asked(sheet)]
    shown = [(column.series, "table shows") for column in sheet.columns]
    drawn = [(name, "picture compares") for picture in sheet.pictures for name in picture.series]
    for name, what in (*asked, *shown, *drawn):
        if name not in declared:
            yield f"its {what} a series {name!r}; it declares {', '.join(declared) or 'none'}"


def _places(sheet: Sheet) -> Iterator[str]:
    if not all(map(math.isfinite, sheet.xs)):
        yield "it measures at an x that is not finite"
    for item in _asked(sheet):
        if item.x not in sheet.xs:
            yield f"its question asks about {sheet.x.label or 'x'} = {item.x:g}, where it doesn't measure"
    for name in ("seconds", "megabytes", "points"):
        if getattr(sheet.limits, name) <= 0:
            yield f"its limit is {getattr(sheet.limits, name):g} {name}, in which nothing can run"
    if sheet.limits.points > MOST_POINTS:
        yield f"its limit is {sheet.limits.points:,} points; a screen takes {MOST_POINTS:,}"


def _asked(sheet: Sheet) -> tuple[NumberQuestion | ChoiceQuestion | Item, ...]:
    """Whatever names a series and a place."""
    question = sheet.question
    return question.items if isinstance(question, OrderQuestion) else (question,)
