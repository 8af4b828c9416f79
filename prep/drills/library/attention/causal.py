"""Causal self-attention, one head: the drill that interviews ask most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates, shaped

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Torch's own."""
    import torch

    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


def draw(bench: Bench, b: int, n: int, d: int, scale: float = 1.0) -> tuple[Tensor, ...]:
    """q, k and v."""
    return scale * bench.randn(b, n, d), bench.randn(b, n, d), bench.randn(b, n, d)


def strided(bench: Bench) -> tuple[Tensor, ...]:
    """Views of a larger tensor, as a fused projection gives them."""
    return bench.randn(2, 5, 24).chunk(3, -1)


def later_changes_nothing(bench: Bench) -> None:
    """Rows before a change in keys and values stay as they were."""
    q, k, v = draw(bench, 2, 6, 8)
    before = bench.call(q, k, v)
    k, v = k.clone(), v.clone()
    k[:, 4:], v[:, 4:] = 9.0, -9.0
    after = bench.call(q, k, v)
    bench.agree(after[:, :4], before[:, :4].double(), what="once keys and values 4 and 5 change, rows 0 to 3 have")


DRILL = Drill(
    name="attention.causal",
    title="Causal self-attention, one head",
    task="""Write attend(q, k, v) for tensors of shape (batch, n, d): scores scaled by √d, each row sees itself and
what came before it, softmax over the keys, weighted sum of v. It must hold for huge scores, in bfloat16 and for an
empty batch.""",
    stub='''import math

import torch


def attend(q, k, v):
    """(b, n, d) each, returns (b, n, d)."""
    ...
''',
    reference="""import math

import torch


def attend(q, k, v):
    n, d = q.shape[-2:]
    s = q @ k.transpose(-2, -1) / math.sqrt(d)                      # (b, n, n)
    later = torch.ones(n, n, dtype=torch.bool).triu(1)
    s = s.masked_fill(later, -math.inf)
    e = (s - s.amax(-1, keepdim=True)).exp()
    return e / e.sum(-1, keepdim=True) @ v
""",
    wrongs=(
        Wrong("the scores weren't scaled", "values", " / math.sqrt(d)", ""),
        Wrong("the scores were divided by d instead of its root", "values", "math.sqrt(d)", "d"),
        Wrong("a row didn't see itself", "one row", "triu(1)", "triu(0)"),
        Wrong("each row saw one key too many", "no look ahead", "triu(1)", "triu(2)"),
        Wrong("nothing was masked", "no look ahead", "s.masked_fill(later, -math.inf)", "s"),
        Wrong(
            "the mask came after the softmax",
            "no look ahead",
            "    s = s.masked_fill(later, -math.inf)\n    e = (s - s.amax(-1, keepdim=True)).exp()\n    return e "
            "/ e.sum(-1, keepdim=True) @ v",
            "    e = (s - s.amax(-1, keepdim=True)).exp()\n    return (e / e.sum(-1, "
            "keepdim=True)).masked_fill(later, 0.0) @ v",
        ),
        Wrong("masked scores were set to 0 instead of minus infinity", "no look ahead", "-math.inf", "0.0"),
        Wrong("masked scores were only -1e4", "huge logits", "-math.inf", "-1e4"),
        Wrong(
            "the softmax ran over the queries",
            "values",
            "s.amax(-1, keepdim=True)).exp()\n    return e / e.sum(-1, keepdim=True) @ v",
            "s.amax(-2, keepdim=True)).exp()\n    return e / e.sum(-2, keepdim=True) @ v",
        ),
        Wrong("exp saw the scores as they are", "huge logits", "(s - s.amax(-1, keepdim=True)).exp()", "s.exp()"),
        Wrong(
            "the result was float32 whatever came in",
            "shapes and types",
            "e / e.sum(-1, keepdim=True) @ v",
            "(e / e.sum(-1, keepdim=True)).float() @ v.float()",
        ),
        Wrong(
            "no gradient flowed through the maximum's row",
            "gradients",
            "e / e.sum(-1, keepdim=True) @ v",
            "e / e.sum(-1, keepdim=True).detach() @ v",
        ),
    ),
    checks=(
        Check(
            "shapes and types", shaped(oracle, lambda t: t.cast(draw(t, 2, 5, 8), "bfloat16")), "(2, 5, 8), bfloat16"
        ),
        Check("one row", agrees(oracle, lambda t: draw(t, 1, 1, 4)), "(1, 1, 4)"),
        Check("no look ahead", later_changes_nothing, "(2, 6, 8), keys and values 4 and 5 changed"),
        Check("values", agrees(oracle, lambda t: draw(t, 2, 7, 4)), "(2, 7, 4)"),
        Check("views", agrees(oracle, strided), "three views of (2, 5, 24)"),
        Check("huge logits", agrees(oracle, lambda t: draw(t, 16, 6, 8, 1e5)), "q = 100,000 · randn(16, 6, 8)"),
        Check("bfloat16", agrees(oracle, lambda t: draw(t, 2, 6, 8), dtype="bfloat16", loose=2), "(2, 6, 8)"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 2, 4, 3)), "(2, 4, 3), float64"),
        Check("empty batch", agrees(oracle, lambda t: draw(t, 0, 3, 4)), "(0, 3, 4)"),
    ),
    entry="attend",
    minutes=12,
    forbidden=("scaled_dot_product_attention", "softmax", "log_softmax", "multi_head_attention_forward"),
    operations=60,
    hints=(
        "Which number does exp see first?",
        "softmax(s) = softmax(s − c) for any c. Which c keeps exp in range?",
        "s = q kᵀ / √d; s[later] = −∞; e = exp(s − max of the row); e / sum of the row, times v.",
    ),
    why="""−1e4 is only a large number: where true scores are larger, a masked key wins. −∞ can't. Subtracting the
row's maximum changes nothing in exact arithmetic and keeps exp below 1.""",
    cards=("code-transformer/attention",),
)
