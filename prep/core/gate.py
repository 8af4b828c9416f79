"""Gates: when a card that hangs on a question may be introduced (DESIGN §1)."""

from __future__ import annotations

from collections.abc import Iterable

from prep.core.plan import Plan

SETTLED = 7.0
"""Days of stability that a question needs before a follow-up of a higher level comes."""
LAST_DAYS = 7
"""So near an interview every gate stands open: what has to wait would not be met at all."""


def opens(met: int, stability: float, day: int, deeper: bool) -> bool:
    """Whether a question that was left with Good or Easy lets a card come that hangs on it.

    met: study day on which the question was introduced. stability: the question's, in days. deeper: whether the card is
    a follow-up of a higher level than the question.
    """
    return met < day and (not deeper or stability >= SETTLED)


def all_open(plans: Iterable[Plan], day: int) -> bool:
    """Whether an interview is so near that nothing waits for a question any more."""
    return any(0 <= plan.day - day <= LAST_DAYS for plan in plans)
