"""Cards without an id get one, and not one other byte changes."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import Folder, read_decks
from prep.decks.writing.ids import Given, give_ids, new_id
from tests.decks.conftest import HEAD, KNOWN


def nobody(_full_id: str) -> bool:
    """A log that knows no id."""
    return False


def test_a_card_gets_an_id_from_its_question(tmp_path: Path, known: KnownDemos) -> None:
    """At most four telling words, unique in the topic."""
    deck = tmp_path / "a.md"
    text = HEAD + "## Why does $\\sqrt{d_k}$ divide the scores? {#x}\n\nB.\n\n## Why does it spread?\n\nB.\n"
    deck.write_text(text)
    giving = give_ids(tmp_path, nobody)
    assert giving.given == (Given(deck, 11, "t/spread"),)
    assert deck.read_text() == text.replace("spread?", "spread? {#spread}")
    assert [card.id for card in read_decks([Folder(tmp_path)], known).deck.cards] == ["x", "spread"]


@pytest.mark.parametrize(
    ("cue", "wanted"),
    [
        ("Why does softmax care about the spread of its scores?", "softmax-care-about-spread"),
        ("What is $d_k$?", "dk"),
        ("Why?", "why"),
        ("Qu'est-ce que l'entraînement?", "quest-ce-que-lentrainement"),
        ("为什么？", "card"),
        ("`F.softmax(x)` on **bold** [CLS]", "f-softmax-x-bold"),
        ("Donaudampfschifffahrtsgesellschaftskapitaensmuetze " * 2, "donaudampfschifffahrtsgesellschaftskapit"),
    ],
)
def test_ids_are_short_and_plain(cue: str, wanted: str) -> None:
    """Words of the question in lower-case ASCII."""
    assert new_id(cue, "t", nobody) == wanted


def test_an_id_that_the_log_knows_is_never_given_again(tmp_path: Path) -> None:
    """Its card is gone, but may return with its history."""
    (tmp_path / "a.md").write_text(HEAD + "## Why spread?\n\nB.\n")
    (tmp_path / "b.md").write_text(HEAD + "## Why? {#spread-2}\n\nB.\n")
    giving = give_ids(tmp_path, lambda full: full == "t/spread")
    assert [each.full_id for each in giving.given] == ["t/spread-3"]


def test_two_like_questions_get_two_ids(tmp_path: Path) -> None:
    """In one file and across files."""
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(HEAD + "## Why spread?\n\nB.\n\n## Why spread?\n\nB.\n")
    given = [each.full_id for each in give_ids(tmp_path, nobody).given]
    assert given == ["t/spread", "t/spread-2", "t/spread-3", "t/spread-4"]


def test_ids_are_given_once(tmp_path: Path) -> None:
    """The second sync finds nothing to do and touches no file."""
    deck = tmp_path / "a.md"
    deck.write_text(HEAD + "## Why?\n\nB.\n")
    give_ids(tmp_path, nobody)
    before = deck.stat().st_mtime_ns, deck.stat().st_ino
    assert give_ids(tmp_path, nobody).given == ()
    assert (deck.stat().st_mtime_ns, deck.stat().st_ino) == before


def test_a_heading_with_another_fault_keeps_its_bytes(tmp_path: Path) -> None:
    """An id is no mending."""
    text = HEAD + "## Why {#x} not?\n\nB.\n\n## Why? {#X}\n\nB.\n\n## Followup: why?\n\nB.\n\n##\n\nB.\n"
    (tmp_path / "a.md").write_text(text)
    assert give_ids(tmp_path, nobody).given == ()
    assert (tmp_path / "a.md").read_text() == text


def test_code_is_never_touched(tmp_path: Path) -> None:
    """Nothing is written into a fence, a quote or a comment that looks like a card."""
    deck = tmp_path / "a.md"
    text = HEAD + "## Why?\n\n```\n\n## Not a card\n\n```\n\n> ## Nor this\n\n<!--\n## Nor this\n-->\n"
    deck.write_text(text)
    assert len(give_ids(tmp_path, nobody).given) == 1
    assert deck.read_text() == text.replace("## Why?", "## Why? {#why}")


def test_a_file_without_a_topic_keeps_its_bytes(tmp_path: Path) -> None:
    """Without a topic there is no id."""
    (tmp_path / "a.md").write_text("# T\n\n## Why?\n\nB.\n")
    assert give_ids(tmp_path, nobody).given == ()


def test_mode_and_link_stay(tmp_path: Path) -> None:
    """A link stays a link, a private file private."""
    (tmp_path / "decks").mkdir()
    real = tmp_path / "real.md"
    real.write_text(HEAD + "## Why?\n\nB.\n")
    real.chmod(0o600)
    (tmp_path / "decks" / "link.md").symlink_to(real)
    give_ids(tmp_path / "decks", nobody)
    assert (tmp_path / "decks" / "link.md").is_symlink()
    assert "{#why}" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["decks", "real.md"]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is whole, nothing is left beside it, the cards wait."""
    deck = tmp_path / "a.md"
    deck.write_text(HEAD + "## Why?\n\nB.\n")
    before = deck.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    giving = give_ids(tmp_path, nobody)
    assert giving.given == ()
    assert "No space left on device" in giving.problems[0].message
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"] and deck.read_bytes() == before


def test_a_read_only_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replacing it would go behind the back of whoever made it read-only."""
    deck = tmp_path / "a.md"
    deck.write_text(HEAD + "## Why?\n\nB.\n")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write anything
    giving = give_ids(tmp_path, nobody)
    assert giving.given == () and "read-only" in giving.problems[0].message
    assert deck.read_text() == HEAD + "## Why?\n\nB.\n"


LINES = st.sampled_from(
    ["## Why spread?", "## Why `x`", "## $q$ {#q}", "## A ##", "### Hint", "", "t", "\ttab", "```", "> ## q", "- [k] i"]
)


@given(st.lists(LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.booleans())
def test_only_headings_of_new_cards_change(lines: list[str], newline: str, bom: bool, end: bool) -> None:
    """Line ends, BOM, tabs and a missing last line end are kept; the rest differs by the ids alone."""
    raw = ("\ufeff" if bom else "") + newline.join([*HEAD.split("\n"), *lines]) + (newline if end else "")
    with tempfile.TemporaryDirectory() as folder:
        deck = Path(folder, "a.md")
        deck.write_bytes(raw.encode())
        given = give_ids(Path(folder), nobody).given
        after = deck.read_bytes().decode()
        cards = read_decks([Folder(Path(folder))], KNOWN).deck.cards
    old, new = raw.split(newline), after.split(newline)
    changed = {number for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b}
    assert changed == {each.line for each in given}
    for each in given:
        assert new[each.line - 1].replace(f" {{#{each.full_id.removeprefix('t/')}}}", "") == old[each.line - 1]
    assert all(card.id for card in cards)
