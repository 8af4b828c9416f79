"""What the tests of the starter deck share: its files, read once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it.token import Token

from prep.core.card import Card
from prep.decks.reading.read import Folder, deck_files, read_decks
from prep.decks.reading.reading import Reading
from prep.paths import starter_cards
from prep.session.library.demo_names import known_demos
from prep.text.parser import markdown_parser

FILES = [path for path, _ in deck_files(starter_cards())]


def tokens(path: Path) -> Iterator[Token]:
    """All tokens of a file, those inside text as well."""
    for token in markdown_parser().parse(path.read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


@pytest.fixture(scope="session")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    """The starter deck as prep reads it, without demos of anybody's own."""
    return read_decks([Folder(starter_cards(), shipped=True)], known_demos(tmp_path_factory.mktemp("no-demos")))


@pytest.fixture(scope="session")
def cards(reading: Reading) -> tuple[Card, ...]:
    """Its cards."""
    return reading.deck.cards
