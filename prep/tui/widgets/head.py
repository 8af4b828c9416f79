"""The two rows at the top of every page: where one is and how far, over a rule."""

from __future__ import annotations

from dataclasses import dataclass

from textual.reactive import var

from prep.text.row import label, row, spread
from prep.text.span import Line, Role, Span
from prep.tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class HeadFacts:
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

    facts = var(HeadFacts(), init=False)

    def __init__(self, facts: HeadFacts) -> None:
        super().__init__()
        self.set_reactive(Head.facts, facts)

    def watch_facts(self) -> None:
        """Other facts."""
        self.redraw()

    def rows(self) -> list[Line]:
        """Two rows."""
        facts, width = self.facts, self.grid.width
        left = row(Span("prep", Role.STRONG), label(f"  {facts.place}" if facts.place else ""))
        clock = Span(facts.clock, Role.CARE if facts.long else Role.INK)
        right = row(label(facts.facts), "   " if facts.facts and facts.clock else "", clock)
        heavy = round(width * facts.done)
        rule = row(Span("━" * heavy, Role.ACT), Span("─" * (width - heavy), Role.FAINT))
        return [spread(left, right, width), rule]


class Hairline(Rows):
    """The rule over the desk."""

    def rows(self) -> list[Line]:
        """One row."""
        return [row(Span("─" * self.grid.width, Role.FAINT))]
