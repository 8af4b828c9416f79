"""Home's numbers by plain sqlite3, before SQLAlchemy is loaded (DESIGN §7): three read-only statements.

The store answers with the same statements through its own connection, so that the two can't differ.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from prep.core.clock import month
from prep.core.gate import SETTLED
from prep.core.kind import Kind
from prep.core.stats import RECENT_DAYS, minutes, seconds_a_card, streak
from prep.store.database.migrations import MIGRATIONS, ours_by_header

KINDS = {kind.value: kind for kind in Kind}
RECENT = 18
"""Days in Home's row of bars."""

SERVED = "c.retired = 0 and (c.expires = '' or c.expires >= :month)"
"""A card that may be asked: in a deck, and not a fact whose month is over."""
FREE = "(s.held_until is null or s.held_until <= :day)"
"""Neither buried nor suspended."""
STANDS_APART = "c.kind in ({})".format(", ".join(f"'{kind}'" for kind in Kind if kind.apart))
"""A card that would give its question away, or be given away by it."""
APART = f"""not ({STANDS_APART} and exists (
    select 1 from state q where q.card = c.parent and q.first_day = :day))"""
"""A red flag is not for the day on which its question was introduced, due or new (DESIGN §1)."""
COMES = """s.due_at is null and s.phase <> 'new' and c.retired = 0
    and (s.held_until is null or s.held_until <= s.due_day)
    and (c.expires = '' or c.expires >= strftime('%Y-%m', s.due_day * 86400, 'unixepoch'))"""
"""A card that comes due on its due day: free by then, no fact whose month is over by then, not in learning steps."""
DUE = f"""from state s join card c on c.id = s.card
    where s.due_day <= :day and s.due_at is null and s.phase <> 'new' and {SERVED} and {FREE} and {APART}"""
"""Cards in review; what it asks of `state` is in an index."""
STEPS = f"from state s join card c on c.id = s.card where s.due_at is not null and {SERVED} and {FREE} and {APART}"
"""Cards in learning steps. One condition with `or` for both would read every card."""
UNMET = f"""from card c left join state s on s.card = c.id left join state q on q.card = c.parent
    where c.fresh = 1 and c.retired = 0 and {SERVED} and {FREE} and c.made_day is not :day and {APART}"""
"""New cards, whether their gates are open or not."""
STANDS_ALONE = "c.kind not in ({})".format(", ".join(f"'{kind}'" for kind in Kind if kind.hangs))
GOES_NO_DEEPER = "c.kind not in ({})".format(", ".join(f"'{kind}'" for kind in Kind if kind.follows))
GATE_TODAY = f"""c.gate = 1 and ({STANDS_ALONE} or q.first_day < :day and ({GOES_NO_DEEPER} or q.stability >= {SETTLED}
    or c.level <= (select p.level from card p where p.id = c.parent)))"""
"""Whether a card's gate is open on that day, as `core.gate.opens` has it."""
OPEN = f"{UNMET} and {GATE_TODAY}"
"""New cards within their gates."""
MADE = f"""from card c left join state s on s.card = c.id
    where c.made_day = :day and c.fresh = 1 and {SERVED} and {FREE}"""
"""New cards made in the app today."""
INTRODUCED = """select count(*) from state s left join card c on c.id = s.card
    where s.first_day = :day and c.made_day is not :day"""

SEATED = "order by c.turn, c.seat, c.position"
"""New cards in the order in which they are introduced."""

UNREADY = f"""select 1 from pragma_user_version where user_version <> {len(MIGRATIONS)}
    union all select 1 from meta where key in ('stale', 'unfolded')
    union all select 1 from event where kind = 'planned' and json_valid(body)
        and json_extract(body, '$.date') >= date(:day * 86400, 'unixepoch')"""
"""Whether the numbers need more than three statements: the file is of another schema, a migration has left caches
behind, or a plan says what is asked."""

BY_KIND = f"""select 0, kind, count(*) from (select c.kind {DUE} union all select c.kind {STEPS}) group by kind
    union all select 1, kind, count(*) from (
        select * from (select c.kind {OPEN} {SEATED} limit max(0, :limit - ({INTRODUCED})))
        union all select c.kind {MADE}) group by kind"""
NUMBERS = f"""select
    (select count(*) from card where expires <> '' and retired = 0 and expires < :month),
    (select cast(value as integer) from meta where key = 'problems'),
    (select cast(value as integer) from meta where key = 'cards'),
    (select sum(timed) from day where day between :day - {RECENT_DAYS} and :day),
    (select sum(ms) from day where day between :day - {RECENT_DAYS} and :day)"""
DAYS = "select day, again + hard + good + easy from day where day <= :day order by day desc"

Ask = Callable[[str, Mapping[str, Any]], Iterable[Any]]
"""Runs one statement with named parameters and gives its rows."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What today looks like."""

    day: int
    due: dict[Kind, int] = field(default_factory=dict)
    """Cards that have been rated before and are due, learning ones too; kinds without any are absent."""
    fresh: dict[Kind, int] = field(default_factory=dict)
    """New cards that today will bring: within the limit, gates open, plus those made in the app today."""
    minutes: int = 0
    """What due and new cards will take."""
    streak: int = 0
    """Study days in a row."""
    answered: int = 0
    """Ratings today."""
    problems: int = 0
    """Deck problems at the last sync."""
    facts: int = 0
    """Dated facts to check."""
    cards: int = 0
    """Cards in the decks."""
    recent: tuple[int, ...] = ()
    """Ratings a day of the last eighteen study days, today last."""

    @property
    def new(self) -> int:
        """New cards of all kinds."""
        return sum(self.fresh.values())

    @property
    def due_total(self) -> int:
        """Due cards of all kinds."""
        return sum(self.due.values())


def glance(database: Path, day: int, new_limit: int) -> Glance | None:
    """Today's numbers; None when there is no database, or the store must see to it first."""
    try:
        if not database.is_file():
            return None
        if not ours_by_header(database) and not Path(f"{database.resolve()}-wal").exists():
            return None  # another program's, beside which SQLite would leave its own files
        connection = sqlite3.connect(database.resolve().as_uri() + "?mode=ro", uri=True, timeout=0.2)
        try:
            unready = connection.execute(UNREADY, {"day": day}).fetchone()
            return None if unready else taken(connection.execute, day, new_limit)
        finally:
            connection.close()
    except (sqlite3.Error, OSError):
        return None


def taken(ask: Ask, day: int, new_limit: int) -> Glance:
    """Today's numbers by three statements."""
    named = {"day": day, "month": month(day), "limit": new_limit}
    due: dict[Kind, int] = {}
    fresh: dict[Kind, int] = {}
    for new, kind, number in ask(BY_KIND, named):
        if kind in KINDS:  # a damaged row is set aside
            (fresh if new else due)[KINDS[kind]] = number
    facts, problems, cards, timed, ms = next(iter(ask(NUMBERS, named)))
    recent, length = _days(ask(DAYS, named), day)
    seconds = seconds_a_card(timed or 0, ms or 0)
    return Glance(
        day=day,
        due=due,
        fresh=fresh,
        minutes=minutes(sum(due.values()) + sum(fresh.values()), seconds),
        streak=length,
        answered=recent[-1],
        problems=problems or 0,
        facts=facts,
        cards=cards or 0,
        recent=recent,
    )


def _days(rows: Iterable[Any], today: int) -> tuple[tuple[int, ...], int]:
    """Ratings of the last eighteen days, and the streak: reading stops at its first gap."""
    counts: dict[int, int] = {}

    def studied() -> Iterable[int]:
        for day, ratings in rows:
            counts[day] = ratings
            yield day

    days = iter(studied())
    length = streak(days, today)
    while len(counts) < RECENT and next(days, None) is not None:
        pass
    return tuple(counts.get(day, 0) for day in range(today - RECENT + 1, today + 1)), length
