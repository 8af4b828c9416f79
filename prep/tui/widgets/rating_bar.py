"""The four ratings and what each will do; the suggested one is marked three ways (LOOK §6: RatingBar)."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from prep.core.event import Rating
from prep.core.schedule import Choice
from prep.text.words import MINUTES_A_DAY, interval
from prep.tui.grid import Grid
from prep.tui.ink import ink, joined, padded

LEAD = 2
"""Columns for ▸ and its space."""


def until(choice: Choice, *, narrow: bool = False) -> str:
    """The interval that this rating will bring: `10 min`, `2 days`; `2d` when narrow."""
    days = choice.minutes / MINUTES_A_DAY if choice.due_at is not None else choice.days
    return interval(days, narrow=narrow)


def rating_row(choices: Sequence[Choice], suggested: Rating | None, grid: Grid) -> Content:
    """Four equal cells; intervals in full, short, or not at all, as the longest one allows."""
    width = grid.width // 4
    brings = intervals(choices, grid, width - LEAD)
    marks = [choice.rating is suggested for choice in choices]
    cells = [cell(each, text, mark, width) for each, text, mark in zip(choices, brings, marks, strict=True)]
    return joined(padded(each, width) for each in cells)


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


def cell(choice: Choice, brings: str, marked: bool, width: int) -> Content:
    """`▸ 2 Hard  2 days`"""
    target = f"do:rate({int(choice.rating)})"
    digit = ink(f"{int(choice.rating)}", "key", target=target)
    word = ink(f" {choice.rating.word}", *(("strong",) if marked else ()), target=target)
    until_then = ink(brings, *(() if marked else ("dim",)), target=target)
    text = joined([ink("▸ ", "act") if marked else " " * LEAD, digit, word, until_then])
    return padded(text, max(text.cell_length, width - 2)).stylize(".tint") if marked else text


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
