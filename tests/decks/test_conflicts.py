"""What a merge left undecided: one error that says so, wherever it stands, and no card of it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import Folder, read_decks, read_text
from prep.decks.reading.reading import Reading
from prep.decks.writing.ids import give_ids
from prep.exchange.incoming import MARKERS
from tests.decks.conftest import HEAD

OURS, MIDDLE, THEIRS = "<<<<<<< HEAD", "=======", ">>>>>>> laptop"
CARD = "## Why? {#why}\n\n"
NEXT = "\n\n## How? {#how}\n\nSo.\n"


def conflict(ours: str, theirs: str, base: str = "") -> str:
    """As git writes it."""
    return "\n".join([OURS, ours, *([f"||||||| merged\n{base}"] if base else []), MIDDLE, theirs, THEIRS])


PLACES = {
    "in a paragraph": f"{CARD}So\n{conflict('we say', 'they say')}\nit.",
    "as the answer": CARD + conflict("Because.", "Therefore."),
    "with its base": CARD + conflict("Because.", "Therefore.", "Hence."),
    "in a list": f"{CARD}- one\n{conflict('- two', '- three')}\n- four",
    "in a must-say list": f"{CARD}B.\n\n### Must say\n\n- [a] b\n{conflict('- [b] c', '- [b] d')}",
    "in a fence": f"{CARD}B.\n\n```python\n{conflict('x = 1', 'x = 2')}\n```",
    "in a quote": f"{CARD}> a\n{conflict('> b', '> c')}\n> d",
    "around a heading": f"{conflict('## Why? {#why}', '## Why so? {#why}')}\n\nBecause.",
    "around cards": conflict(CARD + "B.\n\n## A? {#a}\n\nB.", "## Why? {#why}\n\nB.\n\n## C? {#c}\n\nB."),
    "in a table": f"{CARD}B.\n\n| a | b |\n|---|---|\n{conflict('| 1 | 2 |', '| 1 | 3 |')}",
    "in a formula": f"{CARD}B.\n\n$$\n{conflict('a = b', 'a = c')}\n$$",
    "with one marker left": f"{CARD}Because.\n{THEIRS}",
    "with the first marker left": f"{CARD}{OURS}\nBecause.",
}


@pytest.mark.parametrize("where", PLACES)
def test_a_conflict_is_one_error_and_its_cards_are_not_asked(where: str, known: KnownDemos) -> None:
    """Whatever it stands in; the card below it is."""
    text = HEAD + PLACES[where] + NEXT
    reading = read_text(text, "t.md", known)
    (problem,) = reading.pressing
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.encode().startswith(MARKERS)]
    assert (problem.rule, problem.line) == ("merge-conflict", lines[0])
    told = f"lines {lines[0]} to {lines[-1]}" if len(lines) > 1 else f"line {lines[0]}"
    assert problem.message == f"a merge left a conflict on {told}"
    assert [card.id for card in reading.deck.cards] == ["how"]


def test_line_ends_of_windows_hide_no_conflict(known: KnownDemos) -> None:
    """A marker ends in CR LF there."""
    text = (HEAD + CARD + conflict("a", "b") + NEXT).replace("\n", "\r\n")
    assert [problem.rule for problem in read_text(text, "t.md", known).problems] == ["merge-conflict"]


def test_a_conflict_in_the_toml_block_is_told_as_one(known: KnownDemos) -> None:
    """Not as TOML that is none; without a topic no card of the file has an identity."""
    reading = read_text(
        HEAD.replace('topic = "t"', conflict('topic = "t"', 'topic = "u"')) + CARD + "B.\n", "t.md", known
    )
    assert [(problem.rule, problem.line) for problem in reading.problems] == [("merge-conflict", 4)]
    assert reading.deck.cards == ()


def test_a_conflict_in_the_introduction_is_not_shown(known: KnownDemos) -> None:
    """The cards below it are asked."""
    reading = read_text(f"{HEAD}{conflict('It is.', 'It was.')}\n\n{CARD}B.\n", "t.md", known)
    assert [problem.rule for problem in reading.problems] == ["merge-conflict"]
    assert [(topic.introduction, len(topic.cards)) for topic in reading.deck.topics] == [("", 1)]


NONE = ["a <<<<<<< b", "    <<<<<<< HEAD", ">>>>>>>> deep", "```\n=======\n```", "1 << 7"]


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_a_marker_is_text(text: str, known: KnownDemos) -> None:
    """Markers have seven signs, at the start of a line; a lone ======= in code is code."""
    assert read_text(f"{HEAD}{CARD}B.\n\n{text}\n", "t.md", known).problems == ()


def test_no_id_goes_into_a_conflict(tmp_path: Path) -> None:
    """Both sides of a new card would get one."""
    file = tmp_path / "t.md"
    file.write_text(HEAD + conflict("## Why?\n\nB.", "## Why so?\n\nB.") + "\n\n## How?\n\nSo.\n")
    assert [given.full_id for given in give_ids(tmp_path, lambda _: False).given] == ["t/how"]


def test_a_kept_file_knows_its_conflict(tmp_path: Path, known: KnownDemos) -> None:
    """The cache of parsed files keeps all its lines: the second card in it isn't asked after the next start either."""
    from prep.decks.reading.cache import ParseCache, stamp

    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "t.md").write_text(HEAD + PLACES["around cards"] + NEXT)

    def reading() -> Reading:
        return read_decks([Folder(tmp_path / "decks")], known, cache=ParseCache(tmp_path / "kept", stamp(known)))

    assert [card.id for card in (reading().deck.cards, reading().deck.cards)[1]] == ["how"]
