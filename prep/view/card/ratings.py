"""The four ratings and what each will do, and the two verdicts on a red flag."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.clock import day_date
from prep.core.event import Rating
from prep.session.review.snapshot import Aim, Call, Rated
from prep.text.row import Piece, linked, over, padded, row
from prep.text.span import Line, Role, Span
from prep.text.words import interval, percent
from prep.view.grid import Grid

MARK, NO_MARK = Span("▸ ", Role.ACT), Span("  ")


def rating_row(waits: Sequence[float], suggested: Rating | None, grid: Grid, recalls: Sequence[float] = ()) -> Line:
    """Four equal cells, the suggested one marked three ways; intervals as the longest one allows.

    waits: in how many days the card comes again, for Again, Hard, Good and Easy. recalls: on a plan's day, after each.
    """
    width = grid.width // 4
    if recalls and not grid.narrow:
        told = zip(Rating, waits, recalls, strict=True)
        return row(*(padded(_planned(*each, each[0] is suggested, width), width) for each in told))
    brings = intervals(waits, grid, width - len(NO_MARK.text))
    cells = [_rating(each, text, each is suggested, width) for each, text in zip(Rating, brings, strict=True)]
    return row(*(padded(each, width) for each in cells))


def intervals(waits: Sequence[float], grid: Grid, room: int) -> list[str]:
    """What stands behind the words, gap included. A month (`2.5 months`) is too wide for a cell of 19."""
    full = ["  " + interval(wait) for wait in waits]
    short = [(" " if grid.narrow else "  ") + interval(wait, narrow=True) for wait in waits]
    taken = [len(f"{int(rating)} {rating.word}") for rating in Rating]

    def fits(texts: list[str], free: int) -> bool:
        return all(used + len(text) <= room - free for used, text in zip(taken, texts, strict=True))

    if not grid.narrow and fits(full, 1):
        return full
    return short if not grid.tiny and fits(short, 0) else [""] * len(waits)


def _rating(rating: Rating, brings: str, marked: bool, width: int) -> Line:
    """`▸ 2 Hard  2 days`"""
    number, tail = int(rating), Span(brings, Role.INK if marked else Role.DIM)
    return _option(f"{number}", rating.word, tail, marked, f"rate({number})", width - 2)


def _planned(rating: Rating, wait: float, recall: float, marked: bool, width: int) -> Line:
    """`▸ 3 Good 5d   81 %`: the recall on the day ends one column before the next cell."""
    brings, share = f" {interval(wait, narrow=True)}", percent(recall)
    used = len(f"{rating.value} {rating.word}{brings}{share}") + len(NO_MARK.text)
    tail = row(Span(brings, Role.INK if marked else Role.DIM), " " * max(1, width - 1 - used), Span(share, Role.THEORY))
    return _option(f"{rating.value}", rating.word, tail, marked, f"rate({rating.value})", width - 1)


def aimed(aim: Aim, rating: Rating, grid: Grid) -> str:
    """What the percentage is: `81 % on 12 Jan`."""
    on, share = day_date(aim.day), percent(aim.recalls[rating - 1])
    return share if grid.tiny else f"{share} on the day" if grid.narrow else f"{share} on {on.day} {on:%b}"


def verdict_row(chosen: Call | None, grid: Grid) -> Line:
    """Flag it or let it stand; ▸ stands at the one that was chosen."""
    flag = _option("f", "Flag it", Span(""), chosen is Call.FLAG, "flag")
    stand = _option("s", "Let it stand", Span(""), chosen is Call.STAND, "stand")
    return row(padded(flag, max(grid.width // 4, flag.width + 1)), stand)


def _option(key: str, word: str, tail: Piece, marked: bool, action: str, width: int = 0) -> Line:
    """One cell of a choice; a click on it does what the key does. width: of its tint."""
    words = row(Span(key, Role.KEY), Span(f" {word}", Role.STRONG if marked else Role.INK), tail)
    text = padded(row(MARK if marked else NO_MARK, words), width)
    return linked(over(text, Role.TINT) if marked else text, f"do:{action}")


def line(waits: Sequence[float], recalls: Sequence[float] = ()) -> str:
    """What each rating will do, in line mode; with a plan, how much of it will be known on its day."""
    told = [f"{rating.value} {rating.word} {interval(wait)}" for rating, wait in zip(Rating, waits, strict=True)]
    shares = [f" {percent(recall)}" for recall in recalls] or [""] * len(told)
    return "   ".join(map("".join, zip(told, shares, strict=True)))


def rated_line(rated: Rated) -> str:
    """The acknowledgement; it is printed after the rating is on disk."""
    return f"rated {rated.rating.word} {rated.card.full_id} · {interval(rated.wait)}"
