"""The sharpness of a small network's loss, the largest eigenvalue of its Hessian, while gradient descent trains it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor

EXAMPLES, INPUTS, WIDTH = 64, 5, 32
SMALL = 0.3
"""Initial scale: small enough that training begins well below the edge."""
PRODUCTS = 15
"""Hessian-vector products for one sharpness; the vector is kept, so they add up along the way."""


def trained(eta: float, steps: int, every: int, g: Generator) -> Iterator[tuple[int, float, float]]:
    """(step, sharpness, loss) every so many steps of full-batch gradient descent; ends early if it diverges."""
    import torch

    X = torch.randn(EXAMPLES, INPUTS, generator=g, dtype=torch.float64)                 # (examples, inputs)
    Y = torch.sin(X.sum(1, keepdim=True))                                               # (examples, 1)
    shapes = ((INPUTS, WIDTH), (1, WIDTH), (WIDTH, 1), (1, 1))
    weights = [SMALL / math.sqrt(fan_in) * torch.randn(shape, generator=g, dtype=torch.float64)
               for shape, fan_in in zip(shapes, (INPUTS, INPUTS, WIDTH, WIDTH), strict=True)]
    parameters = [w.requires_grad_() for w in weights]
    direction = [torch.randn(w.shape, generator=g, dtype=torch.float64) for w in parameters]

    def loss() -> Tensor:
        W1, b1, W2, b2 = parameters
        return ((torch.tanh(X @ W1 + b1) @ W2 + b2 - Y) ** 2).mean()

    for t in range(steps + 1):
        now = loss()
        if not now.isfinite():
            return
        if t % every == 0:
            sharpness, direction = _power(loss(), parameters, direction)
            yield t, sharpness, now.item()
        for w, gradient in zip(parameters, torch.autograd.grad(now, parameters), strict=True):
            w.data -= eta * gradient


def _power(loss: Tensor, parameters: list[Tensor], v: list[Tensor]) -> tuple[float, list[Tensor]]:
    """The largest eigenvalue of the Hessian by power iteration from v, and its vector."""
    import torch

    gradient = torch.autograd.grad(loss, parameters, create_graph=True)
    eigenvalue = 0.0
    for _ in range(PRODUCTS):
        size = math.sqrt(sum((x * x).sum().item() for x in v))
        v = [x / size for x in v]
        Hv = torch.autograd.grad(gradient, parameters, v, retain_graph=True)
        eigenvalue = sum((a * b).sum().item() for a, b in zip(Hv, v, strict=True))
        v = list(Hv)
    return eigenvalue, v
