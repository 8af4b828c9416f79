"""The roll-ups: ratings by study day, must-say points by how they were judged. Caches like the others.

Each counts, in whole numbers, something that an event says. What is added when it comes, and taken out when it is
undone, is by the same SQL text that makes all of it again. Statistics over a year read some hundred rows, not the log.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from json import dumps
from sqlite3 import Connection

from prep.core.event import Event, EventKind
from prep.core.stats import CAP_MS

COUNTS = "action not in (select action from dead)"
BODY = "case when json_valid(body) then body else '{}' end"
"""A body as JSON functions can take it: one that came damaged from elsewhere says nothing, and breaks nothing."""
RATED = "kind = 'rated' and rating between 1 and 4"
TESTED = f"""case
    when json_type({BODY}, '$.recall') is not null then coalesce(json_extract({BODY}, '$.recall') < 1, 0)
    when json_type({BODY}, '$.reps') is not null then 0 end"""
"""Whether a rating tested a memory: recall was predicted for it, and it isn't a second one on the same day, whose
prediction is 1. One that prep logged without a prediction ("reps" is there) was of a new card. Null where another
program logged it: then any earlier rating on an earlier day will do (`SINCE`), undone or not: what has come before
never changes then, but by a merge."""
SINCE = "min(day) over (partition by card order by at)"
"""The first study day on which the card was rated, as far as the log had come: one pass, however many fell on a day."""

CAP = f"coalesce((select cast(value as integer) from meta where key = 'cap'), {CAP_MS})"
"""How much of one answer's time counts, in ms: a person may set it, and then the roll-ups are made again."""

DAYS = "insert into day (day, again, hard, good, easy, timed, ms, tested, recalled)"
POINTS = "insert into point (point, said, missed)"


def by_day(where: str) -> str:
    """SQL: the tally of each day over the ratings that this condition admits."""
    return f"""with asked as (select rowid as row, card, day, rating, ms, {TESTED} as tested
            from event where {RATED} and {where}),
        later as (select row from (select rowid as row, day, {SINCE} as since from event
            where {RATED} and card in (select card from asked where tested is null)) where day > since)
        select day, sum(rating = 1), sum(rating = 2), sum(rating = 3), sum(rating = 4), count(ms),
        sum(coalesce(min(max(ms, 0), {CAP}), 0)), sum(tests), sum(tests and rating > 1)
        from (select day, rating, ms, coalesce(tested, row in (select row from later)) as tests from asked)
        group by day"""


def by_point(where: str) -> str:
    """SQL: the tally of each must-say point over the ratings that this condition admits.

    Walks that are alike are counted first: that halves the time over a whole log.
    """
    return f"""select card || '#' || key, sum(said), sum(missed) from (
        with walk as materialized (
            select card, json_extract({BODY}, '$.said', '$.missed') as lists, count(*) as times
            from event where {RATED} and card is not null and {where} group by 1, 2)
        select card, value as key, times as said, 0 as missed from walk, json_each(lists, '$[0]') where type = 'text'
        union all
        select card, value, 0, times from walk, json_each(lists, '$[1]') where type = 'text') group by 1"""


def _adding(columns: str) -> str:
    """SQL: the sums of rows that are there already, more or less (?2) by what comes."""
    return "update set " + ", ".join(f"{name} = {name} + ?2 * excluded.{name}" for name in columns.split())


Execute = Callable[[str, tuple[object, ...]], object]
COUNT_DAY = f"""{DAYS} {by_day("id = ?1")}
    on conflict (day) do {_adding("again hard good easy timed ms tested recalled")}"""
COUNT_POINT = f"{POINTS} values (?, ?, ?) on conflict (point) do update set said = said + ?2, missed = missed + ?3"


def count(connection: Connection, events: Iterable[Event], sign: int) -> None:
    """Add the ratings among these events (they are in the log) to the roll-ups, or (sign -1) take them out."""
    execute = connection.execute
    for event in events:
        if event.kind is not EventKind.RATED or event.rating is None:
            continue
        execute(COUNT_DAY, (event.id, sign))
        if event.card is not None:
            _count_points(execute, event.card, event.body, sign)
        if sign < 0:
            execute("delete from day where day = ? and again + hard + good + easy = 0", (event.day,))


def _count_points(execute: Execute, card: str, body: Mapping[str, object], sign: int) -> None:
    for key in _keys(body.get("said")):
        execute(COUNT_POINT, (f"{card}#{key}", sign, 0))
    for key in _keys(body.get("missed")):
        execute(COUNT_POINT, (f"{card}#{key}", 0, sign))
    if sign < 0:
        execute("delete from point where point between ? and ? and said + missed = 0", span(card))


def _keys(judged: object) -> Iterable[str]:
    """The keys of the points in a body, as `by_point` finds them in whatever came from elsewhere."""
    found = judged.values() if isinstance(judged, dict) else judged if isinstance(judged, list) else [judged]
    return [key for key in found if isinstance(key, str)]


def cap(connection: Connection, ms: int) -> None:
    """Count no more than this of one answer's time, of those before too."""
    connection.execute("insert or replace into meta values ('cap', ?)", (str(ms),))
    remake(connection)


def remake(connection: Connection) -> None:
    """Make both again from the log alone."""
    connection.execute("delete from day")
    connection.execute(f"{DAYS} {by_day(COUNTS)}")
    connection.execute("delete from point")
    connection.execute(f"{POINTS} {by_point(COUNTS)}")


def remake_some(connection: Connection, days: Iterable[int], cards: Collection[str]) -> None:
    """The roll-ups of these study days and of these cards, under the ids that the log has them by.

    All days of these cards are made again: what came in may say that a later rating tested a memory.
    """
    names = dumps(sorted(cards))
    sql = f"select distinct day from event where {RATED} and card in (select value from json_each(?))"
    asked = dumps(sorted({*days, *(day for (day,) in connection.execute(sql, (names,)))}))
    some = "day in (select value from json_each(?1))"
    connection.execute(f"delete from day where {some}", (asked,))
    connection.execute(f"{DAYS} {by_day(f'{some} and {COUNTS}')}", (asked,))
    for card in sorted(cards):
        connection.execute("delete from point where point between ? and ?", span(card))
        where = f"card = ?1 and {COUNTS}"
        connection.execute(f"{POINTS} {by_point(where)}", (card,))


def span(card: str) -> tuple[str, str]:
    """First and last key that a point of this card can have: ids hold no `#`."""
    return f"{card}#", f"{card}#\U0010ffff"
