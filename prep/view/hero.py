"""The count in large digits beside three short lines; the only large thing in prep."""

from __future__ import annotations

from collections.abc import Sequence

from prep.text.row import Piece, row
from prep.text.span import Line, Role, Span

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


def hero(count: int, beside: Sequence[Piece], column: int, *, ascii: bool = False) -> list[Line]:
    """Three rows; the lines start at `column`, or two columns after a long number."""
    digits = ["", str(count), ""] if ascii else [" ".join(GLYPHS[d][at] for d in str(count)) for at in range(3)]
    start = max(column, max(map(len, digits)) + 2)
    over = (Role.STRONG,) if ascii else ()
    return [
        row(Span(digit.ljust(start), Role.ACT, over=over), line) for digit, line in zip(digits, beside, strict=True)
    ]
