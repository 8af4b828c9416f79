"""What exact algebra says of the variance of a batch of normals behind dropout."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Batches:
    """What exact algebra says of the batches."""

    variance: float
    """Of an entry in training, dropout included."""
    wobble: float
    """Relative variance of the unbiased variance of a batch: (κ − 3)/B + 2/(B − 1), κ the kurtosis of an entry."""


def batches(batch: int, mean: float, std: float, dropout: float) -> Batches:
    """An entry is x·b/(1−p), x ~ N(µ, s²), b kept with probability 1 − p: its central moments from the raw ones."""
    keep, m, v = 1 - dropout, mean, std**2
    raw = [1.0, m, m**2 + v, m**3 + 3 * m * v, m**4 + 6 * m**2 * v + 3 * v**2]
    raw = [1.0] + [r * keep / keep**k for k, r in enumerate(raw) if k]
    second = raw[2] - m**2
    fourth = raw[4] - 4 * m * raw[3] + 6 * m**2 * raw[2] - 3 * m**4
    return Batches(second, (fourth / second**2 - 3) / batch + 2 / (batch - 1))
