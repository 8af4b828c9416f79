"""What a day under a plan asks: the laws of DESIGN §8."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from prep.core.choice import Candidate, new_today, picked, seconds_of
from prep.core.event import Rating
from prep.core.memory import Model
from prep.core.plan import Plan
from prep.core.prospect import Prospect, RatingHabits
from prep.core.state import Memory

TODAY, PROSPECT = 100, Prospect()

CANDIDATES = st.lists(
    st.builds(
        Candidate,
        st.sampled_from([f"t/{n}" for n in range(40)]),
        st.floats(0.01, 400),
        st.floats(1, 10),
        st.integers(40, TODAY),
        st.lists(st.tuples(st.integers(TODAY - 5, TODAY + 90), st.sampled_from([0.5, 1, 3, 10])), max_size=2).map(
            tuple
        ),
    ),
    max_size=30,
    unique_by=lambda each: each.card,
)


@given(st.floats(0.01, 400), st.floats(1, 10), st.integers(1, 300), st.sampled_from(Rating))
def test_a_prospect_is_what_the_memory_becomes(
    stability: float, difficulty: float, elapsed: int, rating: Rating
) -> None:
    """The engine gives the same; after Again its step follows with Good on the same day."""
    model, memory = Model(), Memory(stability, difficulty)
    after = model.rated(memory, elapsed, rating)
    after = model.rated(after, 0, Rating.GOOD) if rating is Rating.AGAIN else after
    assert PROSPECT.asked(stability, difficulty, elapsed, rating) == (
        approx(after.stability, rel=2e-3),
        approx(after.difficulty, rel=2e-3),
    )
    assert PROSPECT.recall(stability, elapsed) == approx(model.recall(memory, elapsed), rel=1e-6)


@given(st.sampled_from(Rating))
def test_a_card_that_is_met_has_the_memory_of_its_first_day(rating: Rating) -> None:
    """As the engine has it."""
    memory = Model().rated(None, 0, rating)
    memory = Model().rated(memory, 0, Rating.GOOD) if rating is Rating.AGAIN else memory
    assert PROSPECT.met(rating) == (approx(memory.stability, rel=2e-3), approx(memory.difficulty, rel=2e-3))


@given(CANDIDATES, st.floats(0, 2_000))
def test_no_card_twice_a_day_and_the_budget_is_kept_within_one(candidates: list[Candidate], seconds: float) -> None:
    """What was asked today isn't picked; all but the last fit into the time."""
    found = picked(candidates, PROSPECT, TODAY, seconds)
    names = [each.card for each in found]
    asked = {each.card for each in candidates if each.last_day == TODAY}
    assert len(names) == len(set(names)) and not asked & set(names)
    assert not found or sum(each.seconds for each in found[:-1]) < seconds


@given(CANDIDATES, st.data())
def test_worth_doubled_never_asks_a_card_later(candidates: list[Candidate], data: st.DataObject) -> None:
    """Its place among what the same minutes ask is the same or an earlier one."""
    if not (before := [each.card for each in picked(candidates, PROSPECT, TODAY, 1_000)]):
        return
    card = data.draw(st.sampled_from(before))
    doubled = [
        replace(each, aims=tuple((day, 2 * worth) for day, worth in each.aims)) if each.card == card else each
        for each in candidates
    ]
    after = [each.card for each in picked(doubled, PROSPECT, TODAY, 1_000)]
    assert after.index(card) <= before.index(card)


def test_a_plan_that_is_over_asks_nothing() -> None:
    """Its day is past: the card gains nothing for it."""
    assert picked([Candidate("t/a", 1, 5, 90, ((99, 5.0),))], PROSPECT, TODAY, 600) == []


PLAN = Plan("p", "p", TODAY + 50, 20, begun=TODAY)


def test_new_cards_are_spread_over_the_days_that_introduce() -> None:
    """50 days of 20 minutes are 60,000 s, at 165 s for each card enough for all 200; introducing ends after 88 % of the
    days, which is 44: five a day. With 132 met and 68 left, two days before that end, 34 a day."""
    assert new_today(PLAN, RatingHabits(), TODAY, 0, 200) == 5
    assert new_today(PLAN, RatingHabits(), TODAY + 42, 132, 68) == 34
    assert new_today(PLAN, RatingHabits(), TODAY + 44, 132, 68) == 0


def test_no_more_cards_are_met_than_the_minutes_can_keep() -> None:
    """60,000 s at 165 s are 363 cards, over 44 days nine a day, however many there are."""
    assert new_today(PLAN, RatingHabits(), TODAY, 0, 10_000) == 9
    assert new_today(PLAN, RatingHabits(), TODAY, 363, 10_000) == 0


def test_a_day_off_asks_nothing() -> None:
    """Study day 100 was a Saturday; of two plans, the one that asks most gives the minutes."""
    off = replace(PLAN, off=("sat",))
    assert (new_today(off, RatingHabits(), TODAY, 0, 200), seconds_of([off], TODAY)) == (0, 0)
    assert seconds_of([off, replace(PLAN, minutes=30), PLAN], TODAY) == 1_800
