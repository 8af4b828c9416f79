"""Convolution by unfolding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, w: Tensor, b: Tensor, stride: int, padding: int) -> Tensor:
    """Torch's own."""
    import torch

    return torch.nn.functional.conv2d(x, w, b, stride, padding)


def draw(
    bench: Bench, size: tuple[int, int], kernel: tuple[int, int], stride: int = 1, padding: int = 0
) -> tuple[Any, ...]:
    """Two images of three channels, four filters."""
    return bench.randn(2, 3, *size), bench.randn(4, 3, *kernel), bench.randn(4), stride, padding


DRILL = Drill(
    name="vision.conv2d",
    title="2D convolution with stride and padding",
    task="""Write conv2d(x, w, b, stride, padding): x (n, c, h, w), filters (m, c, kh, kw), bias (m,). As in torch the
filter isn't flipped; padding is zeros on all four sides; a filter that doesn't fit whole at the end is left out.
Return (n, m, h', w'). F.unfold and F.pad may be called; no Python loop over pixels.""",
    stub='''import torch
import torch.nn.functional as F


def conv2d(x, w, b, stride, padding):
    """(n, c, h, w), (m, c, kh, kw), (m,), two numbers; returns (n, m, h', w')."""
    ...
''',
    reference="""import torch
import torch.nn.functional as F


def conv2d(x, w, b, stride, padding):
    m, c, kh, kw = w.shape
    patches = F.unfold(x, (kh, kw), padding=padding, stride=stride)         # (n, c·kh·kw, places)
    high = (x.shape[2] + 2 * padding - kh) // stride + 1
    wide = (x.shape[3] + 2 * padding - kw) // stride + 1
    out = w.reshape(m, -1) @ patches + b[:, None]                           # (n, m, places)
    return out.reshape(len(x), m, high, wide)
""",
    wrongs=(
        Wrong("the filter was flipped, as in mathematics", "values", "w.reshape(m, -1)", "w.flip(2, 3).reshape(m, -1)"),
        Wrong("bias was left out", "values", " + b[:, None]", ""),
        Wrong(
            "padding was ignored",
            "padding",
            "patches = F.unfold(x, (kh, kw), padding=padding, stride=stride)",
            "padding = 0\n    patches = F.unfold(x, (kh, kw), stride=stride)",
        ),
        Wrong(
            "stride was ignored",
            "stride",
            "patches = F.unfold(x, (kh, kw), padding=padding, stride=stride)",
            "stride = 1\n    patches = F.unfold(x, (kh, kw), padding=padding)",
        ),
        Wrong("height and width were exchanged", "rectangles", "m, high, wide)", "m, wide, high)"),
        Wrong(
            "channels stood after the filter's places",
            "values",
            "w.reshape(m, -1)",
            "w.permute(0, 2, 3, 1).reshape(m, -1)",
        ),
        Wrong(
            "padding repeated the border",
            "padding",
            "F.unfold(x, (kh, kw), padding=padding, stride=stride)",
            "F.unfold(F.pad(x, (padding,) * 4, mode='replicate'), (kh, kw), stride=stride)",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, (5, 5), (3, 3))), "5 × 5, filter 3 × 3"),
        Check("padding", agrees(oracle, lambda t: draw(t, (4, 4), (3, 3), 1, 1)), "padding 1"),
        Check("stride", agrees(oracle, lambda t: draw(t, (7, 7), (3, 3), 2)), "stride 2"),
        Check(
            "rectangles",
            agrees(oracle, lambda t: draw(t, (6, 9), (2, 3), 2, 1)),
            "6 × 9, filter 2 × 3, stride 2, padding 1",
        ),
        Check("one pixel", agrees(oracle, lambda t: draw(t, (3, 4), (1, 1))), "filter 1 × 1"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, (4, 4), (2, 2), 2, 1)), "float64"),
    ),
    entry="conv2d",
    minutes=12,
    forbidden=("conv2d", "conv1d", "conv3d", "convolution"),
    operations=60,
    hints=(
        "unfold lays every patch out as a column: what is left is one matrix product.",
        "Places: (h + 2 · padding − kh) // stride + 1, the same for the width.",
        "w.reshape(m, −1) @ unfold(x), plus b[:, None], then reshape to (n, m, h', w').",
    ),
    why="What libraries call convolution is a cross-correlation: the filter isn't turned.",
    cards=("code-vision-ops/conv",),
)
