"""Batch norm, forward, with its running statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, gain: Tensor, bias: Tensor, mean: Tensor, variance: Tensor, training: bool) -> tuple[Tensor, ...]:
    """Torch's own, momentum 0.1, eps 1e-5."""
    import torch

    mean, variance = mean.clone(), variance.clone()
    out = torch.nn.functional.batch_norm(x, mean, variance, gain, bias, training, 0.1, 1e-5)
    return out, mean, variance


def draw(bench: Bench, n: int, d: int, training: bool = True) -> tuple[Any, ...]:
    """x, gain, bias, running mean and variance."""
    x = 2 * bench.randn(n, d) + 1
    return x, 1 + bench.randn(d), bench.randn(d), bench.randn(d), 0.5 + bench.rand(d), training


DRILL = Drill(
    name="normalisation.batch-norm",
    title="Batch norm, forward",
    task="""Write batch_norm(x, gain, bias, mean, variance, training) for x (n, d), n at least 2. In training each
feature is normalised by the mean and the biased variance of the batch; the running mean and variance move by a tenth
towards those of the batch, the variance towards the unbiased one. Otherwise the running ones are used and stay. eps
is 1e-5, inside the root. Return (result, running mean, running variance) as new tensors.""",
    stub='''import torch


def batch_norm(x, gain, bias, mean, variance, training):
    """x (n, d), the others (d,) and a bool; returns (n, d), (d,), (d,)."""
    ...
''',
    reference="""import torch


def batch_norm(x, gain, bias, mean, variance, training):
    m, v = mean, variance
    if training:
        n = len(x)
        m = x.mean(0)
        v = (x - m).square().mean(0)
        mean = 0.9 * mean + 0.1 * m
        variance = 0.9 * variance + 0.1 * v * n / (n - 1)
    return (x - m) / (v + 1e-5).sqrt() * gain + bias, mean, variance
""",
    wrongs=(
        Wrong("the running variance kept the biased one", "training", " * n / (n - 1)", ""),
        Wrong("the batch was normalised by its unbiased variance", "training", "(x - m).square().mean(0)", "x.var(0)"),
        Wrong("momentum was the share that is kept", "training", "0.9 * mean + 0.1 * m", "0.1 * mean + 0.9 * m"),
        Wrong("evaluation used the batch", "evaluation", "if training:", "if True:"),
        Wrong("training used the running statistics", "training", "if training:", "if False:"),
        Wrong(
            "it normalised over features",
            "training",
            "m = x.mean(0)",
            "m = x.mean(1, keepdim=True)[:x.shape[1], 0].mean()",
        ),
        Wrong(
            "running statistics moved while evaluating",
            "evaluation",
            "    return (x - m)",
            "    if not training:\n        mean = 0.9 * mean + 0.1 * x.mean(0)\n    return (x - m)",
        ),
        Wrong("gain was left out", "evaluation", " * gain + bias", " + bias"),
    ),
    checks=(
        Check("evaluation", agrees(oracle, lambda t: draw(t, 5, 3, False)), "(5, 3), training False"),
        Check("training", agrees(oracle, lambda t: draw(t, 5, 3)), "(5, 3)"),
        Check("two rows", agrees(oracle, lambda t: draw(t, 2, 4)), "(2, 4)"),
        Check("one row, evaluation", agrees(oracle, lambda t: draw(t, 1, 4, False)), "(1, 4), training False"),
        Check(
            "a constant feature",
            agrees(oracle, lambda t: (0 * t.randn(4, 3) + 2, *draw(t, 4, 3)[1:]), loose=10),
            "x = 2",
        ),
    ),
    entry="batch_norm",
    minutes=8,
    forbidden=("batch_norm", "native_batch_norm", "layer_norm"),
    operations=30,
    hints=(
        "There are two variances: which one normalises, which one is remembered?",
        "Biased (n) normalises the batch, unbiased (n − 1) goes into the running one.",
        "running ← 0.9 · running + 0.1 · batch, and only in training.",
    ),
    why="""Torch normalises by the biased and remembers the unbiased variance: with small batches the two differ, and
evaluation shows it.""",
    cards=("batch-norm/running", "batch-norm/two"),
)
