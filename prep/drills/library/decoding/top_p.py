"""Nucleus filtering: the smallest set of tokens that reaches p."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(logits: Tensor, p: float) -> Tensor:
    """Row by row, token by token."""
    import torch

    kept = torch.zeros_like(logits)
    for row, probabilities in enumerate(logits.softmax(-1)):
        mass = 0.0
        for token in probabilities.argsort(descending=True).tolist():
            kept[row, token] = probabilities[token]
            mass += float(probabilities[token])
            if mass >= p:
                break
    return kept / kept.sum(-1, keepdim=True)


def likely(bench: Bench) -> tuple[Any, ...]:
    """One token has nearly all of the probability."""
    logits = bench.randn(2, 6)
    logits[:, bench.random.randrange(6)] += 12
    return logits, 0.5


def exact(bench: Bench) -> tuple[Any, ...]:
    """Probabilities 1/2, 1/4, 1/8, 1/8 in a random order, p 0.7: two tokens reach it."""
    import torch

    order = torch.tensor(bench.random.sample(range(4), 4))
    return torch.tensor([[0.5, 0.25, 0.125, 0.125]]).log2().mul(0.6931471805599453)[:, order], 0.7


DRILL = Drill(
    name="decoding.top-p",
    title="Top-p (nucleus) filtering",
    task="""Write top_p(logits, p): logits (b, v), 0 < p <= 1. In each row keep the smallest set of the likeliest
tokens whose probabilities add up to p or more (so always at least one), give all others probability 0, and return the
probabilities of what is kept, renormalised, (b, v), in the order of the vocabulary.""",
    stub='''import torch


def top_p(logits, p):
    """(b, v), returns probabilities (b, v)."""
    ...
''',
    reference="""import torch


def top_p(logits, p):
    probabilities = logits.softmax(-1)
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered                           # mass of the likelier ones
    ordered = ordered.masked_fill(before >= p, 0.0)
    kept = torch.zeros_like(probabilities).scatter(-1, order, ordered)
    return kept / kept.sum(-1, keepdim=True)
""",
    wrongs=(
        Wrong("p was ignored", "values", "before >= p", "before >= 2"),
        Wrong("the token that crosses p was dropped", "values", "before >= p", "ordered.cumsum(-1) > p"),
        Wrong("one token too many was kept", "values", "before >= p", "before - ordered >= p"),
        Wrong(
            "tokens came back in sorted order",
            "values",
            "torch.zeros_like(probabilities).scatter(-1, order, ordered)",
            "ordered",
        ),
        Wrong("what was kept wasn't renormalised", "values", "kept / kept.sum(-1, keepdim=True)", "kept"),
        Wrong("it was sorted from the least likely", "values", "descending=True", "descending=False"),
        Wrong("the whole batch shared one sum", "values", "kept / kept.sum(-1, keepdim=True)", "kept / kept.sum()"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: (1.5 * t.randn(16, 9), 0.7)), "(16, 9), p 0.7"),
        Check("one likely token", agrees(oracle, likely), "a token of probability above 0.99, p 0.5"),
        Check("p of one", agrees(oracle, lambda t: (t.randn(2, 5), 1.0)), "(2, 5), p 1"),
        Check("tiny p", agrees(oracle, lambda t: (t.randn(3, 5), 1e-6)), "(3, 5), p 1e-6"),
        Check("binary fractions", agrees(oracle, exact), "1/2, 1/4, 1/8, 1/8 in some order, p 0.7"),
        Check(
            "masked tokens",
            agrees(oracle, lambda t: (t.randn(2, 5).masked_fill(t.rows(0, 1, 1, 1, 0).T > 0, -1e30), 0.9)),
            "three tokens at −1e30",
        ),
    ),
    entry="top_p",
    minutes=10,
    operations=30,
    hints=(
        "Sort, add up. Which token is the first that is not needed any more?",
        "A token stays if the likelier ones together are below p: cumsum minus itself.",
        "scatter brings the sorted probabilities back to their tokens.",
    ),
    why="""Comparing the cumulated sum itself with p drops the token that crosses p; with p 0.5 and one token of 0.9
nothing would be left.""",
    cards=(
        "code-decoding/sample",
        "sampling/top-p",
    ),
)
