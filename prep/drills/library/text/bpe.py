"""Byte-pair encoding: learn merges, then encode."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from prep.drills.drill import Check, Drill, Wrong

if TYPE_CHECKING:
    from prep.drills.bench import Bench

Pair = tuple[int, int]


def merged(tokens: list[int], pair: Pair, new: int) -> list[int]:
    """Every occurrence from the left, without overlaps."""
    found: list[int] = []
    for token in tokens:
        if found and (found[-1], token) == pair:
            found[-1] = new
        else:
            found.append(token)
    return found


def train(text: str, many: int) -> list[Pair]:
    """The oracle."""
    tokens, merges = list(text.encode()), list[Pair]()
    for new in range(256, 256 + many):
        if not (counts := Counter(pairwise(tokens))):
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        merges.append(best)
        tokens = merged(tokens, best, new)
    return merges


def encode(text: str, merges: list[Pair]) -> list[int]:
    """The oracle: merges in the order in which they were learnt."""
    tokens = list(text.encode())
    for new, pair in enumerate(merges, 256):
        tokens = merged(tokens, pair, new)
    return tokens


def says_nothing_of_nothing(bench: Bench) -> None:
    """An empty text has no pairs and no tokens."""
    learns(bench, "", 3)
    encodes(bench, "", [(97, 98)])


def letters(bench: Bench, n: int, alphabet: str = "abc") -> str:
    """Random text."""
    return "".join(bench.random.choice(alphabet) for _ in range(n))


def learns(bench: Bench, text: str, many: int) -> None:
    """The same merges, in the same order."""
    bench.agree(bench.call(text, many, entry="train"), train(text, many))


def encodes(bench: Bench, text: str, merges: list[Pair]) -> None:
    """The same tokens."""
    bench.agree(bench.call(text, merges, entry="encode"), encode(text, merges))


DRILL = Drill(
    name="text.bpe",
    title="Byte-pair encoding",
    task="""Write train(text, many) and encode(text, merges). train begins with the UTF-8 bytes of text as tokens 0 to
255 and, many times, merges the most frequent pair of neighbours into a new token (256, 257, …); of equally frequent
pairs the smallest tuple is taken, and pairs are counted at every position (aaa holds aa twice). A merge replaces from
the left, without overlaps. It returns the list of merged pairs, shorter if no pair is left. encode applies the merges
in the order in which they were learnt and returns the list of tokens.""",
    stub='''def train(text, many):
    """A str and a number; returns a list of pairs of int."""
    ...


def encode(text, merges):
    """Returns a list of int."""
    ...
''',
    reference="""from collections import Counter


def merge(tokens, pair, new):
    found, i = [], 0
    while i < len(tokens):
        if tuple(tokens[i : i + 2]) == pair:
            found.append(new)
            i += 2
        else:
            found.append(tokens[i])
            i += 1
    return found


def train(text, many):
    tokens, merges = list(text.encode()), []
    for new in range(256, 256 + many):
        counts = Counter(zip(tokens, tokens[1:]))
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        merges.append(best)
        tokens = merge(tokens, best, new)
    return merges


def encode(text, merges):
    tokens = list(text.encode())
    for new, pair in enumerate(merges, 256):
        tokens = merge(tokens, pair, new)
    return tokens
""",
    wrongs=(
        Wrong(
            "tokens were code points, not bytes",
            "not ASCII",
            "tokens, merges = list(text.encode()), []",
            "tokens, merges = list(map(ord, text)), []",
        ),
        Wrong(
            "of equally frequent pairs the first one seen was taken",
            "ties",
            "min(counts, key=lambda pair: (-counts[pair], pair))",
            "max(counts, key=counts.get)",
        ),
        Wrong(
            "of equally frequent pairs the largest was taken",
            "ties",
            "min(counts, key=lambda pair: (-counts[pair], pair))",
            "max(counts, key=lambda pair: (counts[pair], pair))",
        ),
        Wrong("overlapping pairs were merged twice", "repeats", "            i += 2", "            i += 1"),
        Wrong(
            "the newest merge was applied first",
            "encode",
            "enumerate(merges, 256)",
            "reversed(list(enumerate(merges, 256)))",
        ),
        Wrong(
            "a text that ran out of pairs raised", "too many merges", "        if not counts:\n            break\n", ""
        ),
        Wrong(
            "counts weren't taken anew after a merge",
            "merges",
            "        counts = Counter(zip(tokens, tokens[1:]))",
            "        counts = Counter(zip(text.encode(), text.encode()[1:]))",
        ),
    ),
    checks=(
        Check(
            "repeats",
            lambda t: encodes(t, "a" * t.random.choice([5, 7, 9]), [(97, 97)]),
            "5, 7 or 9 times a, merge (a, a)",
        ),
        Check("ties", lambda t: learns(t, t.random.choice(["zazbyayb", "qwertyui", "hgfedcba"]), 1), "every pair once"),
        Check("merges", lambda t: learns(t, letters(t, 60), 8), "60 letters of abc, 8 merges"),
        Check("too many merges", lambda t: learns(t, letters(t, 6), 40), "6 letters, 40 merges"),
        Check("not ASCII", lambda t: learns(t, letters(t, 40, "aé中🙂"), 6), "40 letters of aé中🙂, 6 merges"),
        Check(
            "encode",
            lambda t: encodes(t, letters(t, 80), train("".join(t.random.sample("abcabc", 6)) + letters(t, 60), 12)),
            "12 merges learnt on other text",
        ),
        Check("nothing", says_nothing_of_nothing, "empty text"),
    ),
    entry="train",
    minutes=20,
    hints=(
        "Counter(zip(tokens, tokens[1:])) counts pairs. What breaks a tie, and what if nothing is left?",
        "A merge walks from the left: on a match it takes two tokens, else one.",
        "encode repeats training's merges in their order, with the same function.",
    ),
    why="""The order of merges is the tokenizer: applied in another order the same merges give other tokens than the
model was trained on.""",
    cards=(
        "code-decoding/bpe",
        "tokenisation/bpe",
        "code-decoding/encode",
    ),
)
