"""What can't be said aloud or judged: long answers, two questions, points that nobody said, models without a source."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from prep.decks.checks.claims import model_in
from prep.decks.reading.reading import Reading

Read = Callable[[str], Reading]


def rules(reading: Reading) -> list[str]:
    return [problem.rule for problem in reading.problems]


def test_an_answer_of_eighty_words_is_served(read: Read) -> None:
    """One more is a warning, and the card is asked all the same."""
    assert rules(read(f"## Why? {{#a}}\n\n{'so ' * 80}\n")) == []
    long = read(f"## Why? {{#a}}\n\n{'so ' * 81}\n")
    assert rules(long) == ["long-answer"] and "81 words" in long.problems[0].message
    assert len(long.deck.cards) == 1


def test_a_capstone_may_go_on(read: Read) -> None:
    """For 250 words."""
    assert rules(read(f"## Why? How? {{#a capstone}}\n\n{'so ' * 250}\n")) == []
    assert rules(read(f"## Why? How? {{#a capstone}}\n\n{'so ' * 251}\n")) == ["long-answer"]


def test_what_is_not_said_is_not_counted(read: Read) -> None:
    """Citations are silent, and code is shown, not said; a formula counts as it is spaced."""
    code = "```\n" + "x = 1\n" * 40 + "```"
    text = f'## Why? {{#a}}\n\n{"so " * 79}$a+b$ [a17].\n\n{code}\n\n[a17]: <> "A 2017"\n'
    assert rules(read(text)) == []


def test_each_phrasing_asks_one_thing(read: Read) -> None:
    """A question mark in code is none; the problem stands on the phrasing's own line."""
    cards = "## What does `a ? b : c` give? {#a}\n\nOne of two.\n\n### Asked as\n\nIt gives?\n\nWhat? And why?\n"
    (problem,) = read(cards).problems
    assert (problem.rule, problem.source) == ("two-questions", "What? And why?")


@pytest.mark.parametrize(
    "point",
    [
        "the variances add up",
        "independence of query and key",
        "normalising isn't needed",
        "$e^{x}$ vanishes as $x$ falls",
        "both work",
    ],
)
def test_a_point_in_other_words_is_said(read: Read, point: str) -> None:
    """Endings, order and formulas don't matter, nor does half a paraphrase; what is too short isn't looked for."""
    answer = "Query and key are independent, so variances of products add. No normalisation is needed."
    assert rules(read(f"## Why? {{#a}}\n\n{answer}\n\n### Must say\n\n- [a!] {point}\n")) == []


def test_a_point_that_nobody_says_is_found(read: Read) -> None:
    """With its line and the words that were looked for, without the commas after them."""
    points = "- [a!] variances add\n- [b] training aligns query, and key\n"
    (problem,) = read(f"## Why? {{#a}}\n\nVariances add.\n\n### Must say\n\n{points}").problems
    assert (problem.rule, problem.line) == ("unsaid-point", 14)
    assert "training, aligns, query, key" in problem.hint


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Gemma 2 caps at 50", "Gemma 2"),
        ("as in DeepSeek-V3's report", "DeepSeek-V3"),
        ("Llama 3.1 has 128 heads", "Llama 3.1"),
        ("Mistral Large 3.", "Mistral Large 3"),
        ("the ViT-22B run", "ViT-22B"),
        ("BERT of 2018 warms up", "BERT"),
        ("BERT warms up", ""),
        ("in 2018 one warmed up", ""),
        ("the OPT of 2022", ""),
        ("a GPTQ 4-bit model of 2023", ""),
    ],
)
def test_a_model_is_named_by_version_or_year(text: str, name: str) -> None:
    """A family alone claims little; families whose name is a word need a version."""
    assert model_in(text) == name


def test_a_source_anywhere_on_the_card_will_do(read: Read) -> None:
    """A citation or a link, in a section as well; another card's doesn't count."""
    claim = "## What caps? {#a}\n\nGemma 2 does.\n"
    assert rules(read(claim)) == ["uncited-model"]
    assert rules(read(claim + '\n### In practice\n\nAt 50 [g24].\n\n[g24]: <> "G 2024"\n')) == []
    assert rules(read(claim + "\nSee [its report](https://example.org).\n")) == []
    other = claim + '\n## Why? {#b}\n\nSo [g24].\n\n[g24]: <> "G 2024"\n'
    assert rules(read(other)) == ["uncited-model"]


def test_code_is_measured_in_columns(read: Read) -> None:
    """76 of them; wide characters take two."""
    code = "## Why? {#a}\n\nSo.\n\n### Code\n\n```\n%s\n```\n"
    assert rules(read(code % ("x" * 76))) == rules(read(code % ("界" * 38))) == []
    assert rules(read(code % ("界" * 38 + "x"))) == ["wide-code"]
