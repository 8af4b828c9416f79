"""Screens by name, imported when they are first opened: start-up pays for Home alone."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from textual.screen import Screen


def opened(name: str, *arguments: Any) -> Screen[Any]:
    """The screen of `screens/stats.py`, a `StatsScreen`, by its name "stats". arguments: what its class takes."""
    found = getattr(import_module(f"prep.tui.screens.{name}"), f"{name.capitalize()}Screen")(*arguments)
    assert isinstance(found, Screen)
    return found
