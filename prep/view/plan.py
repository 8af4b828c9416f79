"""A plan as rows."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.clock import day_date
from prep.core.kind import Level
from prep.core.plan import Plan
from prep.session.plan.standing import PlanStanding
from prep.text.row import label, row
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count, percent

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
    return [row(Span(plan.name, Role.STRONG)), *(row(label(f"{name:{AT}}"), text) for name, text in facts)]


def ready_bar(ready: float, width: int) -> Line:
    """`━` to what is ready today, `─` to all."""
    done = round(ready * width)
    return row(Span("━" * done, Role.ACT), Span("─" * (width - done), Role.FAINT))


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
