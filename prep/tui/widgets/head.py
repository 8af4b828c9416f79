"""The two rows at the top of every page: where one is and how far, over a rule."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from prep.tui.ink import ink, joined, spread
from prep.tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class Facts:
    """What the head says."""

    place: str = ""
    """Where one is: a topic, "add a card"."""
    facts: str = ""
    """At the right, dim."""
    clock: str = ""
    """At the right edge."""
    long: bool = False
    """The clock is past the card's limit."""
    done: float = 0.0
    """Share of the session that is done, 0 to 1."""


class Head(Rows):
    """Name, place, facts and clock; below them the progress rule, whole and quiet outside a session."""

    def __init__(self, facts: Facts = Facts()) -> None:
        super().__init__()
        self.facts = facts

    def say(self, facts: Facts) -> None:
        """Show other facts."""
        if facts != self.facts:
            self.facts = facts
            self.redraw()

    def rows(self) -> list[Content]:
        """Two rows."""
        facts, width = self.facts, self.grid.width
        left = joined([ink("prep", "strong"), ink(f"  {facts.place}" if facts.place else "", "dim")])
        clock = ink(facts.clock, *(("care",) if facts.long else ()))
        gap = "   " if facts.facts and facts.clock else ""
        heavy = round(width * facts.done)
        rule = joined([ink("━" * heavy, "act"), ink("─" * (width - heavy), "faint")])
        return [spread(left, joined([ink(facts.facts, "dim"), gap, clock]), width), rule]


class Hairline(Rows):
    """The rule over the desk."""

    def rows(self) -> list[Content]:
        """One row."""
        return [ink("─" * self.grid.width, "faint")]
