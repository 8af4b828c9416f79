"""How good a prediction of recall was: log-loss, Brier score, RMSE over bins, and the interval of a share."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

CERTAIN = 1e-6
"""A prediction counts as no surer than this from 0 and 1: one surprise must not outweigh a whole log."""
Z = 1.959964
"""Standard normal quantile of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Recall as it was predicted for one answer, and what came of it."""

    recall: float
    """0 to 1."""
    recalled: bool
    bin: Hashable = None
    """Which answers it is averaged with in RMSE(bins)."""

    @property
    def loss(self) -> float:
        """Its log-loss in nats."""
        sure = min(max(self.recall, CERTAIN), 1 - CERTAIN)
        return -math.log(sure if self.recalled else 1 - sure)


@dataclass(frozen=True, slots=True)
class Scores:
    """Smaller is better."""

    log_loss: float
    """Mean, in nats."""
    rmse_bins: float
    """Root mean square difference of predicted and true recall over bins, each weighted by its answers."""


def log_loss(predictions: Sequence[Prediction]) -> float:
    """Mean log-loss in nats; NaN of none."""
    return math.fsum(p.loss for p in predictions) / len(predictions) if predictions else math.nan


def brier(predictions: Sequence[Prediction]) -> float:
    """Mean squared difference of prediction and outcome (Brier 1950); NaN of none."""
    squares = math.fsum((p.recall - p.recalled) ** 2 for p in predictions)
    return squares / len(predictions) if predictions else math.nan


def rmse_bins(predictions: Iterable[Prediction]) -> float:
    """RMSE(bins) of the spaced-repetition benchmark: mean prediction against true share in each bin; NaN of none."""
    bins: dict[Hashable, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        bins[prediction.bin].append(prediction)
    total = sum(map(len, bins.values()))
    squares = math.fsum(math.fsum(p.recall - p.recalled for p in bin) ** 2 / len(bin) for bin in bins.values())
    return math.sqrt(squares / total) if total else math.nan


def scores(predictions: Sequence[Prediction]) -> Scores:
    """Both scores of these predictions."""
    return Scores(log_loss(predictions), rmse_bins(predictions))


def benchmark_bin(elapsed: int, reviews: int, lapses: int) -> tuple[float, float, float]:
    """The bin of an answer in the spaced-repetition benchmark (Expertium and Ye 2024), as fsrs-rs has it.

    elapsed: days since the answer before, at least 1. reviews: answers on later days so far, this one included.
    lapses: how often the card had been forgotten.
    """
    return _rung(elapsed, 2.48, 3.62, 2), _rung(reviews, 1.99, 1.89), _rung(lapses, 1.65, 1.73) if lapses else 0.0


def _rung(number: int, scale: float, base: float, places: int = 0) -> float:
    return round(scale * base ** math.floor(math.log(number) / math.log(base)), places)


def gain(before: Sequence[Prediction], after: Sequence[Prediction]) -> tuple[float, float]:
    """By how much the second log-loss is lower, answer by answer, and the standard error of that mean."""
    differences = [b.loss - a.loss for b, a in zip(before, after, strict=True)]
    n = len(differences)
    mean = math.fsum(differences) / n if n else math.nan
    if n < 2:
        return mean, math.inf
    return mean, math.sqrt(math.fsum((d - mean) ** 2 for d in differences) / (n - 1) / n)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927): honest at few answers and near 0 and 1; (0, 1) of none.

    A damaged roll-up may have more hits than there were: it is drawn as all of them, and the doctor finds it.
    """
    if of <= 0:
        return 0.0, 1.0
    share, weight = min(max(0, hits), of) / of, Z * Z / of
    centre = (share + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * math.sqrt(share * (1 - share) / of + weight / (4 * of))
    return max(0.0, centre - half), min(1.0, centre + half)
