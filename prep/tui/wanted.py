"""A review as the command line asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from prep.session.library.focus import Focus


@dataclass(frozen=True, slots=True)
class ReviewWanted:
    """What to ask, and how long."""

    focus: Focus | None = None
    """None: the one that is kept."""
    limit: int | None = None
    minutes: int | None = None
