"""A fit from the log, in a child process: previewed, stored as it was judged, undone whole."""

from __future__ import annotations

import csv
import dataclasses
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from prep.core.clock import Moment, study_day
from prep.core.evaluation import log_loss, rmse_bins
from prep.core.event import Event, EventDraft, EventKind, Rating
from prep.core.fitting import histories, predictions
from prep.core.fold import advance
from prep.core.memory import DEFAULT, Model
from prep.core.schedule import Rules, choices
from prep.core.state import State
from prep.errors import PrepError, StoreError
from prep.session.changes import actions
from prep.session.changes.rescheduling import moves
from prep.session.library.library import Library
from prep.session.statistics import fitting
from prep.store.doctor import examine
from prep.view.fit import fit_rows
from tests.clock import HandClock
from tests.states import past

LOG = Path(__file__).parents[1] / "data" / "reviews-real.csv"


def ms(row: dict[str, str]) -> int:
    return int(datetime.fromisoformat(row["review_time"]).timestamp() * 1000)


@cache
def real_events(cards: int | None = None) -> tuple[Event, ...]:
    """The real log as prep would have written it: its ratings at their times, with dues as they were decided."""
    with LOG.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=ms)
    wanted = list(dict.fromkeys(row["card_id"] for row in rows))[:cards]
    states, model = {card: State(f"real/c{card}") for card in wanted}, Model()
    events: list[Event] = []
    for row in (row for row in rows if row["card_id"] in states):
        at, state, rating = ms(row), states[row["card_id"]], Rating(int(row["review_rating"]))
        day, name = study_day(Moment(at)), f"{len(events)}"
        made = choices(state, Moment(at), day, Rules(), model)[rating - 1].draft(state.card, 10_000)
        event = Event(
            name,
            name,
            "real",
            at,
            at,
            0,
            day,
            made.kind,
            made.card,
            None,
            rating,
            made.ms,
            made.due_day,
            made.due_at,
            {},
        )
        events.append(event)
        states[row["card_id"]] = advance(state, event, model)
    return tuple(events)


@pytest.fixture
def real(library: Library) -> Library:
    """A library with the real log, and decks for all of its cards."""
    events = real_events()
    ids = sorted({event.card.rpartition("/")[2] for event in events if event.card})
    cards = "\n\n".join(f"## Card {id}? {{#{id}}}\n\nYes." for id in ids)
    library.paths.decks.mkdir(parents=True, exist_ok=True)
    (library.paths.decks / "real.md").write_text(f'# Real\n\n```toml\ntopic = "real"\n```\n\n{cards}\n', "utf-8")
    library.store.merge(events)
    library.reload()
    return library


async def test_what_was_judged_is_what_is_stored(real: Library) -> None:
    """On 12,580 real reviews the stored numbers are those of the preview, and predict the last fifth better."""
    seen = await fitting.preview(real)
    assert seen.current == DEFAULT and seen.may_store
    fitting.store(real, seen)
    (event,) = [event for event in real.store.events() if event.kind is EventKind.FITTED]
    assert tuple(event.body["parameters"]) == seen.fit.parameters == real.store.model.parameters
    assert seen.fit.before and seen.fit.after
    assert event.body["scores"]["log_loss"] == [seen.fit.before.log_loss, seen.fit.after.log_loss]
    known: dict[str, list[Event]] = {}
    for rated in real_events():
        known.setdefault(rated.card or "", []).append(rated)
    taught = [history for events in known.values() for history in histories(events)]
    since = sorted(a.at for history in taught for a in history if a.elapsed)[-seen.fit.held_out]
    before, after = (
        [p for history in taught for p in predictions(history, Model(parameters), since)]
        for parameters in (DEFAULT, seen.fit.parameters)
    )
    assert len(after) == seen.fit.held_out
    assert (log_loss(after), rmse_bins(after)) == pytest.approx((seen.fit.after.log_loss, seen.fit.after.rmse_bins))
    assert log_loss(after) < log_loss(before) and rmse_bins(after) < rmse_bins(before)


async def test_a_preview_changes_nothing_and_is_the_same_again(real: Library) -> None:
    """Two looks at the same log see the same bits, and the log has no event more."""
    logged = real.store.logged()
    assert await fitting.preview(real) == await fitting.preview(real)
    assert real.store.logged() == logged and real.store.model.parameters == DEFAULT


async def test_a_fit_moves_memories_and_no_due(real: Library) -> None:
    """Dues stay as they were decided; a fold of the log says the same as the caches."""
    states = {card.full_id: real.store.state(card.full_id) for card in real.deck.cards}
    fitting.store(real, await fitting.preview(real))
    pairs = [(past(state), past(real.store.state(card))) for card, state in states.items() if state.reviewed]
    assert all((before.due_day, before.due_at) == (after.due_day, after.due_at) for before, after in pairs)
    assert any(before.memory != after.memory for before, after in pairs)
    assert examine(real.store) == []


async def test_a_reschedule_is_part_of_the_same_action(real: Library) -> None:
    """Every card of the preview lies where its new memory has it; one undo takes back all of it."""
    before = {card.full_id: real.store.state(card.full_id) for card in real.deck.cards}
    seen = await fitting.preview(real)
    assert 0 < seen.earlier < len(seen.moves)
    told = " ".join(row.text.strip() for row in fit_rows(seen, 0.9, 76))
    assert f"Due dates stay unless you reschedule: that moves {len(seen.moves):,} cards," in told
    fitting.store(real, seen, reschedule=True)
    assert all(past(real.store.state(shift.card.full_id)).due_day == shift.to for shift in seen.moves)
    assert moves(real, [card.full_id for card in real.deck.cards]) == ()
    undone = actions.undo(real)
    assert undone is not None and "new parameters" in undone.sentence
    assert {card: real.store.state(card) for card in before} == before
    assert real.store.model.parameters == DEFAULT
    assert examine(real.store) == []


async def test_a_second_fit_of_the_same_answers_is_refused(real: Library) -> None:
    """The parameters in force are those numbers already."""
    fitting.store(real, await fitting.preview(real))
    seen = await fitting.preview(real)
    assert not seen.may_store and "no better" in seen.fit.reason
    with pytest.raises(StoreError, match="no improvement"):
        fitting.store(real, seen)


async def test_a_reschedule_may_follow_later(real: Library) -> None:
    """Who stored a fit and left the dues alone can move the cards afterwards: no new fit, one action, one undo."""
    first = await fitting.preview(real)
    fitting.store(real, first)
    seen = await fitting.preview(real)
    assert [(s.card, s.due, s.to) for s in seen.moves] == [(s.card, s.due, s.to) for s in first.moves]
    fitting.store(real, seen, reschedule=True)
    assert (await fitting.preview(real)).moves == ()
    assert actions.undo(real) is not None
    assert real.store.model.parameters == first.fit.parameters
    assert (await fitting.preview(real)).moves == seen.moves


async def test_the_same_memory_moves_few_cards(real: Library) -> None:
    """A reschedule without new parameters is no lottery: fuzz is that of the repetition which decided."""
    moved = moves(real, [card.full_id for card in real.deck.cards])
    assert 0 < len(moved) < 100 and all(-3 < move.to - move.due < 0 for move in moved)


async def test_a_preview_that_knows_too_little_is_not_stored(real: Library) -> None:
    """What was answered meanwhile, in another window, would be moved by a fit that doesn't know it."""
    seen = await fitting.preview(real)
    actions.append(real, [EventDraft(EventKind.HELD, seen.moves[0].card.full_id)])
    with pytest.raises(StoreError, match="since this fit"):
        fitting.store(real, seen)
    assert real.store.model.parameters == DEFAULT


async def test_a_preview_that_a_merge_has_overtaken_is_not_stored(real: Library) -> None:
    """What another machine rated long ago is no newer than what is here, and news all the same."""
    seen, old = await fitting.preview(real), real_events(1)[0]
    real.store.merge([dataclasses.replace(old, id="theirs", action="theirs", device="b")])
    with pytest.raises(StoreError, match="the log has grown since this fit"):
        fitting.store(real, seen)


async def test_a_preview_knows_the_answer_just_given(library: Library) -> None:
    """What is stored then isn't refused as of a shorter log."""
    actions.append(library, [EventDraft(EventKind.RATED, "a/b", rating=Rating.GOOD, due_day=library.day() + 3)])
    seen = (await fitting.preview(library)).seen
    assert seen == library.store.logged()


async def test_a_preview_of_yesterday_is_not_stored(real: Library, clock: HandClock) -> None:
    """Left open over night: what is known of the cards that it moves, their recall, was yesterday's."""
    seen = await fitting.preview(real)
    clock.forward(days=1)
    with pytest.raises(StoreError, match="the study day has turned since this fit"):
        fitting.store(real, seen, reschedule=True)
    assert real.store.model.parameters == DEFAULT


async def test_an_empty_log_is_refused_plainly(library: Library) -> None:
    """One sentence, and the parameters stay."""
    seen = await fitting.preview(library)
    assert not seen.may_store and seen.current == DEFAULT
    assert seen.fit.reason == "No card was rated on two different days yet: there is nothing to learn from."


async def test_odd_events_are_passed_over(library: Library) -> None:
    """Ratings outside 1 to 4, a due in 1955, days that go back: the rest is read."""
    odd = [
        dataclasses.replace(
            event, rating=None if n % 3 == 0 else event.rating, day=event.day - 40 * (n % 2), due_day=-5_000
        )
        for n, event in enumerate(real_events(3))
    ]
    library.store.merge(odd)
    seen = await fitting.preview(library)
    assert seen.current == DEFAULT and (seen.fit.reason or seen.may_store)


async def test_a_child_that_dies_is_one_sentence(library: Library, tmp_path: Path) -> None:
    """A panic of native code is a BaseException there and a PrepError here; nothing else dies."""
    library.paths = dataclasses.replace(library.paths, database=tmp_path / "a folder that is not there" / "prep.db")
    with pytest.raises(PrepError, match="could not cope") as caught:
        await fitting.preview(library)
    assert "stay as they are" in caught.value.hint


def test_the_optimiser_does_panic() -> None:
    """Positive control: why a child process is needed."""
    from prep.core.optimiser import optimised

    with pytest.raises(BaseException, match="delta_t") as caught:
        optimised([((Rating.GOOD, 0), (Rating.GOOD, 0))], [(0, 2)] * 100)
    assert not isinstance(caught.value, Exception)
