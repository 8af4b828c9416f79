"""The form: what is typed becomes a card, read by the deck parser at every key."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from prep.core.kind import Kind
from prep.session.changes.adding import Added, add_card
from prep.session.library.focus import Focus
from prep.tui.screens.add import AddScreen
from prep.tui.screens.home import HomeScreen
from prep.tui.wanted import ReviewWanted
from tests.tui.form_page import ANSWER, filled, form, pasted, typed
from tests.tui.pressing import press, settled
from tests.tui.running import Opener, Same
from tests.tui.test_typed_ahead import type_ahead

SIZES = [(80, 24), (60, 20), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20", "120x40"])
async def test_the_form(opened: Opener, same: Same, size: tuple[int, int]) -> None:
    """Fields and preview side by side; at 60x20 the fields, and F5 swaps."""
    async with opened(size) as it:
        await filled(it)
        same(it, "form")
        if size[0] < 72:
            await press(it, "f5")
            same(it, "form-preview")
            await press(it, "f5")
            assert it.app.focused is form(it).field("answer").area


async def test_a_saved_card_is_asked_today(opened: Opener, home: Path) -> None:
    """It stands in the person's folder, in the grammar of decks, beyond the day's limit of new cards."""
    async with opened(new_per_day=0) as it:
        assert "cards today" in it.frame
        await filled(it)
        await press(it, "f2")
        assert isinstance(it.app.screen, HomeScreen)
        assert it.keys == "added attention-scaling/softmax-care-about-spread: asked today"
        card = it.library.find("softmax-care-about-spread")
        assert card.answer == ANSWER
        assert [(point.text, point.required) for point in card.must_say] == [
            ("shift invariance", True),
            ("differences decide the odds", False),
        ]
        assert Path(card.place.file).is_relative_to(home / "decks")
        await press(it, "enter")
        assert it.review.card == card


async def test_what_is_typed_fast_after_a_tab_goes_into_the_next_field(opened: Opener) -> None:
    """The focus has moved before the next key comes, there and back."""
    async with opened() as it:
        await press(it, "a")
        type_ahead(it, *"why", "tab", *"so", "tab", *"it", "shift+tab", *"me")
        await settled(it)
        assert [form(it).field(name).text for name in ("ask", "answer", "must")] == ["why", "some", "it"]


async def test_enter_in_a_field_of_one_line_goes_on(opened: Opener) -> None:
    """However fast one types; in a text it begins a line."""
    async with opened() as it:
        await press(it, "a", "shift+tab")
        type_ahead(it, *"s", "enter", *"why", "enter", *"so")
        await settled(it)
        assert form(it).line("topic").text == "attention-scalings"
        assert form(it).field("ask").text == "why\nso"


async def test_arrows_choose_the_kind_in_its_row(opened: Opener) -> None:
    """There the key row names them, and elsewhere the list of keys."""
    async with opened() as it:
        await press(it, "a")
        assert "←→" not in it.keys
        await press(it, "f1")
        assert "In the first row: take the next kind of card." in it.frame
        assert "? or F1" not in it.frame and "F1 " in it.frame
        await press(it, "escape", "shift+tab", "shift+tab")
        assert "←→ kind" in it.keys
        await press(it, "left")
        assert form(it).kind is Kind.RED_FLAG
        await press(it, "right", "right")
        assert form(it).kind is Kind.FOLLOW_UP


async def test_nobody_types_blind_in_a_field_of_one_line(opened: Opener) -> None:
    """Scrolled out of sight, it comes back with the first letter."""
    async with opened((40, 12)) as it:
        await press(it, "a", "a", "shift+tab")
        form(it).scroll_end(animate=False)
        await settled(it)
        assert "topic" not in it.frame
        await press(it, "x")
        assert "topic" in it.frame


async def test_letters_are_always_text(opened: Opener) -> None:
    """No key of any screen acts while one types, `?` and the palette's `p` included."""
    async with opened() as it:
        await press(it, "a")
        await typed(it, "quit? a p d f c.")
        assert form(it).field("ask").text == "quit? a p d f c."


async def test_the_form_opens_no_second_form(opened: Opener) -> None:
    """Where no text is typed, in the row of kinds, `a` does nothing; an empty form would look like a lost draft."""
    async with opened() as it:
        await filled(it)
        first = form(it)
        first.screen.set_focus(None)
        await press(it, "a")
        assert form(it) is first


async def test_brackets_and_backslashes_stay_what_they_are(opened: Opener) -> None:
    """Typed text is never markup, and LaTeX keeps its backslashes."""
    async with opened() as it:
        await press(it, "a")
        await pasted(it, r"What is W[i][j], [/] and $\frac{1}{2}$?")
        await press(it, "tab")
        await pasted(it, "`x[:, 0]` and [CLS]")
        assert "What is W[i][j], [/] and ½?" in " ".join("".join(row[40:] for row in it.rows).split())
        await press(it, "f2")
        card = next(card for card in it.library.deck.cards if "W[i]" in card.cue)
        assert card.cue == r"What is W[i][j], [/] and $\frac{1}{2}$?"


async def test_the_first_problem_is_shown_with_its_line(opened: Opener) -> None:
    """It takes the place of `✓ no problems`, and a card with one is not saved."""
    async with opened() as it:
        await press(it, "a")
        await typed(it, "Why?")
        assert "✗ line 1" in it.frame
        assert "this card has no answer" in it.frame
        await press(it, "f2")
        assert it.keys == "this card has no answer"
        await press(it, "tab")
        await typed(it, "So.")
        assert "✓ no problems" in it.frame


async def test_an_unknown_demo_is_named_with_the_nearest(opened: Opener) -> None:
    """The preview knows what `prep check` knows."""
    async with opened() as it:
        await filled(it)
        await press(it, "tab", "tab")
        await pasted(it, "attention.score-sd")
        assert "did you mean" in it.frame
        assert "attention.score-std?" in it.frame


async def test_nothing_typed_is_nothing_to_save(opened: Opener) -> None:
    """One sentence; the form stays."""
    async with opened() as it:
        await press(it, "a", "f2")
        assert it.keys == "there is nothing to save yet"
        assert isinstance(it.app.screen, AddScreen)


async def test_words_of_the_answer_are_counted(opened: Opener) -> None:
    """Eighty words are thirty seconds; more ask for care."""
    async with opened() as it:
        await press(it, "a", "tab")
        await pasted(it, "word " * 81)
        assert "81 of 80 words" in it.frame


async def test_save_and_add_another(opened: Opener) -> None:
    """F3 keeps kind and topic, and the next card starts empty."""
    async with opened() as it:
        await filled(it)
        await press(it, "f3")
        assert it.keys == "added attention-scaling/softmax-care-about-spread: asked today"
        assert form(it).empty
        assert form(it).line("topic").text == "attention-scaling"
        assert it.app.focused is form(it).field("ask").area


async def test_a_save_leaves_the_loop_free_and_is_done_once(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a thousand cards takes a second: the app goes on, and F2 pressed again saves nothing twice."""
    threads: list[threading.Thread] = []

    def saved(*arguments: Any) -> Added:
        threads.append(threading.current_thread())
        return add_card(*arguments)

    monkeypatch.setattr("prep.tui.screens.add.add_card", saved)
    async with opened() as it:
        await filled(it)
        type_ahead(it, "f2", "f2")
        await settled(it)
        assert isinstance(it.app.screen, HomeScreen)
        assert len(threads) == 1 and threads[0] is not threading.main_thread()


async def test_escape_asks_once_if_something_was_typed(opened: Opener) -> None:
    """An empty form just goes; a changed one needs a second `esc`, and typing takes the question back."""
    async with opened() as it:
        await press(it, "a", "escape")
        assert isinstance(it.app.screen, HomeScreen)
        await press(it, "a")
        await typed(it, "Why")
        await press(it, "escape")
        assert it.keys == "not saved yet: F2 saves it, esc again leaves it"
        await typed(it, "n")
        await press(it, "escape")
        assert isinstance(it.app.screen, AddScreen)
        await press(it, "escape")
        assert isinstance(it.app.screen, HomeScreen)


async def test_what_was_told_is_gone_when_one_types_on(opened: Opener) -> None:
    """The question on leaving and a refusal to save give the keys back, and `esc` asks again."""
    async with opened() as it:
        await press(it, "a")
        await typed(it, "Why?")
        for key, told in (("escape", "not saved yet"), ("f2", "this card has no answer")):
            await press(it, key)
            assert it.keys.startswith(told)
            await typed(it, "x")
            assert "F2 save" in it.keys
        for key in ("tab", "shift+tab"):
            await press(it, "f2")
            assert "F2 save" not in it.keys
            await press(it, key)
            assert "F2 save" in it.keys
        await press(it, "escape")
        assert isinstance(it.app.screen, AddScreen) and it.keys.startswith("not saved yet")


async def test_a_follow_up_hangs_on_the_question_one_came_from(opened: Opener) -> None:
    """Opened in a review, the form knows the card; the kind changes by arrow and by click."""
    async with opened(wanted=ReviewWanted(Focus(topics=("attention-scaling",)))) as it:
        await press(it, "a", "shift+tab", "shift+tab", "right")
        assert form(it).kind is Kind.FOLLOW_UP
        assert form(it).line("of").text == "why-scale"
        await it.click("red flag")
        assert form(it).kind is Kind.RED_FLAG
        assert "A CANDIDATE SAYS" in it.frame


async def test_a_red_flag_needs_what_to_say_instead(opened: Opener) -> None:
    """Its fields appear with the kind, and what was made is a red flag of that question."""
    async with opened((120, 40), wanted=ReviewWanted()) as it:
        await press(it, "a")
        await it.click("red flag")
        form(it).field("ask").area.focus()
        await pasted(it, "Softmax of scaled scores is linear.")
        await press(it, "tab")
        await pasted(it, "It is not: exp comes first.")
        assert "✗ line" in it.frame
        await press(it, "tab")
        await pasted(it, "Scaling changes the temperature.")
        await press(it, "tab")
        await pasted(it, "Scaling softens softmax.")
        assert "✓ no problems" in it.frame
        assert "“Softmax of scaled scores is linear.”" in it.frame
        await press(it, "f2")
        card = next(card for card in it.library.deck.cards if "linear" in card.cue)
        assert card.kind is Kind.RED_FLAG
        assert card.parent == "attention-scaling/why-scale"
        assert card.sound == "Scaling softens softmax."


async def test_a_question_that_does_not_exist(opened: Opener) -> None:
    """The nearest question of the topic is offered."""
    async with opened(wanted=ReviewWanted()) as it:
        await filled(it)
        await it.click("follow-up")
        form(it).line("of").line.value = "why-scal"
        await settled(it)
        assert "did you mean why-scale?" in it.frame
