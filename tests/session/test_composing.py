"""A card while it is written: id, Markdown, problems with the lines a person sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from prep.config import Config
from prep.core.event import Rating
from prep.core.kind import Kind
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.writing.draft import CardDraft
from prep.paths import paths
from prep.session.changes.adding import add_card
from prep.session.changes.composing import compose, goal, likely_topic, questions, read_card
from prep.session.library.library import Library
from prep.session.review.review import Review
from tests.clock import HandClock

DECK = """# Mine

```toml
topic = "mine"
```

## Why is the sky blue? {#sky-blue}

Rayleigh.
"""
KNOWN = KnownDemos(frozenset({"a.b"}))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A deck of one question."""
    decks = tmp_path / "home" / "decks"
    decks.mkdir(parents=True)
    (decks / "mine.md").write_text(DECK, "utf-8")
    return Library.open(
        replace(paths({"PREP_HOME": str(tmp_path / "home")}), starter=tmp_path / "none"), Config(), HandClock()
    )


def draft(**parts: object) -> CardDraft:
    """A question with an answer."""
    return CardDraft(**{"kind": Kind.QUESTION, "cue": "Why is the sky blue?", "answer": "It is."} | parts)  # type: ignore[arg-type]


def test_an_id_that_is_taken_gets_a_number(library: Library) -> None:
    """Two cards never share one."""
    composed = compose(library, KNOWN, "mine", draft())
    assert composed.markdown.startswith("## Why is the sky blue? {#sky-blue-2}")
    assert composed.savable


def test_lines_are_those_of_the_card(library: Library) -> None:
    """The preamble that the parser needs is not counted."""
    composed = compose(library, KNOWN, "mine", draft(answer="It is $\\foo$."))
    assert [(problem.line, "foo" in problem.message) for problem in composed.problems] == [(3, True)]


def test_a_bad_topic_is_line_zero(library: Library) -> None:
    """The topic isn't a line of the card."""
    composed = compose(library, KNOWN, "My Topic", draft())
    assert not composed.savable
    assert composed.problems[0].line == 0


def test_a_follow_up_needs_a_question_that_is_there(library: Library) -> None:
    """Of the topic, or by its full id."""
    lost = compose(library, KNOWN, "mine", draft(kind=Kind.FOLLOW_UP, of="sky-blu"))
    assert [problem.hint for problem in lost.problems] == ["did you mean sky-blue?"]
    assert not lost.savable
    assert compose(library, KNOWN, "mine", draft(kind=Kind.FOLLOW_UP, of="sky-blue")).savable
    assert compose(library, KNOWN, "other", draft(kind=Kind.FOLLOW_UP, of="mine/sky-blue")).savable


def test_what_was_composed_is_what_is_added(library: Library) -> None:
    """The same id, the same text; the parser reads the file as it read the preview."""
    composed = compose(library, KNOWN, "mine", draft(cue="What is 2?", must_say=("- a number !", "even")))
    added = add_card(library, composed.topic, composed.markdown)
    card = library.find(added.cards[0])
    assert composed.card is not None
    assert (card.id, card.cue, card.answer) == (composed.card.id, "What is 2?", "It is.")
    assert [(point.text, point.required) for point in card.must_say] == [("a number", True), ("even", False)]


def test_markdown_from_an_editor_keeps_its_sections(library: Library) -> None:
    """Depth is not a field of the form, but a card may have it."""
    composed = read_card(library, KNOWN, "mine", "## What?\n\nThat.\n\n### Intuition\n\nA tally.\n")
    assert composed.card is not None
    assert composed.card.depth[0].body == "A tally."


def test_text_without_a_card_can_not_be_saved(library: Library) -> None:
    """A card begins with a heading."""
    assert not read_card(library, KNOWN, "mine", "just words\n").savable


def test_a_vast_text_is_not_even_read(library: Library) -> None:
    """Its cue is no card's; with one character less than the bound it is one."""
    head, most = "## Why?\n\n", 50_000
    for markdown, read in ((head + "x" * (most - len(head)), True), (head + "x" * (most - len(head) + 1), False)):
        composed = read_card(library, KNOWN, "mine", markdown)
        assert (composed.card is not None, composed.markdown) == (read, markdown)
        assert read or composed.problems[0].message == "this card has 50,001 characters, more than 50,000"


def test_questions_and_the_file(library: Library) -> None:
    """What a form offers: the topic's questions, and the file that a card would go to."""
    assert questions(library, "mine") == ("sky-blue",)
    assert questions(library, "nothing") == ()
    assert goal(library, "mine") == "mine.md"
    assert goal(library, "new/topic") == "topic.md"
    assert goal(library, "No Topic") == ""


def test_a_new_card_goes_where_one_was_last_busy(library: Library) -> None:
    """The only topic; of several the one that was added to or rated last; none where nothing was done yet."""
    assert likely_topic(library) == "mine"
    (library.paths.decks / "abc.md").write_text(DECK.replace('"mine"', '"abc"'), "utf-8")
    library.reload()
    assert likely_topic(library) == ""
    add_card(library, "new/topic", "## What is 2?\n\nA number.")
    assert likely_topic(library) == "new/topic"
    review = Review(library, only=["mine/sky-blue"])
    review.reveal()
    assert review.rate(Rating.GOOD) is not None
    assert likely_topic(library) == "mine"
