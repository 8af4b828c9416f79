"""The rows that the queue chooses from."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from prep.core.event import HELD_FOR_EVER, Rating
from prep.core.gate import opens
from prep.core.kind import Kind, Level
from prep.core.queue import Settings, next_row
from prep.core.state import Phase
from prep.store import undo
from prep.store.caches import cache, states
from prep.store.today import due, glance, queue
from tests.states import past
from tests.store.desk import Desk, child, question


def cards(desk: Desk, new_left: int = 10, **options: object) -> list[str]:
    """Full ids of the rows, in the order given."""
    rows = desk.store.queue_rows(desk.clock.day, new_left, **options)  # type: ignore[arg-type]
    return [row.card for row in rows]


def test_new_cards_come_in_order_and_bounded(desk: Desk) -> None:
    """By turn and position; with a thousand of them a handful beyond the limit is read."""
    desk.deal(*(question(f"a/{i}", i) for i in range(1_000)), question("a/first", 5_000, turn=-1))
    found = cards(desk, 10)
    assert found[:3] == ["a/first", "a/0", "a/1"]
    assert 10 <= len(found) <= 60
    assert cards(desk, 0) == []


def test_due_cards_are_bounded_by_least_recall(desk: Desk) -> None:
    """Of many due cards the least remembered come, with the due follow-ups of their questions."""
    desk.deal(
        *(question(f"a/{i}", i) for i in range(20)),
        child("a/f", Kind.FOLLOW_UP, "a/0", 0),
    )
    for i in range(20):
        desk.rate(f"a/{i}", Rating.GOOD if i else Rating.EASY)
        desk.clock.forward(minutes=1)
    desk.rate("a/f", Rating.EASY)
    desk.sql("update state set stability = 0.5 where card = 'a/0'")
    desk.clock.forward(days=40)
    found = cards(desk, 0, due=3)
    assert found[0] == "a/0"
    assert set(found[:3]) < {f"a/{i}" for i in range(20)}
    assert found[3:] == ["a/f"]


def test_held_retired_and_expired_cards_stay_out(desk: Desk) -> None:
    """Buried until tomorrow, suspended, gone from the decks, or a fact whose month is over."""
    desk.deal(
        *(question(f"a/{name}", i) for i, name in enumerate(("buried", "suspended", "gone", "open"))),
        question("a/over", 8, expires="2026-10"),
        question("a/fact", 9, expires="2026-11"),
    )
    desk.hold("a/buried", desk.clock.day + 1)
    desk.hold("a/suspended", HELD_FOR_EVER)
    desk.deal(
        *(question(f"a/{name}", i) for i, name in enumerate(("buried", "suspended"))),
        question("a/open", 3),
        question("a/over", 8, expires="2026-10"),
        question("a/fact", 9, expires="2026-11"),
    )
    assert cards(desk) == ["a/open", "a/fact"]
    desk.clock.forward(days=1)
    assert cards(desk) == ["a/buried", "a/open", "a/fact"]
    desk.clock.forward(days=5)
    assert cards(desk) == ["a/buried", "a/open"]
    desk.hold("a/suspended", None)
    assert cards(desk) == ["a/buried", "a/suspended", "a/open"]


def test_the_gate_opens_and_closes(desk: Desk) -> None:
    """A follow-up appears the day after its question's Good, goes with a lapse or an undo, and stays once seen."""
    desk.deal(question("a/q"), child("a/f", Kind.FOLLOW_UP, "a/q", 1))
    assert cards(desk) == ["a/q"]
    desk.rate("a/q", Rating.AGAIN)
    assert cards(desk) == ["a/q"]
    desk.rate("a/q", Rating.GOOD)
    assert cards(desk) == []
    desk.clock.forward(days=1)
    assert cards(desk) == ["a/q", "a/f"]
    desk.undo()
    assert cards(desk) == ["a/q"]
    desk.redo()
    desk.clock.forward(days=2)
    desk.rate("a/q", Rating.AGAIN)
    assert cards(desk) == ["a/q"]
    desk.rate("a/q", Rating.GOOD)
    desk.rate("a/f", Rating.GOOD)
    desk.clock.forward(days=9)
    desk.rate("a/q", Rating.AGAIN)
    assert set(cards(desk)) == {"a/q", "a/f"}


@pytest.mark.parametrize("level", [Level.SCREEN, Level.CORE])
@pytest.mark.parametrize("stability", [6.9, 7.0])
@pytest.mark.parametrize("days", [0, 1])
def test_a_gate_is_the_core_s(desk: Desk, level: Level, stability: float, days: int) -> None:
    """The tables say what `core.gate` says: a later day, and a week of stability for a follow-up of a higher level."""
    desk.deal(question("a/q", level=Level.SCREEN), child("a/f", Kind.FOLLOW_UP, "a/q", 1, level=level))
    met = desk.clock.day
    desk.rate("a/q")
    desk.sql(f"update state set stability = {stability}")
    desk.clock.forward(days=days)
    opened = opens(met, stability, desk.clock.day, deeper=level > Level.SCREEN)
    assert cards(desk) == ["a/f"] * opened
    assert [row.card for row in desk.store.queue_rows(desk.clock.day, 1, due=0, ungated=True)] == ["a/f"]


def test_a_red_flag_waits_for_the_day_after(desk: Desk) -> None:
    """Its gate open, it still isn't for the day on which its question was introduced."""
    desk.deal(question("a/q"), child("a/r", Kind.RED_FLAG, "a/q", 1))
    desk.rate("a/q")
    assert cards(desk) == []
    desk.clock.forward(days=1)
    assert cards(desk) == ["a/r"]


def test_a_follow_up_sits_with_its_question(desk: Desk) -> None:
    """Filed far away and with another turn, it comes before the new questions behind its own."""
    desk.deal(
        question("a/q", 0),
        question("a/next", 1),
        child("b/f", Kind.FOLLOW_UP, "a/q", 9_000, turn=7),
    )
    desk.rate("a/q")
    desk.clock.forward(days=1)
    assert cards(desk) == ["b/f", "a/next"]


def test_a_card_made_in_the_app_comes_today(desk: Desk) -> None:
    """It is asked that day beside the limit, isn't counted as introduced, and is ordinary from tomorrow on."""
    desk.deal(question("a/q"), child("a/m", Kind.FOLLOW_UP, "a/q", 1, made=True))
    assert cards(desk, 0) == ["a/m"]
    rows = desk.store.queue_rows(desk.clock.day, 0)
    assert rows[0].made_today
    desk.rate("a/m")
    assert desk.store.introduced_today(desk.clock.day) == 0
    desk.undo()
    desk.clock.forward(days=1)
    assert cards(desk) == ["a/q"]


def test_the_focus_is_a_predicate(desk: Desk) -> None:
    """Only cards that it lets through are found, due, learning and new alike."""
    desk.deal(*(question(f"{t}/{i}", i) for t in "ab" for i in range(3)))
    desk.rate("a/0", Rating.AGAIN)
    desk.rate("b/0", Rating.AGAIN)
    assert set(cards(desk, wanted=lambda card: card.startswith("b/"))) == {"b/0", "b/1", "b/2"}


def test_the_day_s_set_stands_from_its_start(desk: Desk) -> None:
    """What is due is due by the study day: nothing more comes between breakfast and midnight."""
    desk.deal(*(question(f"a/{i}", i) for i in range(6)))
    for i in range(6):
        desk.rate(f"a/{i}", Rating.GOOD if i % 2 else Rating.EASY)
        desk.clock.forward(minutes=40)
    due_day = past(desk.store.state("a/1")).due_day
    assert due_day is not None
    desk.clock.forward(days=due_day - desk.clock.day, minutes=-9 * 60)
    morning = cards(desk, 0)
    desk.clock.forward(minutes=14 * 60)
    assert morning == cards(desk, 0) == ["a/1", "a/3", "a/5"]


def test_another_process_s_answer_is_seen(desk: Desk) -> None:
    """A card rated in one store is not due in the other any more, one made due there is due here."""
    desk.deal(question("a/b"), question("a/c", 1))
    desk.rate("a/b")
    desk.rate("a/c")
    desk.clock.forward(days=9)
    other = Desk(desk.folder, desk.clock)
    assert len(cards(desk, 0)) == 2
    other.rate("a/b")
    assert cards(desk, 0) == ["a/c"]
    other.undo()
    assert set(cards(desk, 0)) == {"a/b", "a/c"}
    other.store.close()


def test_rows_bring_a_queue_up_to_date(desk: Desk) -> None:
    """After an answer the rows of its card and of the cards that hang on it are those that a new reading gives."""
    desk.deal(question("a/q"), child("a/f", Kind.FOLLOW_UP, "a/q", 1), question("a/other", 5))
    rows = {row.card: row for row in desk.store.queue_rows(desk.clock.day, 10)}
    desk.rate("a/q", Rating.AGAIN)
    desk.clock.forward(days=1)
    desk.rate("a/q")
    rows |= {row.card: row for row in desk.store.rows(["a/q", "a/f"], desk.clock.day)}
    shown, settings = ["a/q"], Settings(new_left=9)
    patched = next_row(list(rows.values()), shown, desk.clock.moment.ms, desk.clock.day, settings)
    fresh = desk.store.queue_rows(desk.clock.day, 9)
    assert patched == next_row(fresh, shown, desk.clock.moment.ms, desk.clock.day, settings)
    assert patched is not None
    assert patched.card == "a/f"


def test_a_row_says_what_the_state_says(desk: Desk) -> None:
    """It has the state as the store has it."""
    desk.deal(question("a/q"))
    desk.rate("a/q", Rating.AGAIN)
    (row,) = desk.store.queue_rows(desk.clock.day, 10)
    assert row.state == desk.store.state("a/q")
    assert row.state.phase is Phase.LEARNING


HOT = (
    *(queue.STEPS, queue.DUE, queue.DUE_OF, queue.NEW, queue.MADE_TODAY, queue.ONE, due.ORDER),
    *(glance.BY_KIND, glance.NUMBERS, glance.DAYS, glance.INTRODUCED),
    *(cache.NEWEST_FIT, states.GET, states.SET_FRESH, states.SET_GATES, due.MET),
    f"select * from event where {cache.OF_CARD} and {cache.FOLDED} and {cache.COUNTS} order by at, id",
    "select * from event where target = ? and kind = 'undone' order by at, id",
    "select max(at) from event",
)
NAMED = {"day": 1, "month": "2026-01", "tomorrow": "2026-01", "limit": 9, "card": "a/b", "cards": "[]"}


def plan(desk: Desk, sql: str) -> list[str]:
    """The steps of SQLite's plan."""
    numbered = [int(number) for number in re.findall(r"\?(\d)", sql)]
    bound = NAMED if ":" in sql else ("a/b",) * (max(numbered) if numbered else sql.count("?"))
    with closing(desk.store.database.connection.cursor()) as cursor:
        return [str(row[3]) for row in cursor.execute(f"explain query plan {sql}", bound)]


def scans(desk: Desk, sql: str) -> list[str]:
    """Steps of SQLite's plan that read a whole table, or all of the log's order."""
    whole = r"SCAN (event|state|card|[scqtu])( USING (COVERING )?INDEX event_order)?$"
    return [step for step in plan(desk, sql) if re.match(whole, step)]


@pytest.mark.parametrize("sql", HOT)
def test_the_hot_statements_use_their_indexes(desk: Desk, sql: str) -> None:
    """No statement that runs for an answer, an undo or Home reads a whole table, however large."""
    assert scans(desk, sql) == []


@pytest.mark.parametrize("sql", [undo.NEWEST, undo.NEWEST_UNDO])
def test_an_undo_looks_from_the_end_of_the_log(desk: Desk, sql: str) -> None:
    """It reads backwards in the log's order and stops at the first that it seeks: nothing is sorted."""
    assert "SCAN event USING INDEX event_order" in plan(desk, sql)
    assert not any("TEMP B-TREE" in step for step in plan(desk, sql))
    assert not any(re.match(r"SCAN (event|u)$", step) for step in plan(desk, sql))


def test_a_scan_is_seen(desk: Desk) -> None:
    """Positive control: conditions without an index are found out."""
    assert scans(desk, "select * from event where ms = 1")
    assert scans(desk, "select * from event where kind = 'rated' order by at desc limit 1")
