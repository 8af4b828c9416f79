"""Ridge regression in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, y: Tensor, penalty: float) -> tuple[Tensor, Tensor]:
    """Least squares on rows that are stretched by the penalty, without the intercept being pulled."""
    import torch

    middle, level = x.mean(0), y.mean()
    d = x.shape[1]
    rows = torch.cat([x - middle, penalty**0.5 * torch.eye(d, dtype=x.dtype)])
    w = torch.linalg.lstsq(rows, torch.cat([y - level, torch.zeros(d, dtype=y.dtype)])).solution
    return w, level - middle @ w


def draw(bench: Bench, n: int, d: int, penalty: float = 0.0, centre: float = 2.0) -> tuple[Any, ...]:
    """A linear law with noise, in float64."""
    x = bench.randn(n, d).double() + centre
    return x, x @ bench.randn(d).double() + 3 + 0.1 * bench.randn(n).double(), penalty


DRILL = Drill(
    name="classical.linear-regression",
    title="Linear regression in closed form, with a ridge",
    task="""Write fit(x, y, penalty): x (n, d), y (n,), float64, n > d. Minimise the sum of squared errors of x @ w +
b plus penalty · |w|², where the intercept b isn't penalised. Return (w (d,), b, a tensor with one number). Use the
normal equations; no inverse is needed.""",
    stub='''import torch


def fit(x, y, penalty):
    """(n, d), (n,), a float; returns (d,) and a tensor with one number."""
    ...
''',
    reference="""import torch


def fit(x, y, penalty):
    middle, level = x.mean(0), y.mean()
    a = x - middle
    gram = a.T @ a + penalty * torch.eye(x.shape[1], dtype=x.dtype)
    w = torch.linalg.solve(gram, a.T @ (y - level))
    return w, level - middle @ w
""",
    wrongs=(
        Wrong(
            "there was no intercept",
            "values",
            "middle, level = x.mean(0), y.mean()",
            "middle, level = torch.zeros_like(x[0]), torch.zeros_like(y[0])",
        ),
        Wrong("the intercept was the mean of y", "values", "level - middle @ w", "level"),
        Wrong("the penalty was divided by n", "ridge", "penalty * torch.eye", "penalty / len(x) * torch.eye"),
        Wrong("the penalty was left out", "ridge", " + penalty * torch.eye(x.shape[1], dtype=x.dtype)", ""),
        Wrong("the penalty lay on every entry", "ridge", "penalty * torch.eye(x.shape[1], dtype=x.dtype)", "penalty"),
        Wrong("the penalty was squared", "ridge", "penalty * torch.eye", "penalty**2 * torch.eye"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 30, 4), loose=100), "(30, 4), no penalty"),
        Check("ridge", agrees(oracle, lambda t: draw(t, 20, 3, 5.0), loose=100), "(20, 3), penalty 5"),
        Check(
            "far from zero",
            agrees(oracle, lambda t: draw(t, 20, 3, 5.0, 1000.0), loose=1e5),
            "x around 1000, penalty 5",
        ),
        Check("one feature", agrees(oracle, lambda t: draw(t, 10, 1), loose=100), "(10, 1)"),
    ),
    entry="fit",
    level=Level.SCREEN,
    minutes=8,
    forbidden=("lstsq", "pinv", "linalg_lstsq", "linalg_pinv"),
    operations=40,
    hints=(
        "Which w is best if x and y have mean 0? Then no intercept is needed.",
        "(aᵀa + penalty · I) w = aᵀ(y − mean of y), with a = x − mean of x.",
        "b = mean of y − mean of x · w.",
    ),
    why="A penalty on the intercept would pull the predictions towards 0, whatever the unit of y.",
    cards=("code-linear-models/linear",),
)
