"""The newest end of the log: on disk, but not yet in `event` with its indexes, nor in the caches.

A person waits for an answer to be on disk. To write its row there is one page of the file; with the indexes of the log,
state and roll-ups it is fourteen, and twice the time. So an answer goes to the table `tail`, what it does to its card
is remembered here, and the rest is done by whoever reads or writes anything else next (`Database.read`, `write`), be it
another process after a crash: `event` and its caches are one truth at every moment, and nobody reads them without what
the tail adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from prep.core.clock import Moment
from prep.core.event import Draft, Event, EventKind
from prep.core.fold import advance
from prep.core.memory import Model, model_for
from prep.core.state import State
from prep.errors import StoreError
from prep.store.caches import cache, states
from prep.store.database.connection import Database, driver_of
from prep.store.log import events as log
from prep.store.records import Action, Undone
from prep.store.today.glance import WAITING

SHORT = frozenset((EventKind.RATED, EventKind.PLACED, EventKind.HELD, EventKind.RESET))
"""Kinds that touch no card but their own, and that a person waits for."""
UNFILED = f"""select {log.COLUMNS} from tail t where not exists (select 1 from event e where e.id = t.id)
    group by t.id order by min(t.rowid)"""
"""Each id once: the tail has no index that would refuse a second row."""
FILE = f"insert into event ({log.COLUMNS}) {UNFILED}"
DEEPEST = 1_000
"""So many actions can be taken back without a look at the log."""


@dataclass(frozen=True, slots=True)
class _Step:
    """An action of this process; what it says holds while nothing else moves its card."""

    version: int
    """Of the file's data in the action's transaction."""
    event: Event
    before: State
    """Its card's, under its present id."""


class Tail:
    """What this process knows about the end of the log. It holds as long as no other process writes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._version: int | None = None
        """Of the file's data that all below is about; None: it must be read anew."""
        self._states: dict[str, State] = {}
        """Of the cards in the tail, with it."""
        self._newest = 0
        """The newest event's place in the order."""
        self._fsrs = model_for()
        self._steps: list[_Step] = []

    # -- writing

    def append(self, draft: Draft, device: str, now: Moment, day: int) -> Action:
        """Log one short event of one card."""
        with self._as_one():
            with self._database.append() as connection:
                version = self._look(connection)
                before = self._before(connection, draft.card or "")
                event = self._log(connection, draft, device, now, day)
                after = advance(before, event, self._fsrs)
            self._remember(version, event, after)
            self._steps.append(_Step(version, event, before))
            del self._steps[:-DEEPEST]
        return Action(event.action, (event.id,), (after,))

    def undo(self, device: str, now: Moment, day: int) -> Undone | None:
        """Take back this process's newest action: its card's state is put back as it was. None where anything else has
        moved states since; then the log says what to do."""
        with self._as_one():
            if not self._steps:
                return None
            with self._database.append() as connection:
                version, step = self._look(connection), self._steps[-1]
                if step.version != version:
                    self._steps.clear()
                    return None
                draft = Draft(EventKind.UNDONE, target=step.event.action)
                event = self._log(connection, draft, device, now, day)
            self._remember(version, event, step.before)
            self._steps.pop()
        action, undone = Action(event.action, (event.id,), (step.before,)), step.event
        return Undone(action, undone.kind, step.before.card, undone.rating, 1, undone.body, undone.due_day)

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        """A transaction and what is remembered of it: nobody files between the two, and where something cuts between
        them, as Ctrl-C does when the event is on disk already, nothing that was remembered holds any more."""
        with self._database.lock:
            try:
                yield
            except StoreError:
                raise  # nothing was written
            except BaseException:
                self.forget()
                raise

    def _log(self, connection: Connection, draft: Draft, device: str, now: Moment, day: int) -> Event:
        event = log.stamp([draft], device, self._newest, now, day)[0]
        log.insert(connection, [event], "tail")
        return event

    def _before(self, connection: Connection, card: str) -> State:
        """The state of a card, under its present id; from the log where its row is damaged."""
        if card not in self._states:
            card = cache.owner(connection, card)
        return self._states.get(card) or cache.state(connection, card)

    def _remember(self, version: int, event: Event, after: State) -> None:
        """After the event is on disk."""
        self._version, self._newest, self._states[after.card] = version, event.at, after

    # -- reading

    def renew(self) -> bool:
        """Read anew what is known here, unless it holds; False where it can't be known, for the tail can't be filed."""
        if self._version == self._database.version():
            return True
        with self._database.read() as connection:
            if self.behind():
                return False
            self._version = self._look(connection)
        return True

    def state(self, card: str) -> State | None:
        """A card's state; None where its row is damaged, or where the tail can't be filed."""
        with self._database.lock:
            if not self.renew():
                return None
            try:
                return self._states.get(card) or states.one(card, self._database.one(states.GET, card))
            except ValueError:
                return None

    def model(self) -> Model:
        """FSRS with the newest fitted parameters that count."""
        if self.renew():
            return self._fsrs
        with self._database.read() as connection:
            return cache.model(connection)

    def forget(self) -> None:
        """States are moved by something else than `append` and `undo`."""
        self._version = None
        self._steps.clear()

    # -- filing

    def behind(self) -> bool:
        """Whether there is anything to file."""
        return self._database.one(WAITING) is not None

    def file(self, connection: Connection) -> None:
        """Move the tail into `event`, and the caches with it, inside a transaction that writes."""
        if not self.behind():
            return
        events = log.found(connection, UNFILED)
        known = self._states if self._version == self._database.version() else {}
        # Should the transaction be rolled back, the tail is there again, and known to nobody.
        self._version, self._states = None, {}
        driver_of(connection).execute(FILE)
        driver_of(connection).execute("delete from tail")
        cache.apply(connection, events, known)

    def _look(self, connection: Connection) -> int:
        """The version of the file's data; if it isn't that which is known, what must be known is read, and holds once
        the transaction has ended well."""
        version = self._database.version()
        if version != self._version:
            self.file(connection)
            self._states = {}
            self._newest, self._fsrs = log.newest_at(connection), cache.model(connection)
        return version
