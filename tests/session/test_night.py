"""The sheet for the night before."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.core.event import Rating
from prep.core.night import NAME_ROWS
from prep.core.plan import Plan
from prep.paths import Paths
from prep.session.library.focus import Focus
from prep.session.library.library import Library
from prep.session.night.night import PAGES, Night, nearest
from prep.session.plan.planning import keep
from prep.session.review.review import Review
from tests.clock import HandClock
from tests.session.desk import answer

LISTS = {"width": ["the root of the width", "11 at 128"], "trace": ["$1-\\sum p_i^2$"]}


@pytest.fixture
def remembering(library: Library, places: Paths) -> Library:
    """The deck with lines to remember."""
    (deck,) = Path(places.starter).glob("*.md")
    text = deck.read_text("utf-8")
    for card, lines in LISTS.items():
        head, _, rest = text.partition(f"{{#{card}}}")
        answer, gap, below = rest.partition("\n## ")
        items = "".join(f"- {line}\n" for line in lines)
        text = f"{head}{{#{card}}}{answer.rstrip()}\n\n### Remember\n\n{items}{gap}{below}"
    deck.write_text(text, "utf-8")
    library.reload()
    return library


def texts(night: Night) -> list[str]:
    return [line.text for line in night.lines]


def test_a_card_that_was_answered_is_needed_less(remembering: Library, clock: HandClock) -> None:
    """The lines of cards that were never answered come first; the focus says which there are."""
    assert texts(Night(remembering)) == [*LISTS["width"], *LISTS["trace"]]
    answer(Review(remembering), Rating.EASY)
    assert texts(Night(remembering)) == [*LISTS["trace"], *LISTS["width"]]
    assert texts(Night(remembering, Focus(level=3))) == []


def test_the_next_interview_s_plan_says_what_it_is_about(remembering: Library) -> None:
    """In place of the focus; of two the nearer one."""
    assert nearest(remembering) is None
    for name, day in (("far", 30), ("near", 1)):
        keep(remembering, Plan(name, name, remembering.day() + day, topics=("nowhere",) if name == "near" else ()))
    plan = nearest(remembering)
    assert plan is not None and plan.name == "near"
    assert texts(Night(remembering, Focus(), plan)) == []


def test_each_mark_can_be_taken_back(remembering: Library) -> None:
    """Kept, dismissed, and the next unmarked line after each; what was dismissed stays in its place, off the paper."""
    night = Night(remembering)
    night.mark(keep=True)
    night.mark(keep=False)
    assert (night.cursor, night.marked, night.pages) == (2, 2, 1)
    assert [line.text for line in night.paper] == [LISTS["width"][0], *LISTS["trace"]] and len(night.lines) == 3
    assert night.back() and (night.cursor, night.marked, len(night.paper)) == (1, 1, 3)
    assert night.back() and not night.back()
    assert night.marked == 0


def test_what_was_kept_stays_on_paper(remembering: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where paper has room for one line, the one that was kept has it, though it is needed less now."""
    monkeypatch.setattr("prep.session.night.night.ROWS", (1 + NAME_ROWS) / PAGES)
    Night(remembering).mark(keep=True)
    answer(Review(remembering), Rating.EASY)
    night = Night(remembering)
    assert night.all[0].text == LISTS["trace"][0]
    assert [line.text for line in night.paper] == LISTS["width"][:1]


def test_marks_hold_until_the_morning_ends(remembering: Library, clock: HandClock) -> None:
    """And through a restart; a day later they are gone, and so they are from a damaged file."""
    Night(remembering).mark(keep=False)
    assert Night(remembering).marked == 1
    clock.forward(days=1)
    assert Night(remembering).marked == 1
    clock.forward(days=1)
    assert Night(remembering).marked == 0
    clock.forward(days=-1)
    (remembering.paths.home / "night.json").write_text('{"day": 3, "kept": 4', "utf-8")
    assert Night(remembering).marked == 0


def test_without_a_line_nothing_is_marked(library: Library) -> None:
    """A deck without Remember lists has an empty sheet."""
    night = Night(library)
    night.mark(keep=True)
    assert (night.lines, night.line, night.marked, night.pages) == ((), None, 0, 0)
