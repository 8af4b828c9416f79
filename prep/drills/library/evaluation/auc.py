"""Area under the ROC curve, ties and all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(scores: Tensor, labels: Tensor) -> float:
    """Over all pairs of a positive and a negative: 1 if ranked right, 1/2 at a tie."""
    positive, negative = scores[labels == 1], scores[labels == 0]
    gap = positive[:, None] - negative[None]
    return float(((gap > 0).double() + 0.5 * (gap == 0).double()).mean())


def draw(bench: Bench, n: int, values: int = 0) -> tuple[Any, ...]:
    """Scores and labels with both classes; values: so many different scores, 0 for no ties."""
    labels = bench.integers(0, 2, n)
    labels[0], labels[-1] = 1, 0
    scores = bench.integers(0, values, n).float() if values else bench.randn(n)
    return scores + 0.3 * labels * (values == 0), labels


def many(bench: Bench) -> None:
    """200,000 scores: a table of all pairs would take 80 GB."""
    labels = bench.integers(0, 2, 200_000)
    found = bench.call(labels + 0.0, labels)
    bench.agree(found, 1.0, what="of 200,000 scores that equal their labels auc returned")


DRILL = Drill(
    name="evaluation.auc",
    title="ROC AUC with ties",
    task="""Write auc(scores, labels): scores (n,), labels (n,) of 0 and 1, both present. Return the area under the
ROC curve as a float: the share of pairs of a positive and a negative in which the positive scores higher, a tie
counting one half. n may be 200,000: no n × n table.""",
    stub='''import torch


def auc(scores, labels):
    """(n,) and (n,), returns a float."""
    ...
''',
    reference="""import torch


def auc(scores, labels):
    values, which, many = scores.unique(return_inverse=True, return_counts=True)
    last = many.cumsum(0).double()                                  # rank of the last of each tie
    rank = (last - (many.double() - 1) / 2)[which]                  # the mean rank of a tie
    positive = labels == 1
    p, n = int(positive.sum()), int((~positive).sum())
    return (float(rank[positive].sum()) - p * (p + 1) / 2) / (p * n)
""",
    wrongs=(
        Wrong("a tie counted as right", "ties", "(last - (many.double() - 1) / 2)[which]", "last[which]"),
        Wrong(
            "a tie counted as wrong",
            "ties",
            "(last - (many.double() - 1) / 2)[which]",
            "(last - many.double() + 1)[which]",
        ),
        Wrong(
            "ties were ranked by their order",
            "ties",
            "(last - (many.double() - 1) / 2)[which]",
            "(scores.argsort().argsort() + 1).double()",
        ),
        Wrong("ranks of positives among themselves weren't taken off", "values", " - p * (p + 1) / 2", ""),
        Wrong("it was divided by all pairs", "values", "/ (p * n)", "/ ((p + n) * (p + n - 1) / 2)"),
        Wrong(
            "the classes were exchanged",
            "values",
            "rank[positive].sum()) - p * (p + 1) / 2",
            "rank[~positive].sum()) - n * (n + 1) / 2",
        ),
        Wrong(
            "all pairs stood in one table",
            "200,000 scores",
            "    values, which, many = scores.unique(return_inverse=True, return_counts=True)\n",
            "    gap = scores[labels == 1][:, None] - scores[labels == 0][None]\n"
            "    return ((gap > 0).double() + (gap == 0) / 2).mean().item()\n"
            "    values, which, many = scores.unique(return_inverse=True, return_counts=True)\n",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 40)), "40 scores, no ties"),
        Check("ties", agrees(oracle, lambda t: draw(t, 40, 5)), "40 scores of five values"),
        Check("one score for all", agrees(oracle, lambda t: draw(t, 9, 1)), "9 equal scores"),
        Check("200,000 scores", many, "labels as scores"),
        Check("one of each", agrees(oracle, lambda t: draw(t, 2)), "2 scores"),
    ),
    entry="auc",
    minutes=10,
    hints=(
        "AUC is a count of pairs. Which sum over one sorted list counts them all?",
        "The sum of the ranks of the positives, less p (p + 1) / 2, counts the negatives below them.",
        "Ties get their mean rank: unique with counts, cumsum.",
    ),
    why="A model that says 0.5 of everything has an AUC of 0.5; if ties count as right it has 1.",
    cards=("code-metrics/auc",),
)
