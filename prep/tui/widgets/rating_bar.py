"""The four ratings and what each will do; the suggested one is marked three ways (LOOK §6: RatingBar)."""

from __future__ import annotations

from textual.content import Content

from prep.core.event import Rating
from prep.core.schedule import Choice
from prep.text.words import MINUTES_A_DAY, interval
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, padded


def until(choice: Choice, *, narrow: bool = False) -> str:
    """The interval that this rating will bring: `10 min`, `2 days`; `2d` when narrow."""
    days = choice.minutes / MINUTES_A_DAY if choice.due_at is not None else choice.days
    return interval(days, narrow=narrow)


def rating_row(choices: tuple[Choice, ...], suggested: Rating | None, grid: Grid) -> Content:
    """Four equal cells."""
    width = grid.width // 4
    return joined([padded(cell(choice, choice.rating is suggested, grid, width), width) for choice in choices])


def cell(choice: Choice, marked: bool, grid: Grid, width: int) -> Content:
    """`▸ 2 Hard  2 days`"""
    target = f"do:rate({int(choice.rating)})"
    gap = " " if grid.narrow else "  "
    digit = ink(f"{int(choice.rating)}", "key", target=target)
    word = ink(f" {choice.rating.word}", *(("strong",) if marked else ()), target=target)
    brings = "" if grid.tiny else gap + until(choice, narrow=grid.narrow)
    looks = () if marked else ("dim",)
    text = joined([ink("▸ ", "act") if marked else "  ", digit, word, ink(brings, *looks, target=target)])
    room = max(text.cell_length, width - 2)
    return padded(text, room).stylize(".tint") if marked else text


def verdict_row(flag: bool, stand: bool, grid: Grid) -> Content:
    """Flag it or let it stand; ▸ stands at the one that was chosen."""
    cells = [option("f", "Flag it", flag, "flag"), option("s", "Let it stand", stand, "stand")]
    return joined([padded(cells[0], max(grid.width // 4, cells[0].cell_length + 1)), cells[1]])


def option(key: str, words: str, marked: bool, action: str) -> Content:
    """One cell of a choice that isn't a rating."""
    target = f"do:{action}"
    word = ink(f" {words}", *(("strong",) if marked else ()), target=target)
    text = joined([ink("▸ ", "act") if marked else "  ", ink(key, "key", target=target), word])
    return text.stylize(".tint") if marked else text
