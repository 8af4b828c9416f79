"""The scroll bar in ASCII mode (LOOK §4)."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender


class WholeRows(ScrollBarRender):
    """Begins and ends with a row: eighths of one are no plain characters."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]


def scroll_bars(ascii: bool) -> None:
    """How every scroll bar is drawn."""
    ScrollBar.renderer = WholeRows if ascii else ScrollBarRender
