"""A drill on the desk: what a run says, what is suggested, the file that stays, the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.core.event import EventKind, Rating
from prep.drills import catalog
from prep.drills.result import Checked, Judged, Miss
from prep.errors import DeckError
from prep.session.changes.actions import undo
from prep.session.library.library import Library
from prep.session.writing import work_file
from prep.session.writing.attempt import log_writing
from prep.session.writing.record import attempt_words, records
from prep.session.writing.writing import Writing
from prep.store import doctor

DRILL = catalog.find("softmax.stable")
MINUTE = 60_000


def passing(writing: Writing, at: int) -> None:
    """A run that passes all checks, over at that time."""
    number = writing.begin()
    for check in DRILL.checks:
        writing.hear(number, Checked(check.name, 1.0), at)
    writing.hear(number, Judged(), at)


@pytest.mark.parametrize(
    ("minutes", "hints", "suggested"),
    [(DRILL.minutes, 0, Rating.GOOD), (DRILL.minutes + 1, 0, Rating.HARD), (1, 1, Rating.HARD)],
)
def test_a_pass_suggests_by_time_and_hints(minutes: int, hints: int, suggested: Rating) -> None:
    """In time without hints Good; late, or with one, Hard."""
    writing = Writing(DRILL, Path("x.py"), 0)
    for _ in range(hints):
        writing.hint()
    passing(writing, minutes * MINUTE)
    assert writing.passed and writing.suggested is suggested


def test_without_a_pass_again_is_suggested_and_without_a_run_nothing() -> None:
    """A syntax error is a run."""
    writing = Writing(DRILL, Path("x.py"), 0)
    before = writing.suggested
    writing.hear(writing.begin(), Judged((), Miss("line 1 can't be read")), 5)
    assert (before, writing.suggested, writing.passed) == (None, Rating.AGAIN, False)


def test_an_older_run_is_not_heard(tmp_path: Path) -> None:
    """What it still says never stands over a newer one's."""
    writing = Writing(DRILL, tmp_path / "x.py", 0)
    older = writing.begin()
    writing.begin()
    assert not writing.hear(older, Checked("values", 1.0), 5) and writing.checked == ()


def test_a_pass_stays_when_a_later_run_fails() -> None:
    """The clock stopped at the first pass."""
    writing = Writing(DRILL, Path("x.py"), 0)
    passing(writing, MINUTE)
    writing.hear(writing.begin(), Judged((), Miss("stopped")), 9 * MINUTE)
    assert not writing.passed and writing.seconds(10 * MINUTE) == 60 and writing.suggested is Rating.GOOD


def test_the_file_begins_with_the_task_and_stays(tmp_path: Path) -> None:
    """Opening it again changes nothing; starting anew keeps the old one beside it."""
    path = work_file.open_file(DRILL, tmp_path / "writing")
    assert "# Softmax that doesn't overflow" in path.read_text() and "def softmax(x, dim):" in path.read_text()
    path.write_text("mine")
    assert work_file.open_file(DRILL, path.parent).read_text() == "mine"
    old = work_file.start_anew(DRILL, path.parent)
    path.write_text("mine too")
    older = work_file.start_anew(DRILL, path.parent)
    assert (old.name, old.read_text()) == ("softmax_stable-1.py", "mine")
    assert (older.name, older.read_text()) == ("softmax_stable-2.py", "mine too")
    assert "def softmax" in path.read_text()


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    """In one sentence, with its name."""
    (file := tmp_path / "x.py").write_bytes(b"\xff\xfe")
    with pytest.raises(DeckError, match=r"x\.py is no UTF-8 text \(byte 0\)"):
        work_file.solution(file)


def test_attempts_are_facts_of_the_log(library: Library) -> None:
    """They come back as a record, no undo takes them, and the caches made again are the same."""
    failed, passed = Writing(DRILL, Path("x.py"), 0), Writing(DRILL, Path("x.py"), 0)
    number = failed.begin()
    failed.hear(number, Checked("values", 1.0, miss=Miss("softmax returned wrong values")), 5)
    failed.hear(number, Judged(), 5)
    passing(passed, 2 * MINUTE)
    log_writing(library, failed, "spread/width", 30_000)
    log_writing(library, passed, "spread/width", 3 * MINUTE)
    assert records(library)[DRILL.name].words == "passed in 2:00"
    told = [attempt_words(event.body) for event in library.store.written()]
    assert told == ["not passed in 0:30, 1 run, failed values", "passed in 2:00, 1 run"]
    assert undo(library) is None
    assert doctor.examine(library.store) == []
    assert [event.kind for event in library.store.history("spread/width")][-2:] == [EventKind.WRITTEN] * 2


def test_an_attempt_without_a_run_is_not_logged(library: Library) -> None:
    """Reading the task is none."""
    log_writing(library, Writing(DRILL, Path("x.py"), 0), None, 5)
    assert records(library) == {}
