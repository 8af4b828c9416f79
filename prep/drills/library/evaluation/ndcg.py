"""NDCG at k."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(scores: Tensor, gains: Tensor, k: int) -> float:
    """By hand: gains 2^rel − 1, discounts log2(place + 1), places from 1."""
    import math

    def dcg(order: list[int]) -> float:
        return sum((2 ** float(gains[i]) - 1) / math.log2(place + 1) for place, i in enumerate(order[:k], 1))

    best = dcg(sorted(range(len(gains)), key=lambda i: -float(gains[i])))
    return dcg(sorted(range(len(scores)), key=lambda i: -float(scores[i]))) / best if best else 0.0


def draw(bench: Bench, n: int, k: int) -> tuple[Any, ...]:
    """Scores that all differ, relevance 0 to 3 with one 3 at least."""
    gains = bench.integers(0, 4, n)
    gains[bench.random.randrange(n)] = 3
    return bench.randn(n), gains, k


DRILL = Drill(
    name="evaluation.ndcg",
    title="NDCG at k",
    task="""Write ndcg(scores, relevance, k) for one query: scores (n,), all different, relevance (n,) of whole
numbers. Gain 2^relevance − 1, discount log2(place + 1) with places from 1, the first k places count. Divide by the
DCG of the best order of all n items, cut at k. Return a float, 0 where nothing is relevant.""",
    stub='''import torch


def ndcg(scores, relevance, k):
    """(n,), (n,), a number; returns a float."""
    ...
''',
    reference="""import torch


def ndcg(scores, relevance, k):
    gain = 2.0 ** relevance.double() - 1
    discount = torch.log2(torch.arange(len(gain)).double() + 2)[:k]
    got = (gain[scores.argsort(descending=True)][:k] / discount).sum()
    best = (gain.sort(descending=True).values[:k] / discount).sum()
    return float(got / best) if best > 0 else 0.0
""",
    wrongs=(
        Wrong("the gain was the relevance itself", "values", "2.0 ** relevance.double() - 1", "relevance.double()"),
        Wrong("the discount began at the second place", "values", ".double() + 2)", ".double() + 3)"),
        Wrong(
            "the best order was that of the first k retrieved only",
            "a relevant item beyond k",
            "gain.sort(descending=True).values[:k]",
            "gain[scores.argsort(descending=True)][:k].sort(descending=True).values",
        ),
        Wrong(
            "it was sorted from the lowest score",
            "values",
            "gain[scores.argsort(descending=True)]",
            "gain[scores.argsort()]",
        ),
        Wrong(
            "nothing relevant gave nan",
            "nothing relevant",
            "float(got / best) if best > 0 else 0.0",
            "float(got / best)",
        ),
        Wrong("k was ignored", "a relevant item beyond k", "    gain = 2.0", "    k = len(scores)\n    gain = 2.0"),
        Wrong("it wasn't normalised", "values", "float(got / best)", "float(got)"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 8, 8)), "8 items, k 8"),
        Check(
            "a relevant item beyond k",
            agrees(
                oracle,
                lambda t: (
                    t.rows(5, 4, 3, 2, 1)[:, 0] + 0.1 * t.rand(5),
                    (0 * t.integers(0, 1, 5) + t.rows(1, 0, 2, 0, 3)[:, 0].long()),
                    3,
                ),
            ),
            "relevance 1 0 2 0 3 in this order, k 3",
        ),
        Check("nothing relevant", agrees(oracle, lambda t: (t.randn(4), 0 * t.integers(0, 2, 4), 3)), "relevance 0"),
        Check("k beyond the list", agrees(oracle, lambda t: draw(t, 3, 10)), "3 items, k 10"),
        Check("cut", agrees(oracle, lambda t: draw(t, 20, 5)), "20 items, k 5"),
    ),
    entry="ndcg",
    minutes=8,
    hints=(
        "Two sums of the same form: one in the order of the scores, one in the best order.",
        "The best order is that of all items, cut at k, not of what was retrieved.",
        "Σ (2^rel − 1) / log2(place + 1), places from 1.",
    ),
    why="With the best order of the retrieved alone a system that finds nothing of worth scores 1.",
    cards=("code-metrics/ndcg", "ranking-metrics/ndcg"),
)
