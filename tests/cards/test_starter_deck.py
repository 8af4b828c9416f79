"""The starter deck as a whole: no problems, its size, what every topic has, its table of contents, the page."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from prep.core.card import Card
from prep.core.kind import Kind
from prep.core.problem import Severity
from prep.decks.reading.deck_toml import read_deck_toml
from prep.decks.reading.reading import Reading
from prep.paths import starter_cards
from prep.text.markdown import lay_out, plain

ROOT = Path(__file__).parents[2]


def test_the_deck_has_no_problems(reading: Reading) -> None:
    """`prep check` is clean; a note (an expired fact) is none."""
    assert [p for p in reading.problems if p.severity is not Severity.NOTE] == []


def test_the_deck_is_broad(reading: Reading) -> None:
    """At least 110 topics and 1,000 cards."""
    assert len(reading.deck.topics) >= 110 and len(reading.deck.cards) >= 1_000


def test_every_topic_is_whole(reading: Reading) -> None:
    """A capstone, four questions, two follow-ups and red flags, a sound counterpart, depth, sources, related topics."""
    for topic in reading.deck.topics:
        kinds = [card.kind for card in topic.cards]
        assert sum(card.capstone for card in topic.cards) == 1, topic.id
        assert kinds.count(Kind.QUESTION) >= 4 and kinds.count(Kind.FOLLOW_UP) >= 2, topic.id
        assert kinds.count(Kind.RED_FLAG) >= 2, topic.id
        assert any(card.sound for card in topic.cards), topic.id
        sections = {section.name for card in topic.cards for section in card.depth}
        assert {"Intuition", "Derivation", "In practice"} <= sections, topic.id
        assert any(card.remember for card in topic.cards), topic.id
        assert topic.sources and topic.tags and 2 <= len(topic.related) <= 4, topic.id


def test_no_topic_is_as_long_as_a_book(reading: Reading) -> None:
    """At most 14 cards, the median is eight to twelve; one topic was there first, and is longer."""
    sizes = sorted(len(topic.cards) for topic in reading.deck.topics if topic.id != "attention-scaling")
    assert sizes[-1] <= 14 and 8 <= sizes[len(sizes) // 2] <= 12


def test_what_comes_first_is_named(reading: Reading) -> None:
    """Half of the topics build on others, and weights are spread over the whole range."""
    topics = reading.deck.topics
    assert sum(bool(topic.after) for topic in topics) > len(topics) / 2
    assert {topic.weight for topic in topics} == {1, 2, 3, 4, 5}


def test_every_listed_tag_and_level_is_used(cards: tuple[Card, ...]) -> None:
    """A tag that no card has would be a focus on nothing."""
    listed = read_deck_toml(starter_cards())[0]
    assert {tag for card in cards for tag in card.tags} == set(listed.tags)
    assert {str(int(card.level)) for card in cards} == {level for level, _ in listed.levels}


@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="the wheel and the sdist have no docs")
def test_the_table_of_contents_is_up_to_date() -> None:
    """`python3 bootstrap.py tool python docs/index.py` makes cards/README.md anew."""
    spec = spec_from_file_location("index", ROOT / "docs" / "index.py")
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    assert (starter_cards() / "README.md").read_text(encoding="utf-8") == made.index(starter_cards())


@pytest.mark.parametrize("width", [76, 56, 38])
def test_every_card_fits_the_page(cards: tuple[Card, ...], width: int) -> None:
    """No formula and no table is wider than the page at 80, 60 and 40 columns."""
    lines = [line for card in cards for text in texts(card) for line in lay_out(text, width)]
    assert [line.text for line in lines if line.width > width] == []


def test_no_formula_is_shown_as_source(cards: tuple[Card, ...]) -> None:
    """On a page of 60 columns all LaTeX is drawn, also in cues, points and what to remember."""
    lines = [line.text for card in cards for text in texts(card) for line in lay_out(text, 56)]
    assert [line for line in lines if re.search(r"\\[A-Za-z]{2}|\$", line)] == []
    assert re.search(r"\\[A-Za-z]{2}|\$", lay_out(r"$\unknown$", 56)[0].text), "the pattern finds source"


def texts(card: Card) -> tuple[str, ...]:
    """Everything that a card says, but for its code."""
    spoken = (*card.phrasings, card.hint, card.answer, card.say_instead, card.sound, *card.remember)
    depth = (section.body for section in card.depth if section.name != "Code")
    return (*spoken, *(point.text for point in card.must_say), *depth)


def test_cues_are_what_an_interviewer_would_say(cards: tuple[Card, ...]) -> None:
    """At most 25 words in every phrasing."""
    long = [(c.full_id, cue) for c in cards for cue in c.phrasings if len(plain(cue).split()) > 25 and not c.capstone]
    assert long == []


def test_every_card_can_be_judged(cards: tuple[Card, ...]) -> None:
    """Three to five points (capstone five to seven), one of them required; a follow-up or red flag may have fewer."""
    for card in cards:
        least, most = (5, 7) if card.capstone else (3, 5) if card.kind is Kind.QUESTION and not card.expires else (1, 5)
        assert least <= len(card.must_say) <= most, card.full_id
        assert any(point.required for point in card.must_say), card.full_id


def test_facts_about_released_models_expire(cards: tuple[Card, ...]) -> None:
    """A card under the tag models says when it was checked."""
    about_models = [card for card in cards if "models" in card.tags]
    assert about_models and all(card.expires for card in about_models)
