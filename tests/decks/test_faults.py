"""Faults that users of other programs reported about card text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import read_text
from prep.decks.reading.reading import Reading
from tests.decks.conftest import HEAD

Read = Callable[[str], Reading]
NEXT = "\n\n## Next? {#next}\n\nB.\n"

BODIES = {
    "106": "`std::vector<int>` and `## x {#y}`",
    "107": "```$code$```",
    "107b": "``` $code\n```",
    "109": "```python\nx = 1\n\n\ny = 2\n```",
    "110": "`a == b`, `a ** b`, `{{'a': 2}}`\n\n```\na == b\n{{'a': 2}}\n```",
    "112": "$\\${M}$ $$\\begin{align*}a&=b\\end{align*}$$ `{1:${c}$}` `$PID/$FD`",
    "113": "$f : A \\to A$",
    "115": "```\nA: int = 3\n---\n# T\n## C {#c}\n```",
    "116": "```yaml\n---\ntitle: x\n---\n```",
    "119": "50 % of $\\frac{1}{2}$ %\n%",
    "121": "text\n#tag",
    "150": "`x[:, 0]` `W[i][j]` `Tensor[3]` [[self x] y] [CLS] <pad> list[int]",
    "153": "⚠️ 数学 مرحبا עברית e\u0301",
}


@pytest.mark.parametrize("number", BODIES)
def test_text_stays_text(number: str, read: Read) -> None:
    """Code, math and every script come through whole, and the next card is found."""
    reading = read(f"## Why? {{#why}}\n\n{BODIES[number]}{NEXT}")
    assert [card.id for card in reading.deck.cards] == ["why", "next"]
    assert reading.deck.cards[0].answer == BODIES[number]
    assert [problem for problem in reading.problems if problem.rule != "math"] == []


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_make_no_difference(newline: str, known: KnownDemos) -> None:
    """The same cards with CRLF as with LF, in the same places, with or without a BOM."""
    text = HEAD + "## Why? {#why}\n\na  \nb\n\n- c\n\n\td\n\n### Must say\n\n- [k!] one\n  two\n"
    wanted = read_text(text, "t.md", known)
    assert read_text("\ufeff" + text.replace("\n", newline), "t.md", known) == wanted
    assert wanted.problems == ()


def test_control_characters_are_neutralised(read: Read) -> None:
    """Escape sequences and reordering reach no screen, from no part of a card."""
    evil = "\x1b]52;c;aGk=\x07 \x9b31m \u202eabc"
    reading = read(f"## Why{evil}? {{#why}}\n\n{evil}\n\n### Must say\n\n- [k] {evil}\n\n### Hint\n\n`{evil}`\n")
    assert {problem.rule for problem in reading.problems} == {"control-character"}
    assert not set("\x1b\x07\x9b\u202e") & set(repr(reading.deck) + "".join(p.source for p in reading.problems))
    assert "␛]52;c;aGk=␇" in reading.deck.cards[0].answer


@pytest.mark.parametrize("opening", ["```python", "~~~", "<!-- ", "<pre>", "<script>"])
def test_a_block_that_swallows_the_rest_is_told(opening: str, read: Read) -> None:
    """The cards below it are content now; the line where it begins is named."""
    (problem,) = read(f"## Why? {{#why}}\n\nB.\n\n{opening}\n\n## Gone? {{#gone}}\n\nB.\n").problems
    assert (problem.rule, problem.line) == ("unclosed", 11)


ENDED = ["<pad>\n\nB.", "<prefix>\n\nB.", "a <!-- b", "<eos>", "```\n```", "~~~\n```\n~~~", "\\$\\$ a"]


@pytest.mark.parametrize("text", ENDED)
def test_a_block_that_ends_is_no_problem(text: str, read: Read) -> None:
    """Tokens of the trade, empty fences, fences in fences, escaped dollars."""
    assert read(f"## Why? {{#why}}\n\n{text}{NEXT}").problems == ()


def test_half_a_display_is_told(read: Read) -> None:
    """$$ without its partner would be shown as it is."""
    (problem,) = read(f"## Why? {{#why}}\n\nso $$a = b{NEXT}").problems
    assert (problem.rule, problem.column) == ("math", 4)


def test_a_points_key_is_no_citation(read: Read) -> None:
    """[adam15] before a point is its key."""
    assert read("## Why? {#why}\n\nB.\n\n### Must say\n\n- [adam15] yes\n").problems == ()


def test_deep_nesting_keeps_its_text(read: Read) -> None:
    """Twenty-five quotes deep there is still math to check."""
    (problem,) = read("## Why? {#why}\n\n" + ">" * 25 + " $\\foo$\n").problems
    assert problem.rule == "math"


NESTS = {
    "_" * 500 + "a" + "_" * 500: [("nesting", 9)],
    "*a " * 400 + " a*" * 400: [("nesting", 9)],
    "| a |\n|---|\n| " + "_" * 500 + "a" + "_" * 500 + " |": [("nesting", 11)],
    ">" * 900 + " a": [("nesting", 9)],
    "".join(" " * 2 * level + "- a\n" for level in range(300)): [("vast-card", 7), ("nesting", 34)],
}


@pytest.mark.parametrize("text", NESTS, ids=["underscores", "stars", "table", "quotes", "lists"])
def test_what_is_nested_too_deeply_is_told_with_its_place(text: str, read: Read) -> None:
    """One error, not a line for each level; the card isn't asked. A list of 300 levels, which has 90,000 characters of
    indentation, swallows what is below it."""
    reading = read(f"## Why? {{#why}}\n\n{text}{NEXT}")
    told = [(each.rule, each.line) for each in reading.pressing if each.rule != "long-answer"]
    assert sorted(told, key=lambda place: place[1]) == NESTS[text]
    assert [card.id for card in reading.deck.cards] == ([] if text.startswith("- ") else ["next"])


def test_a_comment_is_content(read: Read) -> None:
    """It stays in the body and makes no answer."""
    text = "## Why? {#why}\n\n<!-- note -->\n\nB.\n\n### Must say\n\n<!-- two -->\n\n- [a] b\n<!-- c -->\n"
    reading = read(text)
    assert reading.problems == ()
    assert reading.deck.cards[0].answer == "<!-- note -->\n\nB."
