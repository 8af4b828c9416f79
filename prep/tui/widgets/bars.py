"""Bars and columns made of line characters."""

from __future__ import annotations

from textual.content import Content

from prep.tui.ink import ink

COLUMNS = "▁▂▃▄▅▆▇█"


def bar(value: int, most: int, room: int, look: str) -> Content:
    """A heavy line; anything above nothing is at least one column long."""
    length = round(room * value / most) if most else 0
    return ink("━" * (max(1, length) if value else 0), look)


def columns(values: tuple[int, ...]) -> str:
    """One character a value: the strip beside the streak."""
    most = max(values, default=0)
    return "".join(COLUMNS[round(value / most * (len(COLUMNS) - 1))] if most else COLUMNS[0] for value in values)
