"""What statistics read. Only `answers` goes through the log; the rest are roll-ups and indexed caches."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Mapping
from itertools import islice
from sqlite3 import Connection

from prep.core.calibration import PredictedAnswer
from prep.core.event import Rating
from prep.core.year import PointTally, weakest_points
from prep.store.caches.cache import COUNTS
from prep.store.caches.tally import BODY, RATED, span
from prep.store.database.connection import Database
from prep.store.store import Store
from prep.store.today.glance import KINDS

ANSWERS = f"""select e.rating, json_extract({BODY}, '$.recall', '$.retention', '$.suggested'), c.kind
    from event e left join alias a on a.old = e.card left join card c on c.id = coalesce(a.new, e.card)
    where e.{RATED} and e.{COUNTS}"""
STUDIED = "select day from day order by day desc"
LESS_MISSED = "select max(missed) from point where missed > 0 and missed < ?"
MISSED = "select point, said, missed from point where missed > 0 and missed = ? order by said, point"
NEVER = 2**31
"""More misses than any point has."""
OF_CARD = "select point, said, missed from point where point between ? and ?"


def answers(database: Database) -> Generator[PredictedAnswer, None, None]:
    """Every rating that counts, as it was logged: 4 s for a million."""
    with database.read():
        for rating, said, kind in database.connection.execute(ANSWERS):
            recall, desired, suggested = json.loads(said)
            yield PredictedAnswer(
                Rating(rating),
                _share(recall),
                _share(desired),
                Rating(suggested) if suggested in (1, 2, 3, 4) else None,
                KINDS.get(kind),
            )


def _share(value: object) -> float | None:
    """A number from 0 up to, not including, 1: a second answer on the same day has a prediction of 1."""
    return float(value) if type(value) in (int, float) and 0 <= value < 1 else None  # type: ignore[operator,arg-type]


def studied(store: Store) -> list[int]:
    """Study days with an answer, the newest first."""
    with store.database.read():
        return [day for (day,) in store.database.connection.execute(STUDIED)]


def weakest(store: Store, most: int, wanted: Callable[[PointTally], bool]) -> tuple[PointTally, ...]:
    """The weakest of the must-say points that are wanted, under the ids that their cards have now.

    From the most misses down, until points missed so seldom can't be among them, even if they were never said.
    """
    with store.database.read():
        driver, missed = store.database.connection, NEVER
        names = dict(driver.execute("select old, new from alias").fetchall())
        moved = names.keys() | set(names.values())
        found = weakest_points(filter(wanted, _moved(driver, names, moved)), most)
        while missed := driver.execute(LESS_MISSED, (missed,)).fetchone()[0]:
            if len(found) == most and PointTally("", "", 0, missed).weakness < found[-1].weakness:
                break
            alike = map(_tally, driver.execute(MISSED, (missed,)))
            few = islice((tally for tally in alike if tally.card not in moved and wanted(tally)), most)
            found = weakest_points((*found, *few), most)
        return found


def _moved(driver: Connection, names: Mapping[str, str], moved: Iterable[str]) -> list[PointTally]:
    """The points that are known by several ids, each once."""
    found: dict[tuple[str, str], PointTally] = {}
    for tally in (_tally(row) for card in moved for row in driver.execute(OF_CARD, span(card))):
        place = (names.get(tally.card, tally.card), tally.key)
        before = found.get(place, PointTally(*place))
        found[place] = PointTally(*place, before.said + tally.said, before.missed + tally.missed)
    return [tally for tally in found.values() if tally.missed]


def _tally(row: tuple[str, int, int]) -> PointTally:
    card, _, key = row[0].partition("#")
    return PointTally(card, key, *row[1:])
