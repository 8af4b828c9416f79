"""What holds for any input is tried with a few cases; `benchmarks/fuzz.py` tries them for as long as it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import strategies as st

from tests.fuzz import database, decks, keys, log_lines, settings_file
from tests.fuzz.law import Broken, Law, kept, tried

LAWS = (decks.LAW, log_lines.LAW, settings_file.LAW, database.LAW, keys.LAW)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_it_holds_for_what_once_broke_it_and_for_a_few_more(law: Law) -> None:
    """The kept cases first."""
    for case in kept(law.name):
        law.holds(case)
    tried(law, law.few)


def test_a_law_can_be_broken(tmp_path: Path) -> None:
    """The control: the shortest case that breaks it is kept."""

    def holds(text: str) -> None:
        assert "x" not in text

    with pytest.raises(Broken):
        tried(Law("no x", st.text("axb"), holds, few=0), 200, folder=tmp_path)
    assert kept("no x", tmp_path) == ["x"]
