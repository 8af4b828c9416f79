"""The rows that the queue chooses from, found by index: their number follows today's work, not the deck's size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from json import dumps
from sqlite3 import Connection
from typing import Any

from prep.core.clock import month
from prep.core.kind import Kind
from prep.core.queue import QueueRow
from prep.store.caches import states
from prep.store.today.due import least_remembered
from prep.store.today.glance import APART, FREE, GATE_TODAY, INTRODUCED, MADE, OPEN, SEATED, SERVED, UNMET

SPARE = 10
"""New rows beyond the limit, because red flags near their question may have to wait."""

FIELDS = f"""c.id, c.kind, c.turn, c.seat, c.position, c.parent, {GATE_TODAY}, q.first_day, c.made_day,
    {", ".join(f"s.{name}" for name in states.COLUMNS.split(", "))}"""
MAY_COME = f"{SERVED} and {FREE} and {APART}"
JOINED = "from state s join card c on c.id = s.card left join state q on q.card = c.parent"
STEPS = f"select {FIELDS} {JOINED} where s.due_at is not null and {MAY_COME} order by s.due_at"
NOW_DUE = f"s.due_day <= :day and s.due_at is null and s.phase <> 'new' and {MAY_COME}"
DUE = f"select {FIELDS} {JOINED} where s.card in (select value from json_each(:cards)) and {NOW_DUE}"
DUE_OF = f"select {FIELDS} {JOINED} where c.parent in (select value from json_each(:cards)) and {NOW_DUE}"
NEW = f"select {FIELDS} {OPEN} {SEATED}"
ANY_NEW = f"select {FIELDS} {UNMET} {SEATED}"
MADE_TODAY = f"select {FIELDS} {MADE.replace('where', 'left join state q on q.card = c.parent where')}"
ONE = f"""select {FIELDS} from card c left join state s on s.card = c.id left join state q on q.card = c.parent
    where c.id = :card and {MAY_COME}"""

Wanted = Callable[[str], bool]


def queue_rows(
    connection: Connection, day: int, new_left: int, wanted: Wanted | None, due: int, ungated: bool = False
) -> list[QueueRow]:
    """Learning cards, the first due ones with their due follow-ups, and enough new ones, gated or not."""
    ask = _Asked(connection, day, wanted)
    rows = list(ask(STEPS))
    rows += islice(_due(ask, least_remembered(connection, day), due), due)
    rows += ask(DUE_OF, cards=dumps([row.card for row in rows if not row.kind.hangs]))
    rows += ask(MADE_TODAY)
    if new_left > 0:
        new = (replace(row, gate_open=True) for row in ask(ANY_NEW)) if ungated else ask(NEW)
        rows += islice(new, new_left + SPARE)
    return list({row.card: row for row in rows}.values())


def _due(ask: _Asked, order: Iterable[str], due: int) -> Iterator[QueueRow]:
    """Due rows in the order given, so many at a time, until enough were taken."""
    left = iter(order)
    while cards := list(islice(left, due)):
        found = {row.card: row for row in ask(DUE, cards=dumps(cards))}
        yield from (found[card] for card in cards if card in found)


def rows_of(connection: Connection, cards: Iterable[str], day: int) -> list[QueueRow]:
    """The rows of these cards, those that may be asked."""
    ask = _Asked(connection, day, None)
    return [row for card in cards for row in ask(ONE, card=card)]


def introduced(connection: Connection, day: int) -> int:
    """New cards first rated that day, without those made in the app."""
    return int(connection.execute(INTRODUCED, {"day": day}).fetchone()[0])


class _Asked:
    """One day's questions to the tables, through the focus."""

    def __init__(self, connection: Connection, day: int, wanted: Wanted | None) -> None:
        self._driver = connection
        self._day = day
        self._named = {"day": day, "month": month(day)}
        self._wanted = wanted

    def __call__(self, sql: str, **named: object) -> Iterable[QueueRow]:
        # The driver's named style: fixed text, no construct to compile.
        for found in self._driver.execute(sql, {**self._named, **named}):
            if self._wanted is None or self._wanted(found[0]):
                try:
                    row = _row(found, self._day)
                except ValueError:
                    continue  # Set aside; opening a file that can be written makes it again from the log.
                yield row


def _row(found: Sequence[Any], day: int) -> QueueRow:
    """A row; one that no fold can give is a ValueError."""
    card, kind, turn, seat, position, parent, gate, first, made, known, *_ = found
    return QueueRow(
        state=states.one(card, found[9:] if known else None),
        kind=Kind(kind),
        turn=turn,
        position=seat,
        place=position,
        parent=parent,
        gate_open=bool(gate),
        parent_first_day=first,
        made_today=made == day,
    )
