"""What a demo's run says in the desk: how it compares, how far it is, or why there is nothing (LOOK §6: Verdict)."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from prep.demos.declaration.message import Failed, Failure
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import Prediction, show_prediction
from prep.demos.judging.verdict import Mark, Verdict, verdict
from prep.text.span import Span
from prep.text.spelling import spelled
from prep.text.wrap import wrap
from prep.tui.ink import ink, joined
from prep.view.grid import Grid

LOOKS = {Mark.RIGHT: "right", Mark.WRONG: "wrong", Mark.DIFFER: "care", Mark.NONE: "dim"}
SPINNER, ASCII_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\"
NO_TORCH = "demos need torch; prep doctor tells how"


def verdict_rows(outcome: Outcome, prediction: Prediction | None, grid: Grid, *, ascii: bool = False) -> list[Content]:
    """One row where it fits, in its short form where not; two when even that is too long."""
    if outcome.failed:
        return failure_rows(outcome.failed, grid)
    found = verdict(outcome, prediction)
    parts, gap = str(found).split("   "), "   "
    if grid.narrow or len(str(found)) > grid.width:
        parts, gap = found.short.split("  "), "  "
    if ascii:
        parts = [spelled(part) for part in parts]
    return packed([painted_part(part, at, parts, found) for at, part in enumerate(parts)], gap, grid.width)


def painted_part(part: str, at: int, parts: Sequence[str], found: Verdict) -> Content:
    """One fact: your guess in act, theory in its colour, the judgement bold."""
    if at == 0:
        mark, _, rest = part.partition(" ")
        you = (
            [ink(" you", "ink"), ink(rest.removeprefix("you"), "act")] if rest.startswith("you") else [ink(f" {rest}")]
        )
        return joined([ink(mark, LOOKS[found.mark]), *(you if rest else [])])
    if at == len(parts) - 1 and found.judgement:
        return ink(part, "strong")
    word, _, value = part.partition(" ")
    return joined([word, ink(f" {value}", "theory")]) if word == "theory" else ink(part)


def packed(parts: Sequence[Content], gap: str, width: int) -> list[Content]:
    """Parts side by side, as many a row as fit."""
    rows: list[Content] = []
    for part in parts:
        if rows and rows[-1].cell_length + len(gap) + part.cell_length <= width:
            rows[-1] = joined([rows[-1], gap, part])
        else:
            rows.append(part)
    return [row.truncate(width, ellipsis=True) for row in rows[:2]]


def failure_rows(failed: Failed, grid: Grid) -> list[Content]:
    """Why there are no more points."""
    absent = failed.kind is Failure.NO_TORCH and failed.sentence.startswith("demos need torch")
    sentence = NO_TORCH if absent else failed.sentence  # a broken one says what is wrong with it
    return sentence_rows(f"✗ {sentence}", "wrong", grid)


def sentence_rows(sentence: str, look: str, grid: Grid) -> list[Content]:
    """One sentence in at most three rows."""
    return [ink(line.text, look) for line in wrap((Span(sentence),), grid.width)[:3]]


def running_row(
    outcome: Outcome, prediction: Prediction | None, seconds: float, beat: int, grid: Grid, *, ascii: bool = False
) -> Content:
    """`⠹ running  3 of 4 widths · 0.3 s · your guess: 22 · cpu, 1 thread`"""
    spinner = ASCII_SPINNER if ascii else SPINNER
    word = "running" if outcome.versions or outcome.points else "starting"
    done, total, unit = 0, len(outcome.sheet.xs), outcome.sheet.unit
    if outcome.progress:
        done, total, unit = outcome.progress.done, outcome.progress.total, outcome.progress.unit
    pieces = [
        ink(spinner[beat % len(spinner)], "act"),
        ink(f" {word}  "),
        ink(f"{done} of {total} {unit} · {seconds:.1f} s", "dim"),
    ]
    if prediction is not None:
        pieces += [ink(" · your guess: ", "dim"), ink(show_prediction(outcome.sheet.question, prediction), "act")]
    row, where = joined(pieces), ink(f" · {outcome.where}" if outcome.where else "", "dim")
    if row.cell_length + where.cell_length <= grid.width:
        return joined([row, where])
    return row.truncate(grid.width, ellipsis=True)
