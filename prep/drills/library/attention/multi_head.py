"""Multi-head attention with padding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, w_in: Tensor, w_out: Tensor, heads: int, kept: Tensor) -> Tensor:
    """Head by head, with torch's own attention."""
    import torch

    n, d = x.shape[1:]
    q, k, v = (x @ w_in.T).chunk(3, -1)
    size = d // heads
    mask = kept[:, None, :] & torch.ones(n, n, dtype=torch.bool).tril()
    found = [
        torch.nn.functional.scaled_dot_product_attention(
            q[..., i : i + size], k[..., i : i + size], v[..., i : i + size], attn_mask=mask
        )
        for i in range(0, d, size)
    ]
    return torch.cat(found, -1) @ w_out.T


def draw(bench: Bench, b: int, n: int, d: int, heads: int, padded: int = 0) -> tuple[Any, ...]:
    """x, the two weights, heads, and which keys are no padding: the last ones are."""
    import torch

    kept = torch.arange(n)[None] < n - torch.arange(b)[:, None] % (padded + 1)
    return bench.randn(b, n, d), bench.randn(3 * d, d) / d**0.5, bench.randn(d, d) / d**0.5, heads, kept


DRILL = Drill(
    name="attention.multi-head",
    title="Causal multi-head attention with padding",
    task="""Write attention(x, w_in, w_out, heads, kept): x (b, n, d); x @ w_in.T gives q, k and v, each (b, n, d),
side by side in this order; head i takes the i-th block of d / heads features. Each head attends causally, scores
scaled by the root of its width; keys where kept (b, n) is False are hidden (the first key of each row is always
kept). Heads are put side by side again and multiplied by w_out.T.""",
    stub='''import math

import torch


def attention(x, w_in, w_out, heads, kept):
    """(b, n, d), (3d, d), (d, d), a number, (b, n) of bool; returns (b, n, d)."""
    ...
''',
    reference="""import math

import torch


def attention(x, w_in, w_out, heads, kept):
    b, n, d = x.shape
    q, k, v = (each.view(b, n, heads, d // heads).transpose(1, 2) for each in (x @ w_in.T).chunk(3, -1))
    s = q @ k.transpose(-2, -1) / math.sqrt(d // heads)             # (b, heads, n, n)
    seen = torch.ones(n, n, dtype=torch.bool).tril() & kept[:, None, None, :]
    a = s.masked_fill(~seen, -math.inf).softmax(-1)
    return (a @ v).transpose(1, 2).reshape(b, n, d) @ w_out.T
""",
    wrongs=(
        Wrong("scores were scaled by the root of the whole width", "values", "math.sqrt(d // heads)", "math.sqrt(d)"),
        Wrong(
            "heads were interleaved",
            "values",
            "each.view(b, n, heads, d // heads).transpose(1, 2)",
            "each.view(b, n, d // heads, heads).permute(0, 3, 1, 2)",
        ),
        Wrong(
            "heads weren't put back in their place",
            "values",
            "(a @ v).transpose(1, 2).reshape(b, n, d)",
            "(a @ v).reshape(b, n, d)",
        ),
        Wrong(
            "positions and heads were mixed up",
            "values",
            "each.view(b, n, heads, d // heads).transpose(1, 2)",
            "each.reshape(b, heads, n, d // heads)",
        ),
        Wrong("padding wasn't hidden", "padding", " & kept[:, None, None, :]", ""),
        Wrong(
            "padding hid queries in place of keys",
            "padding",
            "kept[:, None, None, :]",
            "(kept[:, None, :, None] | torch.eye(n, dtype=torch.bool))",
        ),
        Wrong("it wasn't causal", "values", ".tril()", ""),
        Wrong("w_out was left out", "values", " @ w_out.T", ""),
        Wrong("q and k were exchanged", "values", "q, k, v = (", "k, q, v = ("),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 2, 5, 8, 2)), "(2, 5, 8), 2 heads"),
        Check("padding", agrees(oracle, lambda t: draw(t, 3, 5, 8, 4, 2)), "(3, 5, 8), up to 2 keys hidden"),
        Check("one head", agrees(oracle, lambda t: draw(t, 2, 4, 6, 1)), "(2, 4, 6), 1 head"),
        Check("as many heads as features", agrees(oracle, lambda t: draw(t, 1, 4, 4, 4)), "(1, 4, 4), 4 heads"),
        Check("one position", agrees(oracle, lambda t: draw(t, 2, 1, 8, 2)), "(2, 1, 8)"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 2, 3, 4, 2)), "(2, 3, 4), float64"),
    ),
    entry="attention",
    minutes=20,
    forbidden=("scaled_dot_product_attention", "multi_head_attention_forward"),
    operations=60,
    hints=(
        "view(b, n, heads, d/heads), then bring heads before positions.",
        "Two masks, one condition: key not after the query, and key kept.",
        "After the weighted sum transpose back before you reshape.",
    ),
    why="""reshape never moves data across dimensions: without the transpose the features of one head land on another
position.""",
    cards=("code-transformer/attention", "self-attention/chain"),
)
