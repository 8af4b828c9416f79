"""Signs of formulas spelled with ASCII, for terminals that draw nothing else: √dₖ is sqrt(d_k), 10⁻³ is 10^-3.

A text grows by it, so that it is spelled before it is laid out; glyphs of the chrome are replaced one for one after.
"""

from __future__ import annotations

import re
import unicodedata

from prep.text.latex.alphabet import SUBSCRIPT, SUPERSCRIPT, VULGAR
from prep.text.latex.symbols import GREEK

SIGNS: dict[str, str | int | None] = {
    "±": "+-", "×": "x", "·": ".", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "∼": "~", "∝": "~", "≪": "<<",
    "≫": ">>", "→": "->", "←": "<-", "⇒": "=>", "∞": "inf", "∂": "d", "∇": "grad ", "∑": "sum ", "∏": "prod ",
    "∫": "int ", "‖": "||", "⟨": "<", "⟩": ">", "∈": " in ", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'",
    "′": "'", "–": "-", "—": "-", "⊤": "T", "ℓ": "l", "°": " deg", "§": "section ", "ı": "i", "⌊": "floor(", "⌋": ")",
    "⌈": "ceil(", "⌉": ")", "ø": "o", "ß": "ss", "æ": "ae", "ł": "l",
    **{sign: f"{above}/{below}" for (above, below), sign in VULGAR.items()},
}  # fmt: skip
LETTERS = {sign: name for name, sign in reversed(GREEK.items())} | {"µ": "mu"}
"""Several names mean one sign: the plain one, which comes first, wins."""
RAISED = {sign: letter for letter, sign in SUPERSCRIPT.items() if sign > "\x7f" and sign not in SIGNS}
LOWERED = {sign: letter for letter, sign in SUBSCRIPT.items()}

MARKS = {"\u0302": "_hat", "\u0304": "_bar", "\u0303": "_tilde", "\u0307": "_dot"}
"""Over a Greek letter they make another quantity of it; over a name's letters they fall away."""

_GREEK = re.compile(f"([{''.join(LETTERS)}])([{''.join(MARKS)}]?)")
_RAISED = re.compile(f"[{''.join(RAISED)}]+")
_LOWERED = re.compile(f"[{''.join(LOWERED)}]+")
_TIMES = re.compile(r"(?<=\S)·(?=\S)")
_ROOT = re.compile(r"√(?:(?=\()|([^\s,;:=()/·×+−|‖]*[^\s,;:=()/·×+−|‖.]))?")
"""What a root is of: up to a space or an operator, and not the full stop of a sentence."""


def spelled(text: str) -> str:
    """The text in ASCII, as far as there is a spelling: letters of other scripts stay as they are."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text)
    while "√" in text:  # a root of a root has another one in it
        text = _ROOT.sub(lambda root: f"sqrt({root[1]})" if root[1] else "sqrt", text)
    text = _RAISED.sub(lambda run: _shifted(run, "^", RAISED), text)
    text = _LOWERED.sub(lambda run: _shifted(run, "_", LOWERED), text)
    text = _GREEK.sub(_letter, unicodedata.normalize("NFD", text))
    text = _TIMES.sub("*", text).translate(str.maketrans(SIGNS))
    return "".join(map(_character, unicodedata.normalize("NFKD", text)))


def _shifted(run: re.Match[str], mark: str, letters: dict[str, str]) -> str:
    """x²p is "x^2 p"."""
    return mark + "".join(letters[sign] for sign in run[0]) + _apart(run)


def _letter(found: re.Match[str]) -> str:
    """A name, apart from the letters beside it: ηλ is "eta lambda", dσ "d sigma"."""
    before = found.string[found.start() - 1 : found.start()]
    start = " " if (before.isalnum() and before not in LETTERS) or before == "∂" else ""
    return start + LETTERS[found[1]] + MARKS.get(found[2], "") + _apart(found)


def _apart(found: re.Match[str]) -> str:
    """A space where a letter or digit follows."""
    return " " if found.string[found.end() : found.end() + 1].isalnum() else ""


def _character(character: str) -> str:
    """Accents fall away; what has no spelling stays."""
    return "" if unicodedata.combining(character) else character
