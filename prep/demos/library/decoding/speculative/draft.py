"""A target law over tokens and a draft of it, drawn by Python's generator, so that theory has them too."""

from __future__ import annotations

import math
from functools import cache
from random import Random


@cache
def laws(vocab: int, mismatch: float, seed: int) -> tuple[list[float], list[float]]:
    """p, a softmax of normals of spread 1.5, and q, whose logits are off by normals of spread `mismatch`."""
    draw = Random(seed).gauss
    logits = [1.5 * draw(0, 1) for _ in range(vocab)]
    return _softmax(logits), _softmax([z + mismatch * draw(0, 1) for z in logits])


def _softmax(logits: list[float]) -> list[float]:
    weights = [math.exp(z - max(logits)) for z in logits]
    return [w / math.fsum(weights) for w in weights]


def acceptance(vocab: int, mismatch: float, seed: int) -> float:
    """α = Σ min(p, q) = 1 − TV(p, q)."""
    return min(1.0, math.fsum(map(min, *laws(vocab, mismatch, seed))))


def sampling_distance(p: list[float], n: int) -> tuple[float, float]:
    """Mean and spread of TV(n draws of p, p): de Moivre's mean absolute deviation of each binomial count, exactly."""
    sizes = []
    for share in p:
        k = int(n * share) + 1
        log = (
            math.lgamma(n + 1)
            - math.lgamma(k)
            - math.lgamma(n - k + 1)
            + k * math.log(share)
            + (n - k + 1) * math.log1p(-share)
        )
        sizes.append(2 * math.exp(log) / n)
    variance = math.fsum(max(0.0, share * (1 - share) / n - size**2) for share, size in zip(p, sizes, strict=True))
    return math.fsum(sizes) / 2, math.sqrt(variance) / 2
