"""The plan's page: what can be changed, what comes of it, and the curve."""

from __future__ import annotations

from prep.session.plan.planner import Knob, Planner
from prep.session.plan.standing import PlanStanding
from prep.text.plot.draw import draw, legend_rows
from prep.text.plot.series import Plot, PlotAxis, PlotMark, PlotSeries
from prep.text.row import blank, cut, label, row
from prep.text.span import Line, Role, Span
from prep.text.words import count, percent
from prep.view.columns import NARROW, detail_at, fact
from prep.view.grid import Grid
from prep.view.plan import day_words, level_word, not_reached, off_words, ready_bar

LEAST_PLOT = 6


def plan_page(planner: Planner, grid: Grid, *, ascii: bool = False) -> list[Line]:
    """All rows; the curve takes what is left of the screen."""
    seen, width = planner.standing, grid.width
    rows = [*blank(grid.gap), *_knobs(planner, seen, width), *blank(grid.gap), *_outcome(planner, seen, width)]
    room = grid.rows - 4 - len(rows) - grid.gap
    return [*rows, *blank(grid.gap), *_curve(seen, width, room, ascii)] if seen.by_day and room >= LEAST_PLOT else rows


def _knobs(planner: Planner, seen: PlanStanding, width: int) -> list[Line]:
    plan = seen.plan
    said = {
        Knob.MINUTES: f"minutes {plan.minutes}",
        Knob.DATE: f"date {day_words(plan)}",
        Knob.LEVEL: f"level {level_word(plan)}",
    }
    cells = [_knob(text, knob is planner.knob) for knob, text in said.items()]
    scope = f"  scope {count(seen.cards, 'card')} in {count(seen.topics, 'topic')}{off_words(plan)}   {plan.name}"
    return [cut(row(*cells), width), cut(row(label(scope)), width)]


def _knob(text: str, chosen: bool) -> Line:
    return row(Span(f"‹ {text} › ", Role.ACT)) if chosen else row(Span(f"  {text}   "))


def _outcome(planner: Planner, seen: PlanStanding, width: int) -> list[Line]:
    found = seen.forecast
    bar = ready_bar(seen.ready, width - detail_at(width), found.ready if found else None)
    now = fact("now", percent(seen.ready), bar, width)
    if found is None:
        return [
            now,
            fact("by the day", "…" if seen.days else "–", label("forecasting" if seen.days else "it is today"), width),
        ]
    hours = f" · {count(round(found.hours), 'hour')}" if width >= NARROW else ""
    was = "" if planner.was is None else f"was {percent(planner.was)} · "
    pace = f"{was}{percent(found.seen)} of the scope seen{hours}"
    rows = [now, fact("by the day", row(Span(percent(found.ready), Role.THEORY)), label(pace), width)]
    lost = not_reached(found)
    return [*rows, cut(fact("not reached", lost or "–", "", width), width)]


def _curve(seen: PlanStanding, width: int, height: int, ascii: bool) -> list[Line]:
    """Readiness over the days, with the plan's minutes in theory's colour, half and double dim."""
    series = tuple(
        PlotSeries(
            f"{each.minutes} min {percent(each.ready)}", range(len(each.curve)), [100 * ready for ready in each.curve],
            mark=PlotMark.CURVE, role=None if each is seen.forecast else Role.DIM,
        )
        for each in seen.by_day
    )  # fmt: skip
    plot = Plot(series, PlotAxis("days from today"), PlotAxis("ready, %", low=0, high=100))
    legend = legend_rows(plot, width, ascii=ascii)
    return [*legend, *draw(plot, width, height - len(legend), ascii=ascii)]
