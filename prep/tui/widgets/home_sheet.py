"""Home's numbers as rows (LOOK §9.1). A row is there only when there is something to say."""

from __future__ import annotations

from datetime import date

from textual.content import Content

from prep.core.kind import Kind
from prep.session.home.home import Home
from prep.text import words
from prep.text.span import Role, Span
from prep.text.wrap import wrap
from prep.tui.grid import Grid
from prep.tui.ink import blank, ink, joined, painted
from prep.tui.widgets.bars import bar, columns
from prep.tui.widgets.hero import hero
from prep.tui.widgets.rows import Sheet

KINDS = (
    (Kind.QUESTION, "?", "questions", "act"),
    (Kind.FOLLOW_UP, "↳", "follow-ups", "link"),
    (Kind.RED_FLAG, "!", "red flags", "care"),
)
RIGHT_MARGIN = 4
"""Columns that stay free at the right of a full bar."""


def date_words(day: date, *, narrow: bool = False) -> str:
    """`Sunday 29 November`, `Sun 29 November`."""
    return f"{day:{'%a' if narrow else '%A'}} {day.day} {day:%B}"


def value_at(grid: Grid) -> int:
    """The column of values."""
    return 14 if grid.narrow else 16


def detail_at(grid: Grid) -> int:
    """The column of details."""
    return 24 if grid.narrow else 28


def bar_room(grid: Grid) -> int:
    """Columns of a full bar."""
    return max(1, grid.width - detail_at(grid) - RIGHT_MARGIN)


class HomeSheet(Sheet):
    """The count, the kinds, the days, and what wants attention."""

    def __init__(self, seen: Home | None) -> None:
        super().__init__()
        self.seen = seen

    def say(self, seen: Home) -> None:
        """Show other numbers."""
        if seen != self.seen:
            self.seen = seen
            self.redraw()

    def rows(self) -> list[Content]:
        """A third down when tall, else under one blank row."""
        if self.seen is None:
            return [*blank(), ink("reading your cards", "dim")]
        grid = self.grid
        return placed(home_rows(self.seen, grid, ascii=getattr(self.app, "ascii", False)), grid)


def placed(rows: list[Content], grid: Grid) -> list[Content]:
    """Home and summary stand a third down on a tall screen."""
    if not grid.tall:
        return [*([] if grid.short else blank()), *rows]
    return [*blank(max(grid.gap, round((grid.rows - 4 - len(rows)) / 3))), *rows]


def home_rows(seen: Home, grid: Grid, *, ascii: bool = False) -> list[Content]:
    """All groups."""
    rows = hero(seen.total, beside_hero(seen, tiny=grid.tiny), value_at(grid), ascii=ascii)
    if seen.total:
        rows += [*blank(grid.gap), *kind_rows(seen, grid)]
    days = day_rows(seen, grid)
    wants = attention_rows(seen, grid)
    rows += [*blank(grid.gap), *days] if days else []
    return [*rows, *blank(1 if days else grid.gap), *wants] if wants else rows


def beside_hero(seen: Home, *, tiny: bool = False) -> list[Content]:
    """Three short lines."""
    whole = f"of {words.count(seen.whole, 'card')} today" if seen.whole > seen.total else ""
    if whole and not seen.total:
        return [ink(whole, "strong"), ink("none of them in your focus", "dim"), ink("f changes it", "dim")]
    if not seen.total:
        done = f"{words.count(seen.answered, 'card')} done" if seen.answered else "nothing due"
        return [ink("cards today", "strong"), ink(done, "dim"), ink(f"next: {next_due(seen, tiny)}", "dim")]
    return [
        ink(whole or ("card today" if seen.total == 1 else "cards today"), "strong"),
        ink(f"about {words.count(seen.minutes, 'minute')}", "dim"),
        ink(f"{seen.new or 'none'} of them new", "dim"),
    ]


def next_due(seen: Home, tiny: bool) -> str:
    """`22 tomorrow, 10 new`; when nothing comes then, the next day that has cards: `15 on Tuesday`."""
    later = next(((day, count) for day, count in seen.ahead if count), None)
    cards, new = seen.tomorrow.cards, seen.tomorrow.new
    if later and not cards:
        return f"{later[1]:,} on {later[0]:%A}"
    return f"{cards} tomorrow, {new} new" if new and not tiny else f"{cards} tomorrow"


def kind_rows(seen: Home, grid: Grid) -> list[Content]:
    """How many of each kind, with a bar."""
    most = max(seen.due.values(), default=0)
    digits = max(2, len(str(most)))
    rows = []
    for kind, glyph, word, look in KINDS:
        count = seen.due.get(kind, 0)
        left = joined([ink(glyph, look), f"  {word}".ljust(value_at(grid) - 1), f"{count:>{digits}}"])
        space = " " * (detail_at(grid) - left.cell_length)
        rows.append(joined([left, space, bar(count, most, bar_room(grid), look)]))
    return rows


def day_rows(seen: Home, grid: Grid) -> list[Content]:
    """The streak and the days to come, once there are any."""
    rows = []
    if any(seen.days):
        caption = "" if grid.narrow else "   cards a day, eighteen days"
        newest = seen.days[-max(1, grid.width - detail_at(grid)) :]
        rows.append(fact("streak", words.count(seen.streak, "day"), ink(columns(newest) + caption, "dim"), grid))
    return [*rows, next_days(seen, grid)] if any(count for _, count in seen.ahead) else rows


def next_days(seen: Home, grid: Grid) -> Content:
    """As many of the next days as fit."""
    digits = max([2, *(len(str(count)) for _, count in seen.ahead)])
    days = [joined([ink(f"{day:%a} ", "dim"), f"{count:>{digits}}"]) for day, count in seen.ahead]
    step = 4 + digits + 4
    fit = max(1, (grid.width - value_at(grid) + 4) // step)
    label = ink("next days".ljust(value_at(grid)), "dim")
    return joined([label, Content("    ").join(days[:fit])])


def attention_rows(seen: Home, grid: Grid) -> list[Content]:
    """Deck problems, facts to check, and what else must be told."""
    rows = []
    if seen.problems:
        rows.append(wanting("decks", words.count(seen.problems, "problem"), "c", "check", grid))
    if seen.facts:
        rows.append(wanting("facts", f"{seen.facts} to check", "k", "facts", grid))
    lines = [line for notice in seen.notices for line in wrap((Span(notice, Role.CARE),), grid.width - 3)]
    return rows + [joined([ink("!  " if n == 0 else "   ", "care"), painted(line)]) for n, line in enumerate(lines)]


def wanting(label: str, what: str, key: str, action: str, grid: Grid) -> Content:
    """`decks           2 problems · c shows them`"""
    target = f"do:{action}"
    pieces = [
        ink(label.ljust(value_at(grid)), "care"),
        ink(what, "care", target=target),
        ink(" · ", "dim"),
        ink(key, "key", target=target),
        ink(" shows them", "dim", target=target),
    ]
    return joined(pieces)


def fact(label: str, value: str, detail: Content, grid: Grid) -> Content:
    """A label, a value and a detail in their columns."""
    left = joined([ink(label.ljust(value_at(grid)), "dim"), value])
    space = max(1, detail_at(grid) - left.cell_length)
    return joined([left, " " * space, detail]).truncate(grid.width, ellipsis=True)
