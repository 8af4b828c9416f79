"""The starter deck: no problems, its code runs, its numbers are what the demos measure, it fits the page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it.token import Token

from prep.core.card import Card
from prep.core.kind import Kind
from prep.core.problem import Problem, Severity
from prep.decks.read import Folder, Reading, deck_files, read_decks
from prep.demos import quoted
from prep.paths import starter_cards
from prep.session.known import known_demos
from prep.text.markdown import lay_out, plain
from prep.text.parser import markdown_parser

FILES = [path for path, _ in deck_files(starter_cards())]


def tokens(path: Path) -> Iterator[Token]:
    for token in markdown_parser().parse(path.read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


BLOCKS = [
    pytest.param(token.content, id=f"{path.stem}:{token.map[0] + 2}")
    for path in FILES
    for token in tokens(path)
    if token.type == "fence" and token.info.split() == ["python", "run"] and token.map
]


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    return read_decks([Folder(starter_cards(), shipped=True)], known_demos(tmp_path_factory.mktemp("no-demos")))


@pytest.fixture(scope="module")
def cards(reading: Reading) -> tuple[Card, ...]:
    return reading.deck.cards


def test_the_deck_has_no_problems(reading: Reading) -> None:
    """`prep check` is clean; a note (an expired fact, a demo not built yet) is none."""
    problems: list[Problem] = [p for p in reading.problems if p.severity is not Severity.NOTE]
    assert problems == []


def test_the_topic_is_whole(cards: tuple[Card, ...]) -> None:
    """A capstone, at least six follow-ups and six red flags, sound counterparts and dated facts among them."""
    topic = [card for card in cards if card.topic == "attention-scaling"]
    assert sum(card.capstone for card in topic) == 1
    assert sum(card.kind is Kind.FOLLOW_UP for card in topic) >= 6
    assert sum(card.kind is Kind.RED_FLAG for card in topic) >= 6
    assert any(card.sound for card in topic) and any(card.expires for card in topic)


@pytest.mark.parametrize("code", BLOCKS)
def test_code_marked_as_runnable_runs(code: str, tmp_path: Path) -> None:
    """As shown, in an empty folder, and prints something (torch warns where numpy is missing)."""
    command = [sys.executable, "-I", "-W", "ignore", "-c", code]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


def test_every_quoted_number_is_what_its_demo_measures() -> None:
    """The printed digits are the measured value, rounded."""
    links = [link for path in FILES for link in demo_links(path)]
    wrong = [q for q in quoted.check(links) if not q.holds]
    assert wrong == [] and len(links) > 20


def test_a_wrong_digit_is_found() -> None:
    """The control of the test above."""
    link = "demo:attention.score-std?d_k=8,64,128,512#std@128"
    assert [q.holds for q in quoted.check([("11.34", link), ("11.31", link)])] == [True, False]


def demo_links(path: Path) -> Iterator[tuple[str, str]]:
    """(printed, link) of every number that a file quotes from a demo."""
    target = None
    for token in tokens(path):
        if token.type == "link_open":
            target = str(token.attrs["href"])
        elif token.type == "text" and target and target.startswith("demo:"):
            yield token.content, target
        elif token.type == "link_close":
            target = None


@pytest.mark.parametrize("width", [76, 56, 38])
def test_every_card_fits_the_page(cards: tuple[Card, ...], width: int) -> None:
    """No formula, table or line of code is wider than the page at 80, 60 and 40 columns."""
    texts = [t for card in cards for t in (card.answer, card.say_instead, *(s.body for s in card.depth))]
    assert [line.text for t in texts for line in lay_out(t, width) if line.width > width] == []


def words(text: str) -> int:
    return len(plain(text).split())


def test_spoken_answers_are_short(cards: tuple[Card, ...]) -> None:
    """Thirty seconds: at most 80 words, a capstone 250."""
    assert [c.id for c in cards if words(c.answer) > (250 if c.capstone else 80)] == []


def test_cues_are_what_an_interviewer_would_say(cards: tuple[Card, ...]) -> None:
    """At most 25 words in every phrasing."""
    assert [(c.id, cue) for c in cards for cue in c.phrasings if words(cue) > 25 and not c.capstone] == []


def test_every_card_can_be_judged(cards: tuple[Card, ...]) -> None:
    """Three to five points (capstone five to seven), one of them required; a follow-up or red flag may have fewer."""
    for card in cards:
        least, most = (5, 7) if card.capstone else (3, 5) if card.kind is Kind.QUESTION and not card.expires else (1, 5)
        assert least <= len(card.must_say) <= most, card.id
        assert any(point.required for point in card.must_say), card.id
