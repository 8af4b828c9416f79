"""Cards of tens of thousands of signs: what they cost grows as they do."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from time import process_time

import pytest

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import read_text
from prep.text.markdown import lay_out

HEAD = '# T\n\n```toml\ntopic = "t"\n```\n\n## Why? {#why}\n\n'
SIGNS = ["<", "[", "![", "](", "*", "$", "`", "{", "&", '"', "|", "#", "\\"]
FLOOR = 0.02
"""Seconds below which a difference is the machine's."""


@pytest.fixture(autouse=True)
def without_collections() -> Iterator[None]:
    """What looking for garbage takes depends on what all other tests have left behind."""
    gc.disable()
    yield
    gc.enable()


def took(work: Callable[[str], object], sign: str, length: int) -> float:
    """Seconds of processor time that the work takes for so many signs; the text is another each time, for caches."""
    times = []
    for turn in range(3):
        start = process_time()
        work(f"{turn}\n\n{sign * (length // len(sign))}\n")
        times.append(process_time() - start)
    return min(times)


def grows_with_its_text(work: Callable[[str], object], sign: str) -> bool:
    """Ten times the text takes about ten times as long, not a hundred."""
    return took(work, sign, 20_000) < 15 * took(work, sign, 2_000) + FLOOR


@pytest.mark.parametrize("sign", SIGNS)
def test_a_long_card_is_read_in_the_time_of_its_length(sign: str, known: KnownDemos) -> None:
    """Whatever sign it consists of: nothing looks through all that follows for each of them."""
    assert grows_with_its_text(lambda text: read_text(HEAD + text, "t", known), sign)


@pytest.mark.parametrize("sign", [*SIGNS, "`a` ", "[a](b) "])
def test_a_long_card_is_laid_out_in_the_time_of_its_length(sign: str) -> None:
    """Marks, code and links in the thousands, too."""
    assert grows_with_its_text(lambda text: lay_out(text, 76), sign)


@pytest.mark.parametrize("sign", ["](a)", "<!--", "x = 1; "])
def test_a_long_line_of_code_is_laid_out_in_the_time_of_its_length(sign: str) -> None:
    """Its rows are cut from thousands of coloured pieces."""
    assert grows_with_its_text(lambda text: lay_out(f"```python\n{text}```\n", 76), sign)


def test_what_grows_faster_than_its_text_is_noticed() -> None:
    """The control: work that looks through the rest of the text for each sign."""
    assert not grows_with_its_text(lambda text: [text[at:].strip("<") for at in range(len(text))], "<")


def test_a_vast_card_is_told_and_no_screen_stands_still_for_it(known: KnownDemos) -> None:
    """700,000 characters would take three seconds of the screen's own loop; the card below it is asked."""
    reading = read_text(
        f"{HEAD}So.\n\n### Intuition\n\n" + "word " * 140_000 + "\n\n## How? {#how}\n\nSo.\n", "t", known
    )
    (problem,) = reading.pressing
    assert (problem.rule, problem.line) == ("vast-card", 7)
    assert [card.id for card in reading.deck.cards] == ["how"]
