"""The demo screen: ask, run, done, and what its keys do."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.session.experiment.experiment import DemoStage
from prep.session.library.focus import Focus
from prep.tui.screens.demo.screen import BEAT_SECONDS
from prep.tui.wanted import ReviewWanted
from tests.tui.demo_page import DECK, Demo, logged, one_line, run, screen
from tests.tui.fake_host import FakeHost, score_std
from tests.tui.pressing import press, settled
from tests.tui.running import Opener, Same

SIZES = [(80, 24), (60, 20), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20", "120x40"])
async def test_ask_run_done(demo: Demo, same: Same, size: tuple[int, int]) -> None:
    """The three pages of LOOK §9.7 and §9.8, character by character."""
    async with demo(score_std(gate_after=3), size=size) as (it, host):
        await it.pilot.press("2", "2")
        same(it, "demo-ask")
        await run(it, "enter")
        it.clock.forward(seconds=0.3)
        await it.pilot.pause(2 * BEAT_SECONDS)
        same(it, "demo-run")
        host.gate.set()
        await settled(it)
        same(it, "demo-done")


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20", "120x40"])
async def test_choice(demo: Demo, same: Same, size: tuple[int, int]) -> None:
    """A choice is rows with ▌ at the chosen one."""
    async with demo(nth=1, size=size) as (it, _):
        await press(it, "3")
        same(it, "demo-choice")


async def test_an_empty_field_skips(demo: Demo) -> None:
    """Without a prediction it runs all the same, and the verdict speaks of two, not three."""
    async with demo(score_std()) as (it, _):
        await press(it, "enter")
        assert "measured 22.62 ± 0.07   theory √512 = 22.63   they agree" in it.frame


@pytest.mark.parametrize(("nth", "key"), [(0, "2"), (1, "3")], ids=["typed", "chosen"])
async def test_a_prediction_outlives_the_end_of_the_app(demo: Demo, nth: int, key: str) -> None:
    """The next time the same demo asks, it stands there; once."""
    async with demo(nth=nth) as (it, _):
        await press(it, key)
        before = it.frame
        await it.pilot.press("ctrl+q")
    for kept in (True, False):
        async with demo(nth=nth) as (it, _):
            assert (it.frame == before) is kept


async def test_what_is_no_number_is_told(demo: Demo) -> None:
    """One sentence, and the field keeps what was typed."""
    async with demo(score_std()) as (it, host):
        await press(it, "1", "x", "enter")
        assert "“x” in 1x can't be read as a number; it may use + − ×" in one_line(it)
        assert screen(it).demo.field.value == "1x" and host.runs == []
        await press(it, "backspace", "enter")
        assert host.runs != []


async def test_letters_are_no_keys_while_a_number_is_typed(demo: Demo) -> None:
    """The field takes them: d_k and sqrt are made of letters."""
    async with demo(score_std()) as (it, host):
        await press(it, "a", "q", "p", "t", "r")
        assert screen(it).experiment.stage is DemoStage.ASK
        assert screen(it).demo.field.value == "aqptr"
        assert host.runs == []


async def test_a_question_mark_shows_the_keys_while_a_number_is_typed(demo: Demo) -> None:
    """It is no sign of a number; what was typed is kept."""
    async with demo(score_std()) as (it, _):
        await press(it, "2", "2", "question_mark")
        assert it.rows[0].strip() == "prep  keys"
        await press(it, "question_mark", "5")
        assert screen(it).demo.field.value == "225"


async def test_arrows_and_clicks_choose(demo: Demo) -> None:
    """A choice can be made by digit, arrow and mouse; once more takes it away."""
    async with demo(nth=1) as (it, _):
        await press(it, "down", "down")
        assert "▌ 2  a half" in it.frame
        await press(it, "up")
        assert "▌ 1  nearly one" in it.frame
        await it.click("a tenth")
        assert "▌ 3  a tenth" in it.frame
        await press(it, "3")
        assert "▌" not in it.frame


async def test_letters_are_keys_where_an_answer_is_chosen(demo: Demo) -> None:
    """A choice has no field: the palette opens as everywhere."""
    async with demo(nth=1) as (it, _):
        await press(it, "p")
        assert "Search for commands" in it.frame


async def test_escape_stops_and_keeps_the_points(demo: Demo) -> None:
    """Stopped at 2 of 4: table and plot stay, the run is left, and nothing is logged."""
    async with demo(score_std(gate_after=2)) as (it, host):
        await run(it, "enter")
        assert it.keys == "esc stop here                                                         ? keys"
        await press(it, "escape")
        assert "stopped at 2 of 4" in it.frame
        assert "8.00" in it.frame
        assert host.ended == 1
        assert logged(it) == []


async def test_escape_goes_back_to_the_card_as_it_was(opened: Opener, home: Path) -> None:
    """With its ticks, from the question as from a finished run."""
    (home / "decks" / "scores.md").write_text(DECK, "utf-8")
    async with opened(wanted=ReviewWanted(Focus(topics=("scores",)))) as it:
        it.app.host = FakeHost(score_std())
        await press(it, "space", "y")
        before = it.frame
        await press(it, "d")
        assert "YOUR PREDICTION" in it.frame
        await press(it, "escape")
        assert it.frame == before
        await press(it, "d", "2", "2", "enter")
        assert "all three agree" in it.frame
        await press(it, "escape")
        assert it.frame.replace("demo: last time you said 22, it was 22.62", "").split() == before.split()


async def test_the_table_says_what_computed_it(demo: Demo) -> None:
    """Versions, device, threads and seconds under all numbers."""
    async with demo(score_std()) as (it, _):
        await press(it, "enter", "t")
        assert "torch 2.13.0 · cpu, 1 thread · 0.40 s" in it.frame


async def test_a_complete_run_is_logged(demo: Demo) -> None:
    """Demo, parameters, seed, prediction, result, verdict, versions, seconds, and the card it came from."""
    async with demo(score_std()) as (it, _):
        await press(it, "2", "0", "enter")
        (event,) = logged(it)
        assert event.card == "scores/why-scale"
        assert event.body["demo"] == "attention.score-std"
        assert event.body["seed"] == 7
        assert event.body["parameters"]["d_k"] == [8, 64, 128, 512]
        assert event.body["prediction"] == 20
        assert event.body["verdict"]["found"] == "22.62"
        assert event.body["versions"] == {"torch": "2.13.0"}
        assert event.body["environment"] == {"device": "cpu", "threads": 1}
        assert event.body["seconds"] == 0.4
        assert {"series": "std", "x": 64, "y": 8.0, "se": 0.03} in event.body["measured"]


async def test_undo_does_not_touch_a_measurement(demo: Demo) -> None:
    """A measured number is a fact; `u` on Home finds nothing to take back."""
    async with demo(score_std()) as (it, _):
        await press(it, "enter", "escape", "u")
        assert it.keys == "nothing to undo"
        assert len(logged(it)) == 1


async def test_arrows_change_a_parameter_and_run_at_once(demo: Demo) -> None:
    """All widths one step on; the guess was about another question and falls away."""
    async with demo(score_std()) as (it, host):
        await press(it, "2", "2", "enter", "right")
        assert host.runs[-1]["d_k"] == "16,128,256,1024"
        assert "‹ dₖ 16, 128, 256, 1024 ›" in it.frame
        assert screen(it).experiment.prediction is None
        await press(it, *["left"] * 5)
        assert host.runs[-1]["d_k"] == "4,8,32"
        await press(it, *["left"] * 6)
        assert host.runs[-1]["d_k"] == "1"
        assert it.keys == "d_k goes no further"


async def test_another_parameter_can_be_changed(demo: Demo) -> None:
    """↑↓ go round the row; the columns of the marks are reserved, so nothing shifts."""
    async with demo(score_std()) as (it, host):
        await press(it, "enter")
        at = it.rows[4].index("n 1000")
        await press(it, "down")
        assert "‹ n 1000 ›" in it.rows[4]
        assert it.rows[4].index("n 1000") == at
        await press(it, "right")
        assert host.runs[-1]["n"] == "2000"
        await press(it, "up", "up")
        assert "‹ seed 7 ›" in it.frame


async def test_parameters_by_mouse(demo: Demo) -> None:
    """A click takes a parameter, clicks on its marks change it."""
    async with demo(score_std()) as (it, host):
        await press(it, "enter")
        await it.click("normal")
        assert "‹ law normal ›" in it.frame
        await it.click("›")
        assert host.runs[-1]["law"] == "uniform"
        await it.click("‹")
        assert host.runs[-1]["law"] == "normal"


async def test_a_card_s_question_goes_with_the_numbers_it_names(opened: Opener, home: Path) -> None:
    """Asked at dₖ = 512 in the card's words; when 512 is no longer measured, the demo asks in its own."""
    worded = DECK.replace("`attention.score-std seed=7`", "`attention.score-std seed=7` And at $d_k = 512$?")
    (home / "decks" / "scores.md").write_text(worded, "utf-8")
    async with opened() as it:
        it.app.host = FakeHost(score_std())
        card = it.library.find("scores/why-scale")
        it.app.open("demo", card, card.demos[0])
        await settled(it)
        assert "And at dₖ = 512?" in it.frame
        await press(it, "enter", "r", "g")
        assert "And at dₖ = 512?" in it.frame
        await press(it, "enter", "right", "g")
        assert "At dₖ = 1024 the standard deviation of q·k is about" in it.frame


async def test_a_new_seed_keeps_the_prediction(demo: Demo) -> None:
    """The question is the same, so the guess still stands."""
    async with demo(score_std()) as (it, host):
        await press(it, "2", "2", "enter", "r")
        assert host.runs[-1]["seed"] == "8"
        assert "✓ you 22" in it.frame


async def test_guess_again(demo: Demo) -> None:
    """Back to the question, with an empty field."""
    async with demo(score_std()) as (it, _):
        await press(it, "2", "2", "enter", "g")
        assert screen(it).experiment.stage is DemoStage.ASK
        assert screen(it).demo.field.value == ""
        await press(it, "5", "enter")
        assert "4.5 times low" in it.frame


async def test_all_numbers_instead_of_the_plot(demo: Demo) -> None:
    """`t` swaps, at any size; then the columns that have no room beside a plot are there too."""
    async with demo(score_std()) as (it, _):
        await press(it, "enter", "t")
        assert "mean" in it.frame and "┤" not in it.frame
        await press(it, "t")
        assert "┤" in it.frame


async def test_the_next_demo_of_the_card(demo: Demo) -> None:
    """`n` goes on to it and round; it asks first."""
    async with demo(score_std()) as (it, _):
        await press(it, "enter")
        assert "n next" in it.keys
        await press(it, "n")
        assert "demo · attention.softmax-saturation" in it.frame
        assert screen(it).experiment.stage is DemoStage.ASK
        await press(it, "enter", "n", "2", "2", "enter", "n", "enter", "n")
        assert screen(it).demo.field.value == ""  # an answer to another question is none to this one


async def test_only_the_newest_run_is_shown(demo: Demo) -> None:
    """A change while a run goes on replaces it; what the old one still says is dropped."""
    async with demo(score_std(gate_after=1)) as (it, host):
        host.gate.set()
        await press(it, "enter")
        host.gate.clear()
        await run(it, "r")
        await press(it, "escape")
        await run(it, "r")
        assert host.ended == 2
        host.gate.set()
        await settled(it)
        assert len(logged(it)) == 2
        assert "seed 9" in it.frame
