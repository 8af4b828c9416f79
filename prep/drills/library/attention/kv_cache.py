"""Decoding with a KV cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def full(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Torch's own, all positions at once."""
    import torch

    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


def draw(bench: Bench, b: int, n: int, d: int) -> tuple[Tensor, ...]:
    """q, k and v of a whole sequence."""
    return bench.randn(b, n, d), bench.randn(b, n, d), bench.randn(b, n, d)


def runs(bench: Bench, sizes: tuple[int, ...]) -> None:
    """Pieces of these sizes, one after the other, give what the whole sequence gives."""
    import torch

    q, k, v = draw(bench, 2, sum(sizes), 4)
    cache: Any = None
    found = []
    for piece in zip(*(torch.split(each, list(sizes), 1) for each in (q, k, v)), strict=True):
        returned = bench.call(*piece, cache)
        if not (isinstance(returned, tuple) and len(returned) == 2):
            bench.fail("step must return two things: the result and the cache")
        out, cache = returned
        bench.fit(out, piece[0])
        found.append(out)
    bench.agree(torch.cat(found, 1), full(*(each.double() for each in (q, k, v))), what="all pieces together have")


DRILL = Drill(
    name="attention.kv-cache",
    title="Attention with a KV cache",
    task="""Write step(q, k, v, cache): q, k and v (b, t, d) of the t newest positions, cache None at first, then
whatever the call before returned. Return (result (b, t, d), cache): each new position attends, scaled by √d, to all
cached positions and causally to the new ones. Position by position or in pieces, the results are those of one causal
pass over the whole sequence.""",
    stub='''import math

import torch


def step(q, k, v, cache):
    """(b, t, d) three times, None or the cache; returns (b, t, d) and the cache."""
    ...
''',
    reference="""import math

import torch


def step(q, k, v, cache):
    if cache is not None:
        k, v = torch.cat([cache[0], k], 1), torch.cat([cache[1], v], 1)
    t, n, d = q.shape[1], k.shape[1], q.shape[2]
    later = torch.ones(t, n, dtype=torch.bool).triu(1 + n - t)
    s = (q @ k.transpose(-2, -1) / math.sqrt(d)).masked_fill(later, -math.inf)
    return s.softmax(-1) @ v, (k, v)
""",
    wrongs=(
        Wrong("the cache was ignored", "one at a time", "if cache is not None:", "if False:"),
        Wrong(
            "the mask began at the first key, as if nothing were cached", "one at a time", "triu(1 + n - t)", "triu(1)"
        ),
        Wrong("new positions saw one another", "one piece", "triu(1 + n - t)", "triu(n)"),
        Wrong(
            "values weren't cached",
            "one at a time",
            "torch.cat([cache[1], v], 1)",
            "torch.cat([v.mean(1, keepdim=True).expand_as(cache[1]), v], 1)",
        ),
        Wrong(
            "new keys were put before the old ones",
            "one at a time",
            "torch.cat([cache[0], k], 1)",
            "torch.cat([k, cache[0]], 1)",
        ),
        Wrong("the cache kept the newest piece only", "one at a time", "@ v, (k, v)", "@ v, (k[:, -t:], v[:, -t:])"),
        Wrong(
            "the mask was right for one new position alone",
            "pieces",
            "triu(1 + n - t)",
            "triu(1 + n - t if t in (1, n) else n)",
        ),
    ),
    checks=(
        Check("one piece", lambda t: runs(t, (5,)), "5 positions at once"),
        Check("one at a time", lambda t: runs(t, (1, 1, 1, 1)), "4 times one position"),
        Check("pieces", lambda t: runs(t, (3, 2, 4)), "pieces of 3, 2 and 4 positions"),
        Check("a prompt, then one at a time", lambda t: runs(t, (4, 1, 1)), "4 positions, then 1 and 1"),
    ),
    entry="step",
    minutes=12,
    forbidden=("scaled_dot_product_attention",),
    operations=40,
    hints=(
        "What must be kept of a position that has passed? And what of its query?",
        "With c positions cached, new row i may see keys 0 to c + i.",
        "Mask (t, n): triu(1 + n − t).",
    ),
    why="""A square causal mask over the new positions is right without a cache and with one new position needs none:
pieces show it.""",
    cards=("kv-cache/why-valid",),
)
