"""A formula's source as tokens, and a cursor that reads them."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from prep.text.latex.error import MathError

COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\u200d"
TOKEN = re.compile(rf"\\(?:[A-Za-z]+|\s+|.)|%[^\n]*|\s+|.[{COMBINING}]*", re.DOTALL)
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""Characters that a terminal would obey instead of showing; \\s has the harmless ones."""


class Token(NamedTuple):
    """A command with its backslash, or one character with what combines with it."""

    text: str
    start: int
    """Its place in the source, from 0."""


END = ""
"""The text of the token after the last."""


class Cursor:
    """Reads the tokens of a source from left to right; blanks and comments are gone."""

    def __init__(self, source: str) -> None:
        self.source = source
        if control := CONTROL.search(source):
            self.fail(f"control character U+{ord(control.group()):04X}", control.start())
        self._tokens = [
            Token(text, match.start())
            for match in TOKEN.finditer(source)
            if not (text := match.group()).isspace() and text[0] != "%"
        ]
        self._tokens.append(Token(END, len(source)))
        self._next = 0

    @property
    def text(self) -> str:
        """The text of the token to read next."""
        return self._tokens[self._next].text

    @property
    def start(self) -> int:
        """Where the token to read next starts."""
        return self._tokens[self._next].start

    def take(self) -> Token:
        """Read a token."""
        token = self._tokens[self._next]
        if token.text != END:
            self._next += 1
        return token

    def accept(self, text: str) -> bool:
        """Read the token if it is this one."""
        if found := self.text == text:
            self.take()
        return found

    def expect(self, text: str) -> Token:
        """Read this very token."""
        if self.text != text:
            self.fail(f"missing {quoted(text)}")
        return self.take()

    def raw(self) -> tuple[str, int]:
        """Read {…} as it was typed, blanks included, and say where it starts."""
        start = self.expect("{").start + 1
        depth = 1
        while depth:
            token = self.take()
            if token.text == END:
                self.fail("missing '}'")
            depth += (token.text == "{") - (token.text == "}")
        return self.source[start : token.start], start

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Leave out the tokens of what the pattern matches right here."""
        if match := pattern.match(self.source, self.start):
            while self.text != END and self.start < match.end():
                self.take()

    def fail(self, message: str, start: int | None = None) -> NoReturn:
        """Refuse the formula because of what is next, or of what starts there."""
        raise MathError(message, (self.start if start is None else start) + 1)


def quoted(text: str) -> str:
    """A token as a message shows it."""
    return text if text.startswith("\\") and len(text) > 1 else f"'{text}'"
