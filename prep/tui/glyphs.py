"""Glyphs that some terminals draw two columns wide, and the plain characters that stand in for them (LOOK §4)."""

from __future__ import annotations

KINDS = {"?": "?", "↳": ">", "!": "!"}
MARKS = {"✓": "+", "✗": "x", "·": ".", "–": "-"}
CURSORS = {"▌": "|", "▸": ">", "▾": "v", "‹": "<", "›": ">"}
PLOTS = {"■": "#", "○": "o", "△": "^"}
LINES = dict(zip("━─│╰╭╮╯├┤┬┴┼", "=-|\\/\\/||--+", strict=True))
BARS = dict(zip("▁▂▃▄▅▆▇█▀", "__..--==^", strict=True))
SIGNS = {"…": "~", "−": "-", "“": '"', "”": '"', "’": "'", "→": ">", "←": "<", "↑": "^", "↓": "v"}

ASCII = str.maketrans(KINDS | MARKS | CURSORS | PLOTS | LINES | BARS | SIGNS)
"""One column for one column, so that nothing shifts."""


def plain(text: str) -> str:
    """The text with every glyph of the chrome replaced."""
    return text.translate(ASCII)
