"""Every key of the review does what its word says, and is shown only where it does something."""

from __future__ import annotations

import pytest

from prep.core.fold import counting
from prep.errors import StoreError
from prep.session.library.library import Library
from prep.session.review.snapshot import Call, ReviewStage
from tests.clock import HandClock
from tests.states import past
from tests.tui.running import Opener


async def test_space_reveals_and_stops_the_clock(opened: Opener) -> None:
    """`space` shows the back; the clock that ran on the front stands still from then on."""
    async with opened() as it:
        await it.press("enter")
        it.clock.forward(seconds=48)
        await it.press("space")
        it.clock.forward(hours=1)
        await it.press("m")
        assert it.rows[0].endswith("0:48")
        assert "MUST SAY" in it.frame


async def test_enter_reveals_too(opened: Opener) -> None:
    """`enter` is the other key for the back."""
    async with opened() as it:
        await it.press("enter", "enter")
        assert it.review.review.stage is ReviewStage.WALK


async def test_a_long_answer_is_called_long(opened: Opener) -> None:
    """Past the card's limit the clock says so, and a clean walk suggests Hard."""
    async with opened() as it:
        await it.press("enter")
        it.clock.forward(seconds=84)
        await it.press("space", "y", "y", "y", "y")
        assert it.rows[0].endswith("long 1:24")
        assert "1:24, long: suggests Hard" in it.frame


async def test_hint_is_shown_once_asked_for(opened: Opener) -> None:
    """`h` shows the hint below the question; then the key has nothing left to do."""
    async with opened() as it:
        await it.press("enter")
        assert "h hint" in it.keys
        assert "variance of a sum" not in it.frame
        await it.press("h")
        assert "Think of the variance of a sum." in it.frame
        assert "h hint" not in it.keys


async def test_walk_marks_and_undo_steps_back(opened: Opener) -> None:
    """`y` and `n` mark the current point and step on; `u` takes the newest tick back."""
    async with opened() as it:
        await it.press("enter", "space", "y", "n")
        marks = [row.split()[0] for row in it.rows if row.endswith("required")]
        assert marks == ["✓", "✗", "▌"]
        await it.press("u")
        assert [row.split()[0] for row in it.rows if row.endswith("required")] == ["✓", "▌", "·"]


async def test_space_skips_the_list_then_asks_how_it_went(opened: Opener) -> None:
    """Skipping leaves the rest unjudged, so that nothing is suggested; `space` then rates nothing, however often."""
    async with opened() as it:
        await it.press("enter", "space", "y", "space")
        assert "not walked" in it.frame
        assert "–" in it.frame
        assert it.keys.startswith("1 2 3 4 rate")
        await it.press("space", "space")
        assert it.keys == "how did it go? 1 Again, 2 Hard, 3 Good, 4 Easy"
        assert history(it.app.library) == []
        await it.press("3")
        assert history(it.app.library) == [3]


async def test_y_says_all_that_is_open(opened: Opener) -> None:
    """As capital letter; `u` takes all of it back at once, and leaves what was ticked before."""
    async with opened() as it:
        await it.press("enter", "space", "n", "Y")
        assert it.keys.startswith("space Again")
        await it.press("u")
        assert it.frame.count("✗") == 1 and "✓" not in it.frame and "▌ ·" in it.frame.replace("?", "·")


@pytest.mark.parametrize("rating", [1, 2, 3, 4])
async def test_digits_rate_at_any_time_after_the_reveal(opened: Opener, rating: int) -> None:
    """`1` to `4` rate during the walk already, and the rating is on disk before the next card shows."""
    async with opened() as it:
        await it.press("enter", "space", str(rating))
        assert history(it.app.library) == [rating]


async def test_digits_do_nothing_on_the_front(opened: Opener) -> None:
    """Nobody rates what they have not seen."""
    async with opened() as it:
        await it.press("enter", "3", "y", "n")
        assert it.review.review.stage is ReviewStage.FRONT
        assert history(it.app.library) == []


async def test_the_button_is_what_happens(opened: Opener) -> None:
    """The interval shown on the button is the one that is applied."""
    async with opened() as it:
        await it.press("enter", "space")
        assert "4 Easy  9 days" in it.frame
        await it.press("4")
        state = it.library.store.state("attention-scaling/why-scale")
        assert past(state).due_day == it.app.day() + 9


async def test_undo_and_redo_of_a_rating(opened: Opener) -> None:
    """`u` brings the rated card back and says what it undid; `U` gives the rating back."""
    async with opened() as it:
        await it.press("enter", "space", "2")
        await it.press("u")
        assert it.keys == "undone: Hard on why-scale"
        assert it.review.card is not None
        assert it.review.card.id == "why-scale"
        assert history(it.app.library) == []
        await it.press("U")
        assert it.keys == "redone: Hard on why-scale"
        assert history(it.app.library) == [2]


async def test_undo_after_a_restart(opened: Opener) -> None:
    """What was rated before the app was closed can still be taken back."""
    async with opened() as it:
        await it.press("enter", "space", "2")
    async with opened() as it:
        await it.press("u")
        assert it.keys == "undone: Hard on why-scale"
        assert history(it.app.library) == []


async def test_a_rating_above_the_suggestion_is_noted(opened: Opener) -> None:
    """It is allowed; the key row notes it."""
    async with opened() as it:
        await it.press("enter", "space", "y", "y", "n", "y", "4")
        assert it.keys == "Easy, above the suggested Again"


async def test_folds_open_one_at_a_time(opened: Opener) -> None:
    """`m` opens the next fold, `tab` moves on, `enter` opens and closes."""
    async with opened() as it:
        await it.press("enter", "space", "m")
        assert "▾ intuition" in it.frame
        await it.press("m")
        assert "▸ intuition  ▾ derivation" in it.frame
        await it.press("enter")
        assert "▸ intuition  ▸ derivation" in it.frame
        await it.press("tab", "enter")
        assert "▾ code" in it.frame
        assert "row = scores[:, 0]" in it.frame
        await it.press("m")
        assert "▾ sources" in it.frame
        assert "https://arxiv.org/abs/1706.03762" in it.frame
        await it.press("m")
        assert "▾" not in it.frame


async def test_arrows_scroll_a_long_fold(opened: Opener) -> None:
    """`↑` and `↓` scroll where there is something to scroll, and are shown only there."""
    async with opened() as it:
        await it.press("enter", "space")
        assert "scroll" not in it.keys
        await it.press("m", "m")
        assert "↑↓ scroll" in it.keys
        at = it.review.sheet.scroll_offset.y
        await it.press("up")
        assert it.review.sheet.scroll_offset.y == at - 1
        await it.press("down")
        assert it.review.sheet.scroll_offset.y == at


async def test_red_flag_wants_a_verdict_before_the_reveal(opened: Opener) -> None:
    """`space` comes with the verdict, which can be changed until then."""
    clock = HandClock()
    async with opened(clock=clock) as it:
        await it.press("enter", *["space", "4"] * 2)
        clock.forward(days=1)
        await it.press("enter", "enter", "space", "4")  # the follow-up
        assert "space" not in it.keys
        await it.press("space")
        assert it.review.review.stage is ReviewStage.FRONT
        await it.press("s")
        assert "▸ s Let it stand" in it.frame
        await it.press("f")
        assert it.review.review.verdict is Call.FLAG
        await it.press("s", "space")
        assert "✗  You let it stand, but it is wrong." in it.frame


async def test_a_wrong_call_suggests_again(opened: Opener) -> None:
    """Whatever the list says."""
    clock = HandClock()
    async with opened(clock=clock) as it:
        await it.press("enter", *["space", "4"] * 2)
        clock.forward(days=1)
        await it.press("enter", "enter", "space", "4", "s", "space", "y", "y")
        assert "a wrong call suggests Again" in it.frame
        assert it.keys.startswith("space Again · now")  # nothing else waits


async def test_escape_leaves_and_nothing_is_lost(opened: Opener) -> None:
    """`esc` goes home; what was rated is rated, and the open card waits."""
    async with opened() as it:
        await it.press("enter", "space", "3", "space", "escape")
        assert "card today" in it.frame
        assert history(it.app.library) == [3]
        await it.press("enter")
        assert it.review.review.stage is ReviewStage.FRONT


@pytest.mark.parametrize(("key", "says"), [("b", "buried until tomorrow"), ("s", "suspended"), ("r", "reset")])
async def test_card_actions_are_undone_by_u(opened: Opener, key: str, says: str) -> None:
    """`x` puts the actions into the desk; each takes the card off it, and `u` brings the card back."""
    async with opened() as it:
        await it.press("enter", "x")
        assert "b bury until tomorrow   s suspend   r reset" in it.frame
        await it.press(key)
        assert it.keys == f"{says}: why-scale"
        await it.press("u")
        assert it.review.card is not None
        assert it.review.card.id == "why-scale"


async def test_card_actions_are_left_by_escape(opened: Opener) -> None:
    """`esc` leaves the actions, not the review; the review's letters don't act meanwhile."""
    async with opened() as it:
        await it.press("enter", "x", "h", "space")
        assert it.keys == "esc back to the card"
        await it.press("escape")
        assert it.keys.startswith("space reveal")


async def test_a_failed_write_keeps_card_and_ticks(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is one sentence; the card stays with its ticks, and the next try works."""
    async with opened() as it:
        await it.press("enter", "space", "y", "n", "y", "y")
        with monkeypatch.context() as broken:

            def full(*arguments: object) -> None:
                raise StoreError("the disk is full", "free some space, then try again")

            broken.setattr(it.library.store, "append", full)
            await it.press("2")
        assert it.keys == "the disk is full; free some space, then try again"
        assert "✗  softmax sees differences" in it.frame
        await it.press("2")
        assert history(it.app.library) == [2]


async def test_answer_across_the_rollover(opened: Opener) -> None:
    """A review left open overnight: the answer counts on the new day, with its ticks."""
    clock = HandClock()
    async with opened(clock=clock) as it:
        await it.press("enter", "space", "y")
        clock.forward(days=1)
        it.app.look_at_day()
        await it.settle()
        assert "✓  Var(q · k)" in it.frame
        await it.press("3")
        assert [event.day for event in it.library.store.history("attention-scaling/why-scale")][-1] == it.app.day()


async def test_summary_undo_returns_to_the_card(opened: Opener) -> None:
    """After the last card the summary's `u` brings that card back."""
    async with opened() as it:
        await it.press("enter", *["space", "4"] * 2)
        assert "done for today" in it.frame
        await it.press("u")
        assert it.review.card is not None
        assert it.keys.startswith("undone: Easy on ")


async def test_summary_reviews_the_missed_again(opened: Opener) -> None:
    """`r` asks the cards with missed points once more, then the summary comes again."""
    async with opened() as it:
        await it.press("enter", "space", "y", "n", "y", "y", "4", "space", "4")
        assert "SAY THESE ONCE MORE" in it.frame
        await it.press("r")
        assert it.review.card is not None
        assert it.review.card.id == "why-scale"
        await it.press("space", "4")
        assert "done for today" in it.frame


async def test_enter_on_the_summary_goes_home(opened: Opener) -> None:
    """Home then shows a day that is done."""
    async with opened() as it:
        await it.press("enter", *["space", "4"] * 2, "enter")
        assert "2 answers" in it.frame


def history(library: Library | None) -> list[int]:
    """The ratings that count, oldest first."""
    assert library is not None
    events = library.store.events()
    actions = counting(events)
    return [int(event.rating) for event in events if event.rating is not None and event.action in actions]


async def test_a_card_that_would_follow_upon_itself_asks_first(opened: Opener) -> None:
    """Again on the only card left, within a minute: the summary asks whether to stop, and `o` asks the card again."""
    async with opened(new_per_day=1) as it:
        await it.press("enter", "space")
        assert "1 Again  now" in it.frame
        await it.press("1")
        assert it.keys == "only why-scale is left, and it was just asked: stop here, or o once more"
        await it.press("o")
        assert it.review.card is not None and it.review.review.stage is ReviewStage.FRONT
