"""What statistics read. Only `answers` goes through the log; the rest are roll-ups and indexed caches."""

from __future__ import annotations

import json
from collections.abc import Iterator

from prep.core.calibration import Answer
from prep.core.event import Rating
from prep.core.kind import Kind
from prep.core.year import PointTally, Standing
from prep.store.cache import COUNTS
from prep.store.connection import Database
from prep.store.store import Store
from prep.store.tally import BODY, RATED

ANSWERS = f"""select e.rating, json_extract({BODY}, '$.recall', '$.retention', '$.suggested'), c.kind
    from event e left join alias a on a.old = e.card left join card c on c.id = coalesce(a.new, e.card)
    where e.{RATED} and e.{COUNTS}"""
STANDINGS = """select card, last_day, stability, case when due_at is null then due_day end, held_until
    from state where stability > 0 and last_day is not null and phase <> 'new'"""
STUDIED = "select day from day order by day desc"
MISSED = """select point, said, missed from point where missed > 0 order by missed desc, point limit ?"""


def answers(database: Database) -> Iterator[Answer]:
    """Every rating that counts, as it was logged: 4 s for a million."""
    with database.read():
        for rating, said, kind in database.driver.execute(ANSWERS):
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


def standings(store: Store) -> list[Standing]:
    """Every card that has a memory, in no order. By the driver itself: rows of SQLAlchemy would double the time."""
    with store.database.read():
        return store.database.driver.execute(STANDINGS).fetchall()


def studied(store: Store) -> list[int]:
    """Study days with an answer, the newest first."""
    with store.database.read():
        return [day for (day,) in store.database.driver.execute(STUDIED)]


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
