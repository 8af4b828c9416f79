"""How much the residual stream of one random network differs from the average network.

Rows of a batch pass the same weights, so they share what is random about these as far as they are alike. How alike,
the arc-cosine kernel says (Cho & Saul 2009, Kernel Methods for Deep Learning, §2.1).
"""

from __future__ import annotations

import math
from collections.abc import Iterator


def kernel(cosine: float) -> float:
    """Cosine of f(x) and f(y) for inputs of this cosine: the arc-cosine kernel of ReLU, 1/π for orthogonal ones."""
    c = min(1.0, cosine)
    return (math.sqrt(1 - c * c) + c * (math.pi - math.acos(c))) / math.pi


def alike(blocks: int, mode: str) -> Iterator[tuple[float, float, float]]:
    """(q, u, cosine) before each block: second moment of stream and update, and the cosine of two rows' streams."""
    q, cosine = 1.0, 0.0
    for _ in range(blocks):
        u = {"none": q, "post": 1.0, "pre": 1.0}.get(mode, 1 / blocks)
        yield q, u, cosine
        cosine = (q * cosine + u * kernel(cosine)) / (q + u)
        q = 1.0 if mode == "post" else q + u


def spreads(l: int, mode: str, blocks: int, width: int, batch: int) -> tuple[float, float]:  # noqa: E741
    """Relative standard deviations, between networks, of the stream after l blocks and of the update of block l.

    Block by block: twice the overlap of update and stream, 4qu·(their cosines)/n, and the update's own size,
    4.5u²/n: 2 for W₂, read by n outputs, 5/2 for ReLU, whose square varies by 5 over 2n hidden units. A mean over the
    batch keeps what rows share: the cosines, and one part in `batch` of what they don't.
    """
    variance, before, own = 2 / (width * batch), 0.0, 0.0
    q = 1.0
    for q, u, cosine in list(alike(blocks, mode))[:l]:
        before = variance / q**2
        own = 4.5 * (kernel(cosine) ** 2 + 1 / batch) / width
        overlap = 4 * q * u * (cosine * kernel(cosine) + 1 / batch) / width
        variance = {"none": 4 * variance, "post": 0.0}.get(mode, variance) + overlap + own * u**2
        q = q + u
    stream = 0.0 if mode == "post" else math.sqrt(variance) / q
    return stream, math.sqrt(before + own if mode in ("pre", "pre/sqrtL") else own) / 2
