"""A plan for an interview: when it is, how long a person studies each day, and what it is about (DESIGN §8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from prep.core.card import Card, Topic
from prep.core.clock import day_date, day_number
from prep.core.event import Event, EventKind
from prep.core.kind import Level

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTES = range(1, 601)
"""Minutes a day that a plan may ask for."""
USUAL_MINUTES = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person wants to be ready for."""

    id: str
    name: str
    day: int
    """Study day of the interview."""
    minutes: int = USUAL_MINUTES
    """Minutes of study a day."""
    off: tuple[str, ...] = ()
    """Days without study: weekdays ("thu") and dates ("2026-12-24")."""
    topics: tuple[str, ...] = ()
    """Ids; with `tags` empty too, everything."""
    tags: tuple[str, ...] = ()
    level: int = Level.SENIOR
    """The highest."""
    begun: int = 0
    """Study day on which it was first made."""

    def holds(self, card: Card) -> bool:
        """Whether the card is in its scope."""
        named = card.topic in self.topics or not set(self.tags).isdisjoint(card.tags)
        return card.level <= self.level and (named or not (self.topics or self.tags))

    def runs(self, day: int) -> bool:
        """Whether it decides what is asked on that study day; after its own it rests."""
        return day <= self.day

    def studies(self, day: int) -> bool:
        """Whether that study day is none of those off."""
        on = day_date(day)
        return WEEKDAYS[on.weekday()] not in self.off and on.isoformat() not in self.off

    @property
    def body(self) -> dict[str, Any]:
        """As the `planned` event has it."""
        lists = {"off": list(self.off), "topics": list(self.topics), "tags": list(self.tags)}
        return {"name": self.name, "date": day_date(self.day).isoformat(), "minutes": self.minutes, **lists,
                "level": int(self.level)}  # fmt: skip


def plan_of(id: str, body: Mapping[str, Any], begun: int = 0) -> Plan:
    """The plan that a `planned` event's body says. Raises ValueError with what is wrong."""
    name, minutes, level = body.get("name"), body.get("minutes"), body.get("level")
    if not isinstance(name, str):
        raise ValueError("a plan's name must be a text")
    if type(minutes) is not int or minutes not in MINUTES:
        raise ValueError(f"a plan's minutes must be a whole number from {MINUTES[0]} to {MINUTES[-1]}")
    if type(level) is not int or level not in list(Level):
        raise ValueError("a plan's level must be 1, 2 or 3")
    off, topics, tags = (_texts(body, key) for key in ("off", "topics", "tags"))
    if any(day not in WEEKDAYS and _day(day) is None for day in off):
        raise ValueError("a plan's days off must be weekdays such as thu and dates such as 2026-12-24")
    if (day := _day(body.get("date"))) is None:
        raise ValueError("a plan's date must be one such as 2027-01-12")
    return Plan(id, name, day, minutes, off, topics, tags, level, begun)


def plans(events: Iterable[Event]) -> tuple[Plan, ...]:
    """The plans that stand, the nearest first. events: those that count, in order; the newest of a plan says it all,
    and an empty body ends it."""
    standing: dict[str, Plan] = {}
    for event in events:
        if event.kind is EventKind.PLANNED and event.target:
            before = standing.pop(event.target, None)
            try:
                plan = plan_of(event.target, event.body, before.begun if before else event.day)
            except ValueError:
                continue  # ended; or a newer prep's, which `prep doctor` tells
            standing[plan.id] = plan
    return tuple(sorted(standing.values(), key=lambda plan: (plan.day, plan.id)))


def running(plans: Iterable[Plan], day: int) -> tuple[Plan, ...]:
    """Those that decide what is asked on a study day."""
    return tuple(plan for plan in plans if plan.runs(day))


def worths(topics: Sequence[Topic]) -> dict[str, float]:
    """Full id → what knowing the card is worth: its topic's weight; a capstone counts double, and what hangs on a
    question half of that question."""
    found: dict[str, float] = {}
    for topic in topics:
        for card in topic.cards:
            if not card.kind.hangs:
                found[card.full_id] = float(topic.weight * (2 if card.capstone else 1))
    for topic in topics:
        for card in topic.cards:
            if card.kind.hangs:
                found[card.full_id] = found.get(card.parent, float(topic.weight)) / 2
    return found


def _texts(body: Mapping[str, Any], key: str) -> tuple[str, ...]:
    said = body.get(key, ())
    if not isinstance(said, list | tuple) or not all(isinstance(each, str) for each in said):
        raise ValueError(f"a plan's {key} must be a list of texts")
    return tuple(said)


def _day(text: object) -> int | None:
    try:
        return day_number(date.fromisoformat(text)) if isinstance(text, str) else None
    except ValueError:
        return None
