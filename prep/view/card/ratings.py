"""The four ratings and what each will do, and the two verdicts on a red flag."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.event import Rating
from prep.core.schedule import Choice
from prep.session.review.snapshot import Rated, Verdict, wait
from prep.text.row import linked, over, padded, row
from prep.text.span import Line, Role, Span
from prep.text.words import interval
from prep.view.grid import Grid

MARK, NO_MARK = Span("▸ ", Role.ACT), Span("  ")


def until(choice: Choice, *, narrow: bool = False) -> str:
    """The interval that this rating will bring: `10 min`, `2 days`; `2d` when narrow."""
    return interval(wait(choice), narrow=narrow)


def rating_row(choices: Sequence[Choice], suggested: Rating | None, grid: Grid) -> Line:
    """Four equal cells, the suggested one marked three ways; intervals as the longest one allows."""
    width = grid.width // 4
    brings = intervals(choices, grid, width - len(NO_MARK.text))
    cells = [_rating(each, text, each.rating is suggested, width) for each, text in zip(choices, brings, strict=True)]
    return row(*(padded(each, width) for each in cells))


def intervals(choices: Sequence[Choice], grid: Grid, room: int) -> list[str]:
    """What stands behind the words, gap included. A month (`2.5 months`) is too wide for a cell of 19."""
    full = ["  " + until(choice) for choice in choices]
    short = [(" " if grid.narrow else "  ") + until(choice, narrow=True) for choice in choices]
    taken = [len(f"{int(choice.rating)} {choice.rating.word}") for choice in choices]

    def fits(texts: list[str], free: int) -> bool:
        return all(used + len(text) <= room - free for used, text in zip(taken, texts, strict=True))

    if not grid.narrow and fits(full, 1):
        return full
    return short if not grid.tiny and fits(short, 0) else [""] * len(choices)


def _rating(choice: Choice, brings: str, marked: bool, width: int) -> Line:
    """`▸ 2 Hard  2 days`"""
    number, tail = int(choice.rating), Span(brings, Role.INK if marked else Role.DIM)
    return _option(f"{number}", choice.rating.word, tail, marked, f"rate({number})", width - 2)


def verdict_row(chosen: Verdict | None, grid: Grid) -> Line:
    """Flag it or let it stand; ▸ stands at the one that was chosen."""
    flag = _option("f", "Flag it", Span(""), chosen is Verdict.FLAG, "flag")
    stand = _option("s", "Let it stand", Span(""), chosen is Verdict.STAND, "stand")
    return row(padded(flag, max(grid.width // 4, flag.width + 1)), stand)


def _option(key: str, word: str, tail: Span, marked: bool, action: str, width: int = 0) -> Line:
    """One cell of a choice; a click on it does what the key does. width: of its tint."""
    words = row(Span(key, Role.KEY), Span(f" {word}", Role.STRONG if marked else Role.INK), tail)
    text = padded(row(MARK if marked else NO_MARK, words), width)
    return linked(over(text, Role.TINT) if marked else text, f"do:{action}")


def line(choices: Sequence[Choice]) -> str:
    """What each rating will do, in line mode."""
    return "   ".join(f"{choice.rating.value} {choice.rating.word} {until(choice)}" for choice in choices)


def rated_line(rated: Rated) -> str:
    """The acknowledgement; it is printed after the rating is on disk."""
    return f"rated {rated.rating.word} {rated.card.full_id} · {until(rated.choice)}"
