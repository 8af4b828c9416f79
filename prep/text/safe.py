"""Text from outside, made harmless for a terminal."""

from __future__ import annotations

_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"},  # ␀ … ␛ … ␟
    0x7F: 0x2421,  # ␡
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),  # C1: U+009B alone opens an escape sequence
    0x2028: 0x2424,  # line and paragraph separator: ␤; some programs end a line there
    0x2029: 0x2424,
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),  # they reorder what follows
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),  # half a character from undecodable bytes; can't be written
}


def safe(text: str) -> str:
    """The text with every control character but newline and tab replaced by a visible one, one for one.

    C0 and C1 controls can drive a terminal; bidi embeddings, overrides and isolates can make a line read as
    what it is not. Right-to-left text itself, combining marks and wide characters pass unchanged.
    """
    return text.translate(_PICTURES)
