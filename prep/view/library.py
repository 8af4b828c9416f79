"""The library as rows: the map of topics, and cards in columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from prep.core.clock import day_date
from prep.core.query import Word
from prep.session.library.shelf import Mastery, ShelvedCard, ShelvedTopic
from prep.text import words
from prep.text.markdown import plain
from prep.text.row import blank, cut, label, padded, row, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.view.grid import Grid
from prep.view.kind import KINDS

LOOKS = {Mastery.UNSEEN: Role.DIM, Mastery.LEARNING: Role.INK, Mastery.KNOWN: Role.RIGHT, Mastery.WEAK: Role.CARE}
COLUMN, BETWEEN = 36, 4
"""Columns of the map, and between two of them."""
STATE, PERCENT = 8, 6
TOPIC, DUE, RECALL = 18, 7, 6


@dataclass(frozen=True, slots=True)
class TopicMap:
    """The map laid out: which topic stands in which cell."""

    columns: tuple[tuple[int | str | None, ...], ...]
    """From left to right, each from top to bottom: the number of a topic, the name of an area, or nothing."""

    def place(self, topic: int) -> tuple[int, int]:
        """Column and row of a topic."""
        return next((x, cells.index(topic)) for x, cells in enumerate(self.columns) if topic in cells)

    def beside(self, topic: int, by: int) -> int:
        """The nearest topic in the column so many to the right; itself where there is none."""
        column, at = self.place(topic)
        if not 0 <= column + by < len(self.columns):
            return topic
        cells = [(abs(y - at), cell) for y, cell in enumerate(self.columns[column + by]) if isinstance(cell, int)]
        return min(cells)[1] if cells else topic


def topic_map(topics: Sequence[ShelvedTopic], grid: Grid) -> TopicMap:
    """Areas flow down the columns, each in one: one column on a narrow screen, three on a wide one, else two."""
    groups: list[list[int | str | None]] = []
    for area, members in groupby(range(len(topics)), key=lambda at: topics[at].area):
        groups.append([area, *members, None])
    number = 1 if grid.narrow else 3 if grid.wide else 2
    height = -(-sum(map(len, groups)) // number)
    columns: list[list[int | str | None]] = [[]]
    for group in groups:
        if len(columns) < number and columns[-1] and len(columns[-1]) + len(group) // 2 > height:
            columns.append([])
        columns[-1] += group
    return TopicMap(tuple(tuple(column[:-1]) for column in columns))


def map_rows(topics: Sequence[ShelvedTopic], laid: TopicMap, cursor: int, grid: Grid) -> list[Line]:
    """Every row, the topic at the cursor marked."""
    width = grid.width if len(laid.columns) == 1 else COLUMN
    rows = []
    for y in range(max(map(len, laid.columns), default=0)):
        cells = [column[y] if y < len(column) else None for column in laid.columns]
        pieces = [padded(_cell(cell, topics, cursor, width), width) for cell in cells]
        rows.append(row(*(piece if not x else row(" " * BETWEEN, piece) for x, piece in enumerate(pieces))))
    return rows


def _cell(cell: int | str | None, topics: Sequence[ShelvedTopic], cursor: int, width: int) -> Line:
    if cell is None:
        return BLANK
    if isinstance(cell, str):
        return cut(label(cell.upper()), width)
    each = topics[cell]
    target = f"do:click({cell})"
    mark = Span("▌ " if cell == cursor else "  ", Role.ACT)
    name = cut(row(each.topic.id.rpartition("/")[2]), width - 4 - STATE - PERCENT - 1)
    share = f"{words.percent(each.recall):>{PERCENT}}" if each.recall is not None else " " * PERCENT
    mastery = Span(f"{each.mastery.value:{STATE}}{share}", LOOKS[each.mastery], target)
    left = row(mark, Span(f"{each.topic.weight} ", Role.DIM), Span(name.text, Role.INK, target))
    return spread(left, mastery, width)


def topic_detail(each: ShelvedTopic) -> Line:
    """`rope  Rotary positions · asked 5 of 5 · 11 cards, 9 met · after self-attention`."""
    topic = each.topic
    facts = [
        plain(topic.title),
        f"asked {topic.weight} of 5",
        f"{words.count(len(topic.cards), 'card')}, {each.met} met",
    ]
    facts += [f"after {', '.join(topic.after)}"] if topic.after else []
    return row(Span(topic.id.rpartition("/")[2], Role.STRONG), label(f"  {' · '.join(facts)}"))


def card_head(grid: Grid, width: int, *, topics: bool) -> Line:
    """Over the columns of a list of cards."""
    return spread(label("CARD"), label(_columns("topic" if topics else "", "due", "now", grid)), width)


def card_row(
    each: ShelvedCard, grid: Grid, width: int, *, marked: bool, topics: bool, sought: Sequence[Word] = ()
) -> Line:
    """`?  What does RoPE do …   rope   5 d   81 %`: kind, cue, topic, when it comes, predicted recall."""
    look = KINDS[each.card.kind]
    glyph = Span("■", Role.ACT) if marked else Span(look.glyph, look.role)
    cue = plain(each.card.cue)
    text = f"“{cue}”" if each.card.kind.judged else cue
    share = words.percent(each.recall) if each.recall is not None else ""
    topic = each.card.topic.rpartition("/")[2] if topics else ""
    right = _columns(topic if len(topic) < TOPIC else f"{topic[: TOPIC - 2]}…", due_words(each), share, grid)
    return spread(row(glyph, "  ", lit(text, sought)), label(right), width)


def due_words(each: ShelvedCard) -> str:
    """When it comes: "new", "today", "5 d", "held"."""
    past = each.state.reviewed
    if each.state.held(each.day):
        return "held"
    if past is None:
        return "new"
    return "today" if each.waits else f"{past.due_day - each.day} d"


def lit(text: str, sought: Sequence[Word]) -> Line:
    """The text, with what was searched for in act."""
    found = [re.escape(word.text) for word in sought if not word.without]
    if not found:
        return row(text)
    parts = re.split(f"({'|'.join(found)})", text, flags=re.IGNORECASE)
    return row(*(Span(part, Role.ACT if n % 2 else Role.INK) for n, part in enumerate(parts) if part))


def card_detail(each: ShelvedCard) -> Line:
    """`relative · core · 6 reviews, 2 lapses · last Hard, 24 Nov 2026 · rope.md:112`."""
    card, past = each.card, each.state.reviewed
    facts = [card.full_id, card.level.name.lower()]
    if past is not None:
        facts.append(f"{words.count(past.reps, 'review')}, {words.count(past.lapses, 'lapse')}")
        facts += [f"last {past.last_rating.word}, {day_date(past.last_day):%d %b %Y}"] if past.last_rating else []
    return label(" · ".join(facts))


def _columns(topic: str, due: str, recall: str, grid: Grid) -> str:
    where = f"{topic:{TOPIC}}" if topic and not grid.narrow else ""
    return f"{where}{due:>{DUE}}" + ("" if grid.tiny else f"{recall:>{RECALL}}")


def empty_rows(said: str) -> list[Line]:
    """A list without a card."""
    return [*blank(), label(said)]
