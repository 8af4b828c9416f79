"""The Jacobian of softmax, J = diag(p) − ppᵀ: against autograd, and its norm."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def jacobian(p: Tensor) -> Tensor:
    """∂pᵢ/∂sⱼ at the weights p: (keys, keys)."""
    import torch

    return torch.diag(p) - torch.outer(p, p)


def difference(s: Tensor) -> float:
    """Largest difference between autograd's Jacobian of softmax at the scores s (keys,) and this one, in float64."""
    import torch

    s = s.double().requires_grad_()  # (keys,)
    p = s.softmax(-1)
    rows = torch.eye(len(s), dtype=s.dtype, device=s.device)
    by_autograd = torch.stack([torch.autograd.grad(p, s, e, retain_graph=True)[0] for e in rows])  # (keys, keys)
    return float((by_autograd - jacobian(p.detach())).abs().max())


def norm(p: Tensor) -> Tensor:
    """‖J‖₂ of each row: the root λ of Σ pᵢ²/(pᵢ − λ) = 1 between the two largest weights, by bisection: (n,)."""
    two = p.topk(2).values  # (n, 2)
    high, low = two[:, :1], two[:, 1:]  # (n, 1)
    for _ in range(40):  # 2⁻⁴⁰ of the gap is left
        middle = (low + high) / 2
        below = (p * p / (p - middle)).sum(-1, keepdim=True) < 1  # rises from −∞ to ∞
        low, high = middle.where(below, low), high.where(below, middle)
    return high[:, 0]
