"""Playing with a demo: what stays to compare with, what can be taken away, what is remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Image
from prep.demos.spec import Choice, Int
from prep.session.experiment.plan import next_seed
from prep.session.library.focus import Focus
from prep.tui.wanted import ReviewWanted
from tests.tui.demo_page import DECK, Demo, one_line, run, screen
from tests.tui.fake_host import FakeHost, score_std
from tests.tui.pressing import press
from tests.tui.running import Opener


async def test_an_earlier_run_stays_under_the_new_one(demo: Demo) -> None:
    """The legend says what it had otherwise; the next change takes its place; a stopped run doesn't."""
    async with demo(score_std(gate_after=1), size=(120, 40)) as (it, host):
        host.gate.set()
        await press(it, "enter")
        assert "before" not in it.frame
        await press(it, "r")
        assert "□ before: seed 7" in it.frame
        await press(it, "r")
        assert "□ before: seed 8" in it.frame
        host.gate.clear()
        await run(it, "r")
        await press(it, "escape")
        host.gate.set()
        await press(it, "r")
        assert "□ before: seed 9" in it.frame


async def test_parameters_can_be_reset(demo: Demo) -> None:
    """`0` runs with what the card gave; it is offered only where something differs."""
    async with demo(score_std(), size=(120, 40)) as (it, host):
        await press(it, "enter")
        assert "0 reset" not in it.keys
        await press(it, "right", "r")
        assert "0 reset" in it.keys
        await press(it, "0")
        assert host.runs[-1] == host.runs[0]


async def test_a_script_can_be_copied(demo: Demo) -> None:
    """`c` puts the lesson's own code with the values of the screen into the clipboard."""
    async with demo(score_std()) as (it, _):
        await press(it, "enter", "r", "c")
        assert "lines was sent to the clipboard; if the terminal has none: " in one_line(it)
        assert "prep demo attention.score-std seed=8 --script" in one_line(it)
        compile(it.app.clipboard, "script", "exec")
        assert "seed=8" in it.app.clipboard


async def test_the_record_with_a_demo(opened: Opener, home: Path) -> None:
    """Before the next prediction only how often it was right; after the run, and on the card's back, the numbers."""
    (home / "decks" / "scores.md").write_text(DECK, "utf-8")
    async with opened(wanted=ReviewWanted(Focus(topics=("scores",)))) as it:
        it.app.host = FakeHost(score_std())
        await press(it, "space")
        assert "last time" not in it.frame
        await press(it, "d", "6", "4", "enter")
        assert "last time" not in it.frame
        await press(it, "escape")
        assert "demo: last time you said 64, it was 22.62" in it.frame
        await press(it, "d")
        assert "you predicted this 1 time, never right" in it.frame
        assert "22.62" not in it.frame
        await press(it, "enter")
        assert "last time you said 64, it was 22.62" in it.frame


async def test_pictures_beside_the_plot(demo: Demo) -> None:
    """`v` shows what else was measured, `t` its numbers, `v` again the plot; without images it is not offered."""
    async with demo(score_std(), size=(120, 40)) as (it, host):
        await press(it, "enter")
        assert "v view" not in it.keys
        host.script = [Image("scores", 8, ((1.0, 3.0, 1.0),)), *score_std()]
        await press(it, "r", "v")
        assert "how often each score q·k comes" in it.frame and "┤" not in it.frame
        assert "v plot" in it.keys
        await press(it, "t")
        assert "┤" not in it.frame and "−" in it.frame
        await press(it, "t", "v")
        assert "┤" in it.frame


def test_after_the_last_seed_comes_the_first() -> None:
    """A demo of one's own may have few; a seed that is no whole number steps as it can."""
    own = replace(catalog.sheet("attention.score-std"), parameters=(Int("seed", 0, 0, 9),))
    assert [next_seed(replace(own, values={"seed": seed})) for seed in (0, 8, 9)] == ["1", "9", "0"]
    words = replace(own, parameters=(Choice("seed", "a", ("a", "b")),), values={"seed": "b"})
    assert next_seed(words) == "a"


async def test_why_and_code_are_read_from_the_question_and_after_the_run(demo: Demo) -> None:
    """F3 in the field, a letter later; the other's key turns, its own leaves, and what was typed stays."""
    async with demo(score_std(), size=(80, 24)) as (it, _):
        await press(it, "2", "f3")
        assert "A score is a sum of dₖ products" in it.frame
        await press(it, "o")
        assert "import torch" in it.frame
        await press(it, "o")
        assert screen(it).demo.field.value == "2"
        await press(it, "enter", "w")
        assert "A score is a sum of dₖ products" in it.frame
        await press(it, "w")
        assert "measured" in it.frame
