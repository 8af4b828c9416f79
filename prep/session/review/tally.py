"""What happened in this session, for the head and the summary."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from prep.core.event import Rating
from prep.core.walk import PointMark, Walk
from prep.session.review.snapshot import Missed, Rated
from prep.store.store import Store


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of this session."""

    action: str
    rated: Rated
    seconds: float
    walk: Walk
    rightly: bool | None
    """Whether a red flag was judged rightly; None without a verdict."""

    @property
    def failed(self) -> bool:
        """The whole card is to be said once more."""
        return self.rated.rating is Rating.AGAIN or self.rightly is False


class Tally:
    """Answers of this session in order; an undone one leaves, a redone one returns."""

    def __init__(self, cap_seconds: int) -> None:
        self._cap = cap_seconds
        self._answers: list[Answer] = []
        self._undone: frozenset[str] = frozenset()
        self._live: list[Answer] = []
        self.cards: frozenset[str] = frozenset()
        """Full ids of the cards answered."""
        self.seconds = 0.0
        """Time spoken, each answer capped: a forgotten screen is no study (DESIGN §4)."""

    def add(self, action: str, rated: Rated, seconds: float, walk: Walk, rightly: bool | None = None) -> None:
        """One more answer."""
        self._answers.append(answer := Answer(action, rated, seconds, walk, rightly))
        self._count(answer)

    def follow(self, store: Store) -> None:
        """See which answers don't count now: they were taken back here or in another window."""
        undone = store.taken_back([answer.action for answer in self._answers])
        if undone == self._undone:
            return
        self._undone = undone
        self._live, self.cards, self.seconds = [], frozenset(), 0.0
        for answer in self._answers:
            if answer.action not in self._undone:
                self._count(answer)

    def _count(self, answer: Answer) -> None:
        # As it comes: every key asks for the sums, and a long sitting has hundreds of answers.
        self._live.append(answer)
        self.cards |= {answer.rated.card.full_id}
        self.seconds += self.capped(answer.seconds)

    @property
    def answers(self) -> int:
        """Answers given; a card may take several."""
        return len(self._live)

    def capped(self, seconds: float) -> float:
        """What an answer of that length counts for."""
        return min(seconds, self._cap)

    @property
    def ratings(self) -> tuple[int, int, int, int]:
        """How often each rating was given."""
        given = Counter(answer.rated.rating for answer in self._live)
        return given[Rating.AGAIN], given[Rating.HARD], given[Rating.GOOD], given[Rating.EASY]

    @property
    def said(self) -> int:
        """Points ticked as said."""
        return sum(len(answer.walk.keys(PointMark.SAID)) for answer in self._live)

    @property
    def missed(self) -> tuple[Missed, ...]:
        """Points missed, the most often missed first."""
        times: Counter[tuple[str, str]] = Counter()
        found: dict[tuple[str, str], Missed] = {}
        for answer in self._live:
            for point, mark in zip(answer.walk.points, answer.walk.marks, strict=True):
                if mark is PointMark.MISSED:
                    place = (answer.rated.card.full_id, point.key)
                    times[place] += 1
                    found[place] = Missed(answer.rated.card, point.text, times[place])
        return tuple(found[place] for place, _ in times.most_common())

    @property
    def failed(self) -> tuple[Missed, ...]:
        """Cards rated Again or judged wrongly of which no point was missed; the most often failed first."""
        told = {missed.card.full_id for missed in self.missed}
        cards = {answer.rated.card.full_id: answer.rated.card for answer in self._live}
        times = Counter(answer.rated.card.full_id for answer in self._live if answer.failed)
        return tuple(Missed(cards[card], cards[card].cue, n) for card, n in times.most_common() if card not in told)
