"""Gates: when a follow-up or red flag may come, and what a verdict does."""

from __future__ import annotations

import pytest

from prep.config import Config
from prep.core.event import EventDraft, EventKind, Rating
from prep.core.kind import Kind
from prep.core.plan import Plan
from prep.paths import Paths
from prep.session.changes import actions
from prep.session.changes.actions import CardAction
from prep.session.home.home import home
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import Call
from tests.clock import HandClock
from tests.session.desk import answer, on_desk


def test_a_follow_up_comes_the_day_after_its_question_was_good(library: Library, clock: HandClock) -> None:
    """Not on the day on which its question was introduced; then before the new questions, with its question's words."""
    review = Review(library)
    answer(review, Rating.GOOD)
    assert on_desk(review) == "differences"
    clock.forward(days=1)
    review = Review(library)
    assert on_desk(review) == "uncorrelated"
    assert review.asked is not None and review.asked.premise == "How wide is a score?"


def test_within_a_week_of_an_interview_gates_stand_open(library: Library) -> None:
    """What had to wait would not be met at all: the follow-up comes on its question's day. With more time it waits."""
    day, seen = library.day(), []
    for ahead in (8, 7):
        body = Plan("p", "soon", day + ahead, minutes=60).body
        actions.append(library, [EventDraft(EventKind.PLANNED, target="p", body=body)])
        review = Review(library)
        answer(review, Rating.GOOD)
        assert review.more_new(1)
        seen.append(on_desk(review))
        review.undo()
    assert seen == ["differences", "uncorrelated"]


@pytest.mark.parametrize("rating", [Rating.AGAIN, Rating.HARD])
def test_the_gate_stays_shut_while_the_question_is_in_its_steps(library: Library, rating: Rating) -> None:
    """Again and Hard keep a new question in its learning steps."""
    review = Review(library)
    answer(review, rating)
    assert on_desk(review) == "differences"


def test_a_red_flag_does_not_come_on_the_day_of_its_question(places: Paths, clock: HandClock) -> None:
    """Nor does a follow-up, however many new cards are allowed."""
    with Library.open(places, Config(), clock) as library:
        review, seen = Review(library), list[str]()
        while review.asked is not None:
            seen.append(on_desk(review))
            answer(review, Rating.EASY)
    assert seen == ["width", "differences", "trace"]


def test_a_question_gives_way_after_its_red_flag_was_answered(library: Library) -> None:
    """Its answer has just been read: the others come first, though the question is less well known than they are."""
    day, stability = library.day(), {"overflow": 1.0, "width": 2.0, "differences": 30.0, "trace": 40.0}
    memories = {card: {"stability": s, "difficulty": 5.0, "last_day": day - 9} for card, s in stability.items()}
    drafts = [EventDraft(EventKind.PLACED, f"spread/{card}", due_day=day, body=body) for card, body in memories.items()]
    actions.append(library, drafts)
    review, seen = Review(library), list[str]()
    while review.asked is not None and len(seen) < len(stability):
        seen.append(on_desk(review))
        answer(review, Rating.EASY)
    assert seen == ["overflow", "differences", "trace", "width"]


def test_a_due_red_flag_waits_while_its_question_is_introduced_again(library: Library, clock: HandClock) -> None:
    """A reset makes the question new: on the day when it is answered, its red flag stays away, due as it is, and no
    number counts it; the next day it comes, though it is the only one that waits."""
    for card in ("width", "overflow"):
        review = Review(library)
        review.bring(f"spread/{card}")
        answer(review, Rating.EASY)
        clock.forward(days=1)
    clock.forward(days=60)
    question = library.find("width")
    assert "spread/overflow" in {row.card for row in Review(library).today.line().rows}
    actions.act(library, question, CardAction.RESET)
    review = Review(library)
    review.bring("spread/width")
    answer(review, Rating.EASY)
    seen = [on_desk(review)] if review.asked else []
    assert home(library).due[Kind.RED_FLAG] == 0 and home(library).total == review.left_today
    while review.asked is not None:
        answer(review, Rating.EASY)
        seen += [on_desk(review)] if review.asked else []
    review.study_ahead()
    assert "overflow" not in seen and review.asked is None
    clock.forward(days=1)
    review = Review(library)
    assert "spread/overflow" in {row.card for row in review.today.line().rows}
    assert home(library).due[Kind.RED_FLAG] == 1


def asked_red_flag(library: Library, clock: HandClock) -> Review:
    """The red flag on the desk, a day after its question."""
    review = Review(library)
    answer(review, Rating.EASY)
    clock.forward(days=1)
    review = Review(library)
    review.bring("spread/overflow")
    return review


def test_without_a_verdict_a_red_flag_suggests_nothing(library: Library, clock: HandClock) -> None:
    """Revealed without flagging: no suggestion, even after a clean walk."""
    review = asked_red_flag(library, clock)
    review.reveal()
    review.mark(said=True)
    assert review.suggestion.rating is None


def test_a_wrong_verdict_suggests_again(library: Library, clock: HandClock) -> None:
    """Letting the flawed sentence stand (or flagging the sound one) is wrong."""
    review = asked_red_flag(library, clock)
    assert review.asked is not None
    review.judge(Call.FLAG if review.asked.sound else Call.STAND)
    review.reveal()
    assert (review.judged_rightly, review.suggestion.rating) == (False, Rating.AGAIN)


def test_a_verdict_can_be_changed_until_the_reveal_and_not_after(library: Library, clock: HandClock) -> None:
    """f, then s: the later one counts; after the reveal neither does anything."""
    review = asked_red_flag(library, clock)
    review.judge(Call.FLAG)
    review.judge(Call.STAND)
    review.reveal()
    review.judge(Call.FLAG)
    assert review.verdict is Call.STAND
