"""What the four buttons do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.clock import Moment
from prep.core.event import Event, Rating
from prep.core.fold import advance
from prep.core.memory import Model
from prep.core.schedule import RatingChoice, Rules, choices
from prep.core.state import Memory, Phase, State
from tests.states import past, reviewed

MODEL = Model()
NOW = Moment(1_800_000_000_000, 60)
DAY = 20_000
RULES = st.builds(
    Rules,
    retention=st.floats(0.70, 0.97),
    maximum_interval=st.one_of(st.integers(1, 40), st.integers(41, 36_500)),
    learning_steps=st.lists(st.integers(1, 1_439), max_size=3).map(tuple),
    relearning_steps=st.lists(st.integers(1, 1_439), max_size=3).map(tuple),
    fuzz=st.booleans(),
)
ANSWERS = st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 300)), max_size=25)


def rated(choice: RatingChoice, card: str, day: int) -> Event:
    """The choice as the log has it."""
    draft = choice.draft(card, 9_000)
    return Event(
        "e", "a", "d", 1, 1, 0, day, draft.kind, card, None, draft.rating, 9_000, draft.due_day, draft.due_at, {}
    )


def walk(answers: list[tuple[Rating, int]], rules: Rules) -> Iterator[tuple[State, RatingChoice, State]]:
    """A card's life: its state, the choice made, its state after."""
    state, day = State("a/b"), DAY
    for rating, wait in answers:
        day += wait
        choice = choices(state, NOW, day, rules, MODEL)[rating - 1]
        after = advance(state, rated(choice, state.card, day), MODEL)
        yield state, choice, after
        state = after


def review(stability: float, due_in: int, card: str = "a/b", reps: int = 9) -> State:
    """A card in review whose interval is over today."""
    return reviewed(card, reps=reps, memory=Memory(stability, 5.0), last_day=DAY - due_in, due_day=DAY)


# -- steps


def test_a_new_card_with_the_default_steps() -> None:
    """Again comes back in 10 minutes, Hard in 15, Good and Easy leave for days."""
    again, hard, good, easy = choices(State("a/b"), NOW, DAY, Rules(), MODEL)
    assert [again.due_at, hard.due_at] == [NOW.ms + 600_000, NOW.ms + 900_000]
    assert (again.step, hard.step, again.phase) == (600_000, 900_000, Phase.LEARNING)
    assert (good.due_at, easy.due_at) == (None, None)
    assert 1 <= good.days < easy.days


def test_several_steps_are_walked_one_by_one() -> None:
    """With steps of 1, 6 and 10 minutes Good goes 6, 10, then leaves: none is skipped."""
    rules = Rules(learning_steps=(1, 6, 10))
    lives = list(walk([(Rating.GOOD, 0)] * 3, rules))
    assert [choice.step / 60_000 for _, choice, _ in lives] == [6, 10, 0]
    assert lives[-1][2].phase is Phase.REVIEW


def test_hard_stays_on_its_step() -> None:
    """At the first of several steps Hard takes midway to the second, later the step itself."""
    rules = Rules(learning_steps=(2, 6, 10))
    assert choices(State("a/b"), NOW, DAY, rules, MODEL)[1].step == 240_000
    (_, _, second), (_, hard, _) = walk([(Rating.GOOD, 0), (Rating.HARD, 0)], rules)
    assert (past(second).step, hard.step) == (1, 360_000)


def test_again_starts_the_steps_over() -> None:
    """From the last step Again goes back to the first."""
    *_, (_, again, after) = walk(
        [(Rating.GOOD, 0), (Rating.GOOD, 0), (Rating.AGAIN, 0)], Rules(learning_steps=(1, 6, 10))
    )
    assert (again.step, past(after).step) == (60_000, 0)


def test_a_lapse_goes_through_relearning() -> None:
    """Again in review comes back in ten minutes with the memory lowered, and Good leaves again."""
    again = choices(review(50.0, 50), NOW, DAY, Rules(), MODEL)[0]
    assert (again.phase, again.step) == (Phase.RELEARNING, 600_000)
    assert again.memory.stability < 50
    after = advance(review(50.0, 50), rated(again, "a/b", DAY), MODEL)
    good = choices(after, NOW, DAY, Rules(), MODEL)[2]
    assert (good.phase, good.due_at) == (Phase.REVIEW, None)


def test_without_relearning_steps_a_lapse_stays_in_review() -> None:
    """Again then gives days, of a memory with little left a single one, whatever the interval was."""
    again = choices(review(50.0, 50), NOW, DAY, Rules(relearning_steps=()), MODEL)[0]
    assert (again.phase, again.due_at) == (Phase.REVIEW, None)
    assert again.days >= 1
    assert choices(review(0.2, 30), NOW, DAY, Rules(relearning_steps=()), MODEL)[0].days == 1


@pytest.mark.parametrize("steps", [(0,), (1_440,), (10, -1)])
def test_a_step_ends_on_its_day(steps: tuple[int, ...]) -> None:
    """A step of no time, or of a day and more, is refused in words."""
    with pytest.raises(ValueError, match="less than 1440 minutes"):
        Rules(learning_steps=steps)


@pytest.mark.parametrize("settings", [{"retention": 0.0}, {"retention": math.nan}, {"retention": 1.5}])
def test_a_retention_outside_its_range_is_refused(settings: dict[str, float]) -> None:
    """The range is 0.70 to 0.97."""
    with pytest.raises(ValueError, match=r"0\.70 to 0\.97"):
        Rules(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("days", [-5, 0, 100_000_000])
def test_a_maximum_outside_its_range_is_refused(days: int) -> None:
    """The range is 1 to 36,500 days."""
    with pytest.raises(ValueError, match="1 to 36500 days"):
        Rules(maximum_interval=days)


# -- laws


@given(ANSWERS, RULES)
def test_intervals_are_ordered_and_bounded(answers: list[tuple[Rating, int]], rules: Rules) -> None:
    """Hard ≤ Good ≤ Easy ≤ maximum at every point of every life, and at least a day."""
    for state, choice, _ in walk(answers, rules):
        day = choice.due_day - choice.days
        days = [c.days for c in choices(state, NOW, day, rules, MODEL) if c.due_at is None]
        assert all(1 <= d <= rules.maximum_interval for d in days)
        assert days == sorted(days)


@given(ANSWERS, RULES)
def test_a_success_never_shortens(answers: list[tuple[Rating, int]], rules: Rules) -> None:
    """In review, with settings that stay, a success brings no fewer days than the interval before it."""
    for state, choice, _ in walk(answers, rules):
        if state.phase is Phase.REVIEW and choice.rating is not Rating.AGAIN:
            assert choice.days >= past(state).due_day - past(state).last_day


@given(ANSWERS, RULES)
def test_what_the_button_says_is_what_happens(answers: list[tuple[Rating, int]], rules: Rules) -> None:
    """The fold of the logged choice has its phase, memory and due, bit for bit."""
    for _, choice, after in walk(answers, rules):
        assert (after.phase, past(after).memory) == (choice.phase, choice.memory)
        assert (past(after).due_day, after.due_at) == (choice.due_day, choice.due_at)


@given(ANSWERS, RULES)
def test_the_same_question_has_the_same_answer(answers: list[tuple[Rating, int]], rules: Rules) -> None:
    """Asked twice, the four choices are the same: fuzz is a function of card and repetition."""
    for state, choice, _ in walk(answers, rules):
        day = choice.due_day - choice.days
        assert choices(state, NOW, day, rules, MODEL) == choices(state, NOW, day, rules, MODEL)


# -- fuzz


def test_fuzz_spreads_cards_of_one_day() -> None:
    """A hundred cards with the same memory don't all come due on one day."""
    days = {choices(review(60.0, 60, f"a/{i}"), NOW, DAY, Rules(), MODEL)[2].days for i in range(100)}
    plain = choices(review(60.0, 60), NOW, DAY, Rules(fuzz=False), MODEL)[2].days
    assert len(days) > 5
    assert all(abs(d - plain) <= 0.10 * plain for d in days)


def test_fuzz_stays_inside_a_short_maximum() -> None:
    """With a maximum of 30 days, strong cards are spread below it and not all on it."""
    days = {
        choices(review(900.0, 20, f"a/{i}"), NOW, DAY, Rules(maximum_interval=30), MODEL)[2].days for i in range(60)
    }
    assert len(days) > 2
    assert max(days) <= 30


def test_fuzz_changes_with_the_repetition() -> None:
    """The same card isn't pushed the same way every time."""
    days = {choices(review(60.0, 60, reps=n), NOW, DAY, Rules(), MODEL)[2].days for n in range(30)}
    assert len(days) > 3


# -- settings that change


def test_a_raised_retention_shortens_the_next_interval() -> None:
    """The floor of the previous interval gives way when the settings would no longer give it."""
    strict = choices(review(100.0, 100), NOW, DAY, Rules(retention=0.97), MODEL)[2]
    assert strict.days < 100


def test_a_lowered_maximum_holds() -> None:
    """A card with a longer interval behind it obeys the new maximum."""
    assert choices(review(400.0, 400), NOW, DAY, Rules(maximum_interval=90), MODEL)[3].days <= 90


def test_a_date_set_far_ahead_by_hand_binds_nobody() -> None:
    """A due date a thousand days away does not become the least interval."""
    state = review(10.0, 10)
    far = State(state.card, replace(past(state), due_day=DAY + 990))
    assert choices(far, NOW, DAY, Rules(), MODEL)[1].days < 100


def test_reviewing_early_counts_its_true_days() -> None:
    """A card asked long before it is due gains less than one asked on time."""
    state = review(50.0, 50)
    early = State(state.card, replace(past(state), last_day=DAY - 5, due_day=DAY + 45))
    on_time = choices(state, NOW, DAY, Rules(), MODEL)[2]
    assert choices(early, NOW, DAY, Rules(), MODEL)[2].memory.stability < on_time.memory.stability
