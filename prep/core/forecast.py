"""How ready a person will be: their days until the interview, lived through with dice that fall alike (DESIGN §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from prep.core.choice import Candidate, new_today, picked
from prep.core.event import Rating
from prep.core.gate import all_open, opens
from prep.core.plan import Plan
from prep.core.prospect import RECALLED, Prospect

SEED = 12


@dataclass(frozen=True, slots=True)
class Hand:
    """A card of the scope as a forecast begins with it."""

    card: str
    """Full id; also its topic's, which is what stands before the last slash."""
    worth: float
    stability: float = 0.0
    """0: it was never met."""
    difficulty: float = 0.0
    last_day: int = 0
    question: str = ""
    """Full id of the one it hangs on, whose gate it waits for."""
    deeper: bool = False
    """A follow-up of a higher level than its question."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What comes of a plan if each day is studied as planned."""

    minutes: int
    ready: float
    """Worth-weighted mean recall on the day; what was never met counts 0."""
    curve: tuple[float, ...]
    """Readiness on each day from today to the interview."""
    seen: float
    """Share of the scope's cards that will have been met."""
    hours: float
    """Of study from today on."""
    topics: tuple[tuple[str, float], ...]
    """Each topic of the scope with its readiness on the day, the least ready first; -1 for one that isn't reached."""


def forecast(hands: Sequence[Hand], plan: Plan, prospect: Prospect, today: int, spent: float = 0.0) -> Forecast:
    """Live through the plan. hands: the scope, new cards in their turn. spent: seconds of today that are used."""
    life = _Life(hands, plan, prospect, today)
    curve = []
    for day in range(today, plan.day + 1):
        curve.append(life.ready(day))
        if day < plan.day:
            life.study(day, plan.minutes * 60 - (spent if day == today else 0))
    seen = len(life.met) / len(hands) if hands else 0.0
    return Forecast(plan.minutes, curve[-1], tuple(curve), seen, life.used / 3600, life.topics(plan.day))


class _Life:
    """One course of the days."""

    def __init__(self, hands: Sequence[Hand], plan: Plan, prospect: Prospect, today: int) -> None:
        self.plan, self.prospect, self.dice, self.hands = plan, prospect, Random(SEED), hands
        self.met = {
            hand.card: Candidate(hand.card, hand.stability, hand.difficulty, hand.last_day, ((plan.day, hand.worth),))
            for hand in hands
            if hand.stability > 0
        }
        self.unmet = [hand for hand in hands if hand.stability <= 0]
        self.whole = sum(hand.worth for hand in hands)
        self.used = 0.0

    def ready(self, day: int) -> float:
        """Readiness on that day."""
        known = sum(self._recall(each, day) * each.aims[0][1] for each in self.met.values())
        return known / self.whole if self.whole else 0.0

    def study(self, day: int, seconds: float) -> None:
        """One day: new cards, then what gains most."""
        if not self.plan.studies(day):
            return
        habits, left = self.prospect.habits, seconds
        new = new_today(self.plan, habits, day, len(self.met), len(self.unmet))
        while new > 0 and left > 0 and (hand := self._next(day)):
            self.unmet.remove(hand)
            new -= 1
            (rating,) = self.dice.choices(list(Rating), habits.first)
            self._keep(hand.card, self.prospect.met(rating), day, ((self.plan.day, hand.worth),))
            left -= habits.met
        for each in picked(self.met.values(), self.prospect, day, left):
            if left <= 0:
                break
            left -= self._ask(self.met[each.card], day)
        self.used += seconds - left

    def _next(self, day: int) -> Hand | None:
        """The first new card whose gate is open."""
        ungated = all_open((self.plan,), day)
        return next((hand for hand in self.unmet if ungated or self._open(hand, day)), None)

    def _open(self, hand: Hand, day: int) -> bool:
        question = self.met.get(hand.question)
        if question is None:
            return not hand.question
        return opens(question.last_day, question.stability, day, hand.deeper)  # it comes before the day's reviews

    def topics(self, day: int) -> tuple[tuple[str, float], ...]:
        """Each topic's readiness, the least ready first; -1 for one of which no card was met."""
        sums: dict[str, list[float]] = {}
        for hand in self.hands:
            found = sums.setdefault(hand.card.rpartition("/")[0], [0.0, 0.0, 0.0])
            met = self.met.get(hand.card)
            found[0] += hand.worth
            found[1] += self._recall(met, day) * hand.worth if met else 0.0
            found[2] += met is not None
        ready = {topic: known / whole if met else -1.0 for topic, (whole, known, met) in sums.items()}
        return tuple(sorted(ready.items(), key=lambda pair: (pair[1], pair[0])))

    def _ask(self, each: Candidate, day: int) -> float:
        """Ask it; the seconds that it took."""
        habits, elapsed = self.prospect.habits, day - each.last_day
        recalled = self.dice.random() < self._recall(each, day)
        rating = self.dice.choices(RECALLED, habits.recalled)[0] if recalled else Rating.AGAIN
        self._keep(each.card, self.prospect.asked(each.stability, each.difficulty, elapsed, rating), day, each.aims)
        return habits.known if recalled else habits.forgotten

    def _keep(self, card: str, memory: tuple[float, float], day: int, aims: tuple[tuple[int, float], ...]) -> None:
        self.met[card] = Candidate(card, *memory, day, aims)

    def _recall(self, each: Candidate, day: int) -> float:
        return self.prospect.recall(each.stability, day - each.last_day)
