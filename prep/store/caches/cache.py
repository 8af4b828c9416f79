"""What is computed from the log and kept beside it: states, the roll-ups, renames, actions that don't count.

`apply` brings it up to date after an append, at a cost that knows nothing of the number of cards; `remake` makes all of
it again. Both give exactly the same rows: that is what `prep doctor` checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection
from typing import Any

from prep.core.event import Event, EventKind
from prep.core.fold import advance, counting, fitted, fold, renames
from prep.core.memory import DEFAULT, Model, model_for
from prep.core.state import State
from prep.store.caches import states, tally
from prep.store.database.connection import first
from prep.store.log import events as log

COUNTS = tally.COUNTS
FOLDED = "kind in ('added', 'rated', 'placed', 'held', 'reset')"
NEWEST_FIT = f"""select {log.COLUMNS} from event where kind = 'fitted' and {COUNTS}
    order by at desc, id desc limit 1"""
OF_CARD = "card in (select ? union all select old from alias where new = ?)"
UNDOS = f"""select {log.COLUMNS} from event where kind = 'undone' and target is not null union
    select {log.OF_EVENT} from event u
    join event e on {log.of_action("u.target", "e")} where u.kind = 'undone' and u.target is not null"""
RENAMED = f"kind = 'renamed' and target is not null and {COUNTS}"
UNDONE = f"""select 1 from event where target = ?1 and kind = 'undone' and {COUNTS} and (at, id) > (
    select at, id from event where {log.OF_ACTION} and kind in ({", ".join(f"'{kind}'" for kind in log.KINDS)})
    order by at desc, id desc limit 1) limit 1"""
FOLDED_OF_CARD = f"""select {log.FOLDED}
    from event e where {OF_CARD} and {FOLDED} and {COUNTS} order by at, id"""
HISTORIES = f"""select {log.FOLDED}, coalesce(a.new, e.card) as owner
    from event e left join alias a on a.old = e.card
    where e.card is not null and e.{FOLDED} and e.{COUNTS} order by owner, e.at, e.id"""
PLAIN = frozenset(
    (
        EventKind.ADDED,
        EventKind.RATED,
        EventKind.PLACED,
        EventKind.HELD,
        EventKind.RESET,
        EventKind.MEASURED,
        EventKind.PLANNED,
        EventKind.WRITTEN,
    )
)
"""Kinds that touch no card but their own."""
FACTS = frozenset((EventKind.MEASURED, EventKind.WRITTEN))
"""They name a card and change nothing of it."""
MANY_CARDS = 5_000
"""Above so many cards to fold, folding all in one pass over the log costs less than a look-up for each."""


def model(connection: Connection) -> Model:
    """FSRS with the newest fitted parameters that count."""
    return fitted_model(connection.execute(NEWEST_FIT).fetchone())


def fitted_model(row: Sequence[Any] | None) -> Model:
    """FSRS with the parameters of what `NEWEST_FIT` found."""
    return model_for(DEFAULT if row is None else fitted(log.event(row).body))


def owner(connection: Connection, card: str) -> str:
    """The full id that a card is known by now."""
    new = first(connection, "select new from alias where old = ?", card)
    return new if isinstance(new, str) else card


def card_events(connection: Connection, card: str, where: str = "true") -> list[Event]:
    """A card's events under any id it ever had, in order."""
    return log.select(connection, f"{OF_CARD} and {where}", card, card)


# -- after an append


def apply(connection: Connection, events: Sequence[Event]) -> tuple[State, ...]:
    """Bring the caches up to date with events just inserted, the newest of all. The states that changed; none: it may
    have been any."""
    if all(event.kind in PLAIN for event in events):
        tally.count(connection, events, 1)
        return _advanced(connection, events)
    return refresh(connection, settle(connection, events))


def _advanced(connection: Connection, events: Sequence[Event]) -> tuple[State, ...]:
    """Each card moved on by its events: no history is read, unless the cached row is damaged."""
    fsrs, mine = model(connection), dict[str, list[Event]]()
    for event in events:
        if event.card and event.kind not in FACTS:
            mine.setdefault(owner(connection, event.card), []).append(event)
    return tuple(_moved(connection, card, news, fsrs) for card, news in mine.items())


def _moved(connection: Connection, card: str, news: Sequence[Event], fsrs: Model) -> State:
    before = _cached(connection, card)
    if before is None:
        return refold(connection, card, fsrs)
    after = reduce(lambda state, event: advance(state, event, fsrs), news, before)
    states.put(connection, before, after)
    return after


def settle(connection: Connection, events: Sequence[Event]) -> list[Event]:
    """Decide anew which actions count after these events; all events whose cards must be folded again.

    An undone undo gives its target back, and so on down the chain, which is as long as two machines made it: whatever
    turns has its own targets decided after it.
    """
    tally.count(connection, events, 1)
    touched, targets = list(events), _targets(events)
    while targets:
        target = targets.pop()
        was, now = is_dead(connection, target), _undone(connection, target)
        if was == now:
            continue
        sql = "insert into dead values (?)" if now else "delete from dead where action = ?"
        connection.execute(sql, (target,))
        toggled = log.select(connection, log.OF_ACTION, target)
        tally.count(connection, toggled, -1 if now else 1)
        touched += toggled
        targets += _targets(toggled)
    return touched


def _targets(events: Iterable[Event]) -> list[str]:
    return [event.target for event in events if event.kind is EventKind.UNDONE and event.target]


def is_dead(connection: Connection, action: str) -> bool:
    """Whether an action was found not to count."""
    return first(connection, "select 1 from dead where action = ?", action) is not None


def _undone(connection: Connection, action: str) -> bool:
    """Whether a counting `undone` that is later than all of the action's events targets it."""
    return first(connection, UNDONE, action) is not None


def refresh(connection: Connection, touched: Sequence[Event]) -> tuple[State, ...]:
    """Fold again every card that these events touch; after a fit all of them, for it moves every memory, and then they
    are too many to be returned."""
    kinds = {event.kind for event in touched}
    names = {name for event in touched for name in _names(event)}
    if EventKind.RENAMED in kinds:
        names |= {owner(connection, name) for name in names}
        remake_aliases(connection)
    if EventKind.FITTED in kinds:
        remake_states(connection)
        return ()
    cards = sorted(names | {owner(connection, name) for name in names})
    if len(cards) > MANY_CARDS:
        remake_states(connection)
        return ()
    fsrs = model(connection)
    return tuple(refold(connection, card, fsrs) for card in cards)


def _names(event: Event) -> tuple[str, ...]:
    if event.kind is EventKind.RENAMED:
        return tuple(name for name in (event.card, event.target) if name)
    return (event.card,) if event.card else ()


def state(connection: Connection, card: str) -> State:
    """One card's cached state; folded from the log where the row is damaged (opening the file mends it)."""
    return _cached(connection, card) or folded(connection, card, model(connection))


def folded(connection: Connection, card: str, fsrs: Model) -> State:
    """One card's state from the log; an id that now folds into another has none."""
    mine = owner(connection, card) == card
    return fold(card, log.found(connection, FOLDED_OF_CARD, card, card) if mine else [], fsrs)


def refold(connection: Connection, card: str, fsrs: Model | None = None) -> State:
    """One card's state from the log, stored."""
    after = folded(connection, card, fsrs or model(connection))
    states.put(connection, _cached(connection, card), after)
    return after


def _cached(connection: Connection, card: str) -> State | None:
    """What the row says; None when no fold can say that."""
    try:
        return states.get(connection, card)
    except ValueError:
        return None


# -- from nothing


def remake(connection: Connection) -> None:
    """Make every cache again from the log alone."""
    remake_dead(connection)
    remake_aliases(connection)
    remake_states(connection)
    tally.remake(connection)


def redecide(connection: Connection) -> set[str]:
    """Decide for the whole log which actions count; those that turned."""
    sql = "select action from dead"
    before = {row[0] for row in connection.execute(sql)}
    remake_dead(connection)
    return before ^ {row[0] for row in connection.execute(sql)}


def remake_dead(connection: Connection) -> None:
    """Decide for the whole log which actions count; only undos and what they target are read."""
    undos = log.found(connection, UNDOS)
    actions = counting(undos)
    connection.execute("delete from dead")
    dead = [(action,) for action in sorted({event.action for event in undos} - actions)]
    if dead:
        connection.executemany("insert into dead values (?)", dead)


def remake_aliases(connection: Connection) -> None:
    """Who every renamed card is now."""
    names = renames(log.select(connection, RENAMED))
    connection.execute("delete from alias")
    if names:
        connection.executemany("insert into alias (old, new) values (?, ?)", sorted(names.items()))


def remake_states(connection: Connection) -> None:
    """Fold every card, one after the other: the log never lies in memory whole."""
    fsrs = model(connection)
    connection.execute("delete from state")
    batch: list[tuple[object, ...]] = []
    for card, history in histories(connection):
        after = fold(card, history, fsrs)
        if after != State(card):
            batch.append(states.row(after))
        if len(batch) >= 1_000:
            connection.executemany(states.PUT, batch)
            batch.clear()
    if batch:
        connection.executemany(states.PUT, batch)
    connection.execute(states.SET_ALL)


def histories(connection: Connection) -> Iterator[tuple[str, Iterator[Event]]]:
    """Card after card, its events that count."""
    for card, mine in groupby(connection.execute(HISTORIES), key=itemgetter(15)):
        yield str(card), (log.event(row[:15]) for row in mine)
