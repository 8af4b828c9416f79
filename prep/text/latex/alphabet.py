"""Letters in other shapes: bold and script alphabets, accents, superscripts and subscripts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

ALPHABETS = {
    "mathbf": "BOLD",
    "boldsymbol": "BOLD",
    "bm": "BOLD",
    "pmb": "BOLD",
    "mathbb": "DOUBLE-STRUCK",
    "mathds": "DOUBLE-STRUCK",
    "mathbbm": "DOUBLE-STRUCK",
    "mathcal": "SCRIPT",
    "mathscr": "SCRIPT",
    "mathfrak": "FRAKTUR",
    "mathtt": "MONOSPACE",
}
"""Commands that change the alphabet, and what Unicode calls it."""

# Letters that Unicode had before it had the whole alphabet.
EARLIER = {
    "DOUBLE-STRUCK": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "SCRIPT": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "FRAKTUR": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}

MARKS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "overline": "\u0304",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "vec": "\u20d7",
    "overrightarrow": "\u20d7",
    "overleftarrow": "\u20d6",
    "dot": "\u0307",
    "ddot": "\u0308",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
}
"""Accents, as the characters that combine with a letter."""

SUPERSCRIPT = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθφχ⊤′″‴∗⋆†‡°",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿᵠᵡᵀ′″‴*⋆†‡°",
        strict=True,
    )
) | {"∘": "°"}
SUBSCRIPT = dict(zip("0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
PRIME_BEHIND = re.compile("[^′″‴][′″‴]")

VULGAR = {
    ("1", "2"): "½",
    ("1", "3"): "⅓",
    ("2", "3"): "⅔",
    ("1", "4"): "¼",
    ("3", "4"): "¾",
    ("1", "8"): "⅛",
    ("3", "8"): "⅜",
    ("5", "8"): "⅝",
    ("7", "8"): "⅞",
}
"""Fractions that are one character."""


def raised(text: str) -> str | None:
    """The text in superscript characters, or None where one of them has no such form.

    ᵀ is a transpose, so that a power T has none; nor has a prime behind a letter, which stands no higher than it:
    "eᵐ⁻ᵐ′ℓ" would be e to the m − m′ℓ.
    """
    return None if "T" in text or PRIME_BEHIND.search(text) else raised_limit(text)


def raised_limit(text: str) -> str | None:
    """The same for the upper limit of a sum, which is neither a transpose nor a power: "∑ₜ₌₁ᵀ"."""
    return _shifted(text, SUPERSCRIPT)


def lowered(text: str) -> str | None:
    """The text in subscript characters, or None where one of them has no such form."""
    return _shifted(text, SUBSCRIPT)


def _shifted(text: str, forms: dict[str, str]) -> str | None:
    shifted = [forms.get(character) for character in text]
    return "".join(filter(None, shifted)) if text and None not in shifted else None


@lru_cache(maxsize=1024)
def styled(text: str, command: str) -> str:
    r"""The text in the alphabet of a command such as \mathbf; a character it lacks stays as it is."""
    alphabet = ALPHABETS[command]
    return "".join(_letter(character, alphabet) for character in text)


def _letter(character: str, alphabet: str) -> str:
    if early := EARLIER.get(alphabet, {}).get(character):
        return early
    name = unicodedata.name(character, "")
    for script in ("LATIN ", "GREEK ", "DIGIT "):
        if name.startswith(script):
            wanted = name.removeprefix("LATIN ").removeprefix("GREEK ").replace(" LETTER", "")
            return _lookup(f"MATHEMATICAL {alphabet} {wanted}") or character
    return {"∇": "𝛁", "∂": "𝛛"}.get(character, character) if alphabet == "BOLD" else character


def _lookup(name: str) -> str | None:
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return None


def accented(text: str, name: str) -> str:
    """One letter with an accent, as one character where Unicode has it."""
    return unicodedata.normalize("NFC", text + MARKS[name])
