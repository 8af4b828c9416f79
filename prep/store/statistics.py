"""What statistics read. Only `answers` goes through the log; the rest are roll-ups and indexed caches."""

from __future__ import annotations

import json
from collections.abc import Iterator

from prep.core.calibration import Answer
from prep.core.event import Rating
from prep.core.kind import Kind
from prep.core.year import PointTally
from prep.store.cache import COUNTS
from prep.store.connection import Database
from prep.store.store import Store
from prep.store.tally import BODY, RATED

ANSWERS = f"""select e.rating, json_extract({BODY}, '$.recall', '$.retention', '$.suggested'), c.kind
    from event e left join alias a on a.old = e.card left join card c on c.id = coalesce(a.new, e.card)
    where e.{RATED} and e.{COUNTS}"""
FORECAST = """select s.due_day, count(*) from state s join card c on c.id = s.card
    where s.due_day between ?1 and ?2 and s.due_at is null and s.phase <> 'new' and c.retired = 0
    and (s.held_until is null or s.held_until <= s.due_day) group by s.due_day"""
MEMORIES = "select card, last_day, stability from state where stability > 0 and last_day is not null"
MISSED = """select point, said, missed from point where missed > 0 order by missed desc, point limit ?"""


def answers(database: Database) -> Iterator[Answer]:
    """Every rating that counts, as it was logged: 3 s for a million."""
    with database.read() as connection:
        for rating, said, kind in connection.exec_driver_sql(ANSWERS):
            recall, desired, suggested = json.loads(said)
            yield Answer(
                Rating(rating),
                _share(recall),
                _share(desired),
                Rating(suggested) if suggested in (1, 2, 3, 4) else None,
                Kind(kind) if kind else None,
            )


def _share(value: object) -> float | None:
    """A number from 0 up to, not including, 1: a second answer on the same day has a prediction of 1."""
    return float(value) if type(value) in (int, float) and 0 <= value < 1 else None  # type: ignore[operator,arg-type]


def forecast(store: Store, first: int, last: int) -> dict[int, int]:
    """How many cards come due on each of these study days; days without any are absent."""
    with store.database.read() as connection:
        return {int(day): int(cards) for day, cards in connection.exec_driver_sql(FORECAST, (first, last))}


def memories(store: Store) -> list[tuple[str, int, float]]:
    """Full id, study day of the newest answer, and stability of every card that has a memory, in no order.

    By the driver itself: rows of SQLAlchemy would double the time.
    """
    with store.database.read():
        return store.database.driver.execute(MEMORIES).fetchall()


def missed_points(store: Store, most: int) -> list[PointTally]:
    """The must-say points missed most often, under the ids that their cards have now."""
    with store.database.read() as connection:
        names = {str(old): str(new) for old, new in connection.exec_driver_sql("select old, new from alias")}
        found: dict[tuple[str, str], PointTally] = {}
        for point, said, missed in connection.exec_driver_sql(MISSED, (most,)):
            card, _, key = point.partition("#")
            place = (names.get(card, card), key)
            before = found.get(place, PointTally(*place))
            found[place] = PointTally(*place, before.said + said, before.missed + missed)
        return list(found.values())
