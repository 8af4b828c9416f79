"""What tests of a review say in a word."""

from __future__ import annotations

from prep.core.event import Rating
from prep.session.review.review import Review


def on_desk(review: Review) -> str:
    assert review.asked is not None
    return review.asked.card.id


def answer(review: Review, rating: Rating) -> None:
    review.reveal()
    assert review.rate(rating) is not None
