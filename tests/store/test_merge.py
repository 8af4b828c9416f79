"""Merging two logs: twice is once, order doesn't matter, both machines end equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from prep.core.clock import Moment
from prep.core.event import HELD_FOR_EVER, Event, EventDraft, EventKind, Rating
from prep.core.memory import DEFAULT
from prep.errors import StoreError
from prep.exchange.logfile import export
from prep.store import doctor, merge
from prep.store.log import foreign as other
from prep.store.store import Store
from tests.states import past
from tests.store.desk import Desk, question
from tests.store.test_merge_laws import caches, read


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Desk]:
    """Another machine of the same person, with a clock of its own that says the same."""
    made = Desk(tmp_path / "second")
    yield made
    made.store.close()


def same(*stores: Store) -> bool:
    """Whether logs and what is computed from them are equal."""
    first, *others = [(store.events(), caches(store)) for store in stores]
    return all(each == first for each in others)


def both_ways(desk: Desk, second: Desk) -> None:
    """Each takes in the other's log."""
    desk.store.merge(second.store.events())
    second.store.merge(desk.store.events())


def test_twice_is_once(desk: Desk, second: Desk) -> None:
    """The second time everything is known, and nothing changes."""
    second.rate("a/b")
    second.rate("a/c")
    taken = desk.store.merge(second.store.events())
    before = caches(desk.store)
    again = desk.store.merge(second.store.events())
    assert (taken.new, taken.known, taken.cards) == (2, 0, ("a/b", "a/c"))
    assert (again.new, again.known, again.cards) == (0, 2, ())
    assert caches(desk.store) == before


def test_reviews_of_two_machines_add_up(desk: Desk, second: Desk) -> None:
    """One card on each, one on both: logs are merged, not states, so nothing studied is unstudied."""
    desk.rate("a/here")
    desk.rate("a/both")
    second.clock.forward(days=2)
    second.rate("a/there")
    second.rate("a/both", Rating.AGAIN)
    both_ways(desk, second)
    assert same(desk.store, second.store)
    assert [desk.store.state(card).reps for card in ("a/here", "a/there", "a/both")] == [1, 1, 2]
    assert past(desk.store.state("a/both")).memory == desk.store.model.replay([(Rating.GOOD, 0), (Rating.AGAIN, 2)])


def test_what_a_machine_without_a_battery_logged_comes_in(desk: Desk, second: Desk, tmp_path: Path) -> None:
    """Its clock began at 1970, before the rollover: by way of files both machines end equal."""
    second.clock.moment = Moment(600_000, -60)
    second.rate("a/b")
    desk.rate("a/b")
    events = [event for file in export(second.store.events(), tmp_path / "log") for event in read(file)]
    desk.store.merge(events)
    second.store.merge(desk.store.events())
    assert same(desk.store, second.store)
    assert desk.store.state("a/b").reps == 2


ANSWERS = {
    "one each": ((Rating.GOOD,), (Rating.HARD,)),
    "two each": ((Rating.GOOD, Rating.HARD), (Rating.EASY, Rating.AGAIN)),
}
"""What each machine rates; all but the last rating is undone at once, or the only one is."""


@pytest.mark.parametrize("ratings", ANSWERS.values(), ids=ANSWERS)
def test_the_same_card_in_the_same_minute_with_an_undo_on_each_in_all_orders(
    tmp_path: Path, ratings: tuple[tuple[Rating, ...], ...]
) -> None:
    """However the events of two machines arrive, one by one, log and states are the same: all 24 orders of a rating
    and an undo on each, and 20 of the 720 with a second rating."""
    machines = [Desk(tmp_path / name) for name in "ab"]
    for machine, (first, *then) in zip(machines, ratings, strict=True):
        machine.rate("a/b", first)
        assert machine.undo()
        for rating in then:
            machine.rate("a/b", rating)
    events = [event for machine in machines for event in machine.store.events()]
    orders = list(permutations(events))[:: 1 if len(events) == 4 else 36]
    arrived = [_merged(tmp_path / f"order-{n}", order) for n, order in enumerate(orders)]
    assert all(each == arrived[0] for each in arrived)
    both_ways(*machines)
    assert same(machines[0].store, machines[1].store)
    assert caches(machines[0].store) == arrived[0]
    assert machines[0].store.state("a/b").reps == len(ratings[0]) + len(ratings[1]) - 2
    for machine in machines:
        machine.store.close()


def _merged(folder: Path, events: Sequence[Event]) -> object:
    """What an empty database holds after these events came in one after the other, and it agrees with a rebuild."""
    anew = Desk(folder)
    for event in events:
        anew.store.merge([event])
    assert doctor.examine(anew.store) == []
    held = caches(anew.store)
    anew.store.close()
    return held


def test_an_undo_may_arrive_before_what_it_undoes(desk: Desk, second: Desk) -> None:
    """The rating that comes after its undo does not count, in states and in the day's tally."""
    second.rate("a/b")
    second.undo()
    rated, undone = second.store.events()
    desk.store.merge([undone])
    desk.store.merge([rated])
    assert desk.store.state("a/b").reps == 0
    assert desk.store.answered_today(desk.clock.day) == 0
    assert not desk.counts(rated.action)


def test_a_late_event_of_an_action_brings_the_action_back(desk: Desk, second: Desk) -> None:
    """An undo takes back only what is earlier than itself: a piece that is later, as damage may bring, revives all."""
    second.append(*(EventDraft(EventKind.HELD, f"a/{i}", due_day=HELD_FOR_EVER) for i in range(2)))
    second.undo()
    first, last, undone = second.store.events()
    desk.store.merge([first, undone])
    assert not desk.store.state("a/0").suspended
    desk.store.merge([replace(last, at=undone.at + 1)])
    assert desk.store.state("a/0").suspended
    assert doctor.examine(desk.store) == []


def test_undo_after_a_merge_is_of_this_device(desk: Desk, second: Desk) -> None:
    """The other's later rating stays, ours goes, and the other machine learns of it."""
    desk.rate("a/b")
    second.clock.forward(days=1)
    second.rate("a/b", Rating.EASY)
    both_ways(desk, second)
    desk.clock.forward(days=1)
    assert desk.undo()
    assert not desk.undo()
    both_ways(desk, second)
    assert same(desk.store, second.store)
    assert [event.rating for event in second.store.history("a/b") if event.rating] == [Rating.EASY]


def test_a_merged_fit_moves_every_memory(desk: Desk, second: Desk) -> None:
    """Parameters that another machine fitted replay all memories here and leave dues alone."""
    desk.rate("a/b")
    before = desk.store.state("a/b")
    second.append(
        EventDraft(EventKind.FITTED, body={"parameters": [p * 1.3 if i < 4 else p for i, p in enumerate(DEFAULT)]})
    )
    desk.store.merge(second.store.events())
    after = desk.store.state("a/b")
    assert past(after).memory == desk.store.model.replay([(Rating.GOOD, 0)]) != past(before).memory
    assert past(after).due_day == past(before).due_day


def test_a_merged_rename_moves_this_machine_s_history(desk: Desk, second: Desk) -> None:
    """The other's decks gave the card another id: what was rated here follows."""
    desk.deal(question("a/old"))
    desk.rate("a/old")
    second.store.merge(desk.store.events())
    second.deal(question("a/new", was="a/old"))
    desk.store.merge(second.store.events())
    assert (desk.store.state("a/new").reps, desk.store.state("a/old").reps) == (1, 0)


def test_an_id_that_says_something_else_is_named_and_left(desk: Desk, second: Desk) -> None:
    """The log never changes what it has."""
    second.rate("a/b")
    (event,) = second.store.events()
    desk.store.merge([event])
    taken = desk.store.merge([replace(event, rating=Rating.AGAIN)])
    assert (taken.new, taken.conflicting) == (0, (event.id,))
    assert desk.store.events() == [event]


def test_a_merge_that_fails_leaves_nothing(desk: Desk, second: Desk) -> None:
    """All or none: an error on the way, as of a damaged file, undoes what came before it."""
    second.rate("a/b")
    second.rate("a/c")

    def breaks() -> Iterator[Event]:
        yield second.store.events()[0]
        raise StoreError("the file is damaged", "")

    with pytest.raises(StoreError):
        desk.store.merge(breaks())
    assert desk.store.events() == []
    assert desk.rate("a/d")


def test_a_large_merge_makes_the_caches_anew(desk: Desk, second: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above a share of the log all caches are made again: the same comes of it."""
    for n in range(6):
        second.rate(f"a/{n}")
    second.undo()
    monkeypatch.setattr(merge, "FEW", 5)
    assert desk.store.merge(second.store.events()).cards is None
    assert same(desk.store, second.store)


def test_another_database_is_read_as_it_is(desk: Desk, second: Desk) -> None:
    """Its events with their rows, in their order, while it is open elsewhere; its file stays as it was."""
    second.rate("a/b")
    second.undo()
    before = second.file.read_bytes()
    found = list(other.rows(second.file))
    assert [number for number, _, _ in found] == [1, 2]
    assert [columns["kind"] for _, columns, _ in found] == ["rated", "undone"]
    assert (other.is_database(second.file), second.file.read_bytes() == before) == (True, True)


@pytest.mark.parametrize(
    ("change", "told"),
    [("pragma application_id = 7", "isn't one of prep's databases"), ("pragma user_version = 99", "newer prep")],
)
def test_a_database_that_is_not_for_us_is_told(second: Desk, change: str, told: str) -> None:
    """Another program's, or a newer prep's."""
    second.store.database.connection.execute(change)
    with pytest.raises(StoreError, match=told):
        list(other.rows(second.file))


def test_a_damaged_database_is_told(tmp_path: Path) -> None:
    """One sentence that names the file."""
    broken = tmp_path / "broken.db"
    broken.write_bytes(other.HEADER + b"nothing that SQLite could read" * 99)
    with pytest.raises(StoreError, match="broken"):
        list(other.rows(broken))
