"""A demo whose formulas are spelled with ASCII, for a terminal that draws nothing else; names and numbers stay."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.sheet import Sheet
from prep.text.spelling import spelled

KEPT = {"name", "series", "default", "choices", "values", "wording"}
"""Fields by which things are found: a text in them is no text for people."""


def spelt_outcome(outcome: Outcome) -> Outcome:
    """The same run, its sheet, its remark and why it failed spelled."""
    done = outcome.done and replace(outcome.done, remark=spelled(outcome.done.remark))
    failed = outcome.failed and replace(outcome.failed, sentence=spelled(outcome.failed.sentence))
    return replace(outcome, sheet=spelt(outcome.sheet), done=done, failed=failed)


def spelt(sheet: Sheet) -> Sheet:
    """The sheet with every text for people spelled."""
    found: Sheet = _spelt(sheet, kept=False)
    return found


def _spelt(value: Any, *, kept: bool) -> Any:
    if isinstance(value, str) and type(value) is str:  # a StrEnum is a name
        return value if kept else spelled(value)
    if isinstance(value, tuple):
        return tuple(_spelt(each, kept=kept) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _spelt(getattr(value, f.name), kept=f.name in KEPT) for f in fields(value)})
    return value
