"""A demo in the scrollback: the question, the run with its progress, plot, table and verdict."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from prep.cli import page
from prep.cli.output import drawn
from prep.demos.declaration.message import Message, Progress
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import ChoiceQuestion, OrderQuestion, Prediction
from prep.demos.declaration.spelt import spelt, spelt_outcome
from prep.demos.judging import report
from prep.demos.judging.verdict import VerdictMark, verdict
from prep.demos.running import sync
from prep.demos.spec import Sheet
from prep.session.experiment.picturing import picture_rows, seen
from prep.session.experiment.plotting import plot_of
from prep.text.markdown import plain, wrap
from prep.text.plot import bar, draw, legend_rows
from prep.text.safe import safe
from prep.text.span import BLANK, Line, Role, Span
from prep.text.spelling import spelled
from prep.tui import glyphs

PLOT_WIDTH, PLOT_HEIGHT = 64, 17
MARK_ROLES = {
    VerdictMark.RIGHT: Role.RIGHT,
    VerdictMark.WRONG: Role.WRONG,
    VerdictMark.DIFFER: Role.CARE,
    VerdictMark.NONE: Role.DIM,
}


def introduce(sheet: Sheet, *, ascii: bool = False) -> None:
    """What will be measured, with which parameters."""
    sheet = spelt(sheet) if ascii else sheet
    values = "   ".join(f"{p.label or p.name} {p.show(sheet.values[p.name])}" for p in sheet.row)
    title = Line((Span(sheet.title, Role.STRONG),))
    intro = wrap((Span(sheet.intro),), page.width())
    _show([BLANK, title, BLANK, *intro, BLANK, Line((Span(f"  {values}", Role.DIM),)), BLANK], ascii)


def ask(sheet: Sheet, *, ascii: bool = False) -> None:
    """The prediction question with its options."""
    question = sheet.question
    asked = spelled(plain(question.text)) if ascii else plain(question.text)
    rows = [*wrap((Span(asked),), page.width())]
    texts: list[str] = []
    if isinstance(question, ChoiceQuestion):
        texts = [option.text for option in question.options]
    elif isinstance(question, OrderQuestion):
        texts = [item.text for item in question.items]
    rows += [Line((Span(f"  {number}  {text}"),)) for number, text in enumerate(texts, 1)]
    _show([*rows, Line((Span(question.scoring, Role.DIM),))], ascii)


def measure(sheet: Sheet, folder: Path | None, *, ascii: bool = False) -> Outcome:
    """Run it; progress goes to stderr, where it can move the cursor without harming a pipe."""
    bar = _Bar(ascii)
    try:
        return sync.complete(sync.run(sheet, folder, bar.hear))
    finally:
        bar.clear()


class _Bar:
    """One line of progress, in a terminal only."""

    def __init__(self, ascii: bool) -> None:
        self.shown, self.ascii = sys.stderr.isatty(), ascii

    def hear(self, message: Message | Sheet) -> None:
        if self.shown and isinstance(message, Progress):
            filled = "".join(bar(message.done / max(1, message.total), 24, ascii=self.ascii))
            drawn(f"\r{filled}  {message.done} of {message.total} {safe(message.unit)}", sys.stderr)
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            drawn("\r\x1b[K", sys.stderr)
            sys.stderr.flush()


def show_outcome(outcome: Outcome, prediction: Prediction | None, *, ascii: bool = False) -> None:
    """Plot, table, remark, verdict."""
    outcome = spelt_outcome(outcome) if ascii else outcome
    plot = plot_of(outcome, prediction)
    room = shutil.get_terminal_size((80, 24)).columns - 2
    curves = draw(plot, min(PLOT_WIDTH, room), PLOT_HEIGHT, ascii=ascii)
    _show([*legend_rows(plot, room, ascii=ascii), *curves, BLANK, *_table(outcome, room)], ascii)
    for picture in seen(outcome):
        _show([BLANK, *picture_rows(outcome, picture, min(PLOT_WIDTH, room), PLOT_HEIGHT, ascii=ascii)], ascii)
    found = verdict(outcome, prediction)
    remark = outcome.done.remark if outcome.done else ""
    said = wrap((Span(str(found), MARK_ROLES[found.mark]),), max(page.width(), room))
    _show(
        [
            BLANK,
            *(wrap((Span(remark),), page.width()) if remark else ()),
            BLANK,
            *said,
            *wrap((Span(outcome.facts, Role.DIM),), max(page.width(), room)),
        ],
        ascii,
    )


def _show(lines: list[Line], ascii: bool) -> None:
    """What is left after spelling are marks and minus signs: one for one."""
    spelt_lines = (Line(tuple(Span(glyphs.plain(spelled(s.text)), s.role) for s in line.spans)) for line in lines)
    page.show(spelt_lines if ascii else lines)


def _table(outcome: Outcome, room: int) -> list[Line]:
    """All columns through a pipe; in a terminal as many as fit, so that no row breaks."""
    most = room if sys.stdout.isatty() else 10_000
    for wide in (True, False):
        heads, rows = report.table(outcome, wide=wide)
        widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
        if sum(widths) + 2 * len(widths) - 2 <= most:
            break
    while len(widths) > 1 and sum(widths) + 2 * len(widths) - 2 > most:
        widths.pop()
    heads, rows = heads[: len(widths)], tuple(row[: len(widths)] for row in rows)
    lines = [Line((Span("  ".join(h.rjust(w) for h, w in zip(heads, widths, strict=True)), Role.DIM),))]
    return lines + [Line((Span("  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True))),)) for row in rows]
