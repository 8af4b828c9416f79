"""The lines to read on the night before: in which order, and how many go on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from prep.core.card import Card

NAME_ROWS = 2
"""Of paper, for a topic's name and the gap above it."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """One line of a card's "Remember" list."""

    topic: str
    """The topic's id."""
    card: str
    """Full id."""
    text: str
    """Inline Markdown."""
    need: float
    """What would be lost without it: the card's worth times the share of it that is forgotten."""

    @property
    def name(self) -> str:
        """The topic in words, short enough for a row: "attention scaling"."""
        return self.topic.rpartition("/")[2].replace("-", " ")

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by, until its card says something else."""
        return self.card, self.text


def reminders(cards: Iterable[Card], need: Callable[[Card], float]) -> tuple[Reminder, ...]:
    """Every line of these cards, which come topic by topic: the topics with the greatest mean need first, in each the
    neediest line. need: of a card's lines."""
    lines = [Reminder(card.topic, card.full_id, text, need(card)) for card in cards for text in card.remember]
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.topic)]
    groups.sort(key=lambda lines: -sum(line.need for line in lines) / len(lines))
    return tuple(line for lines in groups for line in sorted(lines, key=lambda line: -line.need))


def on_paper(lines: Sequence[Reminder], rows: Callable[[Reminder], int], room: int) -> tuple[Reminder, ...]:
    """Those that fit, the neediest first, in the order given; what would have no room alone keeps out no other.

    rows: of paper that a line takes. room: all rows of paper.
    """
    whole = room
    taken: set[tuple[str, str]] = set()
    topics: set[str] = set()
    for line in sorted(lines, key=lambda line: -line.need):
        if (needed := rows(line)) + NAME_ROWS > whole:
            continue
        room -= needed + (0 if line.topic in topics else NAME_ROWS)
        if room < 0:
            break
        topics.add(line.topic)
        taken.add(line.key)
    return tuple(line for line in lines if line.key in taken)


def paper_rows(lines: Sequence[Reminder], rows: Callable[[Reminder], int]) -> int:
    """Rows of paper that these lines take, their topics' names among them."""
    return sum(map(rows, lines)) + NAME_ROWS * len({line.topic for line in lines})
