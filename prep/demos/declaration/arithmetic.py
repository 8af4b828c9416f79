"""Arithmetic as a person types it: "sqrt(512)", "1/3", "10k", "2^8", "15 %". Nothing in it is ever executed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from prep.errors import UsageError
from prep.text.safe import safe

NUMBER = r"\d[\d,]*(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?"
TOKEN = re.compile(rf"\s*(?:(?P<number>{NUMBER})|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|[-+*/^()%√]))", re.I)
SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "∶": "/", "²": "^2", "³": "^3", "π": "pi"})
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "ln": math.log,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "exp": math.exp,
}
CONSTANTS = {"pi": math.pi, "e": math.e}
SUFFIXES = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}
THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(?:\.\d*)?(?:e[-+]?\d+)?", re.I)
DECIMAL_COMMA = re.compile(r"0,\d+(?:e[-+]?\d+)?", re.I)
"""After a leading zero a comma can only be a decimal one."""
KNOWN = "+ − × ÷ ^ sqrt ln log2 log10 exp pi e, k M G, %"


def value_of(text: str, names: Mapping[str, float]) -> float:
    """The value; names: what else may stand for a number, "d_k". Raises UsageError with one sentence."""
    text = safe(" ".join(text.split()))
    reader = _Reader(text, names)
    try:
        found = reader.sum()
        reader.end()
    except (OverflowError, ZeroDivisionError, ValueError, TypeError):
        raise UsageError(f"{text} has no value") from None
    if not math.isfinite(found):
        raise UsageError(f"{text} has no value")
    return found


class _Reader:
    """Recursive descent; the precedence is the usual one, and a power binds to the right."""

    def __init__(self, text: str, names: Mapping[str, float]) -> None:
        self.text = text
        self.names = {**CONSTANTS, **names}
        self.tokens = self._split(text.translate(SIGNS).strip())
        self.at = 0

    def _split(self, text: str) -> list[tuple[str, str]]:
        """(kind, text) of each token."""
        tokens, at = [], 0
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise self.refused(text[at:].strip()[:1])
            tokens.append((str(found.lastgroup), found[str(found.lastgroup)]))
            at = found.end()
        return tokens

    def refused(self, piece: str) -> UsageError:
        """What can't be read, and what can."""
        known = ", ".join([KNOWN, *(name for name in self.names if name not in CONSTANTS)])
        what = f"“{piece}” in {self.text}" if piece else f"{self.text}, which ends too early,"
        return UsageError(f"{what} can't be read as a number; it may use {known}")

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self, *texts: str) -> str:
        """The next token if it is one of these; else nothing."""
        if self.peek()[1] in texts and self.peek()[0] != "end":
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def end(self) -> None:
        if self.peek()[0] != "end":
            raise self.refused(self.peek()[1])

    def sum(self) -> float:
        found = self.product()
        while sign := self.take("+", "-"):
            found = found + self.product() if sign == "+" else found - self.product()
        return found

    def product(self) -> float:
        found = self.signed()
        while True:
            if self.take("*"):
                found *= self.signed()
            elif self.take("/"):
                found /= self.signed()
            elif self.peek()[0] == "name" or self.peek()[1] in ("(", "√"):
                found *= self.power()  # 2 pi, 3 sqrt(2)
            else:
                return found

    def signed(self) -> float:
        if self.take("-"):
            return -self.signed()
        self.take("+")
        return self.power()

    def power(self) -> float:
        found = self.scaled()
        if self.take("^", "**"):
            found = float(found ** self.signed())  # float refuses what a negative number's root would be
        return found

    def scaled(self) -> float:
        """A number, then perhaps k, M, G or per cent."""
        kind = self.peek()[0]
        found = self.atom()
        if kind == "number" and self.peek()[0] == "name" and self.peek()[1] in SUFFIXES:
            found *= SUFFIXES[self.take(*SUFFIXES)]
        while self.take("%"):
            found /= 100
        return found

    def atom(self) -> float:
        kind, text = self.peek()
        self.at += 1
        if kind == "number":
            return self.number(text)
        if text in ("(", "√"):
            return self.inside() if text == "(" else math.sqrt(self.atom())
        if kind == "name" and text in self.names and text not in FUNCTIONS:
            return self.names[text]
        if kind == "name" and text in FUNCTIONS:
            return FUNCTIONS[text](self.inside() if self.take("(") else self.power())
        raise self.refused(text)

    def inside(self) -> float:
        found = self.sum()
        if not self.take(")"):
            raise self.refused(self.peek()[1])
        return found

    def number(self, text: str) -> float:
        """Thousands may be parted by commas; 3,5 could mean two things and means none."""
        if DECIMAL_COMMA.fullmatch(text):
            return float(text.replace(",", "."))
        if THOUSANDS.fullmatch(text):
            return float(text.replace(",", ""))
        if "," in text:
            raise UsageError(f"{text} could be read in two ways; write a point for decimals")
        return float(text)
