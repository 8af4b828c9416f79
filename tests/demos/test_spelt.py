"""A demo in ASCII: every text for people is spelled, what things are found by is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Done
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.spelt import spelt, spelt_outcome
from prep.demos.judging.report import table
from prep.demos.judging.verdict import verdict
from tests.demos.fakes import outcome


@pytest.mark.parametrize("name", catalog.names())
def test_every_shipped_demo_can_be_asked_in_ascii(name: str) -> None:
    """Title, introduction, labels, legends, question; a sign without a spelling would stand here."""
    sheet = spelt(catalog.sheet(name))
    axes = [sheet.x.label, sheet.y.label, *(p.label for p in sheet.parameters)]
    texts = [sheet.title, sheet.intro, sheet.question.text, sheet.question.scoring, *axes, sheet.unit, sheet.tolerance]
    texts += [text for series in sheet.series for text in (series.legend, series.theory)]
    texts += [*(column.head for column in sheet.columns), *(picture.title for picture in sheet.pictures)]
    assert [text for text in texts if not text.isascii()] == []


def test_a_spelt_run_is_the_same_run() -> None:
    """Points still find their series and their columns; only the words are others."""
    ran = replace(outcome(), done=Done(0.1, "It is √dₖ.", outcome().done.tolerance))  # type: ignore[union-attr]
    found: Outcome = spelt_outcome(ran)
    assert found.done and found.done.remark == "It is sqrt(d_k)."
    assert found.sheet.values == ran.sheet.values
    assert [series.name for series in found.sheet.series] == [series.name for series in ran.sheet.series]
    assert table(found)[1] == table(ran)[1]
    assert verdict(found, 4.0).right is verdict(ran, 4.0).right
    assert "theory sqrt(16) = 4.00" in str(verdict(found, 4.0))
