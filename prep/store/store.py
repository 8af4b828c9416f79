"""The door to the log and its caches. Every method that writes is one transaction and raises before it is on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from prep.core.clock import Clock, Moment
from prep.core.event import Draft, Event
from prep.core.memory import Model
from prep.core.queue import Row
from prep.core.state import State
from prep.core.stats import DayTally
from prep.store.glance import Glance
from prep.store.records import Action, Listed, Listing, Synced, Undone

DUE_AT_ONCE = 200
"""How many due cards `queue_rows` gives at a time, the least remembered first: an answer's cost is bounded."""


class Store:
    """One open database. All errors are `StoreError`: one sentence and what to do."""

    notices: list[str]
    """What a person should hear once: rows found damaged and made again from the log, a clock that went back."""
    device: str
    """This copy's id in the log."""

    @classmethod
    def open(cls, database: Path, clock: Clock, backups: Path, busy_ms: int = 5_000) -> Store:
        """Open or create the database, migrate it (after a backup), and mend damaged cache rows from the log."""
        raise NotImplementedError

    def close(self) -> None:
        """Close it; a second time does nothing."""

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # -- writing

    def append(self, drafts: Sequence[Draft], now: Moment, day: int) -> Action:
        """Log one action: on disk, with its caches, when this returns."""
        raise NotImplementedError

    def undo(self, now: Moment, day: int) -> Undone | None:
        """Take back this device's newest action that counts (not what a sync or a demo logged); None if none is left."""
        raise NotImplementedError

    def redo(self, now: Moment, day: int) -> Undone | None:
        """Give back what the newest undo took; None if there is none, or an action came after it."""
        raise NotImplementedError

    def sync(self, listings: Sequence[Listing], now: Moment, day: int, problems: int = 0) -> Synced:
        """Make the `card` table say what the decks say: log new cards and renames, retire what vanished.

        problems: how many deck problems Home shows. Only rows that differ are written.
        """
        raise NotImplementedError

    # -- reading

    @property
    def model(self) -> Model:
        """FSRS with the newest fitted parameters that count."""
        raise NotImplementedError

    def newest_wall(self) -> int | None:
        """ms UTC of the newest event's clock, for `core.clock.went_back`."""
        raise NotImplementedError

    def state(self, card: str) -> State:
        """One card's state; a new one's if the log doesn't know it."""
        raise NotImplementedError

    def listed(self, card: str) -> Listed | None:
        """One card as the decks and the log have it."""
        raise NotImplementedError

    def listing(self) -> list[Listed]:
        """Every card, in the order of the decks, retired ones too."""
        raise NotImplementedError

    def known(self, card: str) -> bool:
        """Whether the log or a deck ever had this full id: it is never given again."""
        raise NotImplementedError

    def events(self, card: str | None = None, since: int | None = None) -> list[Event]:
        """The log in order of (at, id). card: only this card's, under any id it ever had. since: from this study day."""
        raise NotImplementedError

    def history(self, card: str) -> list[Event]:
        """The card's events that count, oldest first."""
        raise NotImplementedError

    def counts(self, action: str) -> bool:
        """Whether an action counts, i.e. isn't undone."""
        raise NotImplementedError

    def queue_rows(
        self, day: int, now_ms: int, new_left: int, wanted: Callable[[str], bool] | None = None, due: int = DUE_AT_ONCE
    ) -> list[Row]:
        """What `core.queue.next_row` chooses from: all learning cards, the `due` least remembered due ones with their
        due follow-ups, and enough new ones. wanted: the focus, a predicate on full ids."""
        raise NotImplementedError

    def rows(self, cards: Sequence[str], day: int) -> list[Row]:
        """The rows of these cards that may come today: to bring a queue up to date after an answer."""
        raise NotImplementedError

    def children(self, card: str) -> tuple[str, ...]:
        """Full ids of the follow-ups and red flags that hang on a question and aren't retired."""
        raise NotImplementedError

    def glance(self, day: int, new_limit: int) -> Glance:
        """What Home shows; equal to `store.glance.glance` on the same file."""
        raise NotImplementedError

    def introduced_today(self, day: int) -> int:
        """New cards whose first rating fell on that study day; those made in the app that day don't count."""
        raise NotImplementedError

    def answered_today(self, day: int) -> int:
        """Ratings of that study day that count."""
        raise NotImplementedError

    def days(self, since: int) -> list[DayTally]:
        """The roll-up by study day, oldest first."""
        raise NotImplementedError

    def due_on(self, day: int) -> int:
        """How many cards come due exactly on a later study day."""
        raise NotImplementedError
