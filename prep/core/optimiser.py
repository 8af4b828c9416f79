"""FSRS-6's optimiser: beside `memory` the only file that knows fsrs-rs.

Its native code panics with a BaseException on odd input and then writes over the screen: it is called in a child
process only (`session.fitting`).
"""

from __future__ import annotations

from collections.abc import Sequence

from fsrs_rs_python import FSRS, FSRSItem, FSRSReview, TrainingConfig

from prep.core.event import Rating
from prep.core.memory import DEFAULT, model_for

BATCH = 512
EPOCHS = (5, 20)
"""Passes over the answers, fewest and most."""
STEPS = 200
"""Batches it should see: fsrs-rs's own five passes over 5,000 answers stop at 50, far from the minimum (held-out
log-loss 0.4341 on tests/data/reviews-real.csv, against 0.4302 after 200)."""

Answer = tuple[Rating, int]
"""A rating and the days since the one before."""


def optimised(histories: Sequence[Sequence[Answer]], ends: Sequence[tuple[int, int]]) -> tuple[float, ...]:
    """21 parameters that predict these answers best, starting from the defaults; the same input gives the same output.

    ends: (history, length), oldest first: the last of so many answers is one to predict, and lies on a later day than
    the one before. Raises ValueError where what comes out is no set of parameters; may panic.
    """
    reviews = [[FSRSReview(int(rating), elapsed) for rating, elapsed in history] for history in histories]
    items = [FSRSItem(reviews[number][:length]) for number, length in ends]
    passes = min(max(-(-STEPS * BATCH // max(1, len(items))), EPOCHS[0]), EPOCHS[1])
    config = TrainingConfig(num_epochs=passes, batch_size=BATCH)
    return model_for(tuple(FSRS(list(DEFAULT)).compute_parameters(items, training_config=config))).parameters
