"""Appending to the log."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from prep.core.event import EventDraft, EventKind, Rating
from prep.core.fold import fold_log
from prep.core.proof import PROOF
from prep.core.state import Phase
from prep.errors import StoreError
from prep.store.backups.backup import backup
from prep.store.database.connection import OFTEN
from prep.store.doctor import examine
from prep.store.log.events import stream
from prep.store.log.foreign import rows
from prep.store.today.glance import glance
from tests.states import past
from tests.store.desk import START, Desk, question


def test_a_rating_is_in_the_log_and_in_the_state(desk: Desk) -> None:
    """What was decided on the button stands in the event, and the cached state follows."""
    action = desk.rate("a/b", Rating.AGAIN, ms=12_345)
    (event,) = desk.store.events()
    assert (event.action, event.kind, event.card, event.rating, event.ms) == (action.id, "rated", "a/b", 1, 12_345)
    assert (event.wall, event.offset, event.day) == (START.ms, 60, desk.clock.day)
    assert event.due_at == START.ms + 600_000
    assert desk.store.state("a/b") == action.states[0]
    assert action.states[0].phase is Phase.LEARNING


@pytest.mark.parametrize("body", ["", "[1]", "[" * 100_000, '{"a": ' + "[" * 900 + "]" * 900 + "}"])
def test_a_body_that_is_none_is_kept_as_text(desk: Desk, body: str) -> None:
    """Whatever it holds, the log can be read."""
    desk.rate("a/b")
    with desk.store.database.write() as connection:
        connection.execute("drop trigger event_no_update")
        connection.execute("update event set body = ?", (body,))
    assert [event.body for event in desk.store.events()] == [{"damaged": body}]


@pytest.mark.parametrize(("column", "said"), [("body", "x'00'"), ("card", "x'00'"), ("wall", "'x'"), ("ms", "0.5")])
def test_an_event_of_other_types_is_told_as_damage(desk: Desk, column: str, said: str) -> None:
    """A flipped bit makes SQLite give them, a strict table or not; the doctor goes on."""
    desk.rate("a/b")
    desk.store.close()
    with closing(sqlite3.connect(desk.file)) as hand:
        hand.execute("pragma writable_schema = on")
        hand.execute("update sqlite_schema set sql = replace(sql, ') strict', ')') where name = 'event'")
        hand.commit()
    with closing(sqlite3.connect(desk.file)) as hand:
        hand.execute("drop trigger event_no_update")
        hand.execute(f"update event set {column} = {said}")
        hand.commit()
    desk.store = desk.open()
    with pytest.raises(StoreError, match="is damaged"):
        desk.store.events()
    assert any("isn't what was" in problem for problem in examine(desk.store))
    assert [PROOF in columns for _, columns, _ in rows(desk.file)] == [True]


def test_a_rating_survives_a_restart(desk: Desk) -> None:
    """Closed and opened again, the log and the state are the same."""
    desk.rate("a/b")
    before = desk.store.events(), desk.store.state("a/b"), desk.store.device
    desk.restart()
    assert (desk.store.events(), desk.store.state("a/b"), desk.store.device) == before


def test_an_unclosed_store_has_lost_nothing(desk: Desk) -> None:
    """Another process finds each rating as soon as it was acknowledged."""
    desk.rate("a/b")
    with closing(desk.open()) as other:
        assert [event.card for event in other.events()] == ["a/b"]


def in_the_file_alone(desk: Desk, folder: Path) -> int:
    """Events that the database has without its write-ahead log."""
    with closing(sqlite3.connect(shutil.copy(desk.file, folder / "copy.db"))) as other:
        known = other.execute("select 1 from sqlite_schema where name = 'event'").fetchone()
        return int(other.execute("select count(*) from event").fetchone()[0]) if known else 0


def test_a_moment_of_rest_brings_the_answers_into_the_file(desk: Desk, tmp_path: Path) -> None:
    """Now and then: a few answers are left in the write-ahead log, where they are as durable."""
    desk.store.database.rest()
    for n in range(OFTEN):
        desk.rate("a/b")
        if n < OFTEN - 2:
            desk.store.database.rest()
    before = in_the_file_alone(desk, tmp_path)
    desk.store.database.rest()
    assert before < in_the_file_alone(desk, tmp_path) == OFTEN


def test_a_rest_in_vain_disturbs_nobody(desk: Desk) -> None:
    """Another program reads and writes: what can't be moved now is moved later."""
    for _ in range(OFTEN):
        desk.rate("a/b")
    with closing(sqlite3.connect(desk.file, isolation_level=None)) as other:
        other.execute("begin immediate")
        desk.store.database.rest()
        other.execute("rollback")
    assert len(desk.store.events()) == OFTEN


def test_the_log_is_append_only(desk: Desk) -> None:
    """Neither an update nor a delete of an event is possible, by any program."""
    desk.rate("a/b")
    with closing(sqlite3.connect(desk.file)) as other:
        for statement in ("update event set rating = 4", "delete from event"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(statement)


def test_a_body_comes_back(desk: Desk) -> None:
    """What nobody folds is kept as it was given, LaTeX and all."""
    body = {"missed": ["variance"], "recall": 0.8125, "mode": "review", "text": "\\frac{√d}"}
    desk.append(EventDraft(EventKind.MEASURED, "a/b", body=body))
    assert desk.store.events()[0].body == body


def test_one_action_is_one_transaction(desk: Desk) -> None:
    """Several events share their action and stand in the order in which they were given."""
    action = desk.append(*(EventDraft(EventKind.HELD, f"a/{i}", due_day=9) for i in range(3)))
    events = desk.store.events()
    assert [event.card for event in events] == ["a/0", "a/1", "a/2"]
    assert {event.action for event in events} == {action.id}
    assert [event.id for event in events] == list(action.events)


def test_a_failed_action_leaves_nothing(desk: Desk) -> None:
    """When one event can't be written, none is, nor any state."""
    good, bad = EventDraft(EventKind.HELD, "a/b", due_day=9), EventDraft(EventKind.HELD, "a/c", due_day="soon")  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        desk.append(good, bad)
    assert desk.store.events() == []
    assert not desk.store.state("a/b").held(8)


def test_order_survives_a_clock_that_went_back(desk: Desk) -> None:
    """After an answer dated 2030 the next one is later in order, on its own day, and time passed is not negative."""
    desk.rate("a/b")
    today = desk.clock.day
    desk.clock.forward(days=1_200)
    desk.rate("a/b")
    desk.clock.forward(days=-1_199)
    desk.rate("a/b")
    desk.clock.forward(days=3)
    desk.rate("a/b")
    events = desk.store.events()
    assert [event.at for event in events] == sorted({event.at for event in events})
    assert [event.day - today for event in events] == [0, 1_200, 1, 4]
    assert past(desk.store.state("a/b")).last_day == today + 4
    assert desk.store.newest_wall() == desk.clock.moment.ms


def test_a_changed_zone_or_rollover_moves_no_past_day(desk: Desk) -> None:
    """The study day stands in the event; another zone later changes only what today is."""
    desk.rate("a/b")
    day = desk.store.events()[0].day
    desk.store.append([EventDraft(EventKind.RESET, "a/c")], START.later(60_000), day - 1)
    assert [event.day for event in desk.store.events()] == [day, day - 1]
    desk.restart()
    assert past(desk.store.state("a/b")).last_day == day


def test_absurd_times_make_no_absurd_sums(desk: Desk) -> None:
    """Thirty answers that took as long as a column can say count five minutes each."""
    for _ in range(30):
        desk.rate("a/b", ms=2**62)
    (tally,) = desk.store.days(desk.clock.day)
    assert (tally.timed, tally.ms) == (30, 30 * 300_000)


def test_events_can_be_asked_by_card_and_day(desk: Desk) -> None:
    """One card's events, or those since a study day."""
    desk.rate("a/b")
    desk.clock.forward(days=2)
    desk.rate("a/c")
    assert [event.card for event in desk.store.events("a/b")] == ["a/b"]
    assert [event.card for event in desk.store.events(since=desk.clock.day)] == ["a/c"]


def test_a_fit_replays_memories_and_leaves_dues(desk: Desk) -> None:
    """New parameters move every memory and no due date, and an undo of the fit moves them back."""
    desk.rate("a/b")
    before = desk.store.state("a/b")
    parameters = [p * 1.5 if i < 4 else p for i, p in enumerate(desk.store.model.parameters)]
    desk.append(EventDraft(EventKind.FITTED, body={"parameters": parameters}))
    after = desk.store.state("a/b")
    assert past(after).memory != past(before).memory
    assert past(after).due_day == past(before).due_day
    assert desk.store.model.parameters == tuple(parameters)
    assert desk.undo()
    assert desk.store.state("a/b") == before


def test_a_fit_by_another_process_is_seen(desk: Desk) -> None:
    """The next rating uses the parameters that another store has just written."""
    other = desk.open()
    desk.rate("a/b")
    parameters = [p * 1.5 if i < 4 else p for i, p in enumerate(other.model.parameters)]
    other.append([EventDraft(EventKind.FITTED, body={"parameters": parameters})], desk.clock.now(), desk.clock.day)
    other.close()
    desk.rate("a/new")
    assert {state.card: state for state in map(desk.store.state, ("a/b", "a/new"))} == fold_log(desk.store.events())


def test_a_kind_that_this_prep_does_not_know_is_passed_over(desk: Desk) -> None:
    """An event from a newer prep stops nothing."""
    desk.rate("a/b")
    desk.sql(
        "insert into event values ('x', 'x', 'd', 1, 1, 0, 1, 'dreamt', 'a/b', null, null, null, null, null, '{}', 0)"
    )
    assert len(desk.store.events()) == 1
    desk.rate("a/b")
    assert desk.store.state("a/b").reps == 2


def test_other_threads_may_use_it(desk: Desk) -> None:
    """Ratings from four threads of one process all arrive, in an order without ties."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: desk.rate(f"a/{n % 5}"), range(40)))
    assert len({event.at for event in desk.store.events()}) == 40
    assert sum(desk.store.state(f"a/{n}").reps for n in range(5)) == 40


def test_a_reading_may_ask_again(desk: Desk) -> None:
    """A focus that looks something up in the store itself, in the middle of a reading, gets its answer."""
    desk.deal(question("a/b"), question("a/c", 1))

    def wanted(card: str) -> bool:
        return desk.store.state(card).added_day is not None

    assert len(desk.store.queue_rows(desk.clock.day, 10, wanted)) == 2


@pytest.mark.parametrize("name", ["it's", "a#b", "100%25", "naïve – ünï", "with space", "?mode=ro"])
def test_any_folder_will_do(tmp_path: Path, name: str) -> None:
    """Quotes, URL characters and letters beyond ASCII in the path are letters like others."""
    desk = Desk(tmp_path / name)
    desk.rate("a/b")
    assert glance(desk.file, desk.clock.day, 10) == desk.store.glance(desk.clock.day, 10)
    assert backup(desk.file, desk.backups, desk.clock.now()).exists()
    desk.store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_a_log_is_read_as_it_is_asked_for(desk: Desk) -> None:
    """In its order, one event after the other; who stops half way keeps nothing open (`prep log | head`)."""
    for card in ("a/b", "a/c", "a/d"):
        desk.rate(card)
    assert list(stream(desk.store.database)) == desk.store.events()
    asked = stream(desk.store.database)
    assert next(asked) == desk.store.events()[0]
    asked.close()
    assert not desk.store.database.connection.in_transaction
    desk.rate("a/e")
