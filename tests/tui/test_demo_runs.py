"""Runs that fail, flood or cannot begin; a demo of one's own; a real run."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from prep.core.card import DemoCall
from prep.demos.catalog import catalog
from prep.demos.declaration.message import Failed, Failure, Message, Point
from prep.demos.declaration.question import NumberQuestion
from prep.tui.screens.demo import DemoScreen
from prep.tui.screens.demo.painter import FRAME_SECONDS
from prep.tui.widgets.demo.picture import DemoSheet
from tests.tui.demo_page import DECK, OWN, Demo, logged, one_line, run, screen
from tests.tui.fake_host import FakeHost, NoHost, failing, score_std
from tests.tui.pressing import press, settled
from tests.tui.running import Opener
from tests.tui.test_typed_ahead import type_ahead


@pytest.mark.parametrize(
    ("failed", "said"),
    [
        (Failed(Failure.RAISED, "attention.score-std raised ValueError: no"), "score-std raised ValueError: no"),
        (Failed(Failure.DIED, "attention.score-std ended the process (SIGSEGV)"), "ended the process (SIGSEGV)"),
        (Failed(Failure.NO_TORCH, "demos need torch: pip install torch"), "demos need torch; prep doctor tells how"),
        (Failed(Failure.NO_TORCH, "torch is installed but doesn't load (OSError: no)"), "doesn't load (OSError: no)"),
    ],
    ids=["raised", "crashed", "no torch", "broken torch"],
)
async def test_a_failed_run_is_one_sentence(demo: Demo, failed: Failed, said: str) -> None:
    """Where the verdict stands; the points stay, the keys work, the session goes on."""
    async with demo(failing(failed)) as (it, host):
        await press(it, "enter")
        assert said in it.frame
        assert "2.80" in it.frame
        assert logged(it) == []
        await press(it, "r")
        assert len(host.runs) == 2
        await press(it, "escape")
        assert not isinstance(it.app.screen, DemoScreen)


async def test_a_process_that_cannot_start_is_one_sentence(demo: Demo) -> None:
    """The system's reason is told, not its traceback."""
    async with demo(host=NoHost([])) as (it, _):
        await press(it, "enter")
        assert "✗ the process that runs demos can't be started: Resource temporarily unavailable" in one_line(it)


async def test_a_run_that_just_ends_is_told(demo: Demo) -> None:
    """No result is no success."""
    async with demo([Point("std", 8, 2.8, 0.03)]) as (it, _):
        await press(it, "enter")
        assert "✗ attention.score-std ended without a result" in it.frame


async def test_a_demo_that_does_not_exist(opened: Opener) -> None:
    """A card may name it; the screen says so and leads back."""
    async with opened() as it:
        it.app.open("demo", None, DemoCall("later.demo", (), "", 0))
        await settled(it)
        assert "✗ unknown demo later.demo" in it.frame
        await press(it, "escape")
        assert not isinstance(it.app.screen, DemoScreen)


async def test_a_parameter_that_does_not_exist(opened: Opener) -> None:
    """The nearest one is named."""
    async with opened() as it:
        it.app.open("demo", None, DemoCall("attention.score-std", (("dk", "8"),), "", 0))
        await settled(it)
        assert "has no parameter dk (did you mean d_k?)" in one_line(it)


async def test_a_flood_is_drawn_twenty_times_a_second(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of points cost a few pictures, and none is lost."""
    drawn = 0
    say = DemoSheet.say

    def counted(sheet: DemoSheet, *arguments: object) -> None:
        nonlocal drawn
        drawn += 1
        say(sheet, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(DemoSheet, "say", counted)
    flood: list[Message | None] = [Point("std", 8, 2.8 + n / 1e6, 0.03) for n in range(3000)]
    async with demo([*flood, *score_std()]) as (it, _):
        drawn, begun = 0, time.monotonic()
        await press(it, "enter")
        outcome = screen(it).experiment.outcome
        assert outcome is not None and len(outcome.points) == 3008
        assert 0 < drawn <= (time.monotonic() - begun) / FRAME_SECONDS + 5


async def test_the_host_is_closed_with_the_app(demo: Demo) -> None:
    """Nothing that prep started outlives it."""
    async with demo(score_std()) as (it, host):
        await press(it, "enter")
        assert it.app.demos() is host
    assert host.closed


async def test_ascii_is_ascii(demo: Demo) -> None:
    """Question, spinner, plot, marks, numbers, formulas, toasts: from the first page to the last."""
    async with demo(score_std(gate_after=2), ascii=True) as (it, host):
        assert it.frame.isascii() and "At d_k = 512" in it.frame
        await run(it, "2", "2", "enter")
        assert it.frame.isascii()
        host.gate.set()
        await settled(it)
        assert it.frame.isascii() and "+ you 22" in it.frame
        assert "theory sqrt(d_k)" in it.frame
        await press(it, "t", "right", "t")
        assert it.frame.isascii() and "before: d_k 8, 64" in it.frame
        await press(it, "0", "g", "enter")
        assert it.frame.isascii() and "measured 22.62 +- 0.07" in it.frame


async def test_a_demo_of_ones_own_is_asked_and_run(opened: Opener, home: Path) -> None:
    """A child describes it; an order is typed as digits."""
    (home / "demos").mkdir()
    (home / "demos" / "sizes.py").write_text(OWN, "utf-8")
    async with opened() as it:
        it.app.host = FakeHost([Point("n", 1, 1.0), Point("n", 2, 2.0)])
        it.app.open("demo", None, DemoCall("mine.sizes", (), "", 0))
        await settled(it)
        assert "1  one" in it.frame
        await press(it, "2", "space", "2", "enter")
        assert "2 2 is no order of 1 to 2" in it.frame
        await press(it, "backspace", "1", "enter")
        assert it.app.host.runs == [{"seed": "0"}]


async def test_what_is_typed_while_a_demo_is_described_is_kept(opened: Opener, home: Path) -> None:
    """The child takes half a second; the question gets what was typed before it stood there."""
    (home / "demos").mkdir()
    (home / "demos" / "sizes.py").write_text(OWN, "utf-8")
    async with opened() as it:
        it.app.host = FakeHost([Point("n", 1, 1.0), Point("n", 2, 2.0)])
        it.app.open("demo", None, DemoCall("mine.sizes", (), "", 0))
        type_ahead(it, "2", "1")
        await settled(it)
        assert screen(it).demo.field.value == "21"


@pytest.mark.slow
async def test_a_real_run(opened: Opener, home: Path) -> None:
    """Torch in its own process measures what theory says, and ends with the app."""
    (home / "decks" / "scores.md").write_text(DECK, "utf-8")
    async with opened() as it:
        card = it.library.find("scores/why-scale")
        it.app.open("demo", card, card.demos[0])
        await settled(it)
        await press(it, "2", "2", "enter")
        assert "all three agree" in it.frame
        host = it.app.demos()
        assert host.pid is not None
    assert host.pid is None


async def test_a_demo_without_a_parameter_on_the_screen(opened: Opener, home: Path) -> None:
    """No key that steps one is offered; a new seed puts the seed there."""
    (home / "demos").mkdir()
    (home / "demos" / "sizes.py").write_text(OWN.replace('Int("seed", 0, 0, 9)', 'Int("seed", 0, 0, 9, front=False)'))
    async with opened() as it:
        it.app.host = FakeHost([Point("n", 1, 1.0), Point("n", 2, 2.0)])
        it.app.open("demo", None, DemoCall("mine.sizes", (), "", 0))
        await settled(it)
        await press(it, "enter", "right", "left", "up", "down")
        assert it.app.host.runs == [{"seed": "0"}] and "change" not in it.keys
        await press(it, "r", "r", "0")
        assert [run["seed"] for run in it.app.host.runs] == ["0", "1", "2", "0"]


async def test_a_guess_falls_away_with_its_question(demo: Demo) -> None:
    """What a demo of one's own asks with other values only its run says; an answer to another question is none."""
    other = replace(catalog.sheet("attention.score-std"), question=NumberQuestion("The mean is about", "mean", 8))
    async with demo([other, *score_std()]) as (it, _):
        await press(it, "2", "2", "enter")
        assert "you 22" not in it.frame
        assert logged(it)[0].body["prediction"] is None
