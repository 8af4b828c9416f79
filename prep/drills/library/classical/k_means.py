"""One step of Lloyd's algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, centres: Tensor) -> tuple[Tensor, Tensor]:
    """Point by point; of equally near centres the first."""
    import torch

    nearest = [min(range(len(centres)), key=lambda c: float((p - centres[c]).square().sum())) for p in x]
    mine = torch.tensor(nearest, dtype=torch.int64)
    moved = [x[mine == c].mean(0) if bool((mine == c).any()) else centres[c] for c in range(len(centres))]
    return mine, torch.stack(moved)


def inertia_falls(bench: Bench) -> None:
    """No step makes the sum of squared distances larger."""
    x, centres = bench.randn(40, 2).double(), bench.randn(5, 2).double()
    before = float("inf")
    for _ in range(6):
        nearest, moved = bench.call(x, centres)
        after = float((x - centres[nearest]).square().sum())
        if after > before * (1 + 1e-9):
            bench.fail(f"a step made the sum of squared distances larger: {before:.4g}, then {after:.4g}")
        before, centres = after, moved


def lonely(bench: Bench) -> tuple[Any, ...]:
    """One centre is so far away that no point is nearest to it."""
    centres = bench.randn(3, 2)
    centres[1] += 100
    return bench.randn(9, 2), centres


DRILL = Drill(
    name="classical.k-means",
    title="A step of k-means",
    task="""Write step(x, centres): x (n, d), centres (k, d). Assign each point to its nearest centre (Euclidean; of
equally near ones the first), then move each centre to the mean of its points; a centre without points stays where it
is. Return the assignment (n,), int64, and the new centres (k, d). No Python loop over points.""",
    stub='''import torch


def step(x, centres):
    """(n, d), (k, d); returns (n,) and (k, d)."""
    ...
''',
    reference="""import torch


def step(x, centres):
    away = (x[:, None] - centres[None]).square().sum(-1)            # (n, k)
    nearest = away.argmin(-1)
    mine = (nearest[:, None] == torch.arange(len(centres))).to(x.dtype)
    many = mine.sum(0)[:, None]                                     # (k, 1)
    return nearest, torch.where(many > 0, mine.T @ x / many.clamp(min=1), centres)
""",
    wrongs=(
        Wrong(
            "a centre without points became nan",
            "a centre without points",
            "torch.where(many > 0, mine.T @ x / many.clamp(min=1), centres)",
            "mine.T @ x / many",
        ),
        Wrong(
            "a centre without points moved to 0",
            "a centre without points",
            "torch.where(many > 0, mine.T @ x / many.clamp(min=1), centres)",
            "mine.T @ x / many.clamp(min=1)",
        ),
        Wrong("centres were sums, not means", "values", "mine.T @ x / many.clamp(min=1)", "mine.T @ x"),
        Wrong("points went to the farthest centre", "values", "argmin(-1)", "argmax(-1)"),
        Wrong("distances were sums of differences without squares", "values", ".square().sum(-1)", ".sum(-1)"),
        Wrong(
            "points were visited one by one",
            "many points",
            "nearest = away.argmin(-1)",
            "nearest = torch.stack([row.argmin() for row in away])",
        ),
    ),
    checks=(
        Check(
            "values",
            agrees(oracle, lambda t: (x := t.randn(12, 2), x[:3].clone())),
            "x (12, 2), its first 3 points as centres",
        ),
        Check("a centre without points", agrees(oracle, lonely), "one of 3 centres is far away"),
        Check(
            "ties",
            agrees(oracle, lambda t: (t.integers(-1, 2, 10, 2).float(), 2.0 * t.rows(-1, 1) @ t.rows(1, 1).T)),
            "points on a grid, centres (−2, −2) and (2, 2)",
        ),
        Check("one point", agrees(oracle, lambda t: (t.randn(1, 3), t.randn(2, 3))), "x (1, 3)"),
        Check("as many centres as points", agrees(oracle, lambda t: (x := t.randn(4, 2), x.clone())), "centres = x"),
        Check("many points", agrees(oracle, lambda t: (t.randn(100, 2), t.randn(3, 2))), "x (100, 2)"),
        Check("never worse", inertia_falls, "6 steps, 40 points, 5 centres"),
    ),
    entry="step",
    level=Level.SCREEN,
    minutes=10,
    forbidden=("cdist", "kmeans"),
    operations=40,
    hints=(
        "All distances at once: x[:, None] − centres[None] has shape (n, k, d).",
        "A one-hot matrix of the assignment turns sums per cluster into one product.",
        "Where no point was assigned, torch.where keeps the old centre.",
    ),
    why="""An empty cluster is the usual bug: 0 / 0 is nan, and from then on nothing is nearest to it and nobody
notices.""",
    cards=("code-clustering/kmeans",),
)
