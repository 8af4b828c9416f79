"""Logs from elsewhere: what is good goes on, what is not is told with its line, and nothing is guessed."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.clock import CLOCKS, Moment, study_day
from prep.core.event import Event, EventDraft, EventKind, Rating
from prep.core.memory import DEFAULT
from prep.core.problem import Severity
from prep.errors import StoreError, UsageError
from prep.exchange.entry import FIRST_MS, event_of
from prep.exchange.incoming import Incoming, entries, log_files, no_text
from prep.exchange.logfile import flat, line
from prep.store.log.events import LAST_PLACE, stamp
from tests.store.desk import START

RATED = Event(
    "e1", "a1", "d", START.ms + 1, START.ms, 60, study_day(START), EventKind.RATED, "a/b", None, Rating.GOOD, 9_000,
    study_day(START) + 4, None, {"missed": ["σ²"], "recall": 0.91},
)  # fmt: skip
SAID = {key: said for key, said in flat(RATED).items() if key != "proof"}


def read(folder: Path, *lines: str | bytes | dict[str, Any]) -> tuple[list[Event], Incoming]:
    """The events of a file with these lines, and what was told."""
    file = folder / "log.jsonl"
    raw = [json.dumps(text) if isinstance(text, dict) else text for text in lines]
    file.write_bytes(b"".join((text.encode() if isinstance(text, str) else text) + b"\n" for text in raw))
    incoming = Incoming("log.jsonl")
    return list(incoming.events(entries(file))), incoming


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
BODIES = st.dictionaries(
    st.one_of(TEXTS, st.sampled_from(["id", "card", "body.id", "body."])),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
        max_leaves=6,
    ),
    max_size=4,
)


@given(BODIES, st.integers(-720, 840), st.one_of(st.none(), st.integers(0, 900_000)))
def test_a_line_comes_back_as_the_event_that_it_was(body: dict[str, Any], offset: int, ms: int | None) -> None:
    """Whatever its body holds, column names and line separators included."""
    event = Event(
        "e", "a", "d", START.ms, START.ms, offset, study_day(START), EventKind.RATED, "a/b", None, Rating.HARD, ms,
        None, None, body,
    )  # fmt: skip
    text = line(event)
    assert "\n" not in text
    assert event_of(json.loads(text)) == event


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"at": START.ms // 1000}, "at is 1795978800, which looks like seconds; milliseconds"),
        ({"wall": START.ms // 1000}, "looks like seconds"),
        ({"due_at": START.ms // 1000}, "due_at is 1795978800, which looks like seconds"),
        ({"at": START.ms * 1000}, "in no year from 1973 to 2243"),
        ({"wall": CLOCKS[-1] + 1}, "after the year 2233"),
        ({"wall": "2026-11-29T18:31:00"}, "wall is a time without a zone"),
        ({"wall": "2026-11-29T18:31:00+01:00"}, "wall is a written time"),
        ({"at": float(START.ms)}, "milliseconds since 1970-01-01 UTC are expected"),
        ({"day": "2026-11-29"}, 'day is "2026-11-29", but must be a whole number'),
        ({"day": study_day(START) + 2}, "does not belong to wall and offset"),
        ({"offset": 5_000}, "offset is 5000, but must be a whole number from -1,440 to 1,440"),
        ({"rating": 5}, "rating is 5, but must be a whole number from 1 to 4"),
        ({"rating": None}, "rating is missing, which every rated event has"),
        ({"rating": True}, "rating is true"),
        ({"card": ""}, 'card is ""'),
        ({"card": None}, "card is missing"),
        ({"id": 7}, "id is 7"),
        ({"device": None}, "device is missing"),
        ({"kind": None}, "kind is missing"),
        ({"ms": -1}, "ms is -1"),
        ({"due_day": 2**70}, "due_day is"),
        ({"missed": ["\ud800"]}, "not Unicode"),
        ({"missed": json.loads("[" * 900 + "]" * 900)}, "nested more than 50 deep"),
        ({"day": json.loads("[" * 900 + "]" * 900)}, "nested more than 50 deep"),
        ({"kind": "undone"}, "target is missing"),
        ({"kind": "fitted", "parameters": [1.0] * 20}, "parameters must be 21 numbers that FSRS-6 can use"),
    ],
)
def test_what_a_line_says_wrongly_is_told(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    """Seconds, naive times, what is missing or outside its range: left out, with line, column and expectation; the
    lines around it come in."""
    events, incoming = read(tmp_path, SAID, {**SAID, "id": "bad", **change}, {**SAID, "id": "e3"})
    assert [event.id for event in events] == ["e1", "e3"]
    (problem,) = incoming.problems
    assert (problem.line, problem.severity) == (2, Severity.ERROR)
    assert told in problem.message


@pytest.mark.parametrize("wall", [0, 3_600_000, 86_400_000 * 400])
def test_a_clock_near_1970_is_believed_where_its_day_says_so(tmp_path: Path, wall: int) -> None:
    """A machine without a battery has logged it, at the start of time, an hour or a year later: small numbers, but no
    seconds, for the day is theirs."""
    early = {**SAID, "id": "early", "wall": wall, "offset": -720, "day": study_day(Moment(wall, -720))}
    events, incoming = read(tmp_path, early, {**early, "id": "e2", "at": wall, "due_at": wall + 600_000})
    assert ([event.id for event in events], incoming.problems) == (["early", "e2"], [])
    events, incoming = read(tmp_path, {**early, "day": SAID["day"]})
    assert events == [] and len(incoming.problems) == 1


MOMENTS = st.builds(
    Moment,
    st.one_of(st.sampled_from([0, FIRST_MS - 1, FIRST_MS, CLOCKS[-1]]), st.integers(0, CLOCKS[-1])),
    st.integers(-1_440, 1_440),
    st.sampled_from([0, 60]),
)


@given(MOMENTS, st.integers(0, 1_439), st.integers(0, LAST_PLACE), st.integers(1, 1_439))
def test_what_the_log_takes_every_merge_takes(now: Moment, rollover: int, newest: int, step: int) -> None:
    """At any time that a clock can say, in any zone, with any rollover, after any log: what is logged comes in on the
    other machine as it is, and the order has room for more."""
    drafts = [
        EventDraft(EventKind.RATED, "a/b", rating=Rating.HARD, due_day=9, due_at=now.later(step * 60_000).ms),
        EventDraft(EventKind.UNDONE, target="a1"),
    ]
    events = stamp(drafts, "d", newest, now, study_day(now, rollover))
    assert [event_of(json.loads(line(event))) for event in events] == events
    assert [event.at for event in events] == [max(now.ms, newest + 1), max(now.ms, newest + 1) + 1]


@pytest.mark.parametrize("ms", [-1, CLOCKS[-1] + 1])
def test_a_clock_that_no_merge_would_take_is_told(ms: int) -> None:
    """Before 1970, after 2233: nothing is logged, and the person hears why."""
    with pytest.raises(StoreError, match="the clock says"):
        stamp([EventDraft(EventKind.RESET, "a/b")], "d", 0, Moment(ms), 0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"at": NaN}', "NaN is no number"),
        ('{"at": 1e999}', "1e999 is no finite number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"id": "a", "rating": 3, "rating": 1}', 'it says "rating" twice'),
        ('{"id": "a", "body": {"x": 1, "x": 1}}', 'it says "x" twice'),
        (f'{{"at": 1{"0" * 5_000}}}', "a number of 5,001 digits stands in it"),
        (b'{"id": "\xff"}', "byte 9 is not UTF-8"),
    ],
)
def test_a_line_that_is_none_is_told(tmp_path: Path, text: str | bytes, told: str) -> None:
    """With its number, in one sentence."""
    events, incoming = read(tmp_path, SAID, text)
    assert events == [RATED]
    assert told in incoming.problems[0].message
    assert incoming.problems[0].line == 2


def test_a_good_fit_comes_in(tmp_path: Path) -> None:
    """The control of the fit that is refused: 21 finite numbers are parameters."""
    events, incoming = read(tmp_path, {**SAID, "kind": "fitted", "parameters": list(DEFAULT)})
    assert (len(events), incoming.problems) == (1, [])


def test_an_unknown_kind_is_counted_and_told(tmp_path: Path) -> None:
    """A newer prep may have logged it: its line is named, the rest comes in."""
    events, incoming = read(tmp_path, {**SAID, "id": "new", "kind": "dreamt"}, SAID)
    assert (len(events), incoming.strange, incoming.problems[0].line) == (1, 1, 1)
    assert "update prep" in incoming.problems[0].hint


def test_the_same_line_twice_is_counted(tmp_path: Path) -> None:
    """A union merge may leave an event in two places: it comes in once, and a note says where it stands again."""
    events, incoming = read(tmp_path, SAID, {**SAID, "id": "e2"}, SAID)
    assert (len(events), incoming.read, incoming.twice) == (2, 2, 1)
    (note,) = incoming.problems
    assert (note.line, note.severity, note.message) == (3, Severity.NOTE, "the same event as on line 1")


def test_an_id_that_means_two_things_is_told(tmp_path: Path) -> None:
    """Both lines are named, the first is taken."""
    events, incoming = read(tmp_path, SAID, {**SAID, "rating": 1})
    assert events == [RATED]
    assert (incoming.problems[0].line, "line 1" in incoming.problems[0].message) == (2, True)


def test_conflict_markers_are_told_and_both_sides_read(tmp_path: Path) -> None:
    """A log is a set of lines, so both sides of git's conflict hold."""
    events, incoming = read(
        tmp_path, "<<<<<<< HEAD", SAID, "||||||| base", "=======", {**SAID, "id": "e2"}, ">>>>>>> origin/main"
    )
    assert [event.id for event in events] == ["e1", "e2"]
    (problem,) = incoming.problems
    assert (problem.line, problem.message) == (1, "git left a conflict here")


def test_byte_order_mark_crlf_and_empty_lines_are_ordinary(tmp_path: Path) -> None:
    """An editor on another system has touched the file."""
    text = json.dumps(SAID).encode()
    events, incoming = read(tmp_path, b"\xef\xbb\xbf" + text + b"\r", b"", b"  ", text.replace(b"e1", b"e2") + b"\r")
    assert ([event.id for event in events], incoming.problems) == (["e1", "e2"], [])


def test_a_folder_is_its_log_files(tmp_path: Path) -> None:
    """All .jsonl files in order, a sync service's copies among them; nothing else."""
    names = ["2026-12.jsonl", "2026-11.jsonl", "2026-11 (Ada's conflicted copy).jsonl", "notes.txt"]
    for name in names:
        (tmp_path / name).touch()
    assert [file.name for file in log_files(tmp_path)] == [names[2], names[1], names[0]]


def test_what_cannot_be_merged_is_told(tmp_path: Path) -> None:
    """A path that isn't there, a folder without logs: wrong usage, with what was expected."""
    with pytest.raises(UsageError, match="isn't there"):
        log_files(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="has no"):
        log_files(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of Windows are others")
def test_what_is_no_file_is_told_instead_of_waited_for(tmp_path: Path) -> None:
    """A pipe would keep whoever opens it waiting for ever; a link in a circle is told, also inside a folder."""
    (tmp_path / "2026-11.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    assert [file.name for file in log_files(tmp_path)] == ["2026-11.jsonl"]
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(UsageError, match=r"pipe\.jsonl is a device or a pipe"):
            log_files(path)
    pipe.unlink()
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    with pytest.raises(UsageError, match=r"loop\.jsonl is a link that leads nowhere"):
        log_files(tmp_path)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (gzip.compress(b"{}", mtime=0), "compressed by gzip"),
        ("{}".encode("utf-16"), "UTF-16"),
        (b"\x89PNG\r\n\x1a\n\0\0", "no text"),
        (b"", None),
        ("{} \u2028".encode(), None),
    ],
    ids=["gzip", "UTF-16", "picture", "empty", "odd line end"],
)
def test_a_file_that_is_no_text_is_told_once(tmp_path: Path, content: bytes, told: str | None) -> None:
    """And not line by line; an empty one is a log without events."""
    file = tmp_path / "log.jsonl"
    file.write_bytes(content)
    found = no_text(file)
    assert found is None if told is None else found is not None and told in found[0]
