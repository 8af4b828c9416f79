"""A fit of the memory model: what would change, before it changes."""

from __future__ import annotations

from prep.core.event import Rating
from prep.session.statistics.fitting import FitPreview
from prep.text import words
from prep.text.span import BLANK, Line, Span
from prep.text.table import figures
from prep.text.wrap import wrap

KEPT = "Your parameters stay as they are."
SAME = 5e-5
"""A difference that four decimals don't show."""


def fit_rows(seen: FitPreview, retention: float, width: int) -> tuple[Line, ...]:
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
        *figures(("", "in force", "fitted", ""), scores, width),
        BLANK,
    ]
    if not seen.may_store:
        return (*rows, *wrap((Span(fit.reason),), width), *wrap((Span(KEPT),), width), *_moves_alone(seen, width))
    sentence = f"Days until a new card has fallen to {words.percent(retention)} recall, by its first rating:"
    return (*rows, *wrap((Span(sentence),), width), *_intervals(seen, width), BLANK, *moves(seen, width))


def _gain(seen: FitPreview) -> str:
    if abs(seen.fit.gain) < SAME:
        return "the same"
    word = "better" if seen.fit.gain > 0 else "worse"
    return f"{word} by {abs(seen.fit.gain):.4f} ± {2 * seen.fit.error:.4f}"


def _intervals(seen: FitPreview, width: int) -> tuple[Line, ...]:
    head = ("", *(rating.word for rating in Rating))
    rows = [
        (Span(name), *(Span(words.interval(days)) for days in intervals))
        for name, intervals in zip(("in force", "fitted"), seen.intervals, strict=True)
    ]
    return figures(head, rows, width)


def _moves_alone(seen: FitPreview, width: int) -> tuple[Line, ...]:
    return (BLANK, *moves(seen, width)) if seen.moves else ()


def moves(seen: FitPreview, width: int) -> tuple[Line, ...]:
    """What happens to due dates."""
    text = "Due dates stay where they are."
    if seen.moves:
        later = len(seen.moves) - seen.earlier
        cards = words.count(len(seen.moves), "card")
        text = f"Due dates stay unless you reschedule: that moves {cards}, {seen.earlier:,} sooner, {later:,} later."
    return wrap((Span(text),), width)
