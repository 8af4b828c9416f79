"""Softmax with cross-entropy, backward by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(logits: Tensor, labels: Tensor) -> Tensor:
    """By autograd."""
    import torch

    leaf = logits.detach().clone().requires_grad_()
    with torch.enable_grad():
        loss = torch.nn.functional.cross_entropy(leaf, labels)
    return torch.autograd.grad(loss, leaf)[0]


def draw(bench: Bench, n: int, c: int, scale: float = 1.0) -> tuple[Any, ...]:
    """Logits and labels."""
    return scale * bench.randn(n, c), bench.integers(0, c, n)


DRILL = Drill(
    name="backward.cross-entropy",
    title="Softmax with cross-entropy, backward by hand",
    task="""The loss is the mean over n rows of the cross-entropy of softmax(logits) at the labels. Write
backward(logits, labels): the gradient of the loss at the logits (n, c). Logits may be 1e4; the softmax itself may be
called.""",
    stub='''import torch


def backward(logits, labels):
    """(n, c), (n,), returns (n, c)."""
    ...
''',
    reference="""import torch


def backward(logits, labels):
    n, c = logits.shape
    hot = (labels[:, None] == torch.arange(c)).to(logits.dtype)
    return (logits.softmax(-1) - hot) / n
""",
    wrongs=(
        Wrong("it wasn't divided by n", "values", " / n", ""),
        Wrong("the sign was turned", "values", "(logits.softmax(-1) - hot)", "(hot - logits.softmax(-1))"),
        Wrong(
            "only the true class had a gradient",
            "values",
            "(logits.softmax(-1) - hot)",
            "(logits.softmax(-1) - 1) * hot",
        ),
        Wrong("the true class had its softmax and no −1", "values", "logits.softmax(-1) - hot", "logits.softmax(-1)"),
        Wrong("it was divided by all elements", "values", " / n", " / (n * c)"),
        Wrong(
            "exp saw the logits as they are",
            "huge logits",
            "logits.softmax(-1)",
            "logits.exp() / logits.exp().sum(-1, keepdim=True)",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 6, 4)), "(6, 4)"),
        Check("huge logits", agrees(oracle, lambda t: draw(t, 6, 4, 1e4)), "1e4 · randn(6, 4)"),
        Check("one row", agrees(oracle, lambda t: draw(t, 1, 3)), "(1, 3)"),
        Check("one class", agrees(oracle, lambda t: draw(t, 4, 1)), "(4, 1)"),
        Check("float16", agrees(oracle, lambda t: draw(t, 5, 4), dtype="float16"), "(5, 4)"),
    ),
    entry="backward",
    level=Level.SCREEN,
    minutes=5,
    forbidden=("backward", "grad", "cross_entropy", "nll_loss"),
    operations=20,
    gradients=False,
    hints=(
        "Write the loss of one row as logsumexp(z) − z[y] and differentiate.",
        "The derivative of logsumexp is the softmax.",
        "(softmax − one-hot) / n.",
    ),
    why="""Softmax and logarithm cancel: what is left is probability minus truth, which never overflows and never
vanishes while wrong.""",
    cards=("cross-entropy/gradient",),
)
