"""Grouped-query attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Head by head, with torch's own attention."""
    import torch

    share = q.shape[1] // k.shape[1]
    one = torch.nn.functional.scaled_dot_product_attention
    return torch.stack([one(q[:, h], k[:, h // share], v[:, h // share], is_causal=True) for h in range(q.shape[1])], 1)


def draw(bench: Bench, b: int, heads: int, groups: int, n: int, d: int) -> tuple[Any, ...]:
    """q with all heads, k and v with a head a group."""
    return bench.randn(b, heads, n, d), bench.randn(b, groups, n, d), bench.randn(b, groups, n, d)


DRILL = Drill(
    name="attention.grouped-query",
    title="Grouped-query attention",
    task="""Write gqa(q, k, v): q (b, h, n, d), k and v (b, g, n, d), where g divides h. Neighbouring heads share: the
first h / g heads of q use the first head of k and v, and so on. Causal, scores scaled by √d. Return (b, h, n, d).""",
    stub='''import math

import torch


def gqa(q, k, v):
    """(b, h, n, d), (b, g, n, d) twice; returns (b, h, n, d)."""
    ...
''',
    reference="""import math

import torch


def gqa(q, k, v):
    share, (n, d) = q.shape[1] // k.shape[1], q.shape[2:]
    k, v = k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)
    s = q @ k.transpose(-2, -1) / math.sqrt(d)
    later = torch.ones(n, n, dtype=torch.bool).triu(1)
    return s.masked_fill(later, -math.inf).softmax(-1) @ v
""",
    wrongs=(
        Wrong(
            "heads were dealt out in turn in place of blocks",
            "values",
            "k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)",
            "k.repeat(1, share, 1, 1), v.repeat(1, share, 1, 1)",
        ),
        Wrong(
            "all heads shared the first",
            "values",
            "k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)",
            "k[:, :1], v[:, :1]",
        ),
        Wrong(
            "keys were shared by blocks and values in turn",
            "values",
            "v.repeat_interleave(share, 1)",
            "v.repeat(1, share, 1, 1)",
        ),
        Wrong("it wasn't causal", "values", "triu(1)", "triu(n)"),
        Wrong("the scores weren't scaled", "values", " / math.sqrt(d)", ""),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 2, 6, 2, 5, 4)), "h 6, g 2, n 5, d 4"),
        Check("one group", agrees(oracle, lambda t: draw(t, 2, 4, 1, 3, 4)), "g 1: multi-query"),
        Check("as many groups as heads", agrees(oracle, lambda t: draw(t, 1, 3, 3, 4, 4)), "g = h: multi-head"),
        Check("one position", agrees(oracle, lambda t: draw(t, 2, 4, 2, 1, 4)), "n 1"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 1, 4, 2, 3, 2)), "float64"),
    ),
    entry="gqa",
    minutes=8,
    forbidden=("scaled_dot_product_attention",),
    operations=40,
    hints=(
        "Which head of k does head 1 of q use if h = 6 and g = 2?",
        "repeat gives k0 k1 k0 k1, repeat_interleave k0 k0 k1 k1.",
        "Repeat k and v to h heads, then attend as ever.",
    ),
    why="""Both orders run and have the same shapes; with weights trained for the other one the output is noise.""",
    cards=("attention-variants/share",),
)
