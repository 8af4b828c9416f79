"""The log as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prep.core.event import Event, EventKind, Rating
from prep.errors import StoreError
from prep.exchange.logfile import export, line

RATED = Event(
    "e1", "a1", "d", 5, 4, 60, 20_786, EventKind.RATED, "a/b", None, Rating.GOOD, 9_000, 20_790, None,
    {"missed": ["σ²"], "card": "shadow"},
)  # fmt: skip


def test_a_line_is_flat() -> None:
    """Columns with a value, in the log's order, then the body; a body key that is a column's name is marked."""
    assert line(RATED) == (
        '{"id":"e1","action":"a1","device":"d","at":5,"wall":4,"offset":60,"day":20786,"kind":"rated","card":"a/b",'
        '"rating":3,"ms":9000,"due_day":20790,"missed":["σ²"],"body.card":"shadow"}'
    )


def test_a_month_is_a_file(tmp_path: Path) -> None:
    """Events lie in the file of their study day's month, sorted by (at, id); writing twice gives the same bytes."""
    december = Event("e0", "a0", "d", 9, 9, 0, 20_790, EventKind.RESET, "a/b", None, None, None, None, None, {})
    early = Event("e2", "a2", "d", 3, 3, 0, 20_786, EventKind.RESET, "a/b", None, None, None, None, None, {})
    paths = export([december, RATED, early], tmp_path / "log")
    assert [path.name for path in paths] == ["2026-11.jsonl", "2026-12.jsonl"]
    assert [json.loads(text)["id"] for text in paths[0].read_text("utf-8").splitlines()] == ["e2", "e1"]
    before = [path.read_bytes() for path in paths]
    export([early, december, RATED], tmp_path / "log")
    assert [path.read_bytes() for path in paths] == before
    assert sorted(path.name for path in (tmp_path / "log").iterdir()) == [path.name for path in paths]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way is one sentence."""
    (tmp_path / "log").write_text("in the way")
    with pytest.raises(StoreError, match="log"):
        export([RATED], tmp_path / "log")
