"""The count in large digits beside three short lines (LOOK §6: Hero); the only large thing in prep."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from prep.tui.ink import ink, joined

GLYPHS = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", " ━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
}
"""The heavy digits of Textual's `Digits`, with a column between them."""


def hero(count: int, beside: Sequence[Content], column: int, *, ascii: bool = False) -> list[Content]:
    """Three rows; the lines start at `column`, or two columns after a long number."""
    digits = ["", str(count), ""] if ascii else [" ".join(GLYPHS[d][row] for d in str(count)) for row in range(3)]
    start = max(column, max(map(len, digits)) + 2)
    lines = [*beside, *[Content("")] * (3 - len(beside))]
    return [
        joined([ink(digits[row], "act", *(("strong",) if ascii else ())), " " * (start - len(digits[row])), lines[row]])
        for row in range(3)
    ]
