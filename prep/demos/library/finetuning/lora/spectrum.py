"""A change D with singular values i^−decay: what a rank leaves of it, and what training may when it ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor

FLAT = 1e-10
"""Training ends when a step lowers ‖BA − D‖² by less than this share of ‖D‖²."""
CLOSE = 0.98
"""(σᵣ₊₁/σᵣ)⁴ from which on two singular values are too close to be told apart in so many steps."""


def orthonormal(rows: int, columns: int, g: Generator) -> Tensor:
    """(rows, columns) with orthonormal columns, at random."""
    import torch

    Q: Tensor = torch.linalg.qr(torch.randn(rows, columns, generator=g, dtype=torch.float64)).Q
    return Q


def change(d_out: int, d_in: int, decay: float, g: Generator) -> Tensor:
    """D = U diag(σ) Vᵀ with random U and V: (d_out, d_in)."""
    import torch

    k = min(d_out, d_in)
    sigma = torch.arange(1, k + 1, dtype=torch.float64) ** -decay  # (k,)
    return orthonormal(d_out, k, g) * sigma @ orthonormal(d_in, k, g).T


def tail(r: float, d_out: int, d_in: int, decay: float) -> float:
    """√(Σ_{i>r} σᵢ²), σᵢ = i^−decay; ‖D‖ for r = 0. Between whole r the squares are interpolated."""
    rest = [i ** (-2 * decay) for i in range(1, min(d_out, d_in) + 1)][int(r) :]
    return math.sqrt(max(0.0, math.fsum(rest) - (r - int(r)) * rest[0])) if rest else 0.0


def unsettled(r: int, d_out: int, d_in: int, decay: float) -> float:
    """How far ‖BA − D‖² can be from its least when a step lowers it by no more than FLAT ‖D‖².

    A step turns a direction that σⱼ, j > r, holds in place of σᵢ, i ≤ r, towards it: the tangent shrinks by (σⱼ/σᵢ)².
    It costs σᵢ² − σⱼ² times the squared sine, so with q = (σᵣ₊₁/σᵣ)⁴, the slowest, a step removes at least (1 − q)/2
    of what is left below 45°. Where singular values are too close for that, what may be left is what it costs to take
    the last directions in place of the first, little: σᵢ² − σⱼ² again.
    """
    squares = [i ** (-2 * decay) for i in range(1, min(d_out, d_in) + 1)]
    if r >= len(squares):
        return 0.0
    most = math.fsum(squares[:r]) - math.fsum(squares[-r:])
    q = (squares[r] / squares[r - 1]) ** 2
    return min(most, 2 * FLAT * math.fsum(squares) / (1 - q)) if q < CLOSE else most
