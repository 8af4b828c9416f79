"""Calibration and fit as rows of a page, for their commands and screens alike."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.calibration import Calibration, Row
from prep.core.event import Rating
from prep.session.statistics.fitting import Preview
from prep.text import words
from prep.text.span import BLANK, Line, Role, Span
from prep.text.table import Align, Table, table_lines
from prep.text.wrap import wrap

KEPT = "Your parameters stay as they are."
SAME = 5e-5
"""A difference that four decimals don't show."""


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
        *_table(head, [_reliability(name, row) for name, row in bins], width),
        BLANK,
        *_table(("kind", *head[1:5], "desired"), [_against_desired(name, row) for name, row in groups], width),
        BLANK,
        *wrap((Span(scores, Role.DIM),), width),
    )


def _reliability(name: str, row: Row) -> tuple[Span, ...]:
    off = "" if row.holds else "too high" if row.predicted > row.recalled else "too low"
    return (*_figures(name, row), Span(off, Role.CARE))


def _against_desired(name: str, row: Row) -> tuple[Span, ...]:
    return (*_figures(name, row), Span("" if row.desired is None else words.percent(row.desired)))


def _figures(name: str, row: Row) -> tuple[Span, ...]:
    low, high = (f"{100 * end:.0f}" for end in row.interval)
    figures = (f"{row.answers:,}", words.percent(row.predicted), words.percent(row.recalled), f"{low} to {high}")
    return (Span(name), *map(Span, figures))


def fit_rows(seen: Preview, retention: float, width: int) -> tuple[Line, ...]:
    """What a person decides on, or why there is nothing to decide."""
    fit = seen.fit
    if fit.before is None or fit.after is None:
        return (*wrap((Span(fit.reason),), width), *wrap((Span(KEPT),), width), *_moves_alone(seen, width))
    said = f"{words.count(fit.answers, 'answer')} can teach. Fitted to the older ones, judged by the newest"
    scores = [
        (Span("log-loss"), Span(f"{fit.before.log_loss:.4f}"), Span(f"{fit.after.log_loss:.4f}"), Span(_gain(seen))),
        (Span("RMSE(bins)"), Span(f"{fit.before.rmse_bins:.4f}"), Span(f"{fit.after.rmse_bins:.4f}"), Span("")),
    ]
    rows = [
        *wrap((Span(f"{said} {fit.held_out:,}."),), width),
        BLANK,
        *_table(("", "in force", "fitted", ""), scores, width),
        BLANK,
    ]
    if not seen.may_store:
        return (*rows, *wrap((Span(fit.reason),), width), *wrap((Span(KEPT),), width), *_moves_alone(seen, width))
    sentence = f"Days until a new card has fallen to {words.percent(retention)} recall, by its first rating:"
    return (*rows, *wrap((Span(sentence),), width), *_intervals(seen, width), BLANK, *moves(seen, width))


def _gain(seen: Preview) -> str:
    if abs(seen.fit.gain) < SAME:
        return "the same"
    word = "better" if seen.fit.gain > 0 else "worse"
    return f"{word} by {abs(seen.fit.gain):.4f} ± {2 * seen.fit.error:.4f}"


def _intervals(seen: Preview, width: int) -> tuple[Line, ...]:
    head = ("", *(rating.word for rating in Rating))
    rows = [
        (Span(name), *(Span(words.interval(days)) for days in intervals))
        for name, intervals in zip(("in force", "fitted"), seen.intervals, strict=True)
    ]
    return _table(head, rows, width)


def _moves_alone(seen: Preview, width: int) -> tuple[Line, ...]:
    return (BLANK, *moves(seen, width)) if seen.shifts else ()


def moves(seen: Preview, width: int) -> tuple[Line, ...]:
    """What happens to due dates."""
    text = "Due dates stay where they are."
    if seen.shifts:  # with --reschedule they don't: what is shown must hold either way
        later = len(seen.shifts) - seen.earlier
        cards = words.count(len(seen.shifts), "card")
        text = f"Due dates stay unless you reschedule: that moves {cards}, {seen.earlier:,} sooner, {later:,} later."
    return wrap((Span(text),), width)


def _table(head: Sequence[str], rows: Sequence[Sequence[Span]], width: int) -> tuple[Line, ...]:
    """The first column at the left, numbers at the right."""
    columns = len(head)
    aligns = (Align.LEFT, *[Align.RIGHT] * (columns - 2), Align.LEFT if not head[-1] else Align.RIGHT)
    header = tuple((Span(text),) if text else () for text in head)
    return table_lines(Table(header, tuple(tuple((cell,) for cell in row) for row in rows), aligns), width)
