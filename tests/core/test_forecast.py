"""The forecast: what it assumes is what it lives, and what it promises is what learners reach."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from prep.core.choice import Candidate, new_today, picked
from prep.core.event import Rating
from prep.core.forecast import Hand, forecast
from prep.core.memory import Model
from prep.core.plan import Plan
from prep.core.prospect import RECALLED, Prospect, RatingHabits
from prep.core.state import Memory

PLAN, MODEL, PROSPECT = Plan("p", "p", 21, 15), Model(), Prospect()
HANDS = [Hand(f"t{n % 7}/{n}", float(1 + n % 5)) for n in range(120)]


class Learner:
    """A person whose memory is the engine's, who studies for some of the plan's minutes and is told by it what."""

    def __init__(self, seed: int, share: float = 1.0) -> None:
        self.dice, self.seconds = Random(seed), PLAN.minutes * 60 * share
        self.known: dict[int, tuple[Memory, int]] = {}

    def live(self, day: int) -> None:
        left = self.seconds
        for _ in range(new_today(PLAN, RatingHabits(), day, len(self.known), len(HANDS) - len(self.known))):
            if left > 0:
                left -= RatingHabits().met
                self.rate(len(self.known), day, Rating(self.dice.choices((1, 2, 3, 4), RatingHabits().first)[0]))
        met = [
            Candidate(str(n), memory.stability, memory.difficulty, last, ((PLAN.day, HANDS[n].worth),))
            for n, (memory, last) in self.known.items()
        ]
        for each in picked(met, PROSPECT, day, left):
            n, recalled = int(each.card), self.dice.random() < self.recall(int(each.card), day)
            if left > 0:
                left -= RatingHabits().known if recalled else RatingHabits().forgotten
                self.rate(n, day, self.dice.choices(RECALLED, RatingHabits().recalled)[0] if recalled else Rating.AGAIN)

    def rate(self, n: int, day: int, rating: Rating) -> None:
        memory, last = self.known.get(n, (None, day))
        memory = MODEL.rated(memory, day - last, rating)
        self.known[n] = MODEL.rated(memory, 0, Rating.GOOD) if rating is Rating.AGAIN else memory, day

    def recall(self, n: int, day: int) -> float:
        memory, last = self.known[n]
        return MODEL.recall(memory, day - last)

    def ready(self, day: int) -> float:
        known = sum(HANDS[n].worth * self.recall(n, day) for n in self.known)
        return known / sum(hand.worth for hand in HANDS)

    def hands(self) -> list[Hand]:
        """What a forecast begins with."""
        return [
            replace(hand, stability=self.known[n][0].stability, difficulty=self.known[n][0].difficulty,
                    last_day=self.known[n][1]) if n in self.known else hand
            for n, hand in enumerate(HANDS)
        ]  # fmt: skip


def test_a_forecast_is_honest() -> None:
    """Made on day 0, it lies within 5 points of what learners reach who study as planned."""
    promised = forecast(HANDS, PLAN, PROSPECT, 0).ready
    learners = [Learner(seed) for seed in range(6)]
    for day in range(PLAN.day):
        for learner in learners:
            learner.live(day)
    reached = [learner.ready(PLAN.day) for learner in learners]
    assert promised == pytest.approx(mean(reached), abs=0.05)


def test_whoever_studies_less_is_told() -> None:
    """After half the days at a third of the minutes the forecast has fallen by more than 5 points."""
    lazy = Learner(1, share=1 / 3)
    for day in range(11):
        lazy.live(day)
    assert forecast(lazy.hands(), PLAN, PROSPECT, 11).ready < forecast(HANDS, PLAN, PROSPECT, 0).ready - 0.05


def test_the_dice_fall_alike() -> None:
    """The same inputs give the same curve, from today to the day."""
    one, other = (forecast(HANDS, PLAN, PROSPECT, 0) for _ in range(2))
    assert one == other and len(one.curve) == 22 and one.curve[0] == 0


def test_more_minutes_are_more_ready_and_topics_out_of_reach_are_named() -> None:
    """One minute a day for 21 days is enough to meet a few cards of the first topic; a day off takes its minutes."""
    topics = sorted(HANDS, key=lambda hand: hand.card)
    few, many = (forecast(topics, replace(PLAN, minutes=m), PROSPECT, 0) for m in (1, 30))
    assert few.ready < many.ready and few.topics[0][1] == -1 and many.topics[0][1] > 0
    assert forecast(HANDS, replace(PLAN, off=("thu", "sun")), PROSPECT, 0).hours < 0.8 * 21 * 0.25


def test_a_plan_whose_cards_are_known_says_so() -> None:
    """Known for a thousand days each: hardly anything is left to gain, and the day finds it all."""
    known = [replace(hand, stability=1_000.0, difficulty=5.0, last_day=0) for hand in HANDS]
    assert forecast(known, PLAN, PROSPECT, 0).ready > 0.99


def test_a_forecast_waits_at_gates() -> None:
    """A card whose question is never met waits until a week before the day: what comes in the first fortnight is the
    rest."""
    day = 15  # two days of introducing lie within the last week: 88 % of 15 is 13
    waits = [Hand("t/f", 1.0, question="t/q"), Hand("t/other", 1.0)]
    curve = forecast(waits, replace(PLAN, day=day), PROSPECT, 0).curve
    assert 0.0 < max(curve[1:9]) <= 0.5 < curve[9]
