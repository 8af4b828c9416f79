"""How much a learner knows on the day if prep decides what is asked: against bounds, and against plain FSRS.

plan_recall.py         the four settings with a bound, a JSON line each
plan_recall.py grid    3 dates x 3 minutes x 2 sizes x 3 true stabilities: never below plain FSRS
plan_recall.py cost    what a day's choice and a forecast take
plan_recall.py worth   worths 1 to 5: the worth-weighted figure against the same rule without worths

The learner rates with the default habits; a memory holds `true` times as long as the model believes.
"""

from __future__ import annotations

import sys
from itertools import product
from random import Random
from statistics import mean
from time import process_time

from measure import verdict

from prep.core.choice import Candidate, new_today, picked
from prep.core.event import Rating
from prep.core.forecast import Hand, forecast
from prep.core.plan import Plan
from prep.core.prospect import RECALLED, Prospect, RatingHabits

PROSPECT, HABITS, SEEDS = Prospect(), RatingHabits(), 5
BOUNDS = {(30, 20, 200): 0.77, (14, 40, 200): 0.78, (60, 10, 200): 0.70, (30, 20, 400): 0.39}
"""days, minutes, cards: recall on the day, in at most `MOST` times the plan's minutes."""
MOST = 640 / 600
PLAIN = (3, 5, 7, 10, 20)
"""New cards a day that plain FSRS is tried with; the best of them counts."""


class Learner:
    """So many cards, of which the first `met` were met."""

    def __init__(self, cards: int, seed: int, true: float = 1.0, worth: list[float] | None = None) -> None:
        self.cards, self.dice, self.true, self.worth = cards, Random(seed), true, worth or [1.0] * cards
        self.memories: list[tuple[float, float]] = []
        self.last: list[int] = []
        self.used = self.left = 0.0

    def recall(self, n: int, day: int, true: float) -> float:
        return PROSPECT.recall(self.memories[n][0] * true, day - self.last[n])

    def meet(self, day: int) -> None:
        rating = Rating(self.dice.choices((1, 2, 3, 4), HABITS.first)[0])
        self.memories.append(PROSPECT.met(rating))
        self.last.append(day)
        self.left -= HABITS.met + (20 if rating is Rating.AGAIN else 0)

    def ask(self, n: int, day: int) -> None:
        recalled = self.dice.random() < self.recall(n, day, self.true)
        rating = self.dice.choices(RECALLED, HABITS.recalled)[0] if recalled else Rating.AGAIN
        self.memories[n] = PROSPECT.asked(*self.memories[n], day - self.last[n], rating)
        self.last[n] = day
        self.left -= HABITS.known if recalled else HABITS.forgotten

    def ready(self, day: int) -> float:
        known = sum(self.worth[n] * self.recall(n, day, self.true) for n in range(len(self.memories)))
        return known / sum(self.worth)


def planned(days: int, minutes: int, learner: Learner, blind: bool = False) -> Learner:
    """Prep decides. blind: it takes all cards for equally worth."""
    plan = Plan("p", "p", days, minutes)
    for day in range(days):
        learner.left, met = minutes * 60, len(learner.memories)
        for _ in range(new_today(plan, HABITS, day, met, learner.cards - met)):
            if learner.left > 0:
                learner.meet(day)
        candidates = [
            Candidate(str(n), *memory, learner.last[n], ((days, 1.0 if blind else learner.worth[n]),))
            for n, memory in enumerate(learner.memories)
        ]
        for each in picked(candidates, PROSPECT, day, learner.left):
            if learner.left > 0:
                learner.ask(int(each.card), day)
        learner.used += minutes * 60 - learner.left
    return learner


def plain(days: int, minutes: int, learner: Learner, new: int) -> Learner:
    """FSRS at 90 %: what is due, the least remembered first, then so many new cards."""
    for day in range(days):
        learner.left = minutes * 60
        due = [n for n, (s, _) in enumerate(learner.memories) if learner.last[n] + max(1, round(s)) <= day]
        for n in sorted(due, key=lambda n: learner.recall(n, day, 1.0)):
            if learner.left > 0:
                learner.ask(n, day)
        for _ in range(min(new, learner.cards - len(learner.memories))):
            if learner.left > 0:
                learner.meet(day)
    return learner


def bounds() -> int:
    """Each setting's mean over a few learners."""
    failed = 0
    for (days, minutes, cards), bound in BOUNDS.items():
        lived = [planned(days, minutes, Learner(cards, seed)) for seed in range(SEEDS)]
        reached, used = mean(each.ready(days) for each in lived), max(each.used for each in lived) / 60
        name, ratio = f"plan_recall {days}x{minutes}x{cards}", max(bound / reached, used / (MOST * days * minutes))
        failed |= verdict(name, ratio, 1.0, SEEDS, recall=round(reached, 3), minutes=round(used))
    return failed


def grid() -> int:
    """The worst setting against plain FSRS at its best."""
    worst, where = 0.0, ""
    for days, minutes, cards, true in product((14, 30, 60), (10, 20, 40), (200, 400), (0.3, 1.0, 3.0)):
        ours = mean(planned(days, minutes, Learner(cards, seed, true)).ready(days) for seed in range(2))
        theirs = max(
            mean(plain(days, minutes, Learner(cards, s, true), k).ready(days) for s in range(2)) for k in PLAIN
        )
        worst, where = max((worst, where), (theirs / ours, f"{days}x{minutes}x{cards} x{true}"))
    return verdict("plan_recall grid", worst, 1.0, 54, worst=where)


def worth() -> int:
    """Worths 1 to 5, the worthiest met first, in 30 days of 20 minutes with 400 cards."""

    def lived(seed: int, blind: bool) -> float:
        worths = [float(1 + n % 5) for n in range(400)]
        return planned(30, 20, Learner(400, seed, worth=worths if blind else sorted(worths)[::-1]), blind).ready(30)

    with_worth, without = (mean(lived(seed, blind) for seed in range(SEEDS)) for blind in (False, True))
    return verdict(
        "plan_recall worth", without / with_worth, 1.0, SEEDS, recall=[round(without, 3), round(with_worth, 3)]
    )


def cost() -> int:
    """Seconds of a day's choice among 1,000 and 100,000 cards, and of a forecast of 1,000 cards over 60 days."""
    took = {}
    for name, bound, run in (
        ("choice of 1,000", 0.05, lambda: picked(_candidates(1_000), PROSPECT, 30, 1_200)),
        ("choice of 100,000", 1.0, lambda: picked(_candidates(100_000), PROSPECT, 30, 1_200)),
        (
            "forecast",
            3.0,
            lambda: forecast([Hand(f"t/{n}", 3.0) for n in range(1_000)], Plan("p", "p", 60), PROSPECT, 0),
        ),
    ):
        began = process_time()
        run()
        took[name] = (process_time() - began) / bound
    slowest = max(took, key=lambda name: took[name])
    return verdict("plan_recall cost", took[slowest], 1.0, 1, slowest=slowest)


def _candidates(cards: int) -> list[Candidate]:
    return [Candidate(str(n), 1 + n % 90, 1 + n % 9, n % 30, ((60, 3.0),)) for n in range(cards)]


if __name__ == "__main__":
    parts = {"grid": grid, "worth": worth, "cost": cost}
    asked = [parts[word] for word in sys.argv[1:]] or [bounds, worth, cost]
    raise SystemExit(max(part() for part in asked))
