"""The library's rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prep.core.query import Word
from prep.session.library.shelf import Mastery, ShelvedTopic
from prep.text.span import Role
from prep.view.grid import Grid
from prep.view.library import lit, map_rows, topic_map
from tests.core.test_introduction import topic


def shelved(id: str, area: str, met: int = 0, recall: float | None = None) -> ShelvedTopic:
    """A topic of one card."""
    return ShelvedTopic(topic(id, questions=1), area, met, recall)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=12), st.sampled_from([(40, 12), (80, 24), (120, 40)]))
def test_every_topic_has_one_cell_and_no_area_is_cut(sizes: list[int], size: tuple[int, int]) -> None:
    """Whatever the number of columns; and every row fits."""
    topics = [shelved(f"t{a}-{n}", f"area {a}") for a, members in enumerate(sizes) for n in range(members)]
    grid = Grid(*size, 116)
    laid = topic_map(topics, grid)
    cells = [cell for column in laid.columns for cell in column]
    assert [cell for cell in cells if isinstance(cell, int)] == list(range(len(topics)))
    assert [cell for cell in cells if isinstance(cell, str)] == [f"area {a}" for a in range(len(sizes))]
    assert {laid.beside(at, by) for at in range(len(topics)) for by in (-1, 1)} <= set(range(len(topics)))
    assert all(row.width <= grid.width for row in map_rows(topics, laid, 0, grid))


def test_a_topic_is_known_when_all_of_it_was_met_and_is_remembered() -> None:
    """Weak below 0.7, however little was met; the follow-up of `topic` makes two cards."""
    found = [shelved("t", "a", met, recall).mastery for met, recall in [(0, None), (1, 0.95), (2, 0.86), (2, 0.6)]]
    assert found == [Mastery.UNSEEN, Mastery.LEARNING, Mastery.KNOWN, Mastery.WEAK]


def test_what_was_searched_for_is_lit() -> None:
    """Wherever it stands, as it is written there; what must not be there isn't."""
    line = lit("Softmax and (softmax)", [Word("softmax"), Word("and", without=True)])
    assert [(span.text, span.role) for span in line.spans] == [
        ("Softmax", Role.ACT), (" and (", Role.INK), ("softmax", Role.ACT), (")", Role.INK),
    ]  # fmt: skip
