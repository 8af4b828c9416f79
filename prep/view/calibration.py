"""Does what was predicted come true? One sentence, two tables, the scores."""

from __future__ import annotations

from prep.core.calibration import Calibration, CalibrationRow
from prep.text import words
from prep.text.span import BLANK, Line, Role, Span
from prep.text.table import figures
from prep.text.wrap import wrap


def calibration_rows(seen: Calibration, width: int) -> tuple[Line, ...]:
    """One sentence, one table, the scores."""
    advice = wrap((Span(seen.advice),), width)
    if not seen.total.answers:
        return advice
    bins = [(f"{100 * row.low:.0f} to {100 * row.high:.0f} %", row) for row in seen.table]
    groups = [*((kind.value, row) for kind, row in seen.kinds), ("all", seen.total)]
    head = ("predicted", "answers", "mean", "recalled", "interval", "")
    scores = f"log-loss {seen.log_loss:.4f} · Brier {seen.brier:.4f} · intervals of 95 %"
    return (
        *advice,
        BLANK,
        *figures(head, [_reliability(name, row) for name, row in bins], width),
        BLANK,
        *figures(("kind", *head[1:5], "desired"), [_against_desired(name, row) for name, row in groups], width),
        BLANK,
        *wrap((Span(scores, Role.DIM),), width),
    )


def _reliability(name: str, row: CalibrationRow) -> tuple[Span, ...]:
    off = "" if row.holds else "too high" if row.predicted > row.recalled else "too low"
    return (*_counted(name, row), Span(off, Role.CARE))


def _against_desired(name: str, row: CalibrationRow) -> tuple[Span, ...]:
    return (*_counted(name, row), Span("" if row.desired is None else words.percent(row.desired)))


def _counted(name: str, row: CalibrationRow) -> tuple[Span, ...]:
    low, high = (f"{100 * end:.0f}" for end in row.interval)
    said = (f"{row.answers:,}", words.percent(row.predicted), words.percent(row.recalled), f"{low} to {high}")
    return (Span(name), *map(Span, said))
