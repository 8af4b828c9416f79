"""Cues that nothing tells apart: two cards that ask the same compete for one answer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from sys import intern

from prep.core.card import Card
from prep.decks.checks.stems import content_words, spoken_words

ALIKE = 0.7
"""Two cues are alike when the shorter says no word that the longer lacks, and has this share of its words.

In the starter deck 5 of 7 words are a duplicate ("Your model is 95 % confident and 80 % right. What now?" in
"… What is the cheapest repair?"), while 4 of 7 may be a question and its capstone. A word of its own makes a
cue another one: "the gradient in the logits" and "in the weights" are a contrast, however much they share.
"""
LEAST = 4
"""Cues with fewer words of content are alike only if they are the same: "Why dropout?" isn't "What is dropout?"."""
Beat = Callable[[], None]
"""Called over and over while cues are compared; what it raises ends that."""
_SIGNS, _SIGN = re.compile(r"\$[^$]+\$|`[^`]+`"), re.compile(r"[^\W\d_]+")
_TURNS = frozenset({"not", "no", "without", "never", "neither"})


@dataclass(frozen=True, slots=True)
class _Cue:
    at: int
    """Place of its card among the cards."""
    card: Card
    text: str
    words: tuple[str, ...]
    """Each once. A set of eight words takes seven times the memory, and most cues are compared with none."""
    decisive: tuple[str, ...]
    """Numbers and negations, sorted: "Gemma 2" is not "Gemma 3", "with" is not "without"."""
    signs: frozenset[str]
    """The words of its math and code as they are written: $W$ is not $w$."""


def unhurried() -> None:
    """A beat that ends nothing."""


def alike(cards: Iterable[Card], beat: Beat = unhurried) -> tuple[tuple[Card, str, Card, str], ...]:
    """(a card, its phrasing, the first card whose cue is like it, its phrasing) in card order.

    A question and a red flag are never alike, nor a shipped card and the person's copy of it.
    """
    cues = [_cue(at, card, text, beat) for at, card in enumerate(cards) for text in card.phrasings]
    holders: dict[str, list[_Cue]] = defaultdict(list)
    for cue in cues:
        for word in cue.words:
            holders[word].append(cue)
    firsts: dict[int, tuple[_Cue, _Cue]] = {}
    for cue in cues:
        beat()
        rarest = min(cue.words, key=lambda word: (len(holders[word]), word), default="")
        for other in holders[rarest]:
            if _same(cue, other) and _compete(cue.card, other.card):
                first, second = (cue, other) if cue.at < other.at else (other, cue)
                if second.at not in firsts or first.at < firsts[second.at][1].at:
                    firsts[second.at] = second, first
    pairs = [firsts[at] for at in sorted(firsts)]
    return tuple((second.card, second.text, first.card, first.text) for second, first in pairs)


def _cue(at: int, card: Card, text: str, beat: Beat) -> _Cue:
    beat()
    said = frozenset(map(intern, spoken_words(text)))
    decisive = sorted(word for word in said if word in _TURNS or word[0].isdigit())
    signs = frozenset(word for piece in _SIGNS.findall(text) for word in _SIGN.findall(piece))
    return _Cue(at, card, text, tuple(map(intern, content_words(text) or said)), tuple(decisive), signs)


def _same(shorter: _Cue, longer: _Cue) -> bool:
    if _differ_in_case(shorter.signs, longer.signs):
        return False
    if len(shorter.words) < LEAST:
        return spoken_words(shorter.text) == spoken_words(longer.text)
    near = len(shorter.words) >= ALIKE * len(longer.words)
    return near and shorter.decisive == longer.decisive and set(longer.words).issuperset(shorter.words)


def _differ_in_case(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a sign of each is the other's in another case, and neither has both."""
    return not {sign.lower() for sign in one - other}.isdisjoint(sign.lower() for sign in other - one)


def _compete(one: Card, other: Card) -> bool:
    if one is other or (one.id and one.full_id == other.full_id):
        return False
    return one.kind.judged == other.kind.judged
