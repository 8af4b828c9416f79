"""The roll-ups: what is added as it comes is what the whole log says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from prep.core.event import Event, EventDraft, EventKind, Rating
from prep.core.stats import DayTally
from prep.core.year import PointTally, weakest_points
from prep.store.caches import tally
from prep.store.database import migrations
from prep.store.doctor import examine, rebuild
from prep.store.statistics.statistics import weakest
from tests.store.desk import START, Desk


def answered(desk: Desk, card: str, rating: Rating = Rating.GOOD, **body: object) -> None:
    """A rating with what the session says of it."""
    desk.append(EventDraft(EventKind.RATED, card, None, rating, 30_000, desk.clock.day + 1, None, body))


def tallies(desk: Desk) -> list[tuple[int, int, int]]:
    """Ratings, tests of memory and recalls of each day."""
    return [(day.ratings, day.tested, day.recalled) for day in desk.store.days(0)]


def points(desk: Desk) -> dict[str, tuple[int, int]]:
    """Point → said, missed, of those that were ever missed."""
    found = weakest(desk.store, 100, lambda _: True)
    return {f"{point.card}#{point.key}": (point.said, point.missed) for point in found}


def test_a_day_knows_which_answers_tested_a_memory(desk: Desk) -> None:
    """Recall was predicted for them: not for a new card, and a second answer on the same day has a prediction of 1."""
    answered(desk, "t/a")
    answered(desk, "t/b", recall=0.9)
    answered(desk, "t/c", Rating.AGAIN, recall=0.8)
    answered(desk, "t/c", recall=1.0)
    assert tallies(desk) == [(4, 2, 1)]


def test_another_programs_log_tells_tests_of_memory_by_its_days(desk: Desk) -> None:
    """Without predictions, a rating on a later day than one before it tested a memory; a merge of older ones counts."""
    desk.store.merge(
        [foreign(1, desk.clock.day, {}), foreign(2, desk.clock.day, {}), foreign(3, desk.clock.day + 4, {})]
    )
    assert tallies(desk) == [(2, 0, 0), (1, 1, 1)]
    desk.store.merge([foreign(0, desk.clock.day - 9, {})])
    assert tallies(desk) == [(1, 0, 0), (2, 2, 2), (1, 1, 1)]
    assert examine(desk.store) == []


def test_a_point_knows_how_often_it_was_said_and_missed(desk: Desk) -> None:
    """Over all answers of its card."""
    answered(desk, "t/a", said=["x", "y"], missed=[])
    answered(desk, "t/a", said=["x"], missed=["y"])
    answered(desk, "t/b", said=[], missed=["y"])
    assert points(desk) == {"t/a#y": (1, 1), "t/b#y": (0, 1)}


def test_undo_takes_an_answer_out_of_both(desk: Desk) -> None:
    """And redo puts it back."""
    answered(desk, "t/a", recall=0.9, said=["x"], missed=["y"])
    before = tallies(desk), points(desk)
    assert desk.undo()
    assert (tallies(desk), points(desk)) == ([], {})
    assert desk.redo()
    assert (tallies(desk), points(desk)) == before


def test_a_renamed_card_keeps_its_points(desk: Desk) -> None:
    """They are told under the id that it has now."""
    answered(desk, "t/old", said=[], missed=["y"])
    desk.append(EventDraft(EventKind.RENAMED, card="t/new", target="t/old"))
    answered(desk, "t/new", said=["x"], missed=["y"])
    assert points(desk) == {"t/new#y": (0, 2)}
    answered(desk, "t/new", said=["y"], missed=[])
    assert points(desk) == {"t/new#y": (1, 2)}


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["t/a", "t/a-b", "t/ab", "t/c", "t/d"]), st.sampled_from("xyz")),
        st.tuples(st.integers(0, 12), st.integers(0, 7)),
        max_size=15,
    ),
    st.dictionaries(st.just("t/c"), st.sampled_from(["t/a", "t/new"])),
    st.integers(1, 5),
)
def test_the_weakest_points_are_found_without_reading_all(
    rows: dict[tuple[str, str], tuple[int, int]], names: dict[str, str], most: int
) -> None:
    """The same as sorting all of them; a point missed twice of two isn't lost behind many missed more often."""
    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        for (card, key), (said, missed) in rows.items():
            desk.sql(f"insert into point values ('{card}#{key}', {said}, {missed})")
        for old, new in names.items():
            desk.sql(f"insert into alias values ('{old}', '{new}')")
        sums: dict[tuple[str, str], tuple[int, int]] = {}
        for (card, key), (said, missed) in rows.items():
            place = names.get(card, card), key
            before = sums.get(place, (0, 0))
            sums[place] = (before[0] + said, before[1] + missed)
        every = [PointTally(*place, *counts) for place, counts in sums.items() if counts[1] and place[1] != "z"]
        assert weakest(desk.store, most, lambda tally: tally.key != "z") == weakest_points(every, most)
        desk.store.close()


def test_a_body_that_is_no_json_says_nothing_and_breaks_nothing(desk: Desk) -> None:
    """It came from elsewhere; the rating counts, the rest of the log too."""
    answered(desk, "t/a", said=["x"], missed=["y"], recall=0.9)
    desk.sql("""insert into event select 'z', 'z', device, at + 1, wall, offset, day, kind, card, target, rating, ms,
        due_day, due_at, '{"recall": NaN, "said": ["q"]', 0 from event""")
    assert examine(desk.store) != []
    rebuild(desk.store)
    assert tallies(desk) == [(2, 1, 1)]
    assert points(desk) == {"t/a#y": (0, 1)}


def test_an_older_file_is_filled_when_it_is_opened(tmp_path: Path) -> None:
    """The step that made the roll-ups leaves them empty; opening makes them from the log."""
    desk = Desk(tmp_path)
    desk.store.close()
    desk.file.unlink()
    with closing(sqlite3.connect(desk.file, isolation_level=None)) as old:
        migrations.migrate(old, migrations.MIGRATIONS[:1])
        old.execute("""insert into event values ('e', 'a', 'd', 1, 1, 0, 20000, 'rated', 't/a', null, 3, 30000, 20001,
            null, '{"recall": 0.9, "said": ["y"], "missed": ["y"]}')""")
    desk.store = desk.open()
    assert desk.store.days(0) == [DayTally(20_000, good=1, timed=1, ms=30_000, tested=1, recalled=1)]
    assert points(desk) == {"t/a#y": (1, 1)}
    desk.store.close()


STEP = st.one_of(
    st.tuples(
        st.sampled_from(["t/a", "t/b", "t/ab"]),
        st.sampled_from(Rating),
        st.fixed_dictionaries(
            {},
            optional={
                "recall": st.sampled_from([0.5, 0.99, 1.0, None, "0.5"]),
                "reps": st.integers(0, 3),
                "said": st.lists(st.sampled_from("xyz"), max_size=3),
                "missed": st.one_of(st.lists(st.sampled_from(["x", "y", 3, None]), max_size=3), st.just("x")),
            },
        ),
    ),
    st.sampled_from(["undo", "redo", "day", "merge"]),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(STEP, max_size=14))
def test_live_roll_ups_are_what_a_rebuild_makes(steps: list[Any]) -> None:
    """Ratings with any body, undo, redo, and answers of another machine among one's own."""
    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        for number, step in enumerate(steps):
            match step:
                case (card, rating, body):
                    answered(desk, card, rating, **body)
                case "undo":
                    desk.undo()
                case "redo":
                    desk.redo()
                case "day":
                    desk.clock.forward(days=1)
                case "merge":
                    desk.store.merge(
                        [foreign(number, desk.clock.day, {"said": ["x"]} if number % 2 else {"recall": 0.7})]
                    )
        assert examine(desk.store) == []
        desk.store.close()


def foreign(number: int, day: int, body: dict[str, object]) -> Event:
    """An answer that another machine gave before all of these."""
    at = START.ms - 1000 + number
    return Event(
        f"f{number}",
        f"f{number}",
        "other",
        at,
        at,
        0,
        day,
        EventKind.RATED,
        "t/a",
        None,
        Rating.HARD,
        9,
        day,
        None,
        body,
    )


def test_ratings_of_one_day_are_gone_through_once(desk: Desk) -> None:
    """Twice as many of another program's, all of one card, cost SQLite twice as many steps, not four times."""
    costs = []
    for most in (200, 400):
        desk.store.merge([foreign(number, desk.clock.day, {}) for number in range(most)])
        costs.append(_steps(desk, tally.by_day(tally.COUNTS)))
    assert costs[1] < 2.5 * costs[0]


def _steps(desk: Desk, sql: str) -> int:
    """How many times SQLite has done fifty of its instructions."""
    taken: list[None] = []
    desk.store.database.connection.set_progress_handler(lambda: taken.append(None), 50)
    desk.store.database.connection.execute(sql).fetchall()
    desk.store.database.connection.set_progress_handler(None, 0)
    return len(taken)
