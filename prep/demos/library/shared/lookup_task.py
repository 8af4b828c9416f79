"""A task that attention alone can learn: find the key that a query is a noisy copy of, and say its label."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Mapping
from typing import TYPE_CHECKING

from prep.demos.library.shared.gaussian_softmax import of_width

if TYPE_CHECKING:
    from torch import Generator, Tensor

    Scores = Callable[[Tensor, Tensor], Tensor]
    """Of queries (rows, d) and their keys (rows, n, d): (rows, n)."""

D_MODEL, CLASSES = 64, 10
NOISE = 0.3
"""Of the query around its key, a coordinate."""
GAIN = 8.0
"""Of the output: weight one on the right label leaves a loss of 3e-3."""


def initial_spread(d: int) -> float:
    """Standard deviation of q·k before any step, q and k of width d."""
    return math.sqrt((1 + NOISE**2) * d)


def spread_wobble(d: int) -> float:
    """Relative deviation of that spread between draws of the weights.

    ‖W_K W_Qᵀ‖² has the relative variance (4/dₖ + 2/d_model)/d_model, and its root half that deviation.
    """
    return 0.5 * math.sqrt((4 / d + 2 / D_MODEL) / D_MODEL)


def initial_entropy(c: float, d: int, n: int) -> float:
    """Mean entropy of a row of n scores c·q·k before any step.

    With fixed weights the scores of a query x are N(0, c²|W_K W_Qᵀx|²), and |W_K W_Qᵀx|² is near a χ² variable with
    ν = d_model dₖ/(2dₖ + d_model) degrees of freedom, for it has relative variance 2/ν.
    """
    nu = D_MODEL * d / (2 * d + D_MODEL)
    return of_width(n, nu, c * initial_spread(d) / math.sqrt(nu)).entropy


def draw(batch: int, n: int, g: Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Fresh rows of n keys: X (batch, n, d_model), labels Y (batch, n), the key meant t (batch,), queries x."""
    import torch

    X = torch.randn(batch, n, D_MODEL, generator=g)
    Y = torch.randint(CLASSES, (batch, n), generator=g)
    t = torch.randint(n, (batch,), generator=g)
    return X, Y, t, X[torch.arange(batch), t] + NOISE * torch.randn(batch, D_MODEL, generator=g)


def answers(s: Tensor, Y: Tensor) -> Tensor:
    """8 Σ aⱼ onehot(yⱼ), a = softmax(s), for scores s (batch, n): (batch, classes)."""
    import torch

    return GAIN * (s.softmax(-1)[:, None] @ torch.nn.functional.one_hot(Y, CLASSES).to(s.dtype))[:, 0]


def loss(s: Tensor, Y: Tensor, t: Tensor, reduction: str = "mean") -> Tensor:
    """Cross-entropy of the answers."""
    import torch

    return torch.nn.functional.cross_entropy(answers(s, Y), Y.gather(1, t[:, None])[:, 0], reduction=reduction)


def scaled(c: float) -> Scores:
    """c·q·k."""
    return lambda q, K: c * (K @ q[:, :, None])[:, :, 0]  # (rows, n)


def race(
    scores: Mapping[str, Scores],
    d: int,
    n: int,
    optimizer: str,
    lr: float,
    steps: int,
    batch: int,
    looks: Container[int],
    test: int,
    g: Generator,
) -> Iterator[tuple[int, Tensor, Tensor, dict[str, Tensor]]]:
    """Runs that differ only in how scores are made of q and k: the same initial weights, the same data.

    Yields (step, Y, t, scores of each run) of fresh test rows, in float64, at the steps of `looks`.
    """
    import torch

    start = [torch.randn(D_MODEL, d, generator=g) / math.sqrt(D_MODEL) for _ in range(2)]  # W_Q, W_K: (d_model, d)
    weights = {name: [W.clone().requires_grad_() for W in start] for name in scores}
    make = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}[optimizer]
    optimizers = {name: make(pair, lr=lr) for name, pair in weights.items()}
    for step in range(steps + 1):
        if step in looks:
            X, Y, t, x = draw(test, n, g)
            seen = {name: of(x @ weights[name][0], X @ weights[name][1]) for name, of in scores.items()}  # (test, n)
            yield step, Y, t, {name: s.detach().double() for name, s in seen.items()}
        X, Y, t, x = draw(batch, n, g)
        for name, of in scores.items():
            W_Q, W_K = weights[name]
            W_Q.grad, W_K.grad = torch.autograd.grad(loss(of(x @ W_Q, X @ W_K), Y, t), (W_Q, W_K))
            optimizers[name].step()
