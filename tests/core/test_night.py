"""Which lines come on the night before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prep.core.night import NAME_ROWS, Reminder, on_paper, paper_rows, reminders
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import read_text

DECK = """# {0}

```toml
topic = "{0}"
```

## Why? {{#one}}

So.

### Remember

- {0} first
- {0} second

## How? {{#two}}

So.

### Remember

- {0} third
"""
LINES = st.lists(
    st.builds(
        Reminder,
        topic=st.sampled_from(["a", "b/c", "d"]),
        card=st.just("a/x"),
        text=st.text("xyz", min_size=1, max_size=6),
        need=st.floats(0, 5),
    ),
    unique_by=lambda line: line.text,
)


def test_the_neediest_topic_and_in_it_the_neediest_line_comes_first() -> None:
    """Needs of 1, 1 and 2, in the mean 4/3, come before 0.3, 0.3 and 1.5, in the mean 0.7."""
    decks = (read_text(DECK.format(name), name, KnownDemos()).deck for name in ("strong", "weak"))
    needs = {"weak/one": 1.0, "weak/two": 2.0, "strong/one": 0.3, "strong/two": 1.5}
    found = reminders((card for deck in decks for card in deck.cards), lambda card: needs[card.full_id])
    ordered = ["third", "first", "second"]
    assert [line.text for line in found] == [f"{topic} {each}" for topic in ("weak", "strong") for each in ordered]
    assert [line.need for line in found] == [2, 1, 1, 1.5, 0.3, 0.3]


@given(LINES, st.integers(0, 40))
def test_the_neediest_lines_that_fit_go_on_paper(lines: list[Reminder], room: int) -> None:
    """In the order given; of what would have room alone none that is left out is needier, and the neediest has none."""

    def rows(line: Reminder) -> int:
        return len(line.text)

    taken = on_paper(lines, rows, room)
    left = [line for line in lines if line not in taken and rows(line) + NAME_ROWS <= room]
    assert [line for line in lines if line in taken] == list(taken)
    assert paper_rows(taken, rows) <= room
    assert all(one.need >= other.need for one in taken for other in left)
    if left:
        neediest = max(left, key=lambda line: line.need)
        assert paper_rows([*taken, neediest], rows) > room


def test_a_topic_s_name_takes_room_once() -> None:
    """Two lines of one row in one topic, one in another."""
    lines = [Reminder("a", "a/x", "x", 2), Reminder("a", "a/x", "y", 1), Reminder("b", "b/x", "z", 0)]
    assert paper_rows(lines, lambda line: 1) == 3 + 2 * NAME_ROWS
