"""What text from outside may do to a terminal: nothing."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from prep.text.safe import safe


def test_control_characters_become_pictures() -> None:
    """An escape sequence is seen, not obeyed."""
    assert safe("\x1b[31mred\x07\x00\x7f") == "␛[31mred␇␀␡"


def test_c1_controls_are_replaced() -> None:
    """U+009B alone starts an escape sequence in some terminals."""
    assert safe("\x9b31m\x85") == "\ufffd31m\ufffd"


def test_text_cannot_be_reordered() -> None:
    """Bidi overrides and isolates can make a line read as what it is not."""
    assert safe("a\u202eb\u2066c\u2069") == "a\ufffdb\ufffdc\ufffd"


def test_half_characters_can_be_written() -> None:
    """A surrogate from undecodable bytes would break the output stream."""
    assert safe("a\udc80").encode() == "a\ufffd".encode()


def test_ordinary_text_is_unchanged() -> None:
    """Line ends, tabs, Hebrew, wide characters, combining marks and joined emoji pass."""
    text = "a\tb\n שלום あ é 👩\u200d💻 √dₖ"
    assert safe(text) == text


@given(st.text(st.characters(), max_size=50))
def test_every_character_keeps_its_column(text: str) -> None:
    """One for one, without a control character but newline and tab; twice is once."""
    shown = safe(text)
    assert len(shown) == len(text)
    assert not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in shown)
    assert safe(shown) == shown
