"""Text from outside, made harmless for a terminal."""

from __future__ import annotations

_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"},  # ␀ … ␛ … ␟
    0x7F: 0x2421,  # ␡
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),  # C1: U+009B alone opens an escape sequence
    0x2028: 0x2424,  # line and paragraph separator: ␤; some programs end a line there
    0x2029: 0x2424,
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),  # they reorder what follows
    **dict.fromkeys((0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0xFEFF), 0xFFFD),  # nobody sees them
    **dict.fromkeys((*range(0x2060, 0x2065), *range(0x206A, 0x2070), *range(0xFFF9, 0xFFFC)), 0xFFFD),
    **dict.fromkeys(range(0xE0000, 0xE0080), 0xFFFD),  # tags: a whole text in signs that nobody sees
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),  # half a character from undecodable bytes; can't be written
}


UNSAFE = frozenset(_PICTURES)
"""Code points in whose place `safe` shows something else."""


def safe(text: str) -> str:
    """The text with every control character but newline and tab replaced by a visible one, one for one.

    C0 and C1 controls can drive a terminal; bidi embeddings, overrides and isolates can make a line read as
    what it is not; tags and other signs that nobody sees can say what nobody reads. Right-to-left text itself,
    combining marks, joiners and wide characters pass unchanged.
    """
    return text.translate(_PICTURES)
