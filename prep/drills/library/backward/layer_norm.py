"""Layer norm, backward by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, gain: Tensor, g: Tensor) -> tuple[Tensor, ...]:
    """By autograd, eps 1e-5; the bias's gradient comes last."""
    import torch

    leaves = [x.detach().clone().requires_grad_(), gain.detach().clone().requires_grad_()]
    bias = torch.zeros_like(gain).requires_grad_()
    with torch.enable_grad():
        total = (torch.nn.functional.layer_norm(leaves[0], gain.shape, leaves[1], bias, 1e-5) * g).sum()
    return torch.autograd.grad(total, [*leaves, bias])


def draw(bench: Bench, n: int, d: int) -> tuple[Any, ...]:
    """x, gain, gradient of the result."""
    return 2 * bench.randn(n, d) + 1, 1 + 0.5 * bench.randn(d), bench.randn(n, d)


DRILL = Drill(
    name="backward.layer-norm",
    title="Layer norm, backward by hand",
    task="""Layer norm over the last dimension with gain, bias and eps 1e-5 (inside the root, biased variance). Write
backward(x, gain, g) for x (n, d) and g, the gradient at the result; return the gradients at x, gain and bias.""",
    stub='''import torch


def backward(x, gain, g):
    """(n, d), (d,), (n, d); returns (n, d), (d,), (d,)."""
    ...
''',
    reference="""import torch


def backward(x, gain, g):
    centred = x - x.mean(-1, keepdim=True)
    root = (centred.square().mean(-1, keepdim=True) + 1e-5).sqrt()
    h = centred / root
    u = g * gain
    at_x = (u - u.mean(-1, keepdim=True) - h * (u * h).mean(-1, keepdim=True)) / root
    return at_x, (g * h).sum(0), g.sum(0)
""",
    wrongs=(
        Wrong(
            "mean and variance were taken as constants",
            "values",
            "(u - u.mean(-1, keepdim=True) - h * (u * h).mean(-1, keepdim=True))",
            "u",
        ),
        Wrong("the variance was taken as a constant", "values", " - h * (u * h).mean(-1, keepdim=True)", ""),
        Wrong("the mean was taken as a constant", "values", "u - u.mean(-1, keepdim=True) - h", "u - h"),
        Wrong("gain was left out of the gradient at x", "values", "u = g * gain", "u = g"),
        Wrong("the gradient at gain used x itself", "values", "(g * h).sum(0)", "(g * x).sum(0)"),
        Wrong("the gradient at the bias was averaged", "values", "g.sum(0)", "g.mean(0)"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 4, 6), loose=5), "(4, 6)"),
        Check("float64", agrees(oracle, lambda t: draw(t, 3, 5), dtype="float64"), "(3, 5)"),
        Check("one row", agrees(oracle, lambda t: draw(t, 1, 8), loose=5), "(1, 8)"),
        Check("two features", agrees(oracle, lambda t: draw(t, 5, 2), dtype="float64", loose=1e3), "(5, 2), float64"),
        Check("empty batch", agrees(oracle, lambda t: draw(t, 0, 4)), "(0, 4)"),
    ),
    entry="backward",
    level=Level.SENIOR,
    minutes=15,
    forbidden=("backward", "grad", "layer_norm", "native_layer_norm", "native_layer_norm_backward"),
    operations=40,
    gradients=False,
    hints=(
        "y = h · gain + bias and h = (x − μ) / σ: μ and σ depend on x as well.",
        "The gradient at x has no part along the ones vector and none along h: normalising takes both away.",
        "u = g · gain; (u − mean(u) − h · mean(u · h)) / σ.",
    ),
    why="""The two means are the projections onto the directions in which the output can't move: shifting and scaling
x changes nothing.""",
    cards=("code-transformer/layer-norm",),
)
