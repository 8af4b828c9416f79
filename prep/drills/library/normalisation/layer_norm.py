"""Layer norm, forward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates, shaped

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, gain: Tensor, bias: Tensor, eps: float) -> Tensor:
    """Torch's own."""
    import torch

    return torch.nn.functional.layer_norm(x, gain.shape, gain, bias, eps)


def draw(bench: Bench, *shape: int, eps: float = 1e-5, scale: float = 1.0) -> tuple[Any, ...]:
    """x, gain, bias, eps."""
    d = shape[-1]
    return scale * bench.randn(*shape) + 0.5, 1 + bench.randn(d), bench.randn(d), eps


DRILL = Drill(
    name="normalisation.layer-norm",
    title="Layer norm, forward",
    task="""Write layer_norm(x, gain, bias, eps): each vector along the last dimension of x loses its mean and is
divided by the root of its variance plus eps; then times gain, plus bias. The variance is the biased one (divided by
d).""",
    stub='''import torch


def layer_norm(x, gain, bias, eps):
    """x (..., d), gain and bias (d,), returns (..., d)."""
    ...
''',
    reference="""import torch


def layer_norm(x, gain, bias, eps):
    centred = x - x.mean(-1, keepdim=True)
    variance = (centred * centred).mean(-1, keepdim=True)
    return centred / (variance + eps).sqrt() * gain + bias
""",
    wrongs=(
        Wrong(
            "the variance was divided by d − 1",
            "values",
            "(centred * centred).mean(-1, keepdim=True)",
            "x.var(-1, keepdim=True)",
        ),
        Wrong("eps stood outside the root", "large eps", "(variance + eps).sqrt()", "(variance.sqrt() + eps)"),
        Wrong("it was divided by the variance, not its root", "values", "(variance + eps).sqrt()", "(variance + eps)"),
        Wrong("the mean was not taken off", "values", "centred / (variance", "x / (variance"),
        Wrong(
            "mean and variance came from the batch",
            "values",
            "centred = x - x.mean(-1, keepdim=True)",
            "centred = x - x.mean(0, keepdim=True)",
        ),
        Wrong(
            "the variance was E[x²] − E[x]²",
            "far from zero",
            "(centred * centred).mean(-1, keepdim=True)",
            "(x * x).mean(-1, keepdim=True) - x.mean(-1, keepdim=True) ** 2",
        ),
        Wrong("bias was left out", "values", " * gain + bias", " * gain"),
    ),
    checks=(
        Check("shape and type", shaped(oracle, lambda t: t.cast(draw(t, 2, 3, 8), "bfloat16")), "(2, 3, 8), bfloat16"),
        Check("values", agrees(oracle, lambda t: draw(t, 3, 6, eps=1e-12)), "(3, 6), eps 1e-12"),
        Check("large eps", agrees(oracle, lambda t: draw(t, 3, 6, eps=0.5)), "(3, 6), eps 0.5"),
        Check("four dimensions", agrees(oracle, lambda t: draw(t, 2, 3, 4, 5)), "(2, 3, 4, 5)"),
        Check("a constant row", agrees(oracle, lambda t: (0 * t.randn(2, 4) + 3, *draw(t, 2, 4)[1:])), "x = 3"),
        Check(
            "far from zero",
            agrees(oracle, lambda t: (t.randn(3, 16) + 3000, *draw(t, 3, 16)[1:]), loose=300),
            "x = 3000 + randn(3, 16), float32",
        ),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 3, 5)), "(3, 5), float64"),
    ),
    entry="layer_norm",
    level=Level.SCREEN,
    minutes=5,
    forbidden=("layer_norm", "native_layer_norm", "rms_norm", "group_norm", "batch_norm"),
    operations=20,
    hints=(
        "Over which dimension do mean and variance run, and by what is the variance divided?",
        "eps belongs inside the root.",
        "(x − mean) / √(mean of (x − mean)² + eps) · gain + bias, all along the last dimension.",
    ),
    why="""E[x²] − E[x]² subtracts two large numbers: at a mean of 3000 float32 keeps no digit of a variance near
1.""",
    cards=(
        "code-transformer/layer-norm",
        "layer-norm/axis",
    ),
)
