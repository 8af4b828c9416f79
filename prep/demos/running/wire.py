"""Frozen dataclasses as lines of JSON and back, between the app and the process that runs demos.

A dataclass is an object whose "is" names its class; an enum, always a field of a dataclass, is one with its value;
every array is a tuple.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any

from prep.core.problem import Problem, Severity
from prep.demos.declaration import message, parameter, picture, question, sheet

CLASSES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        message.Ready,
        message.Point,
        message.Image,
        message.Expected,
        message.Theory,
        message.Progress,
        message.Done,
        message.Failure,
        message.Failed,
        parameter.Int,
        parameter.Ints,
        parameter.Float,
        parameter.Floats,
        parameter.Choice,
        parameter.Scale,
        question.NumberQuestion,
        question.ChoiceQuestion,
        question.Option,
        question.OrderQuestion,
        question.Item,
        picture.Picture,
        picture.Form,
        sheet.Axis,
        sheet.Series,
        sheet.Column,
        sheet.Fact,
        sheet.Limits,
        sheet.Sheet,
        Problem,
        Severity,
    )
}
FIELDS = {kind: tuple(f.name for f in fields(kind)) for kind in CLASSES.values() if is_dataclass(kind)}


def line(value: object) -> bytes:
    """One line, newline included."""
    return (ENCODER.encode(value) + "\n").encode()


def value(text: str | bytes) -> Any:
    """What a line stands for. Raises ValueError, KeyError or TypeError where it stands for nothing."""
    try:
        return _tuples(json.loads(text, object_hook=_rich))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _plain(value: object) -> object:
    """A dataclass as an object; the encoder itself knows the rest. A run sends hundreds, so this has to be quick."""
    kind = type(value)
    if kind not in FIELDS:
        raise TypeError(f"{kind.__name__} can't be sent")
    return {"is": kind.__name__} | {name: _enum(getattr(value, name)) for name in FIELDS[kind]}


ENCODER = json.JSONEncoder(ensure_ascii=False, default=_plain, check_circular=False)


def _enum(value: object) -> object:
    return {"is": type(value).__name__, "value": value.value} if isinstance(value, StrEnum) else value


def _rich(items: dict[str, Any]) -> object:
    """Inner objects come first."""
    kind = items.pop("is", None)
    found = {key: _tuples(item) for key, item in items.items()}
    return found if kind is None else CLASSES[str(kind)](**found)


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
