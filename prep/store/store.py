"""The door to the log and its caches: what a method logs is on disk when it returns, as one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from types import TracebackType
from uuid import uuid4

from prep.core.clock import Clock, Moment, month
from prep.core.event import Event, EventDraft, EventKind
from prep.core.memory import Model
from prep.core.plan import Plan, plans
from prep.core.prospect import RatingHabits
from prep.core.queue import QueueRow
from prep.core.state import State
from prep.core.stats import DayTally
from prep.store import deck, stale_due, undo
from prep.store.caches import cache, states, tally
from prep.store.caches.changes import Changes
from prep.store.database import device
from prep.store.database.connection import Database, Version, first
from prep.store.log import events as log
from prep.store.merge import Taken, take_in
from prep.store.opening import open_database
from prep.store.records import Action, Listed, Listing, MetCard, Synced, UndoneAction
from prep.store.today import queue
from prep.store.today.due import AHEAD, ALL_MET, DUE_ON, LATER, MET
from prep.store.today.glance import Glance, taken
from prep.store.today.habits import RECENT_ANSWERS, habits_of

DUE_AT_ONCE = 50
"""How many due cards `queue_rows` gives at a time, the least remembered first: an answer's cost is bounded."""


class Store:
    """One open database. All errors are `StoreError`: one sentence and what to do."""

    def __init__(self, database: Database, notices: Sequence[str] = ()) -> None:
        self.database = database
        self.notices: list[str] = list(notices)
        """What a person should hear once: rows that were damaged and made again, a file that can't be written."""
        self.changes = Changes(database)
        with database.read() as connection:
            self.device = device.device(connection) or str(uuid4())
            """This machine's id in the log."""

    @classmethod
    def open(cls, database: Path, clock: Clock, backups: Path, busy_ms: int = 5_000) -> Store:
        """Open or create the database, migrate it (after a backup), and mend damaged cache rows from the log."""
        opened, notices = open_database(database, clock, backups, busy_ms)
        try:
            return cls(opened, notices)
        except BaseException:
            opened.close()
            raise

    def close(self) -> None:
        """Close it; a second time does nothing."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # -- writing

    def append(self, drafts: Sequence[EventDraft], now: Moment, day: int) -> Action:
        """Log one action."""
        with self.database.write() as connection:
            before = self.changes.version()
            action = self._append(connection, drafts, now, day)
        self.changes.follow(before, action.states)
        return action

    def undo(self, now: Moment, day: int) -> UndoneAction | None:
        """Take back this device's newest action that counts, if any is left; what a sync or a demo logged stays."""
        with self.database.write() as connection:
            before, action = self.changes.version(), undo.newest(connection, self.device)
            undone = None if action is None else self._undo(connection, action, action, now, day)
        return self._followed(before, undone)

    def undoable(self) -> bool:
        """Whether `undo` would find something, as far as that can be told at once."""
        with self.database.read() as connection:
            return undo.anything(connection, self.device)

    def redo(self, now: Moment, day: int) -> UndoneAction | None:
        """Give back what the newest undo took; None if there is none, or an action came after it."""
        with self.database.write() as connection:
            before, action = self.changes.version(), undo.newest_undo(connection, self.device)
            target = None if action is None else undo.target(connection, action)
            undone = None if not action or not target else self._undo(connection, action, target, now, day)
        return self._followed(before, undone)

    def sync(self, listings: Sequence[Listing], now: Moment, day: int, problems: int = 0) -> Synced:
        """Make the `card` table say what the decks say: log new cards and renames, retire what vanished.

        problems: how many deck problems Home shows. Only rows that differ are written. A database that can only be
        read goes on saying what the decks said when it was last written.
        """
        if not self.database.writable:
            return Synced()
        with self.database.read() as connection:
            found = deck.differences(connection, listings, problems)
        if not found.empty:
            from prep.store import card_rows

            core = self.database.core
            with self.database.write() as connection:
                found = deck.differences(connection, listings, problems)  # again: another process may have come first
                if found.drafts:
                    self._append(connection, found.drafts, now, day)
                card_rows.carry_out(connection, core, found, day)
        return found.synced

    def merge(self, incoming: Iterable[Event]) -> Taken:
        """Take in events that another machine logged; those already known change nothing. All or none."""
        with self.database.write() as connection:
            return take_in(connection, incoming)

    def cap_answers(self, ms: int) -> None:
        """Count no more than this of an answer's time in statistics; another cap than before makes them anew, where
        the database can be written."""
        with self.database.read() as connection:
            same = first(connection, f"select {tally.CAP}") == ms
        if not same and self.database.writable:
            with self.database.write() as connection:
                tally.cap(connection, ms)

    def _append(self, connection: Connection, drafts: Sequence[EventDraft], now: Moment, day: int) -> Action:
        events = log.stamp(drafts, self.device, log.newest_at(connection), now, day)
        log.insert(connection, events)
        return Action(events[0].action, tuple(event.id for event in events), cache.apply(connection, events))

    def _undo(self, connection: Connection, target: str, shown: str, now: Moment, day: int) -> UndoneAction:
        done = self._append(connection, [EventDraft(EventKind.UNDONE, target=target)], now, day)
        return undo.told(connection, done, shown)

    def _followed(self, before: Version, undone: UndoneAction | None) -> UndoneAction | None:
        if undone is not None:
            self.changes.follow(before, undone.action.states)
        return undone

    # -- reading: the log

    @property
    def model(self) -> Model:
        """FSRS with the newest fitted parameters that count."""
        return cache.fitted_model(self.database.one(cache.NEWEST_FIT))

    def logged(self) -> int:
        """A number that grows with every event that comes in, whatever its place in the order; 0 in an empty log."""
        with self.database.read() as connection:
            return log.logged(connection)

    def newest_wall(self) -> int | None:
        """ms UTC of the newest event's clock, for `core.clock.went_back`."""
        with self.database.read() as connection:
            wall = first(connection, "select wall from event order by at desc, id desc limit 1")
            return wall if isinstance(wall, int) else None

    def span(self) -> tuple[int, int] | None:
        """ms UTC of the first and the newest event's clock; None in an empty log."""
        ends = "select (select wall from event order by at limit 1), (select wall from event order by at desc limit 1)"
        first_wall, newest_wall = self.database.one(ends)
        return None if newest_wall is None else (first_wall, newest_wall)

    def events(self, card: str | None = None, since: int | None = None) -> list[Event]:
        """The log in order of (at, id). card: only this one's, under any id it ever had. since: from this study day."""
        with self.database.read() as connection:
            if card is None:
                return log.select(connection, "day >= ?", -(2**31) if since is None else since)
            mine = cache.card_events(connection, cache.owner(connection, card))
            return [event for event in mine if since is None or event.day >= since]

    def taken_back(self, actions: Sequence[str]) -> frozenset[str]:
        """Those of these actions that don't count."""
        sql = "select action from dead where action in (select value from json_each(?))"
        with self.database.read() as connection:
            return frozenset(str(action) for (action,) in connection.execute(sql, (json.dumps(actions),)))

    def history(self, card: str) -> list[Event]:
        """The card's events that count, oldest first."""
        with self.database.read() as connection:
            return cache.card_events(connection, cache.owner(connection, card), cache.COUNTS)

    def fits(self) -> list[Event]:
        """The fits that count, oldest first."""
        with self.database.read() as connection:
            return log.select(connection, f"kind = 'fitted' and {cache.COUNTS}")

    def plans(self) -> tuple[Plan, ...]:
        """The plans that stand, the nearest first."""
        with self.database.read() as connection:
            return plans(log.select(connection, f"kind = 'planned' and {cache.COUNTS}"))

    def written(self) -> list[Event]:
        """What was written of drills, oldest first."""
        with self.database.read() as connection:
            return log.select(connection, f"kind = 'written' and {cache.COUNTS}")

    def suspects(self) -> tuple[str, ...]:
        """Full ids of the cards whose due may have been decided on less than their memory knows."""
        with self.database.read() as connection:
            return stale_due.suspects(connection)

    # -- reading: cards

    def state(self, card: str) -> State:
        """One card's state; a new one's if the log doesn't know it."""
        try:
            return states.one(card, self.database.one(states.GET, (card,)))
        except ValueError:
            with self.database.read() as connection:
                return cache.state(connection, card)

    def met(self, day: int) -> list[MetCard]:
        """Every card that was met and is in a deck, the least remembered first."""
        with self.database.read() as connection:
            found = connection.execute(ALL_MET, {"day": day, "month": month(day)}).fetchall()
        return [MetCard(*row) for row in found]

    def seconds_on(self, day: int) -> float:
        """What the answers of a study day took, each capped."""
        return next((on.ms / 1000 for on in self.days(day) if on.day == day), 0.0)

    def habits(self) -> RatingHabits:
        """How this person rates and how long their cards take, from the newest answers."""
        with self.database.read() as connection:
            return habits_of(connection.execute(RECENT_ANSWERS).fetchall())

    def recalls(self, day: int, model: Model) -> dict[str, float]:
        """Full id → recall predicted on that study day, of every card that was met and is in a deck."""
        sql = """select s.card, max(0, ? - s.last_day) / s.stability from state s join card c on c.id = s.card
            where s.phase <> 'new' and s.stability > 0 and s.last_day is not null and c.retired = 0"""
        with self.database.read() as connection:
            found = connection.execute(sql, (day,)).fetchall()
        return dict(zip((card for card, _ in found), model.recalls(past for _, past in found), strict=True))

    def listing(self) -> list[Listed]:
        """Every card, in the order of the decks, retired ones too."""
        from prep.store.card_rows import listed

        core = self.database.core
        with self.database.read() as connection:
            return listed(core, connection)

    def known(self, card: str) -> bool:
        """Whether the log or a deck ever had this full id: it is never given again."""
        sql = "select 1 from card where id = ?1 union select 1 from event where card = ?1 or target = ?1 limit 1"
        with self.database.read() as connection:
            return first(connection, sql, card) is not None

    # -- reading: today

    def queue_rows(
        self,
        day: int,
        new_left: int,
        wanted: Callable[[str], bool] | None = None,
        due: int = DUE_AT_ONCE,
        ungated: bool = False,
    ) -> list[QueueRow]:
        """What `core.queue.next_row` chooses from.

        All learning cards, the `due` least remembered due ones with their due follow-ups, and enough new ones.
        wanted: the focus, a predicate on full ids. ungated: new cards come whether their gates are open or not.
        """
        with self.database.read() as connection:
            return queue.queue_rows(connection, day, new_left, wanted, due, ungated)

    def ahead(self, day: int) -> Iterator[str]:
        """Full ids of the cards to study ahead when nothing is due, the least remembered first."""
        with self.database.read() as connection:
            found = connection.execute(AHEAD, (day, month(day))).fetchall()
        return (card for (card,) in found)

    def any_ahead(self, day: int) -> bool:
        """Whether `ahead` has any, at a cost that knows nothing of their number."""
        with self.database.read() as connection:
            return first(connection, f"{LATER} limit 1", day, month(day)) is not None

    def rows(self, cards: Sequence[str], day: int) -> list[QueueRow]:
        """The rows of these cards that may come today: to bring a queue up to date after an answer."""
        with self.database.read() as connection:
            return queue.rows_of(connection, cards, day)

    def glance(self, day: int, new_limit: int) -> Glance:
        """What Home shows; equal to `store.glance.glance` on the same file."""
        with self.database.read() as connection:
            return taken(connection.execute, day, new_limit)

    def introduced_today(self, day: int) -> int:
        """New cards whose first rating fell on that study day; those made in the app that day don't count."""
        with self.database.read() as connection:
            return queue.introduced(connection, day)

    def answered_today(self, day: int) -> int:
        """Ratings of that study day that count."""
        return next((on.ratings for on in self.days(day) if on.day == day), 0)

    def days(self, since: int) -> list[DayTally]:
        """The roll-up by study day, oldest first."""
        sql = "select day, again, hard, good, easy, timed, ms, tested, recalled from day where day >= ? order by day"
        with self.database.read() as connection:
            return [DayTally(*row) for row in connection.execute(sql, (since,))]

    def due_total(self, day: int) -> int:
        """How many cards that were met before wait on that study day."""
        return int(self.database.one(MET, {"day": day, "month": month(day)})[0])

    def due_on(self, day: int) -> int:
        """How many cards come due exactly on a later study day."""
        with self.database.read() as connection:
            return int(str(first(connection, DUE_ON, day)))
