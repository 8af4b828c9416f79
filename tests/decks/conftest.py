"""What the deck tests share: demos that are known, and a way to read a text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings

from prep.decks.grammar.demo_calls import Arguments, KnownDemos
from prep.decks.reading.read import read_text
from prep.decks.reading.reading import Reading

settings.register_profile("patient", deadline=None)  # a busy machine is no failure
settings.load_profile("patient")

HEAD = '# Title\n\n```toml\ntopic = "t"\n```\n\n'


def _objection(name: str, arguments: Arguments) -> str | None:
    unknown = next((key for key, _ in arguments if key not in ("d_k", "n", "dependence")), None)
    return f"{name} has no parameter {unknown} (did you mean d_k?)" if unknown else None


KNOWN = KnownDemos(frozenset({"attention.score-std"}), _objection)


@pytest.fixture
def known() -> KnownDemos:
    """One demo that runs, one that is planned."""
    return KNOWN


@pytest.fixture
def read(known: KnownDemos) -> Callable[[str], Reading]:
    """Read cards below a valid preamble; line 7 is the first line of the text."""
    return lambda cards: read_text(HEAD + cards, "t.md", known)
