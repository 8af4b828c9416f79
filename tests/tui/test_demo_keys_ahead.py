"""Keys pressed while a demo runs: none is lost, and nobody waits for a run to change it."""

from __future__ import annotations

import random

import pytest

from prep.core.card import DemoCall
from prep.demos.declaration.message import Image
from prep.session.experiment.experiment import DemoStage
from prep.tui.screens.demo import DemoScreen
from tests.tui.demo_page import Demo, logged, run, screen
from tests.tui.fake_host import score_std
from tests.tui.pressing import press, settled
from tests.tui.stillness import still
from tests.tui.test_typed_ahead import type_ahead

KEYS = "enter 1 2 3 0 left right up down r t v c g n escape minus e space question_mark pagedown pageup".split()


async def test_a_step_during_a_run_replaces_it(demo: Demo) -> None:
    """The run that goes on is left at once, the new one runs to its end, and only that one is a fact."""
    async with demo(score_std(gate_after=2)) as (it, host):
        await run(it, "enter")
        await run(it, "right")
        assert host.ended == 1
        assert "‹ dₖ 16, 128, 256, 1024 ›" in it.frame
        host.gate.set()
        await settled(it)
        assert host.runs[-1]["d_k"] == "16,128,256,1024"
        (event,) = logged(it)
        assert event.body["parameters"]["d_k"] == [16, 128, 256, 1024]


async def test_a_held_key_starts_one_run(demo: Demo) -> None:
    """What replaces a running demo begins when the keys rest, with all that was pressed."""
    async with demo(score_std(gate_after=1)) as (it, host):
        await run(it, "enter")
        type_ahead(it, "r", "r", "right", "down", "right", "r", "r")
        await it.pilot.pause()
        host.gate.set()
        await settled(it)
        assert len(host.runs) == 2
        assert (host.runs[-1]["d_k"], host.runs[-1]["n"], host.runs[-1]["seed"]) == ("16,128,256,1024", "2000", "11")


async def test_escape_stops_what_has_not_begun_too(demo: Demo) -> None:
    """And only that: the page stays."""
    async with demo(score_std(gate_after=1)) as (it, host):
        await run(it, "enter")
        type_ahead(it, "r", "escape")
        await it.pilot.pause()
        host.gate.set()
        await settled(it)
        assert (len(host.runs), screen(it).experiment.stage) == (1, DemoStage.DONE)
        assert logged(it) == []


async def test_there_and_back_during_a_run(demo: Demo) -> None:
    """The same values again are another run: what the first one still says of them ends nothing."""
    async with demo(score_std(gate_after=3)) as (it, host):
        await run(it, "enter")
        old = screen(it).experiment.outcome
        type_ahead(it, "right", "left")
        await still()
        assert screen(it).experiment.outcome is not old  # the new run may have come as far
        host.gate.set()
        await settled(it)
        assert len(host.runs) == 2
        assert len(logged(it)) == 1
        assert "before" not in it.frame


async def test_everything_that_a_finished_run_offers_works_during_one(demo: Demo) -> None:
    """Table and plot, which parameter, the script, and back to the question, which ends the run."""
    async with demo(score_std(gate_after=2)) as (it, host):
        await run(it, "enter")
        await run(it, "t")
        assert "┤" not in it.frame and "8.00" in it.frame
        await run(it, "t", "down", "c")
        assert "‹ n 1000 ›" in it.frame and "sent to the clipboard" in it.frame
        await run(it, "g")
        assert (host.ended, screen(it).experiment.stage) == (1, DemoStage.ASK)
        await press(it, "escape")
        assert it.app.is_running


async def test_the_next_demo_during_a_run(demo: Demo) -> None:
    """`n` leaves the run and asks the next question."""
    async with demo(score_std(gate_after=2)) as (it, host):
        await run(it, "enter")
        await run(it, "n")
        assert host.ended == 1
        assert "demo · attention.softmax-saturation" in it.frame
        assert screen(it).experiment.stage is DemoStage.ASK


@pytest.mark.parametrize("seed", [1, 2])
async def test_any_keys_in_any_order_on_a_demo(demo: Demo, seed: int) -> None:
    """A hundred of them, with a run that sometimes waits and terminals of any size, end on a page that is whole."""
    rnd = random.Random(seed)
    script = [Image("scores", 8, ((1.0, 3.0, 1.0),)), *score_std(gate_after=2)]
    async with demo(script) as (it, host):
        for _ in range(100):
            type_ahead(it, rnd.choice(KEYS))
            (host.gate.set if rnd.random() < 0.5 else host.gate.clear)()
            if rnd.random() < 0.2:
                await it.pilot.pause()
            if rnd.random() < 0.03:
                await it.pilot.resize_terminal(rnd.choice([1, 40, 60, 80, 120]), rnd.choice([1, 12, 20, 40]))
            if not isinstance(it.app.screen, DemoScreen):
                it.app.open("demo", None, DemoCall(rnd.choice(["attention.score-std", "loss.infonce"]), (), "", 0))
        host.gate.set()
        await it.pilot.resize_terminal(80, 24)
        await settled(it)
        assert it.app.is_running and len(it.rows) == 24
