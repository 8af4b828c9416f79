"""Max-pooling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor


def oracle(x: Tensor, size: int, stride: int, padding: int) -> Tensor:
    """Torch's own."""
    import torch

    return torch.nn.functional.max_pool2d(x, size, stride, padding)


DRILL = Drill(
    name="vision.max-pool",
    title="Max-pooling with stride and padding",
    task="""Write max_pool(x, size, stride, padding): x (n, c, h, w); the largest number of each size × size window,
windows stride apart; a window that doesn't fit whole is left out. Padding, at most half of size, never wins, also
where all numbers are negative.""",
    stub='''import torch
import torch.nn.functional as F


def max_pool(x, size, stride, padding):
    """(n, c, h, w) and three numbers; returns (n, c, h', w')."""
    ...
''',
    reference="""import torch
import torch.nn.functional as F


def max_pool(x, size, stride, padding):
    x = F.pad(x, (padding,) * 4, value=-torch.inf)
    return x.unfold(2, size, stride).unfold(3, size, stride).amax((-2, -1))
""",
    wrongs=(
        Wrong("padding was 0, which wins over negative numbers", "padding", "value=-torch.inf", "value=0.0"),
        Wrong("it averaged", "values", ".amax((-2, -1))", ".mean((-2, -1))"),
        Wrong(
            "windows didn't overlap, whatever the stride",
            "overlap",
            "x.unfold(2, size, stride).unfold(3, size, stride)",
            "x.unfold(2, size, size).unfold(3, size, size)",
        ),
        Wrong("padding was left out", "padding", "F.pad(x, (padding,) * 4, value=-torch.inf)", "x"),
        Wrong("the stride counted along one side only", "values", "unfold(3, size, stride)", "unfold(3, size, 1)"),
        Wrong("the largest magnitude won", "values", ".amax((-2, -1))", ".abs().amax((-2, -1))"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: (t.randn(2, 3, 6, 6) - 1, 2, 2, 0)), "6 × 6, size 2, stride 2"),
        Check("overlap", agrees(oracle, lambda t: (t.randn(2, 2, 8, 8), 3, 2, 0)), "8 × 8, size 3, stride 2"),
        Check(
            "padding", agrees(oracle, lambda t: (-t.rand(2, 2, 5, 5) - 1, 3, 2, 1)), "all numbers negative, padding 1"
        ),
        Check(
            "rectangles", agrees(oracle, lambda t: (t.randn(1, 2, 5, 9), 2, 3, 1)), "5 × 9, size 2, stride 3, padding 1"
        ),
        Check("one pixel", agrees(oracle, lambda t: (t.randn(1, 1, 3, 4), 1, 1, 0)), "size 1"),
        Check("gradients", differentiates(oracle, lambda t: (t.randn(1, 2, 4, 4), 2, 2, 0)), "float64"),
    ),
    entry="max_pool",
    level=Level.SCREEN,
    minutes=6,
    forbidden=("max_pool2d", "max_pool1d", "adaptive_max_pool2d", "max_pool2d_with_indices"),
    operations=20,
    hints=(
        "Which number loses against every other one?",
        "x.unfold(2, size, stride) gives windows along the height.",
        "Pad with −∞, unfold twice, amax over both.",
    ),
    why="""Zeros as padding win over negative activations: before a ReLU that is half of the picture's border.""",
    cards=("code-vision-ops/pool",),
)
