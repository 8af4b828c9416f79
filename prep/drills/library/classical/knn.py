"""k nearest neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, y: Tensor, new: Tensor, k: int, classes: int) -> Tensor:
    """Point by point; of classes with equally many votes the smallest."""
    import torch

    found = []
    for point in new:
        away = (x - point).square().sum(-1).tolist()
        near = sorted(range(len(x)), key=away.__getitem__)[:k]
        votes = [sum(int(y[i]) == c for i in near) for c in range(classes)]
        found.append(votes.index(max(votes)))
    return torch.tensor(found, dtype=torch.int64)


def draw(bench: Bench, n: int, m: int, k: int, classes: int = 3) -> tuple[Any, ...]:
    """Known points with their classes, and new ones."""
    return bench.randn(n, 4), bench.integers(0, classes, n), bench.randn(m, 4), k, classes


def often(bench: Bench, k: int, classes: int) -> None:
    """Eight draws: one alone may agree by luck."""
    for _ in range(8):
        agrees(oracle, lambda t: draw(t, 40, 10, k, classes))(bench)


DRILL = Drill(
    name="classical.knn",
    title="k nearest neighbours, without loops",
    task="""Write knn(x, y, new, k, classes): known points x (n, d) with classes y (n,), new points (m, d). For each
new point count the classes of its k nearest known ones (Euclidean) and return the most frequent class, of equally
frequent ones the smallest, (m,), int64. No Python loop over points.""",
    stub='''import torch


def knn(x, y, new, k, classes):
    """(n, d), (n,), (m, d), two numbers; returns (m,)."""
    ...
''',
    reference="""import torch


def knn(x, y, new, k, classes):
    away = (new[:, None] - x[None]).square().sum(-1)                # (m, n)
    near = away.argsort(-1)[:, :k]
    votes = (y[near][:, :, None] == torch.arange(classes)).sum(1)   # (m, classes)
    best = votes.amax(-1, keepdim=True)
    return (votes == best).int().argmax(-1)
""",
    wrongs=(
        Wrong("the farthest points voted", "values", "away.argsort(-1)", "away.argsort(-1, descending=True)"),
        Wrong("only the nearest point counted", "values", "[:, :k]", "[:, :1]"),
        Wrong("all points voted", "values", "[:, :k]", "[:, :]"),
        Wrong(
            "of equally frequent classes the largest won",
            "ties",
            "(votes == best).int().argmax(-1)",
            "classes - 1 - (votes == best).int().flip(-1).argmax(-1)",
        ),
        Wrong(
            "classes were averaged as numbers",
            "ties",
            "(votes == best).int().argmax(-1)",
            "y[near].double().mean(1).round().long()",
        ),
        Wrong(
            "points were visited one by one",
            "many points",
            "near = away.argsort(-1)[:, :k]",
            "near = torch.stack([row.argsort()[:k] for row in away])",
        ),
        Wrong(
            "the dot product stood for the distance",
            "values",
            "(new[:, None] - x[None]).square().sum(-1)",
            "-(new[:, None] * x[None]).sum(-1)",
        ),
    ),
    checks=(
        Check("values", lambda t: often(t, 5, 2), "40 points, 10 new, k 5, 2 classes"),
        Check("ties", lambda t: often(t, 2, 3), "40 points, 10 new, k 2, 3 classes"),
        Check("one neighbour", agrees(oracle, lambda t: draw(t, 9, 6, 1)), "k 1"),
        Check("all neighbours", agrees(oracle, lambda t: draw(t, 7, 4, 7)), "k = n"),
        Check("many points", agrees(oracle, lambda t: draw(t, 10, 60, 3)), "60 new points"),
    ),
    entry="knn",
    level=Level.SCREEN,
    minutes=10,
    forbidden=("cdist",),
    operations=40,
    hints=(
        "All distances at once: new[:, None] − x[None] is (m, n, d).",
        "y[near] is (m, k): comparing it with arange(classes) counts votes.",
        "argmax over (votes == largest) takes the first, which is the smallest class.",
    ),
    why="How a tie is broken is part of the specification: mode and argmax don't promise the same.",
    cards=("code-clustering/knn",),
)
