"""The end of a session: what was done, what was missed, what comes tomorrow."""

from __future__ import annotations

from prep.core.event import Rating
from prep.session.review.snapshot import Missed, Summary
from prep.session.review.tomorrow import Tomorrow
from prep.text import words
from prep.text.markdown import inline, plain, wrap
from prep.text.row import grouped, hung, label, row, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.view.columns import bars, counted, detail_at, placed, value_at
from prep.view.grid import Grid
from prep.view.hero import hero

ROLES = {Rating.AGAIN: Role.WRONG, Rating.HARD: Role.CARE, Rating.GOOD: Role.RIGHT, Rating.EASY: Role.RIGHT}
CLOSER = 4
"""Columns by which details stand nearer to their numbers than on Home."""


def summary_rows(seen: Summary, left: int, grid: Grid, *, ascii: bool = False) -> list[Line]:
    """Hero, ratings, points, what to say again, tomorrow. left: cards that still wait today."""
    width, at = grid.width, detail_at(grid.width) - CLOSER
    groups = [hero(seen.cards, beside_hero(seen, left), value_at(width), ascii=ascii)]
    if seen.answers:
        given = zip(Rating, seen.ratings, strict=True)
        marks = [(row(label(f"{int(each)}"), f"  {each.word}"), count, ROLES[each]) for each, count in given]
        groups.append(bars(marks, width, at=at))
    if seen.judged:
        share = label(f"of {seen.judged} · {words.percent(seen.said / seen.judged)}")
        groups.append([counted(label("points said"), seen.said, share, width, at=at)])
    if seen.missed:
        groups.append(
            [label("SAY THESE ONCE MORE"), *(each for missed in seen.missed for each in missed_rows(missed, grid))]
        )
    groups.append([counted(label("tomorrow"), seen.tomorrow.cards, label(ahead(seen, tiny=grid.tiny)), width, at=at)])
    return placed(grouped(groups, grid.gap), grid)


def ahead(seen: Summary, *, tiny: bool) -> str:
    """`about 28 minutes, 10 new`"""
    new = f", {seen.tomorrow.new} new" if seen.tomorrow.new and not tiny else ""
    return f"about {words.count(seen.tomorrow_minutes, 'minute')}{new}" if seen.tomorrow.cards else ""


def beside_hero(seen: Summary, left: int) -> list[Line]:
    """Three short lines."""
    cards = "card" if seen.cards == 1 else "cards"
    done = f"{cards}, {left} left for today" if left else f"{cards}, done for today"
    return [
        row(Span(done, Role.STRONG)),
        label(f"{spoken(seen.seconds)} aloud{each_took(seen)}"),
        label(f"streak {words.count(seen.streak, 'day')}"),
    ]


def each_took(seen: Summary) -> str:
    """`, 48 s a card`; `, 60 answers` where cards were answered more than once."""
    if seen.answers != seen.cards:
        return f", {words.count(seen.answers, 'answer')}"
    return f", {words.duration(seen.seconds / seen.cards)} a card" if seen.cards else ""


def spoken(seconds: float) -> str:
    """`29 minutes`."""
    return words.count(round(seconds / 60), "minute") if seconds >= 60 else words.duration(seconds)


def missed_rows(missed: Missed, grid: Grid) -> list[Line]:
    """One point to say once more."""
    times = "missed" if missed.times == 1 else "twice missed" if missed.times == 2 else f"{missed.times} times missed"
    tail = label("" if grid.narrow else times)
    lines = wrap(inline(missed.text), grid.width - 5 - (tail.width + 2 if tail.spans else 0))
    first, *more = hung(row("  ", CROSS, "  "), lines)
    return [spread(first, tail, grid.width), *more]


CROSS = Span("✗", Role.WRONG)


def lines(seen: Summary, *, waits: bool) -> list[Line]:
    """The same line by line. waits: whether a card stood on the desk when it ended."""
    if not seen.answers:
        return [BLANK, row("Nothing was rated." if waits else f"Nothing is due. {_tomorrow(seen.tomorrow)}")]
    given = " · ".join(f"{n} {Rating(i).word}" for i, n in enumerate(seen.ratings, 1) if n)
    more = f", {words.count(seen.answers, 'answer')}" if seen.answers != seen.cards else ""
    rows = [BLANK, row(f"{words.count(seen.cards, 'card')}{more}, {words.duration(seen.seconds)} aloud: {given}")]
    if seen.judged:
        rows.append(
            row(f"{words.count(seen.said, 'point')} said of {seen.judged}, {words.percent(seen.said / seen.judged)}")
        )
    rows += [row(Span(f"  ✗  {plain(missed.text)}", Role.WRONG)) for missed in seen.missed]
    return [*rows, row(f"streak {words.count(seen.streak, 'day')} · {_tomorrow(seen.tomorrow)}")]


def _tomorrow(morning: Tomorrow) -> str:
    return f"Tomorrow: {words.count(morning.cards, 'card')}{f', {morning.new} new' if morning.new else ''}."
