"""Queries and keys that depend on each other: how, and what variance that gives their product."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from prep.demos.library.shared.random_entries import KURTOSIS, draw

if TYPE_CHECKING:
    from torch import Generator, Tensor

DEPENDENCES = ("none", "random-sign", "shared-sign", "aligned")
RHO = 0.3
"""Correlation of qᵢ and kᵢ when they are aligned."""


def coefficients(law: str, dependence: str, mean: float) -> tuple[float, float]:
    """(a, b) of Var(q·k) = a dₖ² + b dₖ. Algebra on independent coordinates; odd moments vanish."""
    kappa, mu = KURTOSIS[law], mean
    match dependence:
        case "random-sign":  # kᵢ = sᵢqᵢ: the products keep variance E q⁴
            return 0, kappa + 2 * mu**2
        case "shared-sign":  # k = sq: the products all share a sign
            return 1, kappa - 1 + 2 * mu**2
        case "aligned":  # kᵢ = ρqᵢ + √(1−ρ²)zᵢ
            return 0, 1 - RHO**2 + RHO**2 * (kappa - 1) + 2 * mu**2 * (1 + RHO)
        case _:
            return 0, 1 + 2 * mu**2


def pairs(law: str, dependence: str, mean: float, n: int, d: int, g: Generator, device: str) -> Tensor:
    """n scores of a query with the key that depends on it: (n,)."""
    import torch

    q = draw(law, n, d, g).to(device)  # (n, d)
    if dependence == "aligned":
        k = RHO * q + math.sqrt(1 - RHO**2) * draw(law, n, d, g).to(device)
    else:
        signs = d if dependence == "random-sign" else 1
        k = q * (torch.randint(0, 2, (n, signs), generator=g).to(device) * 2 - 1)
    return ((q + mean) * (k + mean)).sum(1)
