"""The scheduler over what one person really answered, against py-fsrs (tests/data, MIT licence beside it)."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import fsrs
import pytest

from prep.core.clock import Moment, study_day
from prep.core.event import Rating
from prep.core.memory import DEFAULT, MAX_STABILITY, Model
from prep.core.state import Memory

LOG = Path(__file__).parents[1] / "data" / "reviews-real.csv"
EPOCH_NOON = datetime(1970, 1, 1, 12, tzinfo=UTC)


def histories() -> dict[str, list[tuple[int, Rating]]]:
    """Card → its ratings with their study days, in the order of the clock."""
    with LOG.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: datetime.fromisoformat(row["review_time"]))
    found: dict[str, list[tuple[int, Rating]]] = defaultdict(list)
    for row in rows:
        ms = int(datetime.fromisoformat(row["review_time"]).timestamp() * 1000)
        found[row["card_id"]].append((study_day(Moment(ms)), Rating(int(row["review_rating"]))))
    return found


def ours(history: list[tuple[int, Rating]]) -> Iterator[Memory]:
    """Our memory after each rating, by elapsed study days."""
    model, memory, last = Model(), None, history[0][0]
    for day, rating in history:
        memory, last = model.rated(memory, day - last, rating), day
        yield memory


def theirs(history: list[tuple[int, Rating]]) -> Iterator[tuple[float, float]]:
    """py-fsrs after each rating, fed with noon of the study day."""
    scheduler = fsrs.Scheduler(
        parameters=DEFAULT, learning_steps=(), relearning_steps=(), enable_fuzzing=False, maximum_interval=36_500
    )
    card = fsrs.Card(card_id=1, due=EPOCH_NOON)
    for day, rating in history:
        card, _ = scheduler.review_card(card, fsrs.Rating(int(rating)), EPOCH_NOON + timedelta(days=day))
        assert card.stability is not None and card.difficulty is not None
        card.stability = min(card.stability, MAX_STABILITY)
        yield card.stability, card.difficulty


def test_it_agrees_with_py_fsrs_on_every_review() -> None:
    """12,580 reviews: stability and difficulty after each are equal to a relative 1e-4, elapsed time counted in whole
    study days, never in seconds."""
    reviews = 0
    for history in histories().values():
        for mine, (stability, difficulty) in zip(ours(history), theirs(history), strict=True):
            assert math.isclose(mine.stability, stability, rel_tol=1e-4)
            assert math.isclose(mine.difficulty, difficulty, rel_tol=1e-4)
            reviews += 1
    assert reviews == 12_580


def test_a_day_too_many_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positive control: with elapsed time off by a day the two disagree."""
    rated = Model.rated
    monkeypatch.setattr(Model, "rated", lambda self, memory, elapsed, rating: rated(self, memory, elapsed + 1, rating))
    with pytest.raises(AssertionError):
        test_it_agrees_with_py_fsrs_on_every_review()
