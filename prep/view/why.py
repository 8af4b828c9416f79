"""Why a demo comes out as it does: formula, derivation, what agreement means, the claim it refutes, the source."""

from __future__ import annotations

from collections.abc import Iterator

from prep.demos.spec import Sheet
from prep.text.row import label, row
from prep.text.span import BLANK, Line, Role, Span
from prep.text.wrap import wrap

VERBATIM = "    "
BULLET = "- "


def why_rows(sheet: Sheet, width: int) -> list[Line]:
    """The whole page; a part that the demo says nothing of is left out."""
    rows = [*wrap((Span(sheet.title, Role.STRONG),), width)]
    if known := formulas(sheet):
        rows += [BLANK, *(each for formula in known for each in wrap((Span(formula, Role.THEORY),), width, 2, 4))]
    for paragraph in sheet.why.split("\n\n") if sheet.why else ():
        rows += [BLANK, *_paragraph(paragraph, width)]
    parts = {
        "IT AGREES WITHIN": (sheet.tolerance, sheet.allowance),
        "OFTEN SAID, AND WRONG": (sheet.claim,),
        "SOURCE": (sheet.source,),
    }
    for name, texts in parts.items():
        said = [part for text in texts for part in text.split("\n\n") if part]
        if said:
            rows += [BLANK, label(name), *(each for part in said for each in _paragraph(part, width))]
    return rows


def formulas(sheet: Sheet) -> tuple[str, ...]:
    """That of the question first, then those of the curves; a legend that says only "theory" has none."""
    legends = (series.theory.removeprefix("theory").strip() for series in sheet.series)
    return tuple(dict.fromkeys(f for f in (getattr(sheet.question, "formula", ""), *legends) if f))


def _paragraph(text: str, width: int) -> Iterator[Line]:
    """Prose is filled anew, point by point; an indented row is a row of a table."""
    said = ""
    for line in text.splitlines():
        if line.startswith((VERBATIM, BULLET)):
            yield from _prose(said, width)
            said = ""
        if line.startswith(VERBATIM):
            yield from wrap((row(line.strip()).spans), width, 2, 6)
        else:
            said += f"{' ' if said else ''}{line.strip()}"
    yield from _prose(said, width)


def _prose(text: str, width: int) -> tuple[Line, ...]:
    return wrap((Span(text),), width, 0, len(BULLET) * text.startswith(BULLET)) if text else ()
