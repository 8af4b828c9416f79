"""A kind of card is one record: what the rest of prep asks of it."""

from __future__ import annotations

import re
from pathlib import Path

from prep.core.kind import PREFIXES, USUAL, Kind

PREP = Path(__file__).parents[2] / "prep"
BY_NAME = re.compile(r"\bKind\.(?:QUESTION|FOLLOW_UP|RED_FLAG)\b|'(?:question|follow-up|red-flag)'")


def test_only_questions_stand_alone() -> None:
    """Every other kind hangs on one, and a heading says so before its cue."""
    assert [kind for kind in Kind if not kind.hangs] == [USUAL]
    assert set(PREFIXES.values()) == {kind for kind in Kind if kind.hangs}


def test_what_is_judged_stands_apart_from_its_question() -> None:
    """Else the one would give the other away; a follow-up comes right after its question."""
    for kind in Kind:
        assert kind.judged == (kind.apart > 0) and not (kind.follows and kind.apart)


def test_no_kind_is_asked_for_by_name() -> None:
    """Outside its record the code asks what a kind does: another kind would be one record more."""
    named = [str(file.relative_to(PREP)) for file in PREP.rglob("*.py") if BY_NAME.search(file.read_text("utf-8"))]
    assert named == ["core/kind.py"]
