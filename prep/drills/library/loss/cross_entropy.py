"""Cross-entropy from logits, with an index that is ignored and label smoothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(logits: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    """Torch's own."""
    import torch

    return torch.nn.functional.cross_entropy(logits, labels, ignore_index=-100, label_smoothing=smoothing)


def plain(bench: Bench, n: int, c: int, scale: float = 1.0, smoothing: float = 0.0) -> tuple[Any, ...]:
    """No label is ignored."""
    return scale * bench.randn(n, c), bench.integers(0, c, n), smoothing


def padded(bench: Bench, smoothing: float = 0.0) -> tuple[Any, ...]:
    """Three of eight labels are ignored."""
    logits, labels, _ = plain(bench, 8, 5)
    labels[bench.random.sample(range(8), 3)] = -100
    return logits, labels, smoothing


DRILL = Drill(
    name="loss.cross-entropy",
    title="Cross-entropy from logits, with padding and label smoothing",
    task="""Write cross_entropy(logits, labels, smoothing): logits (n, c), labels (n,) of whole numbers, -100 where a
position is padding. Return the mean over the positions that count of the cross-entropy between the smoothed label, (1
− smoothing) on the true class plus smoothing / c on every class, and softmax(logits). Logits may be 1e4.""",
    stub='''import torch


def cross_entropy(logits, labels, smoothing):
    """logits (n, c), labels (n,), returns a tensor with one number."""
    ...
''',
    reference="""import torch


def cross_entropy(logits, labels, smoothing):
    top = logits.amax(-1, keepdim=True)
    logp = logits - top - (logits - top).exp().sum(-1, keepdim=True).log()      # (n, c)
    kept = labels != -100
    true = logp.gather(-1, labels.clamp(min=0)[:, None])[:, 0]
    each = -(1 - smoothing) * true - smoothing * logp.mean(-1)
    return each[kept].mean()
""",
    wrongs=(
        Wrong("exp saw the logits as they are", "huge logits", "top = logits.amax(-1, keepdim=True)", "top = 0"),
        Wrong("the mean ran over padding too", "padding", "each[kept].mean()", "(each * kept).mean()"),
        Wrong("padding counted as class 0", "padding", "each[kept].mean()", "each.mean()"),
        Wrong("the sum was returned in place of the mean", "values", "each[kept].mean()", "each[kept].sum()"),
        Wrong(
            "smoothing was spread over the other classes only",
            "smoothing",
            "- smoothing * logp.mean(-1)",
            "- smoothing * (logp.sum(-1) - true) / (logp.shape[-1] - 1)",
        ),
        Wrong("the true class kept its whole weight", "smoothing", "-(1 - smoothing) * true", "-true"),
        Wrong("smoothing was left out", "smoothing", "- smoothing * logp.mean(-1)", "- smoothing * true"),
        Wrong(
            "the softmax ran over the positions",
            "values",
            "top - (logits - top).exp().sum(-1,",
            "top - (logits - top).exp().sum(0,",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: plain(t, 6, 4)), "(6, 4)"),
        Check("huge logits", agrees(oracle, lambda t: plain(t, 6, 4, 1e4), loose=10), "logits = 1e4 · randn(6, 4)"),
        Check("padding", agrees(oracle, padded), "(8, 5), three labels are −100"),
        Check("smoothing", agrees(oracle, lambda t: plain(t, 6, 4, 1, 0.1)), "(6, 4), smoothing 0.1"),
        Check("smoothing and padding", agrees(oracle, lambda t: padded(t, 0.2)), "(8, 5), smoothing 0.2"),
        Check("one position", agrees(oracle, lambda t: plain(t, 1, 3)), "(1, 3)"),
        Check("gradients", differentiates(oracle, lambda t: padded(t, 0.1)), "(8, 5), float64"),
    ),
    entry="cross_entropy",
    minutes=10,
    forbidden=("cross_entropy", "nll_loss", "log_softmax", "softmax", "logsumexp"),
    operations=40,
    hints=(
        "log softmax(x) = x − logsumexp(x): never take the log of a softmax.",
        "gather picks the true class; labels of −100 must not reach it. What does the mean divide by?",
        "loss = −(1 − s) · logp[true] − s · mean(logp), and the mean over labels != −100 only.",
    ),
    why="A mean over padding as well makes the loss, and the step, smaller the more a batch is padded.",
    cards=("log-sum-exp/log-softmax",),
)
