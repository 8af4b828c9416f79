"""Screens by name, imported when they are first opened: start-up pays for Home alone."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from textual.screen import Screen


@dataclass(frozen=True, slots=True)
class Door:
    """The way to one screen."""

    module: str
    screen: str
    """Name of the class."""

    def open(self, *arguments: Any) -> Screen[Any]:
        """The screen, made from what its class takes."""
        found = getattr(import_module(f"prep.tui.screens.{self.module}"), self.screen)(*arguments)
        assert isinstance(found, Screen)
        return found


REVIEW = Door("review", "ReviewScreen")
SUMMARY = Door("summary", "SummaryScreen")
KEYS = Door("keys", "KeysScreen")
ADD = Door("add", "AddScreen")
"""(library)"""
DEMO = Door("demo", "DemoScreen")
"""(library, card or None, call)"""
DEMOS = Door("demos", "DemosScreen")
"""(library)"""
TOPIC = Door("topic", "TopicScreen")
"""(library, topic id)"""
PROBLEMS = Door("problems", "ProblemsScreen")
"""(library)"""
FOCUS = Door("focus", "FocusScreen")
"""(library)"""
STATS = Door("stats", "StatsScreen")
"""(library)"""
FIT = Door("fit", "FitScreen")
"""(library)"""
CALIBRATION = Door("calibration", "CalibrationScreen")
"""(library)"""
