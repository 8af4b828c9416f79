"""The grammar, on a complete file and piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from prep.core.card import Card, MustSay
from prep.core.kind import Kind, Level
from prep.decks.grammar.demo_calls import KnownDemos, quoted_numbers
from prep.decks.reading.read import Folder, read_decks, read_text
from prep.decks.reading.reading import Reading
from tests.decks.conftest import HEAD

Read = Callable[[str], Reading]
EXAMPLE = Path(__file__).parent / "example.md"


@pytest.fixture
def example(known: KnownDemos) -> Reading:
    """The complete file."""
    return read_decks([Folder(EXAMPLE)], known)


def the_card(reading: Reading) -> Card:
    """The only card."""
    (card,) = reading.deck.cards
    return card


def test_the_complete_file_has_no_problems(example: Reading) -> None:
    """The example of the grammar is right."""
    assert example.problems == ()
    assert [card.id for card in example.deck.cards] == ["score-std", "uncorrelated", "overflow", "gemma2", "chain"]


def test_a_topic_names_related_topics(known: KnownDemos) -> None:
    """In the order written; while a text has no file yet, they may be topics that only the decks know."""
    reading = read_text(HEAD.replace("```\n\n", 'related = ["u", "t/v"]\n```\n\n') + "## A {#a}\n\nB.\n", "t.md", known)
    assert (reading.deck.topics[0].related, reading.problems) == (("u", "t/v"), ())


def test_a_topic_says_how_often_it_is_asked_and_what_comes_first(known: KnownDemos) -> None:
    """weight and after; without them a topic weighs 3 and follows nothing."""
    head = HEAD.replace("```\n\n", 'weight = 5\nafter = ["u"]\n```\n\n')
    (topic,) = read_text(head + "## A {#a}\n\nB.\n", "t.md", known).deck.topics
    assert (topic.weight, topic.after) == (5, ("u",))
    (plain,) = read_text(HEAD + "## A {#a}\n\nB.\n", "t.md", known).deck.topics
    assert (plain.weight, plain.after) == (3, ())


@pytest.mark.parametrize("line", ["weight = 0", "weight = 6", "weight = 2.5", "weight = true", 'after = "u"'])
def test_a_weight_or_what_comes_first_that_cannot_be(known: KnownDemos, line: str) -> None:
    """Told, and the usual value holds."""
    reading = read_text(HEAD.replace("```\n\n", f"{line}\n```\n\n") + "## A {#a}\n\nB.\n", "t.md", known)
    assert [problem.rule for problem in reading.problems] == ["preamble-value"]
    assert (reading.deck.topics[0].weight, reading.deck.topics[0].after) == (3, ())


def test_the_topic_has_what_stands_above_its_cards(example: Reading) -> None:
    """Title, toml block, introduction and definitions make the topic."""
    (topic,) = example.deck.topics
    assert (topic.id, topic.title, topic.level) == (
        "attention-scaling",
        r"Why attention divides by $\sqrt{d_k}$",
        Level.CORE,
    )
    assert topic.tags == ("attention", "initialisation")
    assert topic.introduction == "Scores are sums; sums spread. Everything here follows from that one line."
    assert [source.key for source in topic.sources] == ["vaswani17", "gemma3"]


def test_a_question_has_its_sections(example: Reading) -> None:
    """Each section goes where its name says, as it is written."""
    card = example.deck.cards[0]
    assert card.kind is Kind.QUESTION
    assert card.cue == "Roughly how large is a raw attention score for head width $d_k$, and why?"
    assert len(card.phrasings) == 3
    assert card.hint == "What is the variance of one product?"
    assert card.must_say[2] == MustSay("init", "and that is a statement about initialisation", False)
    assert [section.name for section in card.depth] == [
        "Intuition",
        "Derivation",
        "Example",
        "Code",
        "Compare",
        "In practice",
    ]
    assert card.remember == (r"$\mathrm{Var}(q\cdot k)=d_k$: independent, centred, unit variance.",)
    assert card.demos[0].arguments == (("d_k", "8,64,128,512"), ("n", "1000"))
    assert card.demos[0].wording == "What standard deviation do you expect at $d_k=128$?"
    assert [source.url for source in card.sources] == ["https://arxiv.org/abs/1706.03762"]


def test_a_place_covers_the_card_and_no_definition(example: Reading) -> None:
    """From the heading to the last line with text."""
    lines = EXAMPLE.read_text().split("\n")
    for card in example.deck.cards:
        assert lines[card.place.line - 1].startswith("## ")
        assert lines[card.place.last_line - 1].strip()
    assert example.deck.cards[0].place.last_line + 2 == example.deck.cards[1].place.line
    assert lines[example.deck.cards[-1].place.last_line - 1].startswith("- [caveat]")


def test_a_follow_up_hangs_on_the_question_above(example: Reading) -> None:
    """So does a red flag."""
    assert [card.parent for card in example.deck.cards] == [
        "",
        "attention-scaling/score-std",
        "attention-scaling/score-std",
        "",
        "",
    ]


def test_a_red_flag_has_two_sentences_without_quotation_marks(example: Reading) -> None:
    """The flawed one is its cue, the sound one the leading quote of Say instead."""
    card = example.deck.cards[2]
    assert card.kind is Kind.RED_FLAG
    assert card.cue == r"We divide by $\sqrt{d_k}$ so that the exponentials don't overflow."
    assert card.sound.startswith("We divide so that softmax") and card.sound.endswith("takes care of overflow.")
    assert card.say_instead == "Size is harmless: softmax ignores a shift. Spread isn't."


def test_attributes_say_level_and_dates(example: Reading) -> None:
    """And capstone gives three minutes."""
    gemma, chain = example.deck.cards[3:]
    assert (gemma.level, gemma.as_of, gemma.expires) == (Level.SENIOR, "2026-11", "2027-11")
    assert chain.capstone and chain.limit_seconds == 180


def test_tags_add_to_the_topics(known: KnownDemos, tmp_path: Path) -> None:
    """A focus on a tag finds the card whether the card or its file bears it."""
    text = EXAMPLE.read_text().replace("{#chain capstone}", "{#chain capstone tags=softmax,attention}")
    (tmp_path / "a.md").write_text(text)
    card = read_decks([Folder(tmp_path)], known).deck.cards[-1]
    assert card.tags == ("attention", "initialisation", "softmax")


def test_a_reference_may_leave_the_topic(read: Read) -> None:
    """of= and was= take an id of this topic, or topic/id."""
    card = the_card(read("## Follow-up: and? {#and of=other/sub/q was=old}\n\nYes.\n"))
    assert (card.parent, card.was) == ("other/sub/q", "t/old")


def test_bodies_keep_every_byte(read: Read) -> None:
    """Indentation, quotes, lists, HTML, blank lines: what stands between two headings is the body."""
    body = (
        "    indented code\n\n> quote\n>\n> # not a title\n\n- item\n\n  ## not a card\n\n"
        "<!-- kept -->\n\n#### small heading\n\ttab  \nline"
    )
    assert the_card(read(f"## Why? {{#why}}\n\n{body}\n\n\n### Hint\n\nh\n")).answer == body


def test_only_headings_at_the_top_level_are_structure(read: Read) -> None:
    """A heading in a list, a quote, a fence or a comment is content; so is a deeper heading."""
    text = "## Why? {#why}\n\n> ## q\n\n- ## l\n\n```\n## f\n```\n\n<!--\n## c\n-->\n\n#### d\n"
    reading = read(text)
    assert [card.id for card in reading.deck.cards] == ["why"]
    assert reading.problems == ()


def test_definitions_are_no_part_of_a_body(read: Read) -> None:
    """They belong to the file, wherever they stand."""
    card = the_card(read('## Why? {#why}\n\nBecause [he15].\n\n[he15]: <> "He et al. 2015"\n'))
    assert card.answer == "Because [he15]."
    assert card.sources[0].url == "" and card.sources[0].title == "He et al. 2015"


def test_items_may_span_lines(read: Read) -> None:
    """An item of Must say, Remember or Demo is a paragraph."""
    card = the_card(read("## Why? {#why}\n\nB.\n\n### Must say\n\n- [a!] one\n  and two\n- [b] three\nand four\n"))
    assert [point.text for point in card.must_say] == ["one\nand two", "three\nand four"]


def test_depth_has_one_order(read: Read) -> None:
    """The folds come in the order of the screen, whatever the order of the file."""
    card = the_card(read("## Why? {#why}\n\nB.\n\n### Code\n\nc\n\n### Intuition\n\ni\n"))
    assert [section.name for section in card.depth] == ["Intuition", "Code"]


def test_a_question_may_contain_a_colon(read: Read) -> None:
    """Only a near miss of a kind is taken for one."""
    for cue in ("Thirty seconds: why?", "Softmax: what is it?", "Rollout: when?", "Flags: which?"):
        reading = read(f"## {cue} {{#why}}\n\nB.\n")
        assert reading.problems == () and the_card(reading).cue == cue


NEAR_MISSES = ["Followup: ", "Follow up: ", "follow-up: ", "FOLLOW-UP: ", "Red Flag: ", "Redflag:"]
STRAYS = ["Why {#a} {#b}", "Why {#a} `x`", "Why? {capstone}", "Why? { level=2 }", "Why? { #a }"]
BRACKETS = ["[CLS]", "`x[i23]` and x[he15]", "[0]", "[int8] [fp16] [bf16] [float32]", "[a](b) W[i][j]"]


@pytest.mark.parametrize("prefix", NEAR_MISSES)
def test_a_near_miss_of_a_kind_is_told(read: Read, prefix: str) -> None:
    """With the right spelling."""
    (problem,) = read(f"## {prefix}why? {{#why}}\n\nB.\n").problems
    assert problem.rule == "kind-prefix" and "did you mean “" in problem.hint


@pytest.mark.parametrize("cue", ["What is {a, b}?", "Is {level} a set", "Why `{#x}`", r"Why $\{#x\}$", r"Why \{#x}"])
def test_braces_that_are_no_attributes_are_text(read: Read, cue: str) -> None:
    """Sets, code and math keep their braces."""
    card = the_card(read(f"## {cue} {{#why}}\n\nB.\n"))
    assert (card.cue, card.id) == (cue, "why")


@pytest.mark.parametrize("heading", ["Why? {#why} ##", "Why? {#why}   ", "Why? {#why   level=2}", "`Why`{#why}"])
def test_attributes_end_the_headings_text(read: Read, heading: str) -> None:
    """Closing hashes and spaces don't count."""
    assert the_card(read(f"## {heading}\n\nB.\n")).id == "why"


@pytest.mark.parametrize("heading", STRAYS)
def test_attributes_elsewhere_are_told(read: Read, heading: str) -> None:
    """They would silently be part of the question."""
    assert "misplaced-attributes" in {problem.rule for problem in read(f"## {heading}\n\nB.\n").problems}


def test_all_problems_are_told_at_once(read: Read) -> None:
    """From top to bottom, with the source line."""
    text = "## A {#a levl=3}\n\n$\\foo$\n\n### Hnt\n\nx\n\n## B {#a}\n\n### Must say\n\n- none\n"
    problems = read(text).problems
    assert [(p.line, p.rule) for p in problems] == [
        (7, "attribute"),
        (9, "math"),
        (11, "unknown-section"),
        (15, "empty-answer"),
        (15, "duplicate-id"),
        (19, "point-key"),
    ]
    assert problems[1].source == "$\\foo$"


def test_math_knows_its_column(read: Read) -> None:
    """In a paragraph, a list, a quote, a table, a display of several lines, behind an entity."""
    spots = {
        "see `$x$` $x$ and $a \\foo$": 22,
        "> &amp; $\\foo$": 10,
        "- one\n  $b \\foo$": 6,
        "| a | b |\n|---|---|\n| $x$ | $\\foo$ |": 10,
        "$$\na = b \\\\\nc = \\foo\n$$": 5,
        "> $$\n> c = \\foo\n> $$": 7,
        "$$a = \\foo$$": 7,
        "text $$a = \\foo$$": 12,
    }
    for text, column in spots.items():
        (problem,) = read(f"## A {{#a}}\n\n{text}\n").problems
        assert (problem.rule, problem.column) == ("math", column), text
        assert problem.source[column - 1 :].startswith("\\foo"), text


def test_math_is_math_beside_a_number(read: Read) -> None:
    """A paragraph that begins with $ and ends with a digit, which the plugin takes for money."""
    (problem,) = read("## A {#a}\n\n$\\foo$ is 5\n").problems
    assert problem.rule == "math"
    assert read("## A {#a}\n\nIt costs $5 and $10, or \\$\\foo\\$.\n").problems == ()


@pytest.mark.parametrize("text", BRACKETS)
def test_brackets_of_the_trade_are_no_citations(read: Read, text: str) -> None:
    """Only a name with a two-digit year looks like one."""
    assert read(f"## A {{#a}}\n\nThis {text} is text.\n").problems == ()


def test_a_quoted_number_names_its_demo() -> None:
    """A test can measure every number again."""
    text = "About [11.34](demo:attention.score-std?d_k=8,64&n=10#std@128), or [9](demo:bad) [x](http://y)."
    assert quoted_numbers(text) == (
        ("11.34", "demo:attention.score-std?d_k=8,64&n=10#std@128"),
        ("9", "demo:bad"),
    )


def test_a_link_to_a_demo_is_checked_like_a_call(read: Read) -> None:
    """Name and parameters, with the nearest name."""
    (problem,) = read("## A {#a}\n\n[1](demo:attention.score-sd#std@1)\n").problems
    assert problem.rule == "unknown-demo" and problem.hint == "did you mean attention.score-std?"


def test_a_red_flag_quotes_in_any_marks(read: Read) -> None:
    """Straight and curly; marks inside stay."""
    for cue in ('"It is “so”."', "“It is “so”.”", "It is “so”."):
        text = f"## Red flag: {cue} {{#why of=q}}\n\nB.\n\n### Say instead\n\n> {cue}\n"
        card = the_card(read(text))
        assert card.cue == card.sound == "It is “so”."
