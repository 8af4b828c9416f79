"""Laws of random entries, all of mean 0 and variance 1."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor

KURTOSIS = {"normal": 3.0, "uniform": 1.8, "rademacher": 1.0, "laplace": 6.0, "student5": 9.0}
"""E x⁴ of each law at unit variance."""


def draw(law: str, n: int, d: int, g: Generator) -> Tensor:
    """(n, d) independent entries, on the CPU."""
    import torch

    match law:
        case "uniform":
            return (torch.rand(n, d, generator=g) - 0.5) * math.sqrt(12)
        case "rademacher":
            return torch.randint(0, 2, (n, d), generator=g) * 2.0 - 1
        case "laplace":
            size = torch.empty(n, d).exponential_(generator=g) / math.sqrt(2)
            return size * (torch.randint(0, 2, (n, d), generator=g) * 2 - 1)
        case "student5":  # z / √(χ²₅/5), whose variance is 5/3
            chi2 = sum(torch.randn(n, d, generator=g) ** 2 for _ in range(5))
            return torch.randn(n, d, generator=g) * math.sqrt(3) / torch.as_tensor(chi2).sqrt()
        case _:
            return torch.randn(n, d, generator=g)
