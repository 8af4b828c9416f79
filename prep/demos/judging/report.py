"""An outcome as numbers for other programs, and as a table of texts for people."""

from __future__ import annotations

from typing import Any

from prep.demos.declaration.message import Expected, Point
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import Prediction
from prep.demos.judging.verdict import number, verdict
from prep.demos.spec import Column, Fact, Series


def as_json(outcome: Outcome, prediction: Prediction | None = None) -> dict[str, Any]:
    """The shape of `prep demo --json`; theory and tolerance at the measured x only."""
    sheet, done, xs = outcome.sheet, outcome.done, set(outcome.sheet.xs)
    return {
        "demo": sheet.name,
        "parameters": {name: list(v) if isinstance(v, tuple) else v for name, v in sheet.values.items()},
        "seed": sheet.values["seed"],
        "measured": [{"series": p.series, "x": p.x, "y": p.y, "se": p.se} for p in outcome.points],
        "theory": [_entry(t) for t in outcome.theory if t.x in xs],
        "tolerance": [_entry(t) for t in done.tolerance] if done else [],
        "images": [{"picture": i.name, "x": i.x, "rows": [list(row) for row in i.rows]} for i in outcome.images],
        "verdict": str(verdict(outcome, prediction)),
        "seconds": round(done.seconds, 3) if done else None,
        "versions": dict(outcome.versions),
        "environment": {"device": outcome.device, "threads": outcome.threads},
    }


def table(outcome: Outcome, wide: bool = False) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """(heads, rows): the column of x, then those that the sheet declares. "…" where a value has yet to come.

    Rows begin with the first x and end with the one being measured; `wide` adds the columns for wide screens.
    """
    columns = [column for column in outcome.sheet.columns if wide or not column.wide]
    seen = len({point.x for point in outcome.points})
    shown = outcome.sheet.xs[: seen + 1] if outcome.running else outcome.sheet.xs[:seen]
    points = {(point.series, point.x): point for point in reversed(outcome.points)}  # of two the first counts
    theory = {(value.series, value.x): value.y for value in reversed(outcome.theory)}

    def cell(column: Column, x: float) -> str:
        key, series = (column.series, x), outcome.sheet.one(column.series)
        if key not in points:
            return "…" if column.fact is Fact.MEASURED and outcome.running else ""
        return _cell(column, series, points[key], theory.get(key))

    rows = tuple((f"{x:g}", *(cell(column, x) for column in columns)) for x in shown)
    return (outcome.sheet.x.label, *(column.head for column in columns)), rows


def _cell(column: Column, series: Series, point: Point, expected: float | None) -> str:
    """What stands in one cell of the table."""
    decimals = series.decimals if column.decimals is None else column.decimals
    match column.fact:
        case Fact.MEASURED:
            return number(point.y, series, decimals)
        case Fact.ERROR:
            return number(2 * point.se, series, decimals)
        case Fact.THEORY:
            return "" if expected is None else number(expected, series, decimals)
        case Fact.RATIO:
            return "" if not expected else f"{point.y / expected:.{decimals}f}".replace("-", "−")


def _entry(value: Expected) -> dict[str, object]:
    return {"series": value.series, "x": value.x, "y": value.y}
