"""Cards found by what they say and how they stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.event import HELD_FOR_EVER, EventDraft, EventKind, Rating
from prep.core.kind import Kind, Level
from prep.core.query import QueryProblem, query
from prep.store.search.find import find
from prep.store.search.index import Index, Texts
from tests.store.desk import Desk, child, question

TEXTS: dict[str, Texts] = {
    "scores/why": ("Why divide by $\\sqrt{d_k}$?", "The spread of a score grows.", "Naïve softmax saturates", "scores"),
    "scores/code": ("Write it.", "`x[:, 0] += d_k`", "multi-head", "scores"),
    "rope/angle": ("What turns?", "The softmax sees the difference ∇", "a score", "rope"),
}
CARDS = list(TEXTS)


@pytest.fixture
def index(desk: Desk, tmp_path: Path) -> Iterator[Index]:
    """Three cards in the log and in the index."""
    desk.deal(*(question(card, n, level=Level(n + 1), tags=("math",) if n else ()) for n, card in enumerate(CARDS)))
    made = Index(tmp_path / "cache" / "search.db", desk.store.database)
    made.sync(dict.fromkeys(CARDS, 1), TEXTS.__getitem__)
    yield made
    made.close()


def hits(index: Index, desk: Desk, text: str) -> list[str]:
    """Ids, the best first."""
    found = find(index.connection, query(text), desk.clock.day, desk.store.model, 10)
    return [card.partition("/")[2] for card in found.cards]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("naive", ["why"]),  # without its diaeresis
        ("softm", ["angle", "why"]),  # begun; an answer says more than depth
        ('"softm"', []),
        ("d_k", ["why", "code"]),  # a cue says most
        ('"x[:, 0]"', ["code"]),
        ("multi-head", ["code"]),
        ("∇", ["angle"]),
        ("score -softmax", ["code"]),  # by the id of its topic
        ("-softmax scores", ["code"]),
        ("-∇ softmax", ["why"]),
        ("rope", ["angle"]),
        ("nothing", []),
        ('"" - :', ["code"]),  # signs are looked for as they are
    ],
)
def test_words_are_found_as_they_are_written(index: Index, desk: Desk, text: str, found: list[str]) -> None:
    """By their beginning, in any part of a card, diacritics folded."""
    assert hits(index, desk, text) == found


def test_filters_know_state_and_history(index: Index, desk: Desk) -> None:
    """Each by itself, with words, and turned round."""
    desk.rate("scores/why", Rating.EASY, body={"missed": ["spread"]})
    desk.store.append(
        [EventDraft(EventKind.HELD, "scores/code", due_day=HELD_FOR_EVER)], desk.clock.now(), desk.clock.day
    )
    asked = {
        "is:new": ["code", "angle"], "-is:new": ["why"], "is:suspended": ["code"], "is:buried": [], "is:due": [],
        "missed:spre": ["why"], "missed:other": [], "rated:1": ["why"], "-rated:1": ["code", "angle"],
        "level:screen": ["why"], "tag:ma": ["code", "angle"], "topic:rope": ["angle"],
        "kind:question d_k": ["why", "code"],
        "recall>0.5": ["why"], "recall<1": [], "-recall<0.9": ["why", "code", "angle"],
        "added:1": ["why", "code", "angle"],
    }  # fmt: skip
    assert {text: hits(index, desk, text) for text in asked} == asked
    desk.clock.forward(days=400)
    assert hits(index, desk, "recall<0.9") == hits(index, desk, "is:due") == ["why"]
    assert hits(index, desk, "rated:400") == [] != hits(index, desk, "rated:401")


def test_recall_is_that_of_the_model(index: Index, desk: Desk) -> None:
    """Just below and just above what FSRS predicts."""
    desk.rate("scores/why", Rating.EASY)
    desk.clock.forward(days=40)
    recall = desk.store.model.recalled(desk.store.state("scores/why"), desk.clock.day)
    assert recall is not None
    assert (
        hits(index, desk, f"recall<{recall + 1e-4:.5f}") == hits(index, desk, f"recall>{recall - 1e-4:.5f}") == ["why"]
    )
    assert hits(index, desk, f"recall<{recall - 1e-4:.5f}") == []


def test_only_what_changed_is_written_again(index: Index, desk: Desk) -> None:
    """A new text, a new card, one that is gone."""
    asked: list[str] = []

    def texts(card: str) -> Texts:
        asked.append(card)
        return ("zebra", "", "", "")

    index.sync({"scores/why": 2, "scores/code": 1, "a/new": 1}, texts)
    assert asked == ["scores/why", "a/new"]
    assert hits(index, desk, "zebra") == ["why"]  # the new one isn't in the log yet
    assert hits(index, desk, "naive") == hits(index, desk, "rope") == []


@pytest.mark.parametrize("left", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5_000])
def test_an_index_that_is_deleted_or_damaged_is_made_again(desk: Desk, tmp_path: Path, left: bytes) -> None:
    """It is cache."""
    file = tmp_path / "search.db"
    file.write_bytes(left)
    desk.deal(*(question(card, n) for n, card in enumerate(CARDS)))
    index = Index(file, desk.store.database)
    index.sync(dict.fromkeys(CARDS, 1), TEXTS.__getitem__)
    assert hits(index, desk, "naive") == ["why"]
    index.close()


def test_where_nothing_can_be_written_it_lies_in_memory(desk: Desk, tmp_path: Path) -> None:
    """A file stands where the cache's folder should be."""
    (tmp_path / "cache").write_bytes(b"")
    desk.deal(*(question(card, n) for n, card in enumerate(CARDS)))
    index = Index(tmp_path / "cache" / "search.db", desk.store.database)
    index.sync(dict.fromkeys(CARDS, 1), TEXTS.__getitem__)
    assert hits(index, desk, "naive") == ["why"]
    index.close()


def test_any_query_has_an_answer(index: Index, desk: Desk) -> None:
    """Whatever stands between, before and behind quotes, signs and stars: FTS5 has a language of its own."""

    @given(st.text(st.sampled_from("ab_√\"*^:-+(){}<>[]'\\ \0é"), max_size=30))
    def law(text: str) -> None:
        try:
            hits(index, desk, text)
        except QueryProblem:
            return

    law()


def test_kinds_are_told_apart(desk: Desk, tmp_path: Path) -> None:
    """`kind:` takes what decks and JSON write."""
    desk.deal(question("a/q", 0), child("a/f", Kind.RED_FLAG, "a/q", 1))
    index = Index(tmp_path / "search.db", desk.store.database)
    assert hits(index, desk, "kind:red-flag") == ["f"]
    index.close()
