"""Home's numbers. A row is there only when there is something to say."""

from __future__ import annotations

from datetime import date

from prep.session.home.home import Home
from prep.text import words
from prep.text.row import cut, grouped, hung, label, packed, row
from prep.text.span import Line, Role, Span
from prep.text.spark import spark
from prep.text.words import percent
from prep.text.wrap import wrap
from prep.view.columns import NARROW, bars, detail_at, fact, placed, value_at
from prep.view.grid import Grid
from prep.view.hero import hero
from prep.view.kind import KINDS
from prep.view.plan import day_words, ready_bar, when

READING = label("reading your cards")


def date_words(day: date, *, narrow: bool = False) -> str:
    """`Sunday 29 November`, `Sun 29 November`."""
    return f"{day:{'%a' if narrow else '%A'}} {day.day} {day:%B}"


def home_rows(seen: Home, grid: Grid, *, ascii: bool = False) -> list[Line]:
    """Count, kinds, days, what wants attention."""
    width = grid.width
    count = hero(seen.total, beside_hero(seen, tiny=grid.tiny), value_at(width), ascii=ascii)
    kinds = kind_rows(seen, width) if seen.total else []
    days = [*plan_rows(seen, width), *day_rows(seen, width)]
    below = grouped([days, [*waiting_rows(seen, width), *attention_rows(seen, width)]], 1)
    return placed(grouped([count, kinds, below], grid.gap), grid)


def beside_hero(seen: Home, *, tiny: bool = False) -> list[Line]:
    """Three short lines."""
    whole = f"of {words.count(seen.whole, 'card')} today" if seen.whole > seen.total else ""
    if whole and not seen.total:
        return [_strong(whole), label("none of them in your focus"), label("f changes it")]
    if not seen.total:
        done = words.count(seen.answered, "answer") if seen.answered else "nothing due"
        return [_strong("cards today"), label(done), label(f"next: {next_due(seen, tiny)}")]
    yours = f", your {seen.plan.plan.minutes} a day" if seen.plan and not tiny else ""
    return [
        _strong(whole or ("card today" if seen.total == 1 else "cards today")),
        label(f"about {words.count(seen.minutes, 'minute')}{yours}"),
        label(f"{seen.new or 'none'} of them new"),
    ]


def _strong(text: str) -> Line:
    return row(Span(text, Role.STRONG))


def next_due(seen: Home, tiny: bool) -> str:
    """`22 tomorrow, 10 new`; when nothing comes then, the next day that has cards: `15 on Tuesday`."""
    later = next(((day, count) for day, count in seen.ahead if count), None)
    cards, new = seen.tomorrow.cards, seen.tomorrow.new
    if later and not cards:
        return f"{later[1]:,} on {later[0]:%A}"
    return f"{cards} tomorrow, {new} new" if new and not tiny else f"{cards} tomorrow"


def kind_rows(seen: Home, width: int) -> list[Line]:
    """How many of each kind, with a bar."""
    digits = max(2, len(str(max(seen.due.values(), default=0))))
    kinds = [
        (row(Span(look.glyph, look.role), f"  {look.plural}"), seen.due.get(kind, 0), look.role)
        for kind, look in KINDS.items()
    ]
    return bars(kinds, width, digits=digits, at=detail_at(width))


def plan_rows(seen: Home, width: int) -> list[Line]:
    """The nearest interview: when, and how far the person is."""
    if seen.plan is None:
        return []
    plan, far = seen.plan.plan, when(seen.plan.days).removeprefix("in ")
    soon = row(Span(far, Role.CARE if seen.plan.days == 1 else Role.INK))
    head = fact("interview", soon, label(f"{day_words(plan)} · {plan.name}"), width)
    found = seen.plan.forecast
    bar = ready_bar(seen.plan.ready, width - detail_at(width), found.ready if found else None)
    rows = [cut(head, width), fact("readiness", percent(seen.plan.ready), bar, width)]
    if found is None or not seen.plan.days:
        return rows
    scope = f"{percent(found.seen)} seen" if width < NARROW else f"{percent(found.seen)} of the scope seen"
    pace = f"at {plan.minutes} min{'' if width < NARROW else ' a day'} · {scope}"
    return [*rows, fact("by the day", row(Span(percent(found.ready), Role.THEORY)), label(pace), width)]


def waiting_rows(seen: Home, width: int) -> list[Line]:
    """Due cards that no plan holds and no minutes are left for."""
    if not seen.waiting:
        return []
    why = "due outside the plan" if width < NARROW else "due outside the plan, if minutes are left"
    return [fact("waiting", words.count(seen.waiting, "card"), label(why), width)]


def day_rows(seen: Home, width: int) -> list[Line]:
    """The streak and the days to come, once there are any."""
    rows = []
    if any(seen.days):
        caption = "" if width < NARROW else "   cards a day, eighteen days"
        strip = spark(seen.days[-max(1, width - detail_at(width)) :], zero="▁")
        rows.append(cut(fact("streak", words.count(seen.streak, "day"), label(strip + caption), width), width))
    return [*rows, next_days(seen, width)] if any(count for _, count in seen.ahead) else rows


def next_days(seen: Home, width: int) -> Line:
    """As many of the next days as fit."""
    digits = max([2, *(len(str(count)) for _, count in seen.ahead)])
    days = [row(label(f"{day:%a} "), f"{count:>{digits}}") for day, count in seen.ahead]
    return row(label("next days".ljust(value_at(width))), packed(days, 4, width - value_at(width))[0])


def attention_rows(seen: Home, width: int) -> list[Line]:
    """Deck problems, facts to check, and what else must be told."""
    rows = []
    if seen.problems:
        rows.append(_wanting("decks", words.count(seen.problems, "problem"), Span("c", Role.KEY, "do:check"), width))
    if seen.facts:
        rows.append(_wanting("facts", f"{seen.facts} to check", Span("k", Role.KEY, "do:facts"), width))
    for notice in seen.notices:
        rows += hung(Span("!  ", Role.CARE), wrap((Span(notice, Role.CARE),), width - 3))
    return rows


def _wanting(name: str, what: str, key: Span, width: int) -> Line:
    """`decks           2 problems · c shows them`"""
    head, said = Span(name.ljust(value_at(width)), Role.CARE), Span(what, Role.CARE, key.target)
    return row(head, said, label(" · "), key, Span(" shows them", Role.DIM, key.target))
