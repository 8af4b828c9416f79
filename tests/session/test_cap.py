"""The cap on one answer's time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prep.config import Config
from prep.core.event import Rating
from prep.paths import Paths
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.store.doctor import examine
from tests.clock import HandClock


@pytest.mark.parametrize(("minutes", "counted"), [(5, 300_000), (10, 600_000), (60, 1_200_000)])
def test_a_cap_counts_for_answers_from_before_it_was_set(
    places: Paths, config: Config, clock: HandClock, minutes: int, counted: int
) -> None:
    """Twenty minutes on one card; the roll-ups follow the setting and the doctor agrees with them."""
    with Library.open(places, config, clock) as library:
        review = Review(library)
        clock.forward(minutes=20)
        review.reveal()
        review.rate(Rating.GOOD)
    with Library.open(places, replace(config, answer_cap_minutes=minutes), clock) as library:
        assert [day.ms for day in library.store.days(library.day())] == [counted]
        assert examine(library.store) == []
