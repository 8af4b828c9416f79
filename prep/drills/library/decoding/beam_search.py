"""Beam search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(table: Tensor, width: int, length: int, end: int) -> tuple[list[int], float]:
    """With plain lists; the log-probability of token b after token a is table[a, b], and every text begins "
    "after token 0."""
    live, over = [(0.0, [0])], list[tuple[float, list[int]]]()
    for _ in range(length):
        grown = [(s + float(table[t[-1], b]), [*t, b]) for s, t in live for b in range(len(table))]
        grown.sort(key=lambda each: -each[0])
        kept = grown[:width]
        over += [each for each in kept if each[1][-1] == end]
        live = [each for each in kept if each[1][-1] != end]
        if not live:
            break
    score, tokens = max([*over, *live], key=lambda each: each[0] / (len(each[1]) - 1))
    return tokens[1:], score / (len(tokens) - 1)


def draw(bench: Bench, many: int, width: int, length: int, scale: float = 2.0) -> tuple[Any, ...]:
    """A random chain of tokens; the last token ends."""
    return (scale * bench.randn(many, many)).log_softmax(-1), width, length, many - 1


def often(bench: Bench, times: int, many: int, width: int, length: int) -> None:
    """So many chains: one alone may agree by luck."""
    for _ in range(times):
        agrees(oracle, lambda t: draw(t, many, width, length))(bench)


DRILL = Drill(
    name="decoding.beam-search",
    title="Beam search with length normalisation",
    task="""Write beam(table, width, length, end): table (v, v) holds log p(next b | token a) at [a, b]. Start after
token 0. Up to length times, extend every live text by every token and keep the width best by summed log-probability;
those of them that end with the token end are set aside as finished (their places in the beam are used up in this
step), the others live on. Return (tokens without the start, score) of the best text, finished or live, by summed
log-probability divided by its number of tokens.""",
    stub='''import torch


def beam(table, width, length, end):
    """(v, v) and three numbers; returns a list of int and a float."""
    ...
''',
    reference="""import torch


def beam(table, width, length, end):
    live, over = [(0.0, [0])], []
    for _ in range(length):
        grown = [(s + table[t[-1], b].item(), t + [b]) for s, t in live for b in range(len(table))]
        kept = sorted(grown, key=lambda each: -each[0])[:width]
        over += [each for each in kept if each[1][-1] == end]
        live = [each for each in kept if each[1][-1] != end]
        if not live:
            break
    score, tokens = max(over + live, key=lambda each: each[0] / (len(each[1]) - 1))
    return tokens[1:], score / (len(tokens) - 1)
""",
    wrongs=(
        Wrong("it was greedy", "values", "[:width]", "[:1]"),
        Wrong(
            "scores weren't divided by the length",
            "values",
            "max(over + live, key=lambda each: each[0] / (len(each[1]) - 1))",
            "max(over + live, key=lambda each: each[0])",
        ),
        Wrong(
            "finished texts went on growing",
            "values",
            "over += [each for each in kept if each[1][-1] == end]\n        live = [each for each in kept if "
            "each[1][-1] != end]",
            "live = kept",
        ),
        Wrong(
            "finished texts were dropped",
            "values",
            "over += [each for each in kept if each[1][-1] == end]",
            "over += []",
        ),
        Wrong(
            "probabilities were added for the best next token alone",
            "values",
            "s + table[t[-1], b].item()",
            "table[t[-1], b].item()",
        ),
        Wrong("the start counted as a token", "values", "score / (len(tokens) - 1)", "score / len(tokens)"),
    ),
    checks=(
        Check("values", lambda t: often(t, 30, 4, 3, 4), "30 chains of 4 tokens, width 3, length 4"),
        Check("greedy", lambda t: often(t, 4, 4, 1, 4), "width 1"),
        Check("exhaustive", lambda t: often(t, 4, 3, 27, 3), "width 27: every text is kept"),
        Check("one token", lambda t: often(t, 4, 4, 2, 1), "length 1"),
    ),
    entry="beam",
    minutes=15,
    hints=(
        "A beam is a list of (score, tokens); a step replaces it by the best of all its extensions.",
        "A finished text must not be extended, and must not be forgotten.",
        "Compare by score / tokens at the end only; within a step compare sums.",
    ),
    why="""Sums favour short texts, for every token costs; dividing by the length takes that away at the end.""",
    cards=("code-decoding/beam",),
)
