"""The order in which new cards come: what is asked most, after what it needs, three topics abreast."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prep.core.card import Card, CardText, Place, Topic
from prep.core.introduction import in_order, turns
from prep.core.kind import Kind, Level


def topic(id: str, weight: int = 3, after: tuple[str, ...] = (), questions: int = 2) -> Topic:
    place = Place(f"{id}.md", 1, 1)
    cards = [Card(id, f"q{n}", Kind.QUESTION, CardText("?"), place) for n in range(questions)]
    cards += [Card(id, "f", Kind.FOLLOW_UP, CardText("?"), place, parent=f"{id}/q0")]
    return Topic(id, id, Level.CORE, (), (), "", tuple(cards), (), (f"{id}.md",), weight, after)


def ids(topics: list[Topic]) -> list[str]:
    return [each.id for each in topics]


def test_the_topic_that_is_asked_most_comes_first() -> None:
    """Equal ones stay in the order of the decks."""
    assert ids(in_order([topic("a", 3), topic("b", 5), topic("c", 3)])) == ["b", "a", "c"]


def test_what_a_heavy_topic_needs_comes_before_it() -> None:
    """However light it is, and over several steps."""
    topics = [topic("heavy", 5, ("middle",)), topic("other", 4), topic("middle", 1, ("base",)), topic("base", 1)]
    assert ids(in_order(topics)) == ["base", "middle", "heavy", "other"]


def test_three_topics_come_abreast() -> None:
    """Question by question; the fourth topic begins when the three have had their turns."""
    topics = [topic("a", 5), topic("b", 4), topic("c", 4, questions=3), topic("d", 3)]
    found = turns(topics)
    assert sorted(found, key=lambda card: found[card]) == [
        "a/q0", "b/q0", "c/q0", "a/q1", "b/q1", "c/q1", "c/q2", "d/q0", "d/q1",
    ]  # fmt: skip


def test_one_card_more_moves_no_other_topic() -> None:
    """A sync then writes the rows of one topic."""
    before = turns([topic("a"), topic("b"), topic("c"), topic("d")])
    after = turns([topic("a"), topic("b", questions=9), topic("c"), topic("d")])
    assert {card: turn for card, turn in after.items() if card in before} == before


NAMES = st.sampled_from("abcdef")
DECKS = st.dictionaries(NAMES, st.tuples(st.integers(1, 5), st.lists(NAMES, max_size=3)), max_size=6)


@given(DECKS)
def test_every_topic_comes_once(deck: dict[str, tuple[int, list[str]]]) -> None:
    """Also where topics come after one another in a circle, or after one that nobody has."""
    topics = [topic(name, weight, tuple(after)) for name, (weight, after) in deck.items()]
    assert sorted(ids(in_order(topics))) == sorted(deck)


@given(DECKS)
def test_nothing_comes_before_what_it_needs(deck: dict[str, tuple[int, list[str]]]) -> None:
    """Where there is no circle: a topic is only let come after earlier letters."""
    topics = [topic(n, weight, tuple(a for a in after if a < n)) for n, (weight, after) in deck.items()]
    order = ids(in_order(topics))
    for each in topics:
        assert all(order.index(first) < order.index(each.id) for first in each.after if first in order)


@given(DECKS, NAMES)
def test_more_weight_never_means_later(deck: dict[str, tuple[int, list[str]]], name: str) -> None:
    """A topic that is asked more often isn't begun after more topics than before."""
    if name not in deck:
        return
    heavier = deck | {name: (5, deck[name][1])}
    before, after = (
        ids(in_order([topic(n, weight, tuple(a for a in after if a < n)) for n, (weight, after) in each.items()]))
        for each in (deck, heavier)
    )
    assert after.index(name) <= before.index(name)
