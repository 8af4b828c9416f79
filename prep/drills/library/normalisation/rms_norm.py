"""RMSNorm, forward, for low precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates, shaped

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, gain: Tensor, eps: float) -> Tensor:
    """The formula, in float32 at least."""
    wide = x.float() if x.dtype.itemsize < 4 else x
    return (wide * (wide.square().mean(-1, keepdim=True) + eps).rsqrt() * gain).to(x.dtype)


def draw(bench: Bench, *shape: int, eps: float = 1e-6, scale: float = 1.0) -> tuple[Any, ...]:
    """x, gain, eps."""
    return scale * (bench.randn(*shape) + 1), 1 + 0.3 * bench.randn(shape[-1]), eps


DRILL = Drill(
    name="normalisation.rms-norm",
    title="RMSNorm, forward",
    task="""Write rms_norm(x, gain, eps): each vector along the last dimension divided by the root of its mean square
plus eps, times gain. In float16 and bfloat16 the mean square is computed in float32, and the result has the type of
x.""",
    stub='''import torch


def rms_norm(x, gain, eps):
    """x (..., d), gain (d,), returns (..., d) in the type of x."""
    ...
''',
    reference="""import torch


def rms_norm(x, gain, eps):
    wide = x if x.dtype == torch.float64 else x.float()
    root = (wide.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    return (wide / root * gain).to(x.dtype)
""",
    wrongs=(
        Wrong(
            "the mean was taken off, as layer norm does",
            "values",
            "(wide.pow(2).mean(-1, keepdim=True) + eps).sqrt()",
            "(wide.pow(2).mean(-1, keepdim=True) + eps).sqrt(); wide = wide - wide.mean(-1, keepdim=True)",
        ),
        Wrong("squares were added, not averaged", "values", "wide.pow(2).mean(", "wide.pow(2).sum("),
        Wrong(
            "eps stood outside the root",
            "large eps",
            "mean(-1, keepdim=True) + eps).sqrt()",
            "mean(-1, keepdim=True)).sqrt() + eps",
        ),
        Wrong(
            "squares were taken in float16",
            "float16, large values",
            "x if x.dtype == torch.float64 else x.float()",
            "x",
        ),
        Wrong("the result stayed float32", "shape and type", "(wide / root * gain).to(x.dtype)", "wide / root * gain"),
        Wrong("gain was left out", "values", "wide / root * gain", "wide / root"),
    ),
    checks=(
        Check("shape and type", shaped(oracle, lambda t: t.cast(draw(t, 2, 3, 8), "bfloat16")), "(2, 3, 8), bfloat16"),
        Check("values", agrees(oracle, lambda t: draw(t, 3, 6)), "(3, 6)"),
        Check("large eps", agrees(oracle, lambda t: draw(t, 3, 6, eps=0.5)), "(3, 6), eps 0.5"),
        Check("zeros", agrees(oracle, lambda t: draw(t, 2, 5, scale=0)), "x = 0"),
        Check(
            "float16, large values",
            agrees(oracle, lambda t: draw(t, 2, 8, scale=1000), dtype="float16"),
            "x = 1000 · (1 + randn(2, 8))",
        ),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 3, 5)), "(3, 5), float64"),
    ),
    entry="rms_norm",
    level=Level.SCREEN,
    minutes=5,
    forbidden=("rms_norm", "layer_norm", "native_layer_norm", "normalize"),
    operations=20,
    hints=(
        "Unlike layer norm: no mean, no bias.",
        "The largest float16 is 65,504. What is 1000²?",
        "Cast to float32, divide by √(mean of squares + eps), times gain, cast back.",
    ),
    why="A square overflows float16 from 256 on: the mean square is then infinite and the whole row 0.",
    cards=("layer-norm/rms",),
)
