"""A task that attention alone can learn: find the key that a query is a noisy copy of, and say its label."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

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


class Batch(NamedTuple):
    """Rows of the task."""

    X: Tensor
    """Keys before projection, N(0, I): (batch, n, d_model)."""
    Y: Tensor
    """Their labels: (batch, n)."""
    t: Tensor
    """Which key is meant: (batch,)."""
    x: Tensor
    """The query before projection: (batch, d_model)."""

    @property
    def label(self) -> Tensor:
        """What should be answered: (batch,)."""
        return self.Y.gather(1, self.t[:, None])[:, 0]

    def logits(self, s: Tensor) -> Tensor:
        """8 Σ aⱼ onehot(yⱼ), a = softmax(s), for scores s (batch, n): (batch, classes)."""
        import torch

        a = s.softmax(-1)[:, None]  # (batch, 1, n)
        return GAIN * (a @ torch.nn.functional.one_hot(self.Y, CLASSES).to(s.dtype))[:, 0]

    def loss(self, s: Tensor, reduction: str = "mean") -> Tensor:
        """Cross-entropy of the answer."""
        import torch

        return torch.nn.functional.cross_entropy(self.logits(s), self.label, reduction=reduction)


def draw(batch: int, n: int, g: Generator) -> Batch:
    """Fresh rows of n keys."""
    import torch

    X = torch.randn(batch, n, D_MODEL, generator=g)
    Y = torch.randint(CLASSES, (batch, n), generator=g)
    t = torch.randint(n, (batch,), generator=g)
    return Batch(X, Y, t, X[torch.arange(batch), t] + NOISE * torch.randn(batch, D_MODEL, generator=g))


def scaled(c: float) -> Scores:
    """c·q·k."""
    return lambda q, K: c * (K @ q[:, :, None])[:, :, 0]  # (rows, n)


class Race:
    """Runs that differ only in how scores are made of q and k: the same initial weights, the same data."""

    def __init__(self, scores: Mapping[str, Scores], d: int, n: int, optimizer: str, lr: float, g: Generator) -> None:
        import torch

        self.of, self.n, self.g = scores, n, g
        start = [torch.randn(D_MODEL, d, generator=g) / math.sqrt(D_MODEL) for _ in range(2)]  # W_Q, W_K: (d_model, d)
        self.weights = {name: [W.clone().requires_grad_() for W in start] for name in scores}
        make = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}[optimizer]
        self.optimizers = {name: make(W, lr=lr) for name, W in self.weights.items()}

    def step(self, batch: int) -> None:
        """Every run takes one step on the same fresh rows."""
        import torch

        rows = draw(batch, self.n, self.g)
        for name, optimizer in self.optimizers.items():
            gradients = torch.autograd.grad(rows.loss(self._scores(name, rows)), self.weights[name])
            for W, gradient in zip(self.weights[name], gradients, strict=True):
                W.grad = gradient
            optimizer.step()

    def look(self, batch: int) -> tuple[Batch, dict[str, Tensor]]:
        """Fresh rows, and the scores that each run gives them: (batch, n) in float64."""
        rows = draw(batch, self.n, self.g)
        return rows, {name: self._scores(name, rows).detach().double() for name in self.of}

    def _scores(self, name: str, rows: Batch) -> Tensor:
        W_Q, W_K = self.weights[name]
        return self.of[name](rows.x @ W_Q, rows.X @ W_K)


def watched(
    races: Sequence[Race], batch: int, steps: int, looks: Container[int], test: int
) -> Iterator[tuple[int, dict[str, Tensor]]]:
    """(step, what fresh rows show by series and run, (races·test,) each) at these steps of all races."""
    import torch

    for step in range(steps + 1):
        if step in looks:
            found = [_shown(*race.look(test)) for race in races]
            yield step, {key: torch.cat([one[key] for one in found]) for key in found[0]}
        for race in races:
            race.step(batch)


def _shown(rows: Batch, scores: dict[str, Tensor]) -> dict[str, Tensor]:
    """Of each run loss, accuracy, entropy, weight of the target and spread of the scores: (test,) each."""
    import torch

    found: dict[str, Tensor] = {}
    for name, s in scores.items():
        a = s.softmax(-1)  # (test, n)
        found |= {
            f"loss-{name}": rows.loss(s, reduction="none"),
            f"accuracy-{name}": (rows.logits(s).argmax(-1) == rows.label).double(),
            f"entropy-{name}": torch.special.entr(a).sum(-1),
            f"target-{name}": a.gather(1, rows.t[:, None])[:, 0],
            f"std-{name}": s.std(-1),
        }
    return found
