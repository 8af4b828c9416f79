"""Frozen dataclasses as lines of JSON and back, between the app and the process that runs demos.

A dataclass is an object whose "is" names its class; an enum is one with its value; every array is a tuple.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any

from prep.core.problem import Problem, Severity
from prep.demos import message, parameter, picture, question, spec

CLASSES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        message.Ready, message.Point, message.Image, message.Expected, message.Theory, message.Progress, message.Done,
        message.Failure, message.Failed,
        parameter.Int, parameter.Ints, parameter.Float, parameter.Floats, parameter.Choice, parameter.Scale,
        question.NumberQuestion, question.ChoiceQuestion, question.Option, question.OrderQuestion, question.Item,
        picture.Picture, picture.Form, spec.Axis, spec.Series, spec.Column, spec.Fact, spec.Limits, spec.Sheet,
        Problem, Severity,
    )
}


def line(value: object) -> bytes:
    """One line, newline included."""
    return (json.dumps(_plain(value), ensure_ascii=False) + "\n").encode()


def value(text: str | bytes) -> Any:
    """What a line stands for. Raises ValueError, KeyError or TypeError where it stands for nothing."""
    return _rich(json.loads(text))


def _plain(value: object) -> object:
    if isinstance(value, StrEnum):
        return {"is": type(value).__name__, "value": value.value}
    if is_dataclass(value):
        return {"is": type(value).__name__} | {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def _rich(value: object) -> object:
    if isinstance(value, list):
        return tuple(_rich(item) for item in value)
    if isinstance(value, dict):
        items = {key: _rich(item) for key, item in value.items()}
        return CLASSES[str(items.pop("is"))](**items) if "is" in items else items
    return value
