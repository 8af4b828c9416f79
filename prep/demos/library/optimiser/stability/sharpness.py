"""The sharpness of a small network's loss, the largest eigenvalue of its Hessian, while gradient descent trains it."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor

EXAMPLES, INPUTS, WIDTH = 64, 5, 32
SMALL = 0.3
"""Initial scale: small enough that training begins well below the edge."""
PRODUCTS = 25
"""Hessian-vector products for one sharpness: several eigenvalues come close at the edge, and 25 part them."""


def trained(eta: float, steps: int, looks: Container[int], g: Generator) -> Iterator[tuple[int, float, float]]:
    """(step, sharpness, loss) at these steps of full-batch gradient descent; ends early if it diverges."""
    import torch

    X = torch.randn(EXAMPLES, INPUTS, generator=g, dtype=torch.float64)  # (examples, inputs)
    Y = torch.sin(X.sum(1, keepdim=True))  # (examples, 1)
    shapes = ((INPUTS, WIDTH), (1, WIDTH), (WIDTH, 1), (1, 1))
    weights = [
        SMALL / math.sqrt(fan_in) * torch.randn(shape, generator=g, dtype=torch.float64)
        for shape, fan_in in zip(shapes, (INPUTS, INPUTS, WIDTH, WIDTH), strict=True)
    ]
    parameters = [w.requires_grad_() for w in weights]
    start = torch.cat([torch.randn(w.numel(), generator=g, dtype=torch.float64) for w in parameters])  # (parameters,)

    def loss() -> Tensor:
        W1, b1, W2, b2 = parameters
        return ((torch.tanh(X @ W1 + b1) @ W2 + b2 - Y) ** 2).mean()

    for t in range(steps + 1):
        now = loss()
        if not now.isfinite():
            return
        if t in looks:
            yield t, _largest(loss(), parameters, start), now.item()
        for w, gradient in zip(parameters, torch.autograd.grad(now, parameters), strict=True):
            w.data -= eta * gradient


def _largest(loss: Tensor, parameters: list[Tensor], v: Tensor) -> float:
    """The largest eigenvalue of the Hessian in the space of v, Hv, H²v, … (Lanczos)."""
    import torch

    gradient = _flat(torch.autograd.grad(loss, parameters, create_graph=True))  # (parameters,)
    V, HV = torch.empty(0, len(v), dtype=v.dtype), []  # V: (products, parameters)
    for _ in range(PRODUCTS):
        for _ in range(2):  # once leaves rounding behind
            v = v - V.T @ (V @ v)
        V = torch.cat([V, (v / v.norm())[None]])
        v = _flat(torch.autograd.grad(gradient, parameters, V[-1], retain_graph=True))
        HV.append(v)
    return float(torch.linalg.eigvalsh(V @ torch.stack(HV).T)[-1])


def _flat(parts: Iterable[Tensor]) -> Tensor:
    import torch

    return torch.cat([part.flatten() for part in parts])
