"""Where a text says that a number was measured, it says by which demo."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.decks.checks.measured import check_measured
from prep.decks.grammar.document import read_document
from prep.decks.problems.report import Report

FIXTURE = Path(__file__).parent / "rules" / "unlinked-number.md"


def found(text: str) -> list[tuple[int, str]]:
    """(line, number) of every breach."""
    document = read_document(text)
    report = Report("t.md", "t.md", document.lines)
    check_measured(document, report)
    return [(p.line, p.message.partition("”")[0].removeprefix("“")) for p in report.problems]


def test_sentences_and_cells_are_found() -> None:
    """In text, and in a column whose head says so; what theory says, and what is linked, is left alone."""
    assert found(FIXTURE.read_text("utf-8")) == [(9, "11.3"), (13, "0.5"), (17, "8.0")]


@pytest.mark.parametrize(
    "text",
    [
        "We measured [11.34](demo:attention.score-std#std@128) at 128.",
        'They measured 20 to 38 % [kwon23].\n\n[kwon23]: https://example.org "Kwon 2023"',
        "In 2023 it was measured.",
        "We measured $\\sigma = 8$ and `3`.",
        "## We measured 0.03. Is that much?",
        "The spread is 8.0.",
        "```\nprints 8.0\n```",
    ],
)
def test_what_is_no_claim_is_left_alone(text: str) -> None:
    """A link, a source, a year, formulas and code, a cue, a number that nobody claims to have measured."""
    assert found(text) == []
