"""In which order new cards come: by what interviewers ask most, what must be learned first, a few topics abreast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prep.core.card import Topic

ABREAST = 3
"""Topics that are learned side by side, so that a day isn't one folder."""
GAP = 100_000
"""More questions than a topic has: one more in a topic moves no other topic's turns."""


def in_order(topics: Sequence[Topic]) -> list[Topic]:
    """The topics as they are begun: the heaviest first, each after what it is to be learned after.

    What a heavy topic needs weighs as much as that topic. Circles, which `prep check` tells, are cut where they close.
    """
    by_id = {topic.id: topic for topic in topics}
    worth = _worths(topics, by_id)
    order: dict[str, Topic] = {}

    def begin(topic: Topic, above: frozenset[str]) -> None:
        if topic.id in order or topic.id in above:
            return
        first = [by_id[each] for each in topic.after if each in by_id]
        for each in sorted(first, key=lambda topic: -worth[topic.id]):
            begin(each, above | {topic.id})
        order[topic.id] = topic

    for topic in sorted(topics, key=lambda topic: -worth[topic.id]):  # equal ones in the order of the decks
        begin(topic, frozenset())
    return list(order.values())


def turns(topics: Sequence[Topic]) -> dict[str, int]:
    """Full id → when the card's turn comes, ascending; a card that hangs on a question takes that question's turn.

    Three topics at a time take turns, question by question; then come the next three.
    """
    found = {}
    for place, topic in enumerate(in_order(topics)):
        group, lane = divmod(place, ABREAST)
        for number, card in enumerate(card for card in topic.cards if not card.kind.hangs):
            found[card.full_id] = (group * GAP + number) * ABREAST + lane
    return found


def _worths(topics: Sequence[Topic], by_id: Mapping[str, Topic]) -> dict[str, int]:
    """Each topic's weight, or that of the heaviest topic that comes after it."""
    worth = {topic.id: topic.weight for topic in topics}
    waiting = sorted(topics, key=lambda topic: -topic.weight)
    for topic in waiting:
        for each in topic.after:
            if each in by_id and worth[each] < worth[topic.id]:
                worth[each] = worth[topic.id]
                waiting.append(by_id[each])  # what it needs in turn
    return worth
