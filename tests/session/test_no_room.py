"""The disk has no room for an answer."""

from __future__ import annotations

import pytest

from prep.core.event import EventKind, Rating
from prep.errors import StoreError
from prep.session.library.library import Library
from prep.session.review.review import Review
from tests.session.desk import answer, on_desk


def fill(library: Library, room: bool = False) -> None:
    """No more room, or plenty."""
    driver = library.store.database.connection
    pages = driver.execute("pragma page_count").fetchone()[0]
    driver.execute(f"pragma max_page_count = {1_000_000 if room else pages}")


def rate_until_full(review: Review) -> None:
    """Again and again, until a page more is needed."""
    while True:
        answer(review, Rating.AGAIN)


def test_an_answer_without_room_is_refused_whole(library: Library) -> None:
    """The card stays on the desk; with room the same key rates it, once."""
    review = Review(library)
    fill(library)
    with pytest.raises(StoreError, match="disk is full, so nothing was saved"):
        rate_until_full(review)
    done, asked = review.tally.answers, on_desk(review)
    assert asked and done == sum(event.kind is EventKind.RATED for event in library.store.events())
    fill(library, room=True)
    assert review.rate(Rating.AGAIN)
    assert review.tally.answers == done + 1
