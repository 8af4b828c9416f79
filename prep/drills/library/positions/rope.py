"""Rotary position embedding, in the pairing of halves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates, shaped

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, first: int) -> Tensor:
    """As complex numbers: coordinate i and i + d/2 turn by position · 10000^(−2i/d)."""
    import torch

    n, d = x.shape[-2:]
    wide = x.double()
    rate = 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    angle = torch.outer(torch.arange(first, first + n, dtype=torch.float64), rate)
    turned = torch.complex(wide[..., : d // 2], wide[..., d // 2 :]) * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([turned.real, turned.imag], -1).to(x.dtype)


def relative(bench: Bench) -> None:
    """A score depends on the distance alone: both moved by 11, it is the same."""
    q, k = bench.randn(1, 5, 8).double(), bench.randn(1, 5, 8).double()
    here = bench.call(q, 0) @ bench.call(k, 0).mT
    there = bench.call(q, 11) @ bench.call(k, 11).mT
    bench.agree(there, here, what="scores of q and k that both moved by 11 positions have")


def far(bench: Bench) -> tuple[Any, ...]:
    """Positions from 9000 on, where bfloat16 knows no odd numbers."""
    return bench.randn(1, 4, 8), 9001


DRILL = Drill(
    name="positions.rope",
    title="Rotary position embedding",
    task="""Write rope(x, first): x is (..., n, d), d even, and its rows stand at positions first, first + 1, … Rotate
coordinates i and i + d/2 (for i below d/2) by the angle position · 10000^(−2i/d): (a, b) becomes (a cos − b sin, a
sin + b cos). Angles are computed in float32 or better; the result has the type of x.""",
    stub='''import torch


def rope(x, first):
    """(..., n, d), a whole number; returns (..., n, d)."""
    ...
''',
    reference="""import torch


def rope(x, first):
    n, d = x.shape[-2:]
    rate = 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)         # (d/2,)
    at = torch.arange(first, first + n, dtype=torch.float64)
    angle = at[:, None] * rate                                                  # (n, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)
""",
    wrongs=(
        Wrong("nothing was rotated", "values", "torch.cat([a * cos - b * sin, a * sin + b * cos], -1)", "x.clone()"),
        Wrong(
            "neighbours were paired in place of halves",
            "values",
            "a, b = x[..., : d // 2], x[..., d // 2 :]",
            "a, b = x[..., ::2], x[..., 1::2]",
        ),
        Wrong(
            "it turned the other way",
            "values",
            "[a * cos - b * sin, a * sin + b * cos]",
            "[a * cos + b * sin, b * cos - a * sin]",
        ),
        Wrong("a sign was lost", "values", "a * sin + b * cos", "b * cos - a * sin"),
        Wrong("first was left out", "an offset", "torch.arange(first, first + n, dtype", "torch.arange(0, n, dtype"),
        Wrong(
            "the exponent ran twice as fast",
            "values",
            "torch.arange(0, d, 2, dtype=torch.float64) / d",
            "torch.arange(0, d, 2, dtype=torch.float64) * 2 / d",
        ),
        Wrong(
            "angles were computed in the type of x",
            "bfloat16, far positions",
            "angle = at[:, None] * rate",
            "angle = (at.to(x.dtype)[:, None] * rate.to(x.dtype))",
        ),
        Wrong(
            "the result was float64 whatever came in",
            "shape and type",
            "angle.cos().to(x.dtype), angle.sin().to(x.dtype)",
            "angle.cos(), angle.sin()",
        ),
    ),
    checks=(
        Check(
            "shape and type",
            shaped(oracle, lambda t: (*t.cast((t.randn(2, 3, 5, 8),), "bfloat16"), 0)),
            "(2, 3, 5, 8), bfloat16",
        ),
        Check("values", agrees(oracle, lambda t: (t.randn(2, 6, 8), 0)), "(2, 6, 8), first 0"),
        Check("an offset", agrees(oracle, lambda t: (t.randn(2, 3, 4), 17)), "(2, 3, 4), first 17"),
        Check("relative", relative, "q and k both moved by 11"),
        Check("bfloat16, far positions", agrees(oracle, far, dtype="bfloat16"), "positions from 9001 on"),
        Check("gradients", differentiates(oracle, lambda t: (t.randn(1, 3, 4), 2)), "(1, 3, 4), float64"),
        Check("no row", agrees(oracle, lambda t: (t.randn(2, 0, 4), 0)), "(2, 0, 4)"),
    ),
    entry="rope",
    minutes=12,
    operations=60,
    hints=(
        "Two coordinates are a point of the plane: which angle does it turn by at position p?",
        "rate = 10000 ** (−arange(0, d, 2) / d), angle = position · rate, shape (n, d/2).",
        "a, b = the two halves of x; cat([a cos − b sin, a sin + b cos]).",
    ),
    why="""Between 4096 and 8192 bfloat16 knows only multiples of 32: neighbours far out would share one angle. The
pairing of halves and that of neighbours are both in use; weights trained with the one are useless with the other.""",
    cards=(
        "code-transformer/rope",
        "rope/rotate",
    ),
)
