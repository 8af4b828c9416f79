"""The words of a text as rules compare them: without endings and function words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_ENDINGS = re.compile(
    r"(?:(?:i[sz])?ations?|iti?es|ity|ings?|ions?|edly|ely|ly|ness|ments?|i[sz]e[sd]?|ers?|ed|es|[esy])$"
)
_STEM = 4
"""A stem keeps as many letters at least: "ties" and "tied" may differ, "norm" and "normed" must not."""
_EMPTY = frozenset(
    "a about after all also am an and any are as at be because been before being between both but by can cannot could"
    " d did do does doing done each either else every few for from gets give gives had has have having he her here his"
    " how however i if in into is it its itself just let ll m makes make many may me might more most much must my need"
    " now of off on once one only onto or other others our out over own per rather re s say says she should so"
    " some somebody someone still such t take takes than that the their them then there these they this those though"
    " through to too under up upon us use used uses very want was we well were what when where whether which while"
    " who whom whose why will with within would you your ve".split()
)
_NUMBERS = {
    word: str(number)
    for number, word in enumerate("zero . two three four five six seven eight nine ten eleven twelve".split())
}
"""One is a pronoun as often as a number."""


def content_words(markdown: str) -> frozenset[str]:
    """The stems of what a text says; a formula's are its LaTeX's letters and numbers."""
    return frozenset(word for word in spoken_words(markdown) if word not in _EMPTY)


@lru_cache(maxsize=8192)
def spoken_words(markdown: str) -> tuple[str, ...]:
    """All words in order, as stems; function words as they are, "isn't" as "is not"."""
    text = unicodedata.normalize("NFKC", markdown).lower()
    text = text.replace("n't", " not").replace("n’t", " not")
    return tuple(_stem(word) for word in _WORD.findall(text))


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    if word in _EMPTY:
        return word
    stem = _ENDINGS.sub("", word)
    return _NUMBERS.get(word, stem if len(stem) >= _STEM else word.removesuffix("s") if len(word) > 3 else word)
