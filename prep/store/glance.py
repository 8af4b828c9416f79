"""Home's numbers by plain sqlite3, before SQLAlchemy is loaded (DESIGN §7): three read-only statements."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from prep.core.card import Kind


@dataclass(frozen=True, slots=True)
class Glance:
    """What today looks like."""

    day: int
    due: dict[Kind, int] = field(default_factory=dict)
    """Cards that have been rated before and are due, learning ones too; kinds without any are absent."""
    new: int = 0
    """New cards that today will bring: within the limit, gates open, plus those made in the app today."""
    minutes: int = 0
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
    tomorrow: int = 0
    """Cards that come due tomorrow."""
    recent: tuple[int, ...] = ()
    """Ratings a day of the last eighteen study days, today last."""

    @property
    def due_total(self) -> int:
        """Due cards of all kinds."""
        return sum(self.due.values())


def glance(database: Path, day: int, new_limit: int) -> Glance | None:
    """Today's numbers; None when there is no database, it is of another schema, or it can't be read yet."""
    raise NotImplementedError
