"""The log as files."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
from dataclasses import replace
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
    """Columns with a value, in the log's order, its proof (`b2sum -l 48` of the columns as JSON gives it), then the
    body; a body key that is a column's name is marked."""
    assert line(RATED) == (
        '{"id":"e1","action":"a1","device":"d","at":5,"wall":4,"offset":60,"day":20786,"kind":"rated","card":"a/b",'
        '"rating":3,"ms":9000,"due_day":20790,"proof":277463730904862,"missed":["σ²"],"body.card":"shadow"}'
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


def test_a_month_that_comes_twice_is_one_file(tmp_path: Path) -> None:
    """A clock that jumped has logged in December between two events of November: both files hold all of theirs."""
    december = Event("e0", "a0", "d", 4, 4, 0, 20_790, EventKind.RESET, "a/b", None, None, None, None, None, {})
    paths = export(iter([replace(RATED, id="e2", at=3), december, RATED]), tmp_path)
    assert [path.name for path in paths] == ["2026-11.jsonl", "2026-12.jsonl"]
    assert [json.loads(text)["id"] for text in paths[0].read_text("utf-8").splitlines()] == ["e2", "e1"]


EARLY = Event("e0", "a0", "d", 3, 3, 0, 20_786, EventKind.RESET, "a/b", None, None, None, None, None, {})


def test_an_export_drops_no_line(tmp_path: Path) -> None:
    """After a pull the folder may hold another machine's events, not merged yet: they stay, in their order."""
    export([RATED], tmp_path)
    (written,) = export([EARLY], tmp_path)
    assert written.read_text("utf-8") == f"{line(EARLY)}\n{line(RATED)}\n"


@pytest.mark.parametrize("stray", ["<<<<<<< HEAD", '{"id": ', "[" * 100_000])
def test_a_line_that_is_no_event_stops_the_export(tmp_path: Path, stray: str) -> None:
    """A conflict marker, half a line or an abyss is named, and the file stays as it is."""
    (written,) = export([RATED], tmp_path)
    written.write_text(written.read_text("utf-8") + stray + "\n", encoding="utf-8")
    before = written.read_bytes()
    with pytest.raises(StoreError, match=r"2026-11\.jsonl:2: no event stands here"):
        export([EARLY], tmp_path)
    assert written.read_bytes() == before


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_git_s_union_merge_loses_and_breaks_nothing(tmp_path: Path) -> None:
    """Two machines export into one repository; `merge=union` gives every line of both, and exporting again on
    either gives the same bytes."""
    events = [replace(EARLY, id=f"e{n}", action=f"a{n}", at=n, day=20_786) for n in range(9)]
    shared, mine, theirs = events[:3], [events[3], events[6], events[8]], [events[4], events[5], events[7]]

    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    git("init", "-q", "-b", "main")
    (tmp_path / ".gitattributes").write_text("*.jsonl merge=union\n")
    (file,) = export(shared, tmp_path)
    git("add", ".")
    git("commit", "-qm", "shared")
    git("switch", "-qc", "theirs")
    export(shared + theirs, tmp_path)
    git("commit", "-qam", "theirs")
    git("switch", "-q", "main")
    export(shared + mine, tmp_path)
    git("commit", "-qam", "mine")
    git("merge", "-q", "--no-edit", "theirs")
    assert sorted(file.read_text().splitlines()) == sorted(map(line, events))
    export(shared + mine, tmp_path)
    assert file.read_text() == "".join(f"{line(event)}\n" for event in events)
    export(events, tmp_path)
    assert file.read_text() == "".join(f"{line(event)}\n" for event in events)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way is one sentence."""
    (tmp_path / "log").write_text("in the way")
    with pytest.raises(StoreError, match="log"):
        export([RATED], tmp_path / "log")


def test_an_export_without_room_leaves_nothing_half_written(tmp_path: Path) -> None:
    """The file of before stands as it was, and the hint speaks of room."""
    (path,) = export([RATED], tmp_path)
    before = path.read_bytes()
    more = [replace(RATED, id=f"e{number}") for number in range(100)]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, hard))
    try:
        with pytest.raises(StoreError) as caught:
            export(more, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.hint == "make room, then export again; what was there is as it was"
    assert [each.name for each in tmp_path.iterdir()] == [path.name] and path.read_bytes() == before


def test_an_export_leaves_a_link_a_link(tmp_path: Path) -> None:
    """The file that it leads to grows."""
    (tmp_path / "kept").mkdir()
    (path,) = export([RATED], tmp_path / "log")
    kept = path.rename(tmp_path / "kept" / path.name)
    path.symlink_to(kept)
    export([replace(RATED, id="e2")], tmp_path / "log")
    assert path.is_symlink() and len(kept.read_text("utf-8").splitlines()) == 2
