"""A plan as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from prep.core.clock import day_date
from prep.core.kind import Level
from prep.core.plan import Plan
from prep.text.row import label, row
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count, percent

if TYPE_CHECKING:  # Home's first frame needs the words alone
    from prep.core.forecast import Forecast
    from prep.session.plan.standing import PlanStanding

AT = 16


def standing_lines(found: Sequence[PlanStanding]) -> list[Line]:
    """Every plan for a terminal or a pipe."""
    if not found:
        return [row('No plan runs. Make one: prep plan "Larkfield" --date "12 Jan" --minutes 20')]
    lines: list[Line] = []
    for seen in found:
        lines += [*([BLANK] if lines else []), *_standing(seen)]
    return lines


def _standing(seen: PlanStanding) -> list[Line]:
    plan = seen.plan
    facts = [
        ("interview", f"{day_words(plan)}, {when(seen.days)}"),
        ("minutes", f"{plan.minutes} a day{off_words(plan)}"),
        ("scope", f"{count(seen.cards, 'card')} in {count(seen.topics, 'topic')}, up to {level_word(plan)}"),
        ("readiness", f"{percent(seen.ready)}, {count(seen.seen, 'card')} seen"),
    ]
    facts += [] if seen.forecast is None else [("by the day", forecast_words(seen.forecast, plan.minutes))]
    facts += [("not reached", words)] if seen.forecast and (words := not_reached(seen.forecast)) else []
    facts += (
        [("otherwise", ", ".join(f"{percent(f.ready)} at {f.minutes} min" for f in _others(seen)))]
        if seen.by_day
        else []
    )
    return [row(Span(plan.name, Role.STRONG)), *(row(label(f"{name:{AT}}"), text) for name, text in facts)]


def _others(seen: PlanStanding) -> list[Forecast]:
    return [each for each in seen.by_day if each.minutes != seen.plan.minutes]


def forecast_words(found: Forecast, minutes: int) -> str:
    """`83 % at 20 min a day · 92 % of the scope seen, 12 hours`."""
    return (
        f"{percent(found.ready)} at {minutes} min a day · {percent(found.seen)} of the scope seen,"
        f" {count(round(found.hours), 'hour')}"
    )


def not_reached(found: Forecast) -> str:
    """The topics of which no card will have been met: three by name."""
    names = [topic.rpartition("/")[2] for topic, ready in found.topics if ready < 0]
    more = [f"{len(names) - 3} more"] if len(names) > 3 else []
    return f"{count(len(names), 'topic')}: {', '.join([*names[:3], *more])}" if names else ""


def ready_bar(ready: float, width: int, forecast: float | None = None) -> Line:
    """`━` to what is ready today, `─` to all, `│` at what is forecast."""
    done, rest = round(ready * width), width - round(ready * width)
    if forecast is None or not done <= (at := min(width - 1, round(forecast * width))):
        return row(Span("━" * done, Role.ACT), Span("─" * rest, Role.FAINT))
    faint = Span("─" * (at - done), Role.FAINT), Span("│", Role.THEORY), Span("─" * (width - at - 1), Role.FAINT)
    return row(Span("━" * done, Role.ACT), *faint)


def day_words(plan: Plan) -> str:
    """`Tue 12 Jan`."""
    on = day_date(plan.day)
    return f"{on:%a} {on.day} {on:%b}"


def when(days: int) -> str:
    """How far the day is: `in 44 days`, `tomorrow`, `2 days ago`."""
    if days < 0:
        return "yesterday" if days == -1 else f"{-days:,} days ago"
    return {0: "today", 1: "tomorrow"}.get(days, f"in {days:,} days")


def level_word(plan: Plan) -> str:
    """The highest level in its word."""
    return Level(plan.level).name.lower()


def off_words(plan: Plan) -> str:
    """`, Thu and 3 more days off`; nothing where none is."""
    days = [day.capitalize() for day in plan.off if day.isalpha()]
    dates = len(plan.off) - len(days)
    more = [count(dates, "date")] if dates else []
    return f", {' and '.join([*days, *more])} off" if plan.off else ""
