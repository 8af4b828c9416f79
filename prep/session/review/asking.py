"""Laying a card on the desk: what chance decides about it is a function of card and repetition."""

from __future__ import annotations

from hashlib import blake2b

from prep.core.card import Card
from prep.core.schedule import RatingChoice
from prep.core.state import State
from prep.session.review.snapshot import Aim, Asked

SOUND_ONE_IN = 4
"""A red flag with a sound counterpart shows that one time in four, or "it is wrong" becomes the cue."""


def seed(card: Card, repetition: int) -> int:
    """A number that stays the same until the card is answered: closing the app deals no new hand."""
    text = f"{card.full_id}#{repetition}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest())


def shows_sound(card: Card, repetition: int) -> bool:
    """Whether this repetition of a red flag shows the sound counterpart."""
    return bool(card.sound) and seed(card, repetition) % SOUND_ONE_IN == 0


def phrasing(card: Card, repetition: int) -> str:
    """The cue as written first, then the other ways to ask, in turn."""
    ways = card.phrasings
    return ways[repetition % len(ways)]


def lay(
    card: Card,
    parent: Card | None,
    state: State,
    choices: tuple[RatingChoice, RatingChoice, RatingChoice, RatingChoice],
    recall: float | None,
    day: int,
    shown_at: int,
    leech: bool = False,
    most_missed: str = "",
    aim: Aim | None = None,
) -> Asked:
    """The card as it lies on the desk."""
    sound = card.kind.judged and shows_sound(card, state.reps)
    return Asked(
        card=card,
        cue=card.sound if sound else phrasing(card, state.reps),
        sound=sound,
        premise=parent.cue if parent and card.kind.follows else "",
        state=state,
        choices=choices,
        recall=recall,
        day=day,
        shown_at=shown_at,
        leech=leech,
        most_missed=most_missed,
        aim=aim,
    )
