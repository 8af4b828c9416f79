"""What asking a card now is worth on a later day: expected recall, by the person's own habits (DESIGN §8).

FSRS-6's formulas (Ye 2024, The Algorithm) in double precision and plain numbers: the engine takes 8 µs for a memory,
and a forecast asks for a million of them. A test holds them against `core.memory`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from prep.core.event import Rating
from prep.core.memory import DEFAULT, MAX_STABILITY, MIN_STABILITY

RECALLED = (Rating.HARD, Rating.GOOD, Rating.EASY)


@dataclass(frozen=True, slots=True)
class RatingHabits:
    """How a person rates, and how long their cards take. The defaults are assumed until their log says more."""

    first: tuple[float, float, float, float] = (0.35, 0.2, 0.4, 0.05)
    """Shares of Again, Hard, Good and Easy when a card is met."""
    recalled: tuple[float, float, float] = (0.12, 0.78, 0.10)
    """Shares of Hard, Good and Easy among later answers that weren't Again."""
    met: float = 150.0
    """Seconds that a day gives a card when it is met, steps included."""
    known: float = 45.0
    """The same for one that is recalled later."""
    forgotten: float = 100.0


class Prospect:
    """Memories as the forecast sees them: stability in days, difficulty from 1 to 10, whole days between."""

    __slots__ = ("_decay", "_factor", "_grows", "_growth", "_hardest", "_step", "_w", "habits")

    def __init__(self, parameters: tuple[float, ...] = DEFAULT, habits: RatingHabits = RatingHabits()) -> None:
        self.habits = habits
        self._w = w = parameters
        self._decay = -w[20]
        self._factor = float(0.9 ** (1 / self._decay) - 1)
        self._growth = (w[15], 1.0, w[16])
        self._grows, self._step = exp(w[8]), exp(w[17] * w[18])
        self._hardest = w[4] - exp(3 * w[5]) + 1

    def recall(self, stability: float, days: float) -> float:
        """The chance of recall so many days after the last answer."""
        return float((1 + self._factor * days / stability) ** self._decay)

    def gain(self, stability: float, difficulty: float, elapsed: int, left: int) -> float:
        """How much more of the card is expected to be known in `left` days if it is asked now, for each second."""
        decay, habits, far = self._decay, self.habits, self._factor * left / stability
        past = 1 + self._factor * elapsed / stability
        now = past**decay
        more, (hard, _, easy) = self._increase(stability, difficulty, now), self._growth
        often = habits.recalled  # written out: 100,000 cards are weighed within a second
        then = (
            often[0] * (1 + far / (1 + more * hard)) ** decay
            + often[1] * (1 + far / (1 + more)) ** decay
            + often[2] * (1 + far / (1 + more * easy)) ** decay
        )
        lapsed = (1 + self._factor * left / self._relearnt(stability, difficulty, now)) ** decay
        seconds = now * habits.known + (1 - now) * habits.forgotten
        return float((now * then + (1 - now) * lapsed - (past + far) ** decay) / seconds)

    def met(self, rating: Rating) -> tuple[float, float]:
        """The memory after a card's first day; one rated Again was said in its step."""
        w, difficulty = self._w, self._bounded(self._w[4] - exp(self._w[5] * (rating - 1)) + 1)
        if rating is Rating.AGAIN:
            return self._in_step(w[0]), self._harder(difficulty, Rating.GOOD)
        return w[rating - 1], difficulty

    def asked(self, stability: float, difficulty: float, elapsed: int, rating: Rating) -> tuple[float, float]:
        """The memory after a later day's answer; one rated Again was said in its step."""
        now, after = self.recall(stability, elapsed), self._harder(difficulty, rating)
        if rating is Rating.AGAIN:
            return self._relearnt(stability, difficulty, now), self._harder(after, Rating.GOOD)
        grown = stability * (1 + self._increase(stability, difficulty, now) * self._growth[rating - 2])
        return min(grown, MAX_STABILITY), after

    def _increase(self, stability: float, difficulty: float, recall: float) -> float:
        w = self._w
        return float(self._grows * (11 - difficulty) * stability ** -w[9] * (exp(w[10] * (1 - recall)) - 1))

    def _relearnt(self, stability: float, difficulty: float, recall: float) -> float:
        w = self._w
        lapsed = w[11] * difficulty ** -w[12] * ((stability + 1) ** w[13] - 1) * exp(w[14] * (1 - recall))
        return self._in_step(max(min(lapsed, stability / self._step), MIN_STABILITY))

    def _in_step(self, stability: float) -> float:
        """After Good on the same day."""
        return float(stability * max(1.0, self._step * stability ** -self._w[19]))

    def _harder(self, difficulty: float, rating: Rating) -> float:
        w = self._w
        moved = difficulty - w[6] * (rating - 3) * (10 - difficulty) / 9
        return self._bounded(w[7] * self._hardest + (1 - w[7]) * moved)

    def _bounded(self, difficulty: float) -> float:
        return min(max(difficulty, 1.0), 10.0)
