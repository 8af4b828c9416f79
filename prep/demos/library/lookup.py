"""A task that attention alone can learn: find the key that a query is a noisy copy of, and say its label."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from torch import Generator, Tensor

D_MODEL, CLASSES = 64, 10
NOISE = 0.3
"""Of the query around its key, a coordinate."""
GAIN = 8.0
"""Of the output: weight one on the right label leaves a loss of 3e-3."""


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

        a = s.softmax(-1)[:, None]                                                      # (batch, 1, n)
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


def weights(d: int, g: Generator) -> list[Tensor]:
    """W_Q and W_K that give queries and keys of unit variance (the noise aside): (d_model, d) each."""
    import torch

    return [torch.randn(D_MODEL, d, generator=g) / D_MODEL**0.5 for _ in range(2)]
