"""Heavy-ball gradient descent in a valley ½ Σ hᵢxᵢ² of two directions: how fast it may go, and how fast it arrives."""

from __future__ import annotations

import cmath
import math
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

STEPS = 1000
"""Before a rate is judged, and over which a shrinkage is averaged."""


def roots(beta: float, kappa: float) -> tuple[float, float]:
    """Sizes of the larger and smaller root of the flat direction at the best rate."""
    b = (1 + beta) * (kappa - 1) / (kappa + 1)
    if b * b <= 4 * beta:
        return math.sqrt(beta), math.sqrt(beta)
    large = (b + math.sqrt(b * b - 4 * beta)) / 2
    return large, beta / large


@cache
def misread(beta: float) -> float:
    """How far the bound A|z|ᵗ + B|w|ᵗ comes to 2 from the limit 2(1+β), in ηλ."""

    def climbs(u: float) -> bool:
        b = 1 + beta - u
        root = cmath.sqrt(b * b - 4 * beta)
        z, w = (b - root) / 2, (b + root) / 2
        return abs(z - beta) * abs(z) ** STEPS + abs(w - beta) * abs(w) ** STEPS > 2 * abs(root)

    limit = 2 * (1 + beta)
    low, high = 0.999 * limit, 1.01 * limit
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if climbs(middle) else (middle, high)
    return abs(high - limit)


def _run(H: Tensor, eta: Tensor, beta: float, x: Tensor, v: Tensor, steps: int) -> tuple[Tensor, Tensor]:
    """Heavy ball from x with velocity v, one row for each rate η: (rates, 2) each."""
    for _ in range(steps):
        v = beta * v + H * x  # the gradient of ½ xᵀHx is Hx
        x = x - eta * v
    return x, v


def limit(H: Tensor, beta: float, start: Tensor) -> float:
    """The largest stable rate, in four rounds of 32 rates at a time, from (0, 8/λ)."""
    import torch

    low, high = 0.0, 8 / H[1].item()
    for _ in range(4):
        rates = torch.linspace(low, high, 34, dtype=torch.float64)[:, None]  # (rates, 1)
        x, _ = _run(H, rates, beta, start.expand(34, 2), torch.zeros(34, 2, dtype=torch.float64), STEPS)
        steep = x[:, 1].abs() <= 2  # nan counts as climbing
        last = max(int(steep.nonzero().max()), 0)
        low, high = rates[last].item(), rates[min(last + 1, 33)].item()
    return (low + high) / 2


def shrinkage(H: Tensor, beta: float, start: Tensor) -> float:
    """Mean factor a step at the best rate over the second STEPS steps; the state is rescaled so as not to vanish."""
    import torch

    eta = 2 * (1 + beta) / H.sum()
    x, v, log = start[None], torch.zeros(1, 2, dtype=torch.float64), 0.0  # (1, 2)
    for step in range(2 * STEPS):
        x, v = _run(H, eta, beta, x, v, 1)
        size = math.hypot(x.norm().item(), v.norm().item() * eta.item())
        if size < 1e-15:  # κ = 1: there in one step
            return 0.0
        x, v, log = x / size, v / size, log + (math.log(size) if step >= STEPS else 0.0)
    return math.exp(log / STEPS)


def difference(H: Tensor, beta: float, start: Tensor) -> float:
    """Largest difference from torch.optim.SGD after 50 steps at the best rate."""
    import torch

    eta = 2 * (1 + beta) / H.sum()
    x = start.clone().requires_grad_()  # (2,)
    sgd = torch.optim.SGD([x], lr=eta.item(), momentum=beta)
    for _ in range(50):
        sgd.zero_grad()
        (H * x * x).sum().div(2).backward()  # type: ignore[no-untyped-call]
        sgd.step()
    mine, _ = _run(H, eta, beta, start[None], torch.zeros(1, 2, dtype=torch.float64), 50)
    return float((x.detach() - mine[0]).abs().max())
