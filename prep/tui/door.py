"""Screens by name, imported when they are first opened: start-up pays for Home alone."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from textual.screen import Screen


def opened(name: str, *arguments: Any) -> Screen[Any]:
    """The screen of that name: "review.summary" holds a `SummaryScreen`. arguments: what its class takes."""
    noun = name.rpartition(".")[2]
    found = getattr(import_module(f"prep.tui.screens.{name}"), f"{noun.capitalize()}Screen")(*arguments)
    assert isinstance(found, Screen)
    return found
