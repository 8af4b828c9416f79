"""Sinusoidal positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor


def oracle(n: int, d: int) -> Tensor:
    """Number by number."""
    import math

    import torch

    rows = [[(math.cos if j % 2 else math.sin)(p / 10000 ** ((j - j % 2) / d)) for j in range(d)] for p in range(n)]
    return torch.tensor(rows, dtype=torch.float64).reshape(n, d)


def same(n: int, d: int) -> Any:
    """A look at this size."""
    return agrees(oracle, lambda t: (n, d))


DRILL = Drill(
    name="positions.sinusoidal",
    title="Sinusoidal positions",
    task="""Write positions(n, d): the table (n, d), d even, float32, in which column 2i is sin(p / 10000^(2i/d)) and
column 2i + 1 is cos of the same angle, for positions p from 0 on.""",
    stub='''import torch


def positions(n, d):
    """Returns (n, d)."""
    ...
''',
    reference="""import torch


def positions(n, d):
    rate = 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    angle = torch.arange(n, dtype=torch.float64)[:, None] * rate    # (n, d/2)
    return torch.stack([angle.sin(), angle.cos()], -1).reshape(n, d).float()
""",
    wrongs=(
        Wrong(
            "sines stood in one half and cosines in the other",
            "values",
            "torch.stack([angle.sin(), angle.cos()], -1).reshape(n, d)",
            "torch.cat([angle.sin(), angle.cos()], -1)",
        ),
        Wrong("sine and cosine were exchanged", "values", "[angle.sin(), angle.cos()]", "[angle.cos(), angle.sin()]"),
        Wrong(
            "the exponent ran twice as fast",
            "values",
            "torch.arange(0, d, 2, dtype=torch.float64) / d",
            "2 * torch.arange(0, d, 2, dtype=torch.float64) / d",
        ),
        Wrong(
            "every column had a rate of its own",
            "values",
            "angle.cos()], -1)",
            "(torch.arange(n, dtype=torch.float64)[:, None] * rate / 10000 ** (1 / d)).cos()], -1)",
        ),
        Wrong("positions began at 1", "values", "torch.arange(n, dtype", "torch.arange(1, n + 1, dtype"),
        Wrong(
            "the angle was computed in bfloat16",
            "values",
            "[:, None] * rate  ",
            "[:, None].bfloat16() * rate.bfloat16()  ",
        ),
    ),
    checks=(
        Check("values", same(7, 8), "n 7, d 8"),
        Check("far positions", same(3000, 4), "n 3000, d 4"),
        Check("two columns", same(5, 2), "n 5, d 2"),
        Check("no position", same(0, 4), "n 0, d 4"),
    ),
    entry="positions",
    level=Level.SCREEN,
    minutes=6,
    operations=40,
    hints=(
        "One rate for two neighbouring columns.",
        "rate = 10000 ** (−arange(0, d, 2) / d), angle (n, d/2).",
        "stack sine and cosine last, then flatten: they interleave.",
    ),
    why="""Halves side by side are a permutation of the columns: right for a model trained so, wrong for any
other.""",
    cards=("positional-encodings/sinusoidal",),
)
