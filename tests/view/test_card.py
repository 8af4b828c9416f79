"""The rows of a card in states that a short review doesn't reach."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from prep.core.card import Card, CardText, MustSay, Place
from prep.core.event import Rating
from prep.core.kind import Kind
from prep.core.schedule import RatingChoice
from prep.core.state import Memory, Phase
from prep.core.walk import PointMark, Suggestion, Walk, suggest
from prep.session.review.snapshot import Asked, Call
from prep.view.card.back import back
from prep.view.card.depth import Folds
from prep.view.card.front import front
from prep.view.card.points import head, point_rows
from prep.view.card.ratings import rating_row
from prep.view.grid import Grid
from tests.states import reviewed

GRID = Grid(80, 24)
PLACE = Place("deck.md", 1, 2)
SAID = CardText("wrong", answer="why", say_instead="better", sound="holds")
FLAG = Card("t", "c", Kind.RED_FLAG, SAID, PLACE)
WAITS = (1, 40, 400, 36_500)
CHOICES = tuple(
    RatingChoice(rating, Phase.REVIEW, Memory(1.0, 5.0), 1, None, days, 0)
    for rating, days in zip(Rating, WAITS, strict=True)
)


def flag(**changes: Any) -> Card:
    """The red flag with other words."""
    return replace(FLAG, words=replace(SAID, **changes))


def asked(card: Card = FLAG, **changes: object) -> Asked:
    """A card on the desk."""
    laid = Asked(card, card.cue, False, "", reviewed("t/c", reps=3), CHOICES, None, 1, 0)  # type: ignore[arg-type]
    return replace(laid, **changes)  # type: ignore[arg-type]


def text(rows: object) -> list[str]:
    """Rows as plain text."""
    return [row.text.rstrip() for row in rows]  # type: ignore[attr-defined]


def test_a_leech_says_how_often_it_was_missed() -> None:
    """At the right of its kind."""
    laid = asked(state=reviewed("t/c", reps=9, lapses=6), leech=True)
    assert text(front(laid, GRID, revealed=False))[0].endswith("missed 6 times · c · core")


def test_an_expired_fact_asks_to_be_checked() -> None:
    """Its kind is CHECK ME, and it says when it was true."""
    card = Card("t", "c", Kind.QUESTION, CardText("How much?"), PLACE, as_of="2026-11", expires="2027-11")
    row = text(front(asked(card), GRID, revealed=False, expired=True))[0]
    assert row.startswith("? CHECK ME")
    assert row.endswith("as of 2026-11")


@pytest.mark.parametrize(
    ("verdict", "sound", "says"),
    [
        (Call.FLAG, False, "✓  You flagged it, rightly."),
        (Call.FLAG, True, "✗  You flagged it, but it is sound."),
        (Call.STAND, True, "✓  You let it stand, rightly."),
        (Call.STAND, False, "✗  You let it stand, but it is wrong."),
    ],
)
def test_verdicts(verdict: Call, sound: bool, says: str) -> None:
    """What the person did, and whether that was right."""
    rows = text(back(asked(sound=sound), GRID, verdict, (verdict is Call.STAND) == sound))
    assert rows[0] == says
    assert ("WHY IT HOLDS" in rows) == sound
    assert ("SAY INSTEAD" in rows) != sound


@pytest.mark.parametrize(
    ("sound", "rest", "rows"),
    [
        ("It holds.", "", ["“It holds.”"]),
        ("It holds.", "And more.", ["“It holds.”", "", "And more."]),
        ("", "Better.", ["“Better.”"]),
    ],
)
def test_what_to_say_instead_is_the_sound_counterpart(sound: str, rest: str, rows: list[str]) -> None:
    """In quotes, what explains it below; without a counterpart that is what to say."""
    shown = text(back(asked(flag(sound=sound, say_instead=rest)), GRID))
    assert shown[shown.index("SAY INSTEAD") + 1 :] == rows


def test_why_a_sound_statement_holds() -> None:
    """The reason, then what the deck says beside the sound sentence; not what to say instead of it."""
    assert text(back(asked(sound=True), GRID)) == ["WHY IT HOLDS", "why", "", "better"]


def test_a_sound_statement_says_so_after_the_reveal_only() -> None:
    """The front is the same for flawed and sound statements."""
    laid, flawed = asked(sound=True), asked()
    assert text(front(laid, GRID, revealed=False)) == text(front(flawed, GRID, revealed=False))
    assert text(front(laid, GRID, revealed=True))[0].startswith("! SOUND")


def test_say_instead_gets_quotes_once() -> None:
    """Whether or not the deck has written them."""
    bare, quoted = (flag(sound="", say_instead=words) for words in ("better", "“better”"))
    assert text(back(asked(bare), GRID))[-1] == text(back(asked(quoted), GRID))[-1] == "“better”"


def ticked(*marks: PointMark, required: bool = False) -> Walk:
    """A walk with these marks."""
    return Walk(tuple(MustSay(str(at), "it", required) for at in range(len(marks))), marks)


@pytest.mark.parametrize(
    ("suggestion", "full", "short"),
    [
        (suggest(ticked(PointMark.SAID), 9, 60), "all said suggests Good", "all said · Good"),
        (suggest(ticked(PointMark.MISSED), 9, 60), "1 point missed suggests Hard", "1 missed · Hard"),
        (suggest(ticked(*[PointMark.MISSED] * 3), 9, 60), "3 points missed suggests Hard", "3 missed · Hard"),
        (
            suggest(ticked(PointMark.MISSED, required=True), 9, 60),
            "a required point missed suggests Again",
            "required missed · Again",
        ),
        (suggest(ticked(PointMark.SAID), 84, 60), "1:24, long: suggests Hard", "1:24, long · Hard"),
        (suggest(ticked(PointMark.OPEN), 9, 60), "not walked", "not walked"),
    ],
)
def test_suggestions_shorten_when_narrow(suggestion: Suggestion, full: str, short: str) -> None:
    """In full at 80 columns, as line mode says it; short at 60."""
    assert suggestion.reason == full
    assert head(Walk.of(()), suggestion, GRID).text.endswith("  " + full)
    assert head(Walk.of(()), suggestion, Grid(60, 20)).text.endswith("  " + short)


def test_long_points_wrap_under_their_text() -> None:
    """`required` stays in the first row."""
    rows = text(point_rows(MustSay("p", "word " * 30, True), PointMark.OPEN, GRID, current=True))
    assert rows[0].startswith("▌ ?  word")
    assert rows[0].endswith("required")
    assert rows[1].startswith("     word")


@pytest.mark.parametrize("columns", [40, 50, 60, 72, 80, 120])
def test_long_intervals_fit_their_cells(columns: int) -> None:
    """At every width four cells stand side by side on one row of the page."""
    grid = Grid(columns, 24)
    row = rating_row(WAITS, Rating.EASY, grid)
    assert row.width <= grid.width
    for word in ("Again", "Hard", "Good", "Easy"):
        assert word in row.text


def test_folds_cycle() -> None:
    """`m` opens one after the other and then closes; the focus goes round."""
    folds = Folds(2)
    assert [(folds := folds.more()).open for _ in range(4)] == [0, 1, None, 0]
    folds = Folds(2)
    assert [(folds := folds.next()).focus for _ in range(3)] == [0, 1, 0]
