"""Binary cross-entropy from logits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(z: Tensor, y: Tensor, positive: float) -> Tensor:
    """Torch's own."""
    import torch

    weight = torch.tensor(positive, dtype=z.dtype)
    return torch.nn.functional.binary_cross_entropy_with_logits(z, y.to(z.dtype), pos_weight=weight)


def draw(bench: Bench, n: int, scale: float = 1.0, positive: float = 1.0) -> tuple[Any, ...]:
    """Logits, labels of 0 and 1, both there, and the weight of positives."""
    y = bench.integers(0, 2, n)
    y[0], y[-1] = 1, 0
    return scale * bench.randn(n), y, positive


DRILL = Drill(
    name="loss.bce",
    title="Binary cross-entropy from logits",
    task="""Write bce(z, y, positive): logits z (n,), labels y (n,) of 0 and 1. Return the mean of −positive · y · log
σ(z) − (1 − y) · log(1 − σ(z)); positive is the weight of the positive examples. Logits may be ±1000.""",
    stub='''import torch


def bce(z, y, positive):
    """(n,), (n,), a float; returns a tensor with one number."""
    ...
''',
    reference="""import torch


def softplus(z):
    return z.clamp(min=0) + (-z.abs()).exp().log1p()                # log(1 + exp(z))


def bce(z, y, positive):
    return (positive * y * softplus(-z) + (1 - y) * softplus(z)).mean()
""",
    wrongs=(
        Wrong(
            "the sigmoid was taken first, and its logarithm then",
            "large logits",
            "(positive * y * softplus(-z) + (1 - y) * softplus(z)).mean()",
            "-(positive * y * torch.sigmoid(z).log() + (1 - y) * (1 - torch.sigmoid(z)).log()).mean()",
        ),
        Wrong("exp saw large logits", "large logits", "z.clamp(min=0) + (-z.abs()).exp().log1p()", "z.exp().log1p()"),
        Wrong(
            "a small number was added under the logarithm",
            "large logits",
            "(positive * y * softplus(-z) + (1 - y) * softplus(z)).mean()",
            "-(positive * y * (torch.sigmoid(z) + 1e-7).log() + (1 - y) * (1 - torch.sigmoid(z) + 1e-7).log()).mean()",
        ),
        Wrong(
            "the weight lay on the negatives",
            "weighted",
            "positive * y * softplus(-z) + (1 - y)",
            "y * softplus(-z) + positive * (1 - y)",
        ),
        Wrong(
            "the weight lay on all examples",
            "weighted",
            "positive * y * softplus(-z) + (1 - y) * softplus(z)",
            "positive * (y * softplus(-z) + (1 - y) * softplus(z))",
        ),
        Wrong(
            "labels were turned",
            "values",
            "positive * y * softplus(-z) + (1 - y) * softplus(z)",
            "positive * y * softplus(z) + (1 - y) * softplus(-z)",
        ),
        Wrong("losses were added, not averaged", "values", ".mean()", ".sum()"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 8)), "8 examples"),
        Check("large logits", agrees(oracle, lambda t: draw(t, 20, 1000.0)), "z = 1000 · randn(20)"),
        Check("weighted", agrees(oracle, lambda t: draw(t, 9, 1.0, 3.0)), "positive 3"),
        Check("small logits", agrees(oracle, lambda t: draw(t, 6, 1e-3)), "z = 0.001 · randn(6)"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 5)), "5 examples, float64"),
    ),
    entry="bce",
    level=Level.SCREEN,
    minutes=6,
    forbidden=("binary_cross_entropy_with_logits", "binary_cross_entropy", "logsigmoid", "softplus"),
    operations=30,
    hints=(
        "−log σ(z) = log(1 + exp(−z)). When does exp overflow there?",
        "log(1 + exp(z)) = max(z, 0) + log(1 + exp(−|z|)).",
        "positive · y · softplus(−z) + (1 − y) · softplus(z), averaged.",
    ),
    why="""A small number under the logarithm hides the nan and caps the loss at 16: the worst mistakes then have no
gradient.""",
    cards=("log-sum-exp/logsigmoid", "code-linear-models/logistic"),
)
