"""Which cues are the same question twice: pairs from the starter deck, before and after it was mended."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from prep.core.card import Card, CardText, Place
from prep.core.kind import Kind
from prep.decks.checks.stems import spoken_words
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.alike import alike
from prep.decks.reading.read import Folder, read_decks, read_text
from tests.decks.conftest import HEAD

SAME = [
    ("Can more parameters reduce the test error? Where?", "Can more parameters reduce test error? Show me."),
    (
        "Your model is 95 % confident and 80 % right. What is the cheapest repair?",
        "Your model is 95 % confident and 80 % right. What now?",
    ),
    ("What is dropout?", "What is Dropout"),
    ("What does $W_Q$ do to a token?", "What does $W_Q$ do to a Token?"),
    ("What does the matrix W do to a token?", "What does the matrix w do to a token?"),
]
OTHERS = [
    ("What is dropout?", "Why dropout?"),
    ("What is the gradient in $W$ of a linear layer?", "What is the gradient in $w$ of a linear layer?"),
    ("How large is $\\Sigma$ after whitening the inputs?", "How large is $\\sigma$ after whitening the inputs?"),
    ("What does `Linear` return for a batch?", "What does `linear` return for a batch?"),
    ("What is $K$?", "What is $k$?"),
    ("How does Gemma 2 keep its attention logits in check?", "How does Gemma 3 keep its attention logits in check?"),
    ("What do the logits do without the scale at step 0?", "What do the logits do with the scale at step 0?"),
    (
        "What is the gradient of softmax cross-entropy in the logits?",
        "What is the gradient of softmax cross-entropy in the weights?",
    ),
    (
        "Why does a score under RoPE depend on the distance of the two tokens only?",
        "How does the variance of random scores depend on the distance under RoPE?",
    ),
    (
        "Top-k or top-p: what does each fix, and when does each fail?",
        "Explain temperature, top-k and top-p, and when each fails.",
    ),
    ("Where does the peak of double descent come from, algebraically?", "Is the peak of double descent inevitable?"),
]


def asked(*cues: str, kind: Kind = Kind.QUESTION, topic: str = "t") -> tuple[Card, ...]:
    return tuple(Card(topic, f"c{at}", kind, CardText(cue), Place("t.md", at, at)) for at, cue in enumerate(cues))


@pytest.mark.parametrize("pair", SAME)
def test_a_question_asked_twice_is_found(pair: tuple[str, str]) -> None:
    """In either order, and once for the two cards."""
    assert len(alike(asked(*pair))) == 1
    assert len(alike(asked(*reversed(pair)))) == 1


@pytest.mark.parametrize("pair", OTHERS)
def test_another_question_is_none(pair: tuple[str, str]) -> None:
    """A number, a negation, or one word of its own sets a cue apart."""
    assert not alike(asked(*pair)) and not alike(asked(*reversed(pair)))


def test_a_red_flag_may_say_what_a_question_asks() -> None:
    """One is answered, the other judged."""
    cue, _ = SAME[0]
    assert not alike((*asked(cue), *asked(cue, kind=Kind.RED_FLAG, topic="u")))
    assert alike((*asked(cue), *asked(cue, kind=Kind.FOLLOW_UP, topic="u")))


def test_a_copy_of_a_shipped_card_is_none() -> None:
    """The person's card with the same full id takes its place."""
    assert not alike((*asked(SAME[0][0]), *asked(SAME[0][0])))


def test_a_new_card_is_held_against_the_deck(known: KnownDemos) -> None:
    """`prep add` tells that the deck already asks it."""
    deck = read_text(HEAD + f"## {SAME[0][0]} {{#curve}}\n\nBeyond the peak.\n", "t.md", known).deck
    (problem,) = read_text(HEAD + f"## {SAME[0][1]}\n\nYes.\n", "u.md", known, deck).problems[1:]
    assert problem.rule == "alike-cues" and "t/curve" in problem.message


def test_one_file_of_many_is_held_against_the_others_only(tmp_path: Path, known: KnownDemos) -> None:
    """`prep check FILE`, where the file is in a deck folder that is in use: its cards are no copies of themselves."""
    (tmp_path / "a.md").write_text(HEAD + f"## {SAME[0][0]} {{#a}}\n\nB.\n")
    (tmp_path / "b.md").write_text(HEAD + f"## {SAME[0][1]} {{#b}}\n\nB.\n\n## One more?\n\nB.\n")
    found = read_decks([Folder(tmp_path / "b.md")], known, beside=[Folder(tmp_path)]).problems
    assert [problem.rule for problem in found] == ["alike-cues", "no-id"]


def test_comparing_ends_when_its_beat_raises_and_can_begin_again(known: KnownDemos, tmp_path: Path) -> None:
    """Wherever it was; nothing is told twice, and what was found before stays."""
    card = "## How wide is a head of attention? {{#{0}}}\n\nSo.\n\n"
    (tmp_path / "a.md").write_text(HEAD + "".join(map(card.format, "abc")), "utf-8")
    whole = read_decks([Folder(tmp_path)], known).problems
    reading = read_decks([Folder(tmp_path)], known)
    for beats in range(6):
        with pytest.raises(StopIteration):
            reading.compare(partial(next, iter(range(beats))))
        assert not reading.compared
    reading.compare(lambda: None)
    assert reading.problems == whole
    assert [problem.rule for problem in whole].count("alike-cues") == 2


def test_four_hundred_cards_are_compared_in_no_time() -> None:
    """In less than 0.1 s with three phrasings each, from nothing: an app that starts reads all decks."""
    chance = random.Random(0)
    words = [chance.choice("bcdfgklmnprst") + f"a{at:x}q" for at in range(900)]
    cues = [f"Why does the {' '.join(chance.sample(words, 8))} grow?" for _ in range(1200)]
    times = []
    for _ in range(3):
        spoken_words.cache_clear()
        start = process_time()
        assert not alike(asked(*cues))
        times.append(process_time() - start)
    assert min(times) < 0.1


def test_a_card_without_a_topic_is_like_none(tmp_path: Path, known: KnownDemos) -> None:
    """A merge left two in its file, which lies beside: it has no name by which another card could speak of it."""
    (beside := tmp_path / "beside").mkdir()
    topics = '<<<<<<< HEAD\ntopic = "a"\n=======\ntopic = "c"\n>>>>>>> other\n'
    (beside / "a.md").write_text(f"# A\n\n```toml\n{topics}```\n\n## Why is it so? {{#a}}\n\nSo.\n", "utf-8")
    (tmp_path / "b.md").write_text(HEAD + "## Why is it so? {#b}\n\nSo.\n", "utf-8")
    reading = read_decks([Folder(tmp_path / "b.md")], known, beside=[Folder(beside)])
    assert [card.id for card in reading.deck.cards] == ["b"]
    assert "alike-cues" not in {problem.rule for problem in reading.problems}
