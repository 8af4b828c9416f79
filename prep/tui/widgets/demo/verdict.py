"""What a demo's run says in the desk: how it compares, how far it is, or why there is nothing (LOOK §6: Verdict)."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from prep.demos.declaration.message import Failed, Failure
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import Prediction, show_prediction
from prep.demos.declaration.spelt import spelt_outcome
from prep.demos.judging.verdict import Said, VerdictMark, VerdictPart, verdict
from prep.session.experiment.experiment import DemoStage, Experiment
from prep.text.span import Span
from prep.text.spelling import spelled
from prep.text.wrap import wrap
from prep.tui.ink import ink, joined
from prep.view.grid import Grid

LOOKS = {VerdictMark.RIGHT: "right", VerdictMark.WRONG: "wrong", VerdictMark.DIFFER: "care", VerdictMark.NONE: "dim"}
SPINNER, ASCII_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\"
NO_TORCH = "demos need torch; prep doctor tells how"


def desk_rows(experiment: Experiment, seconds: float, beat: int, grid: Grid, *, ascii: bool) -> Sequence[Content]:
    """How far an experiment is, or how it came out."""
    if experiment.stage is DemoStage.NOWHERE and experiment.trouble is not None:
        hint = f"; {experiment.trouble.hint}" if experiment.trouble.hint else ""
        return sentence_rows(f"✗ {experiment.trouble}{hint}", "wrong", grid)
    if experiment.stage is DemoStage.FINDING:
        return sentence_rows("reading your demos", "dim", grid)
    if experiment.outcome is None or experiment.stage is DemoStage.ASK:
        return []
    outcome = spelt_outcome(experiment.outcome) if ascii else experiment.outcome
    if experiment.stage is DemoStage.RUN:
        return [running_row(outcome, experiment.prediction, seconds, beat, grid, ascii=ascii)]
    rows = verdict_rows(outcome, experiment.prediction, grid, ascii=ascii)
    if experiment.record is None or grid.short:
        return rows
    said = experiment.record.beside(outcome.sheet)
    return [*rows, *sentence_rows(spelled(said) if ascii else said, "dim", grid)]


def verdict_rows(outcome: Outcome, prediction: Prediction | None, grid: Grid, *, ascii: bool = False) -> list[Content]:
    """One row where it fits, in its short form where not; two when even that is too long."""
    if outcome.failed:
        return failure_rows(outcome.failed, grid)
    found = verdict(outcome, prediction)
    parts, gap = found.parts, "   "
    if grid.narrow or len(str(found)) > grid.width:
        parts, gap = found.brief, "  "
    return packed([painted_part(part, found.mark, ascii) for part in parts], gap, grid.width)


def painted_part(part: VerdictPart, mark: VerdictMark, ascii: bool) -> Content:
    """Your guess in act, theory in its colour, the judgement bold."""
    value = spelled(part.value) if ascii else part.value
    match part.of:
        case Said.YOU:
            sign, you = part.label[:1], part.label[1:]
            return joined([ink(sign, LOOKS[mark]), ink(you), ink(f" {value}" if value else "", "act")])
        case Said.MEASURED:
            return ink(f"{part.label} {value}")
        case Said.THEORY:
            return joined([ink(part.label), ink(f" {value}", "theory")])
        case Said.JUDGEMENT:
            return ink(value, "strong")


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
