"""Two windows, each with a memory of its own of what waits in the tail of the one log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from prep.core.event import Draft, EventKind, Rating
from prep.store import doctor
from tests.store.desk import Desk, question, waiting


@pytest.fixture
def dealt(desk: Desk) -> Desk:
    desk.deal(question("a/b"), question("a/c", 1))
    return desk


def test_two_windows_see_each_other_s_answers(dealt: Desk) -> None:
    """What waits from one is filed by the other; neither then takes what it remembers for the truth."""
    with closing(dealt.open()) as other:
        dealt.rate("a/b", Rating.AGAIN)
        assert other.state("a/b") == dealt.store.state("a/b")
        now, day = dealt.clock.now(), dealt.clock.day
        after = other.append([Draft(EventKind.RATED, "a/b", rating=Rating.GOOD, due_day=day + 3)], now, day)
        assert dealt.store.state("a/b") == after.states[0]
        assert [event.at for event in dealt.store.history("a/b")] == sorted(e.at for e in other.history("a/b"))
        assert len({event.at for event in dealt.store.events()}) == len(dealt.store.events())
    assert doctor.examine(dealt.store) == []


def test_what_one_window_remembers_is_not_filed_for_the_other(dealt: Desk) -> None:
    """Its own action was filed by the other window, whose newer one on the same card waits when it reads."""
    with closing(dealt.open()) as other:
        dealt.hold("a/b", dealt.clock.day + 5)
        draft = Draft(EventKind.HELD, "a/b", due_day=dealt.clock.day + 9)
        other.append([draft], dealt.clock.now(), dealt.clock.day)
        dealt.store.catch_up()
        assert dealt.store.state("a/b").held_until == dealt.clock.day + 9
    assert doctor.examine(dealt.store) == []


def test_an_undo_after_another_window_s_answer_takes_back_the_right_one(dealt: Desk) -> None:
    """Two windows of one machine are one device: the newest action is the other window's."""
    with closing(dealt.open()) as other:
        dealt.rate("a/b")
        now, day = dealt.clock.now(), dealt.clock.day
        theirs = other.append([Draft(EventKind.RATED, "a/c", rating=Rating.GOOD, due_day=day + 3)], now, day)
        undone = dealt.store.undo(now, day)
        assert undone is not None and undone.card == "a/c"
        assert not other.counting([theirs.id])


def test_what_another_window_appends_while_a_read_begins_is_in_it(dealt: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view that a read has of the file holds nothing that isn't filed: the day's order is kept by its version."""
    dealt.rate("a/b", Rating.EASY)
    dealt.clock.move(days=60)
    other = Desk(dealt.folder, dealt.clock)
    other.rate("a/b")
    other.store.catch_up()
    assert dealt.store.queue_rows(dealt.clock.day, 0) == []
    database, transaction = dealt.store.database, dealt.store.database._transaction

    @contextmanager
    def raced(begin: str) -> Iterator[None]:
        monkeypatch.undo()
        assert other.undo()
        assert waiting(dealt)[0] == 1
        with transaction(begin):
            yield

    monkeypatch.setattr(database, "_transaction", raced)
    for _ in range(2):
        assert [row.card for row in dealt.store.queue_rows(dealt.clock.day, 0)] == ["a/b"]
    other.store.close()
