"""The record with a demo: what was predicted, what it was, how often that was right."""

from __future__ import annotations

from dataclasses import replace

from prep.core.card import DemoCall
from prep.core.event import EventDraft, EventKind
from prep.demos.catalog import catalog
from prep.demos.declaration.message import Image
from prep.demos.declaration.outcome import Outcome
from prep.session.changes import actions
from prep.session.experiment.record import log_run, record, remembered
from prep.session.library.library import Library
from tests.demos.fakes import outcome

DEMO = "fake.demo"


def run(library: Library, prediction: float | None, ran: Outcome | None = None) -> None:
    log_run(library, ran or outcome(), prediction, None)


def test_a_demo_never_predicted_has_no_record(library: Library) -> None:
    """A run without a prediction, and one that did not finish, are none."""
    assert record(library, DEMO) is None
    run(library, None)
    run(library, 4.0, replace(outcome(), done=None))
    assert record(library, DEMO) is None


def test_the_record_is_of_this_demo_and_its_last_prediction(library: Library) -> None:
    """What was said last, what it was, and how many were right; another demo's runs don't count."""
    for prediction in (4.0, 64.0):
        run(library, prediction)
    run(library, None)
    other = replace(outcome(), sheet=replace(outcome().sheet, name="fake.other"))
    run(library, 1.0, other)
    found = record(library, DEMO)
    assert found is not None
    assert (found.times, found.right) == (2, 1)
    assert found.last == "last time you said 64, it was 4.01"
    assert found.tally == "you predicted this 2 times, 1 right"


def test_the_log_keeps_no_pictures(library: Library) -> None:
    """Seed and parameters give them again, and an event is kept for ever."""
    run(library, 4.0, replace(outcome(), images=(Image("weights", 4, ((1.0,) * 1000,)),)))
    (event,) = [event for event in library.store.events() if event.kind is EventKind.MEASURED]
    assert "images" not in event.body and event.body["measured"]


def test_what_another_program_logged_is_passed_over(library: Library) -> None:
    """A body without a verdict in our words gives no sentence."""
    actions.append(library, [EventDraft(EventKind.MEASURED, body={"demo": DEMO, "right": True, "verdict": "fine"})])
    assert record(library, DEMO) is None


def test_a_sentence_of_an_older_log_is_understood(library: Library) -> None:
    """prep 0.1 logged the verdict as it was shown."""
    line = "✗ you 64   measured 4.01 ± 0.04   theory √16 = 4.00   you were 16 times high"
    actions.append(library, [EventDraft(EventKind.MEASURED, body={"demo": DEMO, "right": False, "verdict": line})])
    found = record(library, DEMO)
    assert found is not None and found.last == "last time you said 64, it was 4.01"


def test_the_verdict_is_logged_as_data(library: Library) -> None:
    """Its parts, not its sentence."""
    run(library, 64.0)
    (event,) = [event for event in library.store.events() if event.kind is EventKind.MEASURED]
    assert event.body["verdict"] == {
        "said": "64",
        "found": "4.01",
        "error": "0.04",
        "expected": "4.00",
        "right": False,
        "agrees": True,
    }


def test_the_record_is_an_index_lookup(library: Library) -> None:
    """However long the log is."""
    from prep.store.statistics.measurements import JUDGED

    with library.store.database.read() as connection:
        plan = connection.execute(f"explain query plan select * from event where {JUDGED}", (DEMO,)).fetchall()
    assert "event_measured" in str(plan)


def test_a_record_says_what_was_other_then(library: Library) -> None:
    """Another width is named beside the number, another seed is not; on the card it stands beside the card's own."""
    then = replace(outcome().sheet, values={"d_k": (64, 512), "seed": 3})
    run(library, 64.0, replace(outcome(), sheet=then))
    found = record(library, DEMO)
    assert found is not None
    assert found.beside(outcome().sheet) == "last time, with dₖ 64, 512, you said 64, it was 4.01"
    assert found.beside(replace(then, values={"d_k": (64, 512), "seed": 4})) == found.last
    assert remembered(library, DemoCall(DEMO, (), "", 0)) == found.last


def test_a_card_remembers_beside_its_own_parameters(library: Library) -> None:
    """Those that the card leaves out are the demo's."""
    values = catalog.sheet("attention.score-std", {"n": "2000"}).values
    ran = replace(outcome().sheet, name="attention.score-std", values=values)
    run(library, 64.0, replace(outcome(), sheet=ran))
    call = DemoCall("attention.score-std", (("seed", "7"),), "", 0)
    assert remembered(library, call) == "last time, with n 2000, you said 64, it was 4.01"
    assert remembered(library, replace(call, arguments=(("n", "2000"),))) == "last time you said 64, it was 4.01"
