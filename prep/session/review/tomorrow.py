"""What comes tomorrow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from prep.store.today.glance import Glance

if TYPE_CHECKING:  # the first frame needs this before SQLAlchemy is loaded
    from prep.config import Config
    from prep.session.library.library import Library


@dataclass(frozen=True, slots=True)
class Tomorrow:
    """What Home will say in the morning, if nothing more is done today."""

    cards: int
    """What is left of today, what comes due, and the day's new ones."""
    new: int
    """Of them."""


NOTHING_COMES = Tomorrow(0, 0)


def tomorrow(library: Library) -> Tomorrow:
    """What comes tomorrow if nothing more is done today."""
    if (planned := _planned(library)) is not None:
        return planned
    morning = library.store.glance(library.day() + 1, library.config.new_per_day)
    return within_limit(morning, library.config)


def _planned(library: Library) -> Tomorrow | None:
    """What the plans make of tomorrow; None without one."""
    from prep.session.plan.day import planned_day

    planned = planned_day(library, library.day() + 1)
    return None if planned is None else Tomorrow(len(planned.again) + len(planned.new), len(planned.new))


def within_limit(morning: Glance, config: Config) -> Tomorrow:
    """What a glance at tomorrow says, within the limit of reviews."""
    due = min(morning.due_total, config.reviews_per_day or morning.due_total)
    return Tomorrow(due + morning.new, morning.new)
