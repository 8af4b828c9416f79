"""How often a model of selected noise features is right about a row that took part in the selection.

Columns of noise are chosen by |Σᵢ yᵢxᵢ|, labels y = ±1, half of each; so z = Σᵢ yᵢxᵢ/√n is known, and the rest is
normal: a test row's a = yx, less the noise of the centroids' middle, and half the difference b of the training
centroids both have mean z/√n. Σ ab over the chosen columns decides. No large n is assumed here, and no normal sum; left
out is that z differs from column to column, of the order of its spread squared over k.
"""

from __future__ import annotations

import cmath
import math
from functools import cache
from statistics import NormalDist

NORMAL, ROOT = NormalDist(), math.sqrt(2)
STEP = 1 / 32
"""Of z, in integrals over squared normals; their error is far below 1e-6."""


@cache
def right(p: int, n: int, k: int, K: int) -> float:
    """Expected accuracy, with the best k of p columns chosen on all n rows and K folds; k ≤ p.

    Simpson's rule over the mean square of the chosen z, whose two moments it needs.
    """
    middle, away = mean_square(p, k), math.sqrt(3 * variance(p, k))
    return sum(
        w * given(max(0.0, z2), n, k, K) for w, z2 in ((1 / 6, middle - away), (4 / 6, middle), (1 / 6, middle + away))
    )


def given(z2: float, n: int, k: int, K: int) -> float:
    """P(Σ ab > 0) for k columns of square z2, by the characteristic function of ab (Gil-Pelaez 1951).

    b has variance t² = 1/(n_train) − 1/n, a 1 + t², and their covariance is −1/n.
    """
    t2, m2, c = 1 / (n * (K - 1)), z2 / n, -1 / n
    s2 = 1 + t2
    step = 0.1 / math.sqrt(k * (m2 * (s2 + t2 + 2 * c) + s2 * t2 + c * c))
    total = 0.0
    for u in (step * (i + 0.5) for i in range(400)):
        D = (1 - 1j * u * c) ** 2 + u * u * s2 * t2
        f = cmath.exp(k * ((1j * u * m2 - u * u * m2 * (s2 + t2 - 2 * c) / 2) / D - cmath.log(D) / 2))
        total += step * f.imag / u
    return 0.5 + total / math.pi


def mean_square(p: int, k: int) -> float:
    """Mean of the k largest of p squared normals: a column is among them if at most k − 1 of the others are larger."""
    if k >= p:
        return 1.0
    zs = [STEP * i for i in range(1, round(9 / STEP))]
    return p / k * math.fsum(STEP * z * z * 2 * NORMAL.pdf(z) * _at_most(k - 1, p - 1, math.erfc(z / ROOT)) for z in zs)


def variance(p: int, k: int) -> float:
    """Of that mean: what varies beyond the threshold c, and the threshold itself (as for a trimmed mean)."""
    if k >= p:
        return 2 / k
    c = -NORMAL.inv_cdf(k / (2 * p))
    z2, z4 = (m + 2 * p / k * NORMAL.pdf(c) * beyond for m, beyond in ((1, c), (3, c**3 + 3 * c)))
    return (z4 - z2**2 + (1 - k / p) * (z2 - c**2) ** 2) / k


def _at_most(k: int, n: int, q: float) -> float:
    """P(X ≤ k) for X binomial(n, q), 0 < q < 1."""
    log_term = n * math.log1p(-q) if q < 1 else -math.inf
    total = math.exp(log_term)
    for j in range(k):
        log_term += math.log((n - j) / (j + 1) * q / (1 - q))
        total += math.exp(log_term)
    return total
