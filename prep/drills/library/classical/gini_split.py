"""The best split of one feature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, y: Tensor) -> tuple[float, float]:
    """Every threshold between two neighbours; of equally good ones the lowest."""
    points = sorted(zip(x.tolist(), y.tolist(), strict=True))

    def gini(labels: list[int]) -> float:
        share = sum(labels) / len(labels)
        return 2 * share * (1 - share)

    best = (float("inf"), 0.0)
    for i in range(1, len(points)):
        if points[i][0] != points[i - 1][0]:
            left, right = [label for _, label in points[:i]], [label for _, label in points[i:]]
            score = (len(left) * gini(left) + len(right) * gini(right)) / len(points)
            if score < best[0] - 1e-12:
                best = score, (points[i][0] + points[i - 1][0]) / 2
    return best[1], best[0]


def draw(bench: Bench, n: int, values: int = 0) -> tuple[Any, ...]:
    """Values that tell something of the class; values: so many different ones, 0 for no ties."""
    y = bench.integers(0, 2, n)
    x = bench.integers(0, values, n).float() + y if values else bench.randn(n) + y
    x[0], x[1] = -9.0, 9.0
    return x, y


DRILL = Drill(
    name="classical.gini-split",
    title="The best Gini split of one feature",
    task="""Write split(x, y): x (n,), y (n,) of 0 and 1. Among thresholds midway between neighbouring different
values of x find the one with the lowest impurity: the Gini impurity 2 p (1 − p) of each side, weighted by its share
of points; of equally good ones the lowest threshold. Return (threshold, impurity) as floats. x has two different
values at least.""",
    stub='''import torch


def split(x, y):
    """(n,), (n,), returns two floats."""
    ...
''',
    reference="""import torch


def split(x, y):
    x, order = x.double().sort()
    y, n = y[order].double(), len(x)
    left = torch.arange(1, n, dtype=torch.float64)                  # points at the left of each cut
    ones = y.cumsum(0)
    p, q = ones[:-1] / left, (ones[-1] - ones[:-1]) / (n - left)
    impurity = (left * 2 * p * (1 - p) + (n - left) * 2 * q * (1 - q)) / n
    impurity = impurity.masked_fill(x[1:] == x[:-1], torch.inf)
    at = int((impurity <= impurity.min() + 1e-12).int().argmax())
    return float((x[at] + x[at + 1]) / 2), float(impurity[at])
""",
    wrongs=(
        Wrong(
            "sides weren't weighted by their size",
            "values",
            "(left * 2 * p * (1 - p) + (n - left) * 2 * q * (1 - q)) / n",
            "(2 * p * (1 - p) + 2 * q * (1 - q)) / 2",
        ),
        Wrong(
            "it cut between equal values",
            "equal values",
            "impurity.masked_fill(x[1:] == x[:-1], torch.inf)",
            "impurity",
        ),
        Wrong(
            "the threshold was a value of x, not the middle", "values", "float((x[at] + x[at + 1]) / 2)", "float(x[at])"
        ),
        Wrong("labels weren't sorted with x", "values", "y[order].double()", "y.double()"),
        Wrong(
            "entropy was taken in place of Gini",
            "values",
            "left * 2 * p * (1 - p)",
            "left * (torch.special.entr(p) + torch.special.entr(1 - p))",
        ),
        Wrong("the impurity was 1 − p² only", "values", "left * 2 * p * (1 - p)", "left * (1 - p * p)"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 60)), "60 points, no ties"),
        Check(
            "equal values",
            agrees(oracle, lambda t: (t.rows(0, 0, 0, 0, 1, 1)[:, 0], t.rows(0, 0, 1, 1, 1, 0)[:, 0].long())),
            "x 0 0 0 0 1 1, y 0 0 1 1 1 0",
        ),
        Check("few values", agrees(oracle, lambda t: draw(t, 40, 4)), "40 points, few values"),
        Check("two points", agrees(oracle, lambda t: (t.rows(2, 1)[:, 0], t.integers(0, 2, 2))), "x 2 1"),
        Check("pure", agrees(oracle, lambda t: (t.randn(6), 0 * t.integers(0, 2, 6))), "one class: impurity 0"),
    ),
    entry="split",
    minutes=12,
    operations=60,
    hints=(
        "Sort once; every cut is then a place in the order.",
        "A cumulative sum of the labels gives the ones at the left of every cut.",
        "Where two neighbours are equal there is no threshold between them: hide that cut.",
    ),
    why="With equal values a cut between them promises an impurity that no threshold can reach.",
    cards=("decision-trees/split", "decision-trees/gini"),
)
