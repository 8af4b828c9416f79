"""Making, changing and ending a plan: one action each, which one undo takes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import uuid4

from prep.core.card import Card
from prep.core.clock import day_date, day_number
from prep.core.dates import read_date, read_off
from prep.core.event import EventDraft, EventKind
from prep.core.plan import MINUTES, Plan, running
from prep.errors import UsageError
from prep.session.changes.actions import append
from prep.session.library.focus import Focus
from prep.session.library.library import Library

LONGEST_NAME = 60
FARTHEST_DAYS = 3 * 365
"""An interview farther away than that is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class PlanWish:
    """What a person says of a plan; None leaves it as it is."""

    date: str | None = None
    minutes: str | None = None
    off: str | None = None
    topics: str | None = None
    """Ids separated by commas; "all" for everything."""
    level: int | None = None

    def __bool__(self) -> bool:
        return any(said is not None for said in (self.date, self.minutes, self.off, self.topics, self.level))


def named(library: Library, name: str) -> Plan | None:
    """The running plan of that name, upper and lower case alike."""
    plans = running(library.store.plans(), library.day())
    return next((plan for plan in plans if plan.name.casefold() == name.casefold()), None)


def wished(library: Library, name: str, wish: PlanWish) -> Plan:
    """The plan of that name with what was said of it, or a new one; nothing is logged. Raises UsageError."""
    if not (name := name.strip()) or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(f"a plan's name has 1 to {LONGEST_NAME} signs", "call it after the interview")
    today = day_date(library.day())
    plan = named(library, name) or Plan(uuid4().hex, name, -1, begun=library.day())
    if wish.date is None and plan.day < 0:
        raise UsageError(f"the plan {name} needs a date", f'prep plan "{name}" --date "12 Jan"')
    if wish.date is not None:
        plan = replace(plan, day=_date(wish.date, today))
    if wish.minutes is not None:
        plan = replace(plan, minutes=_minutes(wish.minutes))
    if wish.off is not None:
        plan = replace(plan, off=_off(wish.off, today))
    if wish.topics is not None:
        plan = replace(plan, topics=_topics(library, wish.topics))
    plan = plan if wish.level is None else replace(plan, level=wish.level)
    return checked(library, plan)


def checked(library: Library, plan: Plan) -> Plan:
    """The plan, if it holds a card and a day. Raises UsageError."""
    if not scope(library, plan):
        raise UsageError("no card is in the scope of this plan", "name other topics, or a higher level")
    if not any(plan.studies(day) for day in range(library.day(), plan.day + 1)):
        raise UsageError("every day until the interview is off", "leave at least one day for study")
    return plan


def keep(library: Library, plan: Plan) -> None:
    """Log it. Raises StoreError."""
    append(library, [EventDraft(EventKind.PLANNED, target=plan.id, body=plan.body)])


def end(library: Library, plan: Plan) -> None:
    """End it; the cards keep their schedules. Raises StoreError."""
    append(library, [EventDraft(EventKind.PLANNED, target=plan.id)])


def scope(library: Library, plan: Plan) -> Sequence[Card]:
    """Its cards, in the order of the decks."""
    return [card for card in library.deck.cards if plan.holds(card)]


def _date(text: str, today: date) -> int:
    try:
        on = read_date(text, today)
    except (ValueError, OverflowError) as error:
        raise UsageError(str(error)) from None
    if on < today:
        raise UsageError(f"{on.isoformat()} is past", "a plan's date is today or later")
    if (on - today).days > FARTHEST_DAYS:
        raise UsageError(f"{on.isoformat()} is more than three years away", "give a nearer date")
    return day_number(on)


def _minutes(text: str) -> int:
    if not text.isdecimal() or int(text) not in MINUTES:
        raise UsageError(f"{text!r} minutes a day can't be", f"a whole number from {MINUTES[0]} to {MINUTES[-1]}")
    return int(text)


def _off(text: str, today: date) -> tuple[str, ...]:
    try:
        return read_off(text, today)
    except (ValueError, OverflowError) as error:
        raise UsageError(str(error)) from None


def _topics(library: Library, text: str) -> tuple[str, ...]:
    if text.strip().lower() == "all":
        return ()
    topics = tuple(dict.fromkeys(filter(None, (topic.strip() for topic in text.split(",")))))
    if not topics:
        raise UsageError("no topic is named", "list them by comma, or say all")
    library.check(Focus(topics=topics))
    return topics
