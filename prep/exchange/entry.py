"""One flat log line back to an event; what it says is checked, never guessed (DESIGN §3, §6)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from prep.core.clock import CLOCKS, DAY_MS, LAST_MS, Moment, study_day
from prep.core.event import MOST_NESTED, Event, EventKind, Rating, nested_too_deeply
from prep.core.fold import FARTHEST_DAY
from prep.core.memory import DEFAULT, Model
from prep.core.plan import plan_of
from prep.core.proof import PROOF, proof_of
from prep.exchange.logfile import COLUMNS, column_or_body

FIRST_MS = 100_000_000_000
"""March 1973 in milliseconds; the seconds of any year before 5138 are below it."""
FIRST_DAY = FIRST_MS // DAY_MS
LONGEST_TEXT = 400
"""Characters of an id."""


class UnknownKind(ValueError):
    """An event of a newer prep."""


def event_of(said: Mapping[str, Any]) -> Event:
    """The event that a flat mapping says. Raises ValueError with one sentence: what is wrong, what was expected."""
    if nested_too_deeply(said):
        raise ValueError(f"its values are nested more than {MOST_NESTED} deep")
    body = {name: value for key, value in said.items() for name, inside in [column_or_body(key)] if inside}
    kind = _kind(said.get("kind"))
    for name, column in (OF_1970 if _dead_clock(said.get("day")) else OF_ALL).items():
        column.check(name, said.get(name))
    for name in NEEDED[kind]:
        if said.get(name) is None:
            raise ValueError(f"{name} is missing, which every {kind.value} event has")
    _day_fits(said["day"], Moment(said["wall"], said["offset"]))
    if kind is EventKind.FITTED:
        _parameters(body)
    if kind is EventKind.PLANNED and body:
        plan_of(said["target"], body)
    values: dict[str, Any] = {name: said.get(name) for name in COLUMNS}
    rating = said.get("rating")
    event = Event(**values | {"kind": kind, "rating": None if rating is None else Rating(rating)}, body=_text(body))
    if PROOF in said and said[PROOF] != proof_of(event):
        raise ValueError("it isn't what was logged: its proof doesn't fit; the file was damaged or changed")
    return event


def _dead_clock(day: object) -> bool:
    """Whether a line says of itself that its clock stood near 1970, as one without a battery does: then small instants
    aren't seconds, for they must fit that day."""
    return type(day) is int and day <= FIRST_DAY + 1  # so far east, or in the hours after midnight


def _kind(said: object) -> EventKind:
    if not isinstance(said, str):
        raise ValueError("kind is missing")
    try:
        return EventKind(said)
    except ValueError:
        raise UnknownKind(f"this prep knows no event of kind {_shown(said)}") from None


@dataclass(frozen=True, slots=True)
class LogColumn:
    """What one column may hold. `check` raises ValueError."""

    required: bool
    holds: Callable[[str, Any], None]

    def check(self, name: str, value: object) -> None:
        """None stands for an absent column."""
        if value is not None:
            self.holds(name, value)
        elif self.required:
            raise ValueError(f"{name} is missing")


def _id(name: str, value: object) -> None:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT or not value.isprintable():
        raise ValueError(f"{name} is {_shown(value)}, but must be a text of 1 to {LONGEST_TEXT} characters")


def _instant(name: str, value: object, first: int = FIRST_MS) -> None:
    """Milliseconds: seconds, microseconds and written times are told for what they are."""
    expected = "milliseconds since 1970-01-01 UTC are expected"
    if isinstance(value, str) and (written := _written(value)):
        zone = "a time without a zone" if written.tzinfo is None else "a written time"
        raise ValueError(f"{name} is {zone}, {_shown(value)}; {expected}")
    if type(value) is not int:
        raise ValueError(f"{name} is {_shown(value)}; {expected}")
    if 0 < value < first:
        raise ValueError(f"{name} is {value}, which looks like seconds; {expected}")
    if not first <= value <= LAST_MS:
        raise ValueError(f"{name} is {_shown(value)}, in no year from 1973 to 2243; {expected}")


def _early(name: str, value: object) -> None:
    _instant(name, value, 0)


def _clock(name: str, value: object, first: int = FIRST_MS) -> None:
    _instant(name, value, first)
    if value not in CLOCKS:
        raise ValueError(f"{name} is {_shown(value)}, after the year 2233, which no clock says")


def _early_clock(name: str, value: object) -> None:
    _clock(name, value, 0)


def _written(value: str) -> datetime | None:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


def _whole(low: int, high: int) -> Callable[[str, object], None]:
    def check(name: str, value: object) -> None:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{name} is {_shown(value)}, but must be a whole number from {low:,} to {high:,}")

    return check


OF_ALL: dict[str, LogColumn] = {
    "id": LogColumn(True, _id),
    "action": LogColumn(True, _id),
    "device": LogColumn(True, _id),
    "at": LogColumn(True, _instant),
    "wall": LogColumn(True, _clock),
    "offset": LogColumn(True, _whole(-1_440, 1_440)),
    "day": LogColumn(True, _whole(-2, FARTHEST_DAY)),
    "card": LogColumn(False, _id),
    "target": LogColumn(False, _id),
    "rating": LogColumn(False, _whole(1, 4)),
    "ms": LogColumn(False, _whole(0, 2**53)),
    "due_day": LogColumn(False, _whole(-(2**31), 2**31)),
    "due_at": LogColumn(False, _instant),
}
EARLIER: dict[Callable[[str, Any], None], Callable[[str, Any], None]] = {_instant: _early, _clock: _early_clock}
OF_1970 = {name: LogColumn(each.required, EARLIER.get(each.holds, each.holds)) for name, each in OF_ALL.items()}
NEEDED: dict[EventKind, tuple[str, ...]] = {
    EventKind.ADDED: ("card",),
    EventKind.RATED: ("card", "rating"),
    EventKind.PLACED: ("card", "due_day"),
    EventKind.HELD: ("card",),
    EventKind.RESET: ("card",),
    EventKind.RENAMED: ("card", "target"),
    EventKind.FITTED: (),
    EventKind.MEASURED: (),
    EventKind.PLANNED: ("target",),
    EventKind.WRITTEN: (),
    EventKind.UNDONE: ("target",),
}


def _day_fits(day: int, moment: Moment) -> None:
    """A study day is the local date of its moment or, before the rollover, the one before; in an hour that the clock
    repeats, the one after, where it had begun already."""
    date = study_day(moment, 0)
    if not date - 1 <= day <= date + 1:
        raise ValueError(f"day {day} does not belong to wall and offset, whose date is day {date}")


def _parameters(body: Mapping[str, Any]) -> None:
    try:
        Model(tuple(float(p) for p in body["parameters"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise ValueError(f"parameters must be {len(DEFAULT)} numbers that FSRS-6 can use") from None


def _text(body: dict[str, Any]) -> dict[str, Any]:
    """The body, if it can be written again: half a surrogate pair can't."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a text in it is not Unicode") from None
    return body


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 40 else text[:39] + "…"
