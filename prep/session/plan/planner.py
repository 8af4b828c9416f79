"""A plan as a person turns it over: what would be, beside what is; nothing is logged before they keep it."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from uuid import uuid4

from prep.core.forecast import Forecast
from prep.core.kind import Level
from prep.core.plan import MINUTES, Plan, running
from prep.session.library.library import Library
from prep.session.plan.forecasting import keep as keep_forecasts
from prep.session.plan.forecasting import kept
from prep.session.plan.planning import FARTHEST_DAYS, checked, end, keep
from prep.session.plan.standing import PlanStanding, standing

WEEKS = 6
"""Until the interview of a plan that nobody has made yet."""


class Knob(StrEnum):
    """What the arrows change."""

    MINUTES = "minutes"
    DATE = "date"
    LEVEL = "level"


class Planner:
    """One plan at a time, of those that run; without one, a new one."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.knob = Knob.MINUTES
        self.found: tuple[Forecast, ...] | None = None
        """The forecasts of the plan as it is shown; None while they aren't known."""
        self._at = 0
        self.read_again()

    def read_again(self) -> None:
        """The plans as they are in the log."""
        self.plans = running(self.library.store.plans(), self.library.day())
        self.kept = self.plans[self._at % len(self.plans)] if self.plans else None
        self._show(self.kept or self._new())

    @property
    def place(self) -> int:
        """Which of the plans it is, from 1."""
        return self._at % len(self.plans) + 1 if self.plans else 0

    @property
    def changed(self) -> bool:
        """Whether keeping it would log something."""
        return self.plan != self.kept

    @property
    def was(self) -> float | None:
        """What is forecast for the plan as it is kept; None where it is shown so, or not known."""
        before = kept(self.library, self.kept) if self.kept is not None and self.changed else None
        return before[len(before) // 2].ready if before else None

    @property
    def standing(self) -> PlanStanding:
        """Where the plan stands as it is shown."""
        return standing(self.library, self.plan, self.found)

    def step(self, by: int) -> None:
        """The next thing to change."""
        knobs = list(Knob)
        self.knob = knobs[(knobs.index(self.knob) + by) % len(knobs)]

    def turn(self, by: int) -> None:
        """Five minutes, a day, or a level more or less."""
        plan, today = self.plan, self.library.day()
        match self.knob:
            case Knob.MINUTES:
                minutes = plan.minutes // 5 * 5 + 5 * by
                self._show(replace(plan, minutes=min(max(minutes, 5), MINUTES[-1])))
            case Knob.DATE:
                self._show(replace(plan, day=min(max(plan.day + by, today), today + FARTHEST_DAYS)))
            case Knob.LEVEL:
                self._show(replace(plan, level=min(max(plan.level + by, Level.SCREEN), Level.SENIOR)))

    def next_plan(self) -> None:
        """The next of the plans."""
        self._at += 1
        self.read_again()

    def keep(self) -> None:
        """Log it as it is shown. Raises UsageError, StoreError."""
        keep(self.library, checked(self.library, self.plan))
        self.read_again()

    def end(self) -> None:
        """End the plan that is kept. Raises StoreError."""
        if self.kept is not None:
            end(self.library, self.kept)
            self.read_again()

    def heard(self, plan: Plan, found: tuple[Forecast, ...]) -> None:
        """Its forecasts have come; those of the kept plan are kept with it."""
        if plan == self.plan:
            self.found = found
        if plan == self.kept:
            keep_forecasts(self.library, plan, found)

    def _show(self, plan: Plan) -> None:
        self.plan, self.found = plan, kept(self.library, plan)

    def _new(self) -> Plan:
        today = self.library.day()
        return Plan(uuid4().hex, "interview", today + 7 * WEEKS, begun=today)
