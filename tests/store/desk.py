"""A store on a real file, with a clock that the test moves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from prep.core.clock import Moment
from prep.core.event import EventDraft, EventKind, Rating
from prep.core.kind import Kind
from prep.core.schedule import Rules, choices
from prep.store.caches import cache
from prep.store.records import Action, Listing
from prep.store.store import Store
from tests.clock import HandClock

START = Moment(1_795_978_800_000, 60)
"""An afternoon in November 2026."""


@dataclass
class Desk:
    """A store, its clock, and a person who rates."""

    folder: Path
    clock: HandClock = field(default_factory=lambda: HandClock(START))

    def __post_init__(self) -> None:
        self.file = self.folder / "prep.db"
        self.backups = self.folder / "backups"
        self.store = self.open()

    def open(self, busy_ms: int = 200) -> Store:
        return Store.open(self.file, self.clock, self.backups, busy_ms)

    def restart(self) -> None:
        self.store.close()
        self.store = self.open()

    def rate(
        self, card: str, rating: Rating = Rating.GOOD, ms: int = 30_000, body: dict[str, object] | None = None
    ) -> Action:
        choice = choices(self.store.state(card), self.clock.now(), self.clock.day, Rules(), self.store.model)[
            rating - 1
        ]
        return self.append(choice.draft(card, ms, body))

    def append(self, *drafts: EventDraft) -> Action:
        return self.store.append(drafts, self.clock.now(), self.clock.day)

    def hold(self, card: str, until: int | None) -> Action:
        return self.append(EventDraft(EventKind.HELD, card, due_day=until))

    def undo(self) -> bool:
        return self.store.undo(self.clock.now(), self.clock.day) is not None

    def redo(self) -> bool:
        return self.store.redo(self.clock.now(), self.clock.day) is not None

    def counts(self, action: str) -> bool:
        """Whether it isn't undone."""
        with self.store.database.read() as connection:
            return not cache.is_dead(connection, action)

    def deal(self, *listings: Listing, problems: int = 0) -> None:
        self.store.sync(listings, self.clock.now(), self.clock.day, problems)

    def sql(self, statement: str) -> None:
        """A hand in the file, behind the store's back."""
        with self.store.database.write() as connection:
            connection.execute(statement)


def question(card: str, position: int = 0, **fields: object) -> Listing:
    """A question as the decks list it."""
    return Listing(card, Kind.QUESTION, card.rpartition("/")[0], position, **fields)  # type: ignore[arg-type]


def child(card: str, kind: Kind, parent: str, position: int = 0, **fields: object) -> Listing:
    """A follow-up or red flag as the decks list it."""
    return Listing(card, kind, card.split("/")[0], position, parent=parent, **fields)  # type: ignore[arg-type]


def on_disk(desk: Desk, table: str) -> int:
    """Rows that another program finds there."""
    with closing(sqlite3.connect(desk.file)) as other:
        return int(other.execute(f"select count(*) from {table}").fetchone()[0])
