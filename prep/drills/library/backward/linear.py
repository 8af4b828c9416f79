"""A linear layer, backward by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, w: Tensor, b: Tensor, g: Tensor) -> tuple[Tensor, ...]:
    """By autograd."""
    import torch

    leaves = [each.detach().clone().requires_grad_() for each in (x, w, b)]
    with torch.enable_grad():
        total = (torch.nn.functional.linear(*leaves) * g).sum()  # grad(…, g) itself would import sympy: a second
    return torch.autograd.grad(total, leaves)


def draw(bench: Bench, *shape: int, out: int = 3) -> tuple[Any, ...]:
    """x, weight, bias, gradient of the result."""
    return bench.randn(*shape), bench.randn(out, shape[-1]), bench.randn(out), bench.randn(*shape[:-1], out)


DRILL = Drill(
    name="backward.linear",
    title="Linear layer, backward by hand",
    task="""The layer is y = x @ w.T + b with x (…, d), w (m, d), b (m,). Write backward(x, w, b, g), where g (…, m)
is the gradient of the loss at y; return the gradients at x, w and b. x may have any number of leading dimensions, one
at least.""",
    stub='''import torch


def backward(x, w, b, g):
    """(..., d), (m, d), (m,), (..., m); returns three tensors shaped as x, w, b."""
    ...
''',
    reference="""import torch


def backward(x, w, b, g):
    rows, grads = x.reshape(-1, x.shape[-1]), g.reshape(-1, g.shape[-1])
    return g @ w, grads.T @ rows, grads.sum(0)
""",
    wrongs=(
        Wrong("the gradient at w was averaged over the rows", "values", "grads.T @ rows", "grads.T @ rows / len(rows)"),
        Wrong("the gradient at b was averaged over the rows", "values", "grads.sum(0)", "grads.mean(0)"),
        Wrong("the gradient at w was transposed", "values", "grads.T @ rows", "rows.T @ grads"),
        Wrong("only the first dimension was summed for b", "three dimensions", "grads.sum(0)", "g.sum(0)"),
        Wrong("w and x were exchanged", "values", "return g @ w, ", "return x * g.sum(-1, keepdim=True), "),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 5, 4)), "x (5, 4), m 3"),
        Check("three dimensions", agrees(oracle, lambda t: draw(t, 2, 5, 4)), "x (2, 5, 4), m 3"),
        Check("one row", agrees(oracle, lambda t: draw(t, 1, 4)), "x (1, 4)"),
        Check(
            "views",
            agrees(oracle, lambda t: (t.randn(4, 5).T, t.randn(4, 3).T, t.randn(3), t.randn(3, 5).T)),
            "transposed tensors",
        ),
        Check("empty batch", agrees(oracle, lambda t: draw(t, 0, 4)), "x (0, 4)"),
    ),
    entry="backward",
    level=Level.SCREEN,
    minutes=6,
    forbidden=("backward", "grad", "linear"),
    operations=30,
    gradients=False,
    hints=(
        "Shapes decide nearly everything: which product of g (n, m) and x (n, d) is (m, d)?",
        "b was added to every row: its gradient is a sum over rows.",
        "g @ w, gᵀ @ x, sum of g over all leading dimensions.",
    ),
    why="""Gradients of shared parameters add up over all their uses; the mean belongs to the loss, not to the
layer.""",
    cards=("code-linear-models/mlp", "backprop/derive"),
)
