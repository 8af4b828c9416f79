"""Does what was predicted come true? Recall predicted at each answer, against what was answered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from prep.core.evaluation import Prediction, brier, log_loss, wilson
from prep.core.event import Rating
from prep.core.kind import Kind

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
"""Of the table's rows: narrow where predictions lie."""
FEW = 50
"""Below so many answers the whole table is noise."""
OFTEN = 0.10
"""From this share on, and from five times, a habit is worth a sentence."""
TIMES = 5


@dataclass(frozen=True, slots=True)
class PredictedAnswer:
    """One rating as it was logged."""

    rating: Rating
    recall: float | None = None
    """Predicted for it; None without a memory, or on the day of another answer."""
    desired: float | None = None
    """Retention that was asked for when it was given."""
    suggested: Rating | None = None
    """What the ticks and the clock said; None without a walk."""
    kind: Kind | None = None
    """None for a card that no deck has."""


@dataclass(slots=True)
class Group:
    """Answers that are looked at together; grows by `take`."""

    predicted: list[Prediction] = field(default_factory=list)
    wanted: list[float] = field(default_factory=list)

    def take(self, answer: PredictedAnswer) -> None:
        """One more answer with a prediction."""
        if answer.recall is not None:
            self.predicted.append(Prediction(answer.recall, answer.rating is not Rating.AGAIN))
            if answer.desired is not None:
                self.wanted.append(answer.desired)

    def row(self, low: float = 0.0, high: float = 1.0) -> CalibrationRow:
        """The group in one row."""
        n, hits = len(self.predicted), sum(p.recalled for p in self.predicted)
        desired = math.fsum(self.wanted) / len(self.wanted) if self.wanted else None
        mean = math.fsum(p.recall for p in self.predicted) / n if n else 0.0
        return CalibrationRow(low, high, n, mean, hits / n if n else 0.0, wilson(hits, n), desired)


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """Predicted against true recall."""

    low: float
    """Predictions from here (included)"""
    high: float
    """to here (not included)."""
    answers: int
    predicted: float
    """Mean."""
    recalled: float
    """Share."""
    interval: tuple[float, float]
    """95 % interval of the share."""
    desired: float | None
    """Mean retention asked for, where it was logged."""

    @property
    def holds(self) -> bool:
        """Whether the interval holds the prediction."""
        return self.interval[0] <= self.predicted <= self.interval[1]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How ratings agree with ticks."""

    walked: int = 0
    """Answers for which something was suggested."""
    above: int = 0
    """Rated better than suggested."""
    below: int = 0
    failed: int = 0
    """Again was suggested: a required point missed, or a red flag misjudged."""
    hard: int = 0
    """Hard was pressed for those."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The whole picture."""

    total: CalibrationRow
    log_loss: float
    """In nats; NaN of nothing."""
    brier: float
    table: tuple[CalibrationRow, ...]
    """Rows with answers only, by rising prediction."""
    kinds: tuple[tuple[Kind, CalibrationRow], ...]
    habits: Agreement

    @property
    def advice(self) -> str:
        """The one sentence that helps most."""
        return _habit(self.habits) or _fit(self.total)


def calibrate(answers: Iterable[PredictedAnswer]) -> Calibration:
    """Everything from one pass over the answers."""
    whole, bins = Group(), [Group() for _ in EDGES[1:]]
    kinds = {kind: Group() for kind in Kind}
    judged: list[tuple[Rating, Rating]] = []
    for answer in answers:
        whole.take(answer)
        if answer.recall is not None:
            bins[sum(answer.recall >= edge for edge in EDGES[1:-1])].take(answer)
        if answer.kind is not None:
            kinds[answer.kind].take(answer)
        if answer.suggested is not None:
            judged.append((answer.rating, answer.suggested))
    rows = (group.row(low, high) for group, low, high in zip(bins, EDGES, EDGES[1:], strict=False))
    return Calibration(
        whole.row(),
        log_loss(whole.predicted),
        brier(whole.predicted),
        tuple(row for row in rows if row.answers),
        tuple((kind, group.row()) for kind, group in kinds.items() if group.predicted),
        habits(judged),
    )


def habits(judged: Sequence[tuple[Rating, Rating]]) -> Agreement:
    """From pairs of the rating given and the one suggested."""
    return Agreement(
        walked=len(judged),
        above=sum(given > suggested for given, suggested in judged),
        below=sum(given < suggested for given, suggested in judged),
        failed=sum(suggested is Rating.AGAIN for _, suggested in judged),
        hard=sum(given is Rating.HARD and suggested is Rating.AGAIN for given, suggested in judged),
    )


def _habit(seen: Agreement) -> str:
    if _is_habit(seen.hard, seen.failed):
        return (
            f"You pressed Hard for {seen.hard:,} of {seen.failed:,} answers that failed by their ticks: "
            "Hard says recalled; press Again for those."
        )
    for times, word, effect in ((seen.above, "above", "too late"), (seen.below, "below", "too soon")):
        if _is_habit(times, seen.walked):
            return f"You rated {times:,} of {seen.walked:,} answers {word} what their ticks said; they return {effect}."
    return ""


def _is_habit(times: int, of: int) -> bool:
    return times >= TIMES and times >= OFTEN * of


def _fit(total: CalibrationRow) -> str:
    if total.answers < FEW:
        few = {0: "No answer had a prediction yet", 1: "1 answer with a prediction says little"}
        said = few.get(total.answers, f"{total.answers} answers with a prediction say little")
        return f"{said}; from {FEW} on the table means something."
    said = f"{100 * total.recalled:.0f} % recalled, {100 * total.predicted:.0f} % predicted"
    if total.holds:
        return f"Predictions hold: {said}."
    word = "less" if total.recalled < total.predicted else "more"
    return f"You recall {word} than predicted ({said}): prep optimize fits the memory model to you."
