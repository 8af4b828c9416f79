"""Parsed files as bytes and back: what was packed away is what was read."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from prep.decks.parse import parse
from prep.decks.reading.packed import packed
from prep.decks.reading.serialise import frozen, thawed
from prep.paths import starter_cards
from tests.decks.conftest import HEAD

CARD = "## Why? {#why}\n\nBecause.\n"


def test_the_starter_deck_survives_being_frozen() -> None:
    """Every part of a card comes back: texts, points, depth, demos, sources."""
    for path in sorted(starter_cards().rglob("*.md")):
        file = parse(path.read_text("utf-8"), path.name, None, str(path), True)
        back = thawed(frozen(file), path.name, str(path), True)
        assert (back.preamble, back.cards, back.sources) == (file.preamble, file.cards, file.sources)
        assert [card.text for card in back.cards] == [card.text for card in file.cards]


@given(st.text(max_size=20))
def test_a_packed_card_is_the_card(cue: str) -> None:
    """Whatever characters it holds; equal cards have equal hashes."""
    (card,) = parse(HEAD + CARD, "t.md", None).cards
    card = replace(card, words=replace(card.text, cue=cue))
    back = replace(card, words=packed(card))
    assert back == card
    assert hash(back) == hash(card)
