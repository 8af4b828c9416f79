"""What the plans that run make of a study day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from prep.core.choice import Candidate, new_today, picked, seconds_of
from prep.core.gate import all_open
from prep.core.plan import Plan, running
from prep.core.prospect import Prospect
from prep.core.queue import QueueRow
from prep.session.library.library import Library

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class PlannedDay:
    """A day's set under plans."""

    plans: tuple[Plan, ...]
    again: tuple[str, ...]
    """Full ids of cards met before: the plans', due or not, by what they gain; then due ones outside if minutes are
    left."""
    new: tuple[QueueRow, ...]
    """New cards, in their order."""
    beyond: int
    """New cards that were met today beyond what the plans bring: the person wanted more."""
    seconds: float
    """What all of them are expected to take."""
    waiting: int
    """Due cards outside every plan for which no minutes are left."""


def planned_day(library: Library, day: int, wanted: Wanted | None = None) -> PlannedDay | None:
    """The set of a study day as of now; None where no plan runs. wanted: the focus."""
    plans = running(library.store.plans(), day)
    return _Day(library, plans, day, wanted).chosen() if plans else None


class _Day:
    """One day's choice: what is known of the cards is read once."""

    def __init__(self, library: Library, plans: tuple[Plan, ...], day: int, wanted: Wanted | None) -> None:
        self.library, self.plans, self.day = library, plans, day
        self._wanted = wanted or (lambda _card: True)
        self.prospect = Prospect(library.store.model.parameters, library.store.habits())
        self.met = [met for met in library.store.met(day) if library.card(met.card)]
        self.left = seconds_of(plans, day) - library.store.seconds_on(day)
        self.shares = {plan.id: self._share(plan) for plan in plans}

    def chosen(self) -> PlannedDay:
        """New cards first, for what they leave is the reviews'."""
        new = self._new()
        self.left -= len(new) * self.prospect.habits.met
        again = picked(self._candidates(), self.prospect, self.day, self.left)
        self.left -= sum(each.seconds for each in again)
        known = self.prospect.habits.known
        outside = [met.card for met in self.met if met.due and not self._holders(met.card) and self._wanted(met.card)]
        room = min(len(outside), max(0, int(self.left / known)))
        taken = len(new) * self.prospect.habits.met + sum(each.seconds for each in again) + room * known
        return PlannedDay(
            self.plans,
            (*(each.card for each in again), *outside[:room]),
            tuple(new),
            sum(max(0, -share) for share in self.shares.values()),
            taken,
            len(outside) - room,
        )

    def _holders(self, card: str) -> list[Plan]:
        found = self.library.card(card)
        return [plan for plan in self.plans if found is not None and plan.holds(found)]

    def _candidates(self) -> list[Candidate]:
        worth = self.library.worths
        return [
            Candidate(
                met.card, met.stability, met.difficulty, met.last_day, tuple((p.day, worth[met.card]) for p in mine)
            )
            for met in self.met
            if met.free and (mine := self._holders(met.card)) and self._wanted(met.card)
        ]

    def _new(self) -> list[QueueRow]:
        """In their order, each plan's share of its own scope; as many as the minutes allow."""
        shares = dict(self.shares)
        most = sum(share for share in shares.values() if share > 0)
        ungated = all_open(self.plans, self.day)
        rows = self.library.store.queue_rows(self.day, most, self._in_scope, 0, ungated) if most > 0 else []
        taken: list[QueueRow] = []
        for row in islice((row for row in rows if row.is_new and not row.made_today), most):
            mine = [plan.id for plan in self._holders(row.card)]
            if any(shares[plan] > 0 for plan in mine) and len(taken) * self.prospect.habits.met < self.left:
                taken.append(row)
                shares |= {plan: shares[plan] - 1 for plan in mine}
        return taken

    def _share(self, plan: Plan) -> int:
        """How many new cards the plan still brings today."""
        mine = [met for met in self.met if plan in self._holders(met.card)]
        cards = sum(map(plan.holds, self.library.deck.cards))
        seen = sum(met.first_day < self.day for met in mine)
        return new_today(plan, self.prospect.habits, self.day, seen, cards - seen) - (len(mine) - seen)

    def _in_scope(self, card: str) -> bool:
        return bool(self._holders(card)) and self._wanted(card)
