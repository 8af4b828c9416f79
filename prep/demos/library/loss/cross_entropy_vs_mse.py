"""Why not squared error on a sigmoid? The gradients in the logit z of a positive example, by autograd.

With p = σ(z) and target 1 the cross-entropy −ln p has the gradient p − 1: the logarithm cancels the sigmoid's slope.
The squared error (p − 1)² has 2(p − 1)p(1 − p): where the model is confidently wrong, p → 0, it dies like e^{z}.
Both losses are proper; the trouble is the conditioning. For softmax over K classes the gradient is p − onehot.

Source: Bishop 2006, Pattern Recognition and Machine Learning, §4.3; Golik, Doetsch & Ney 2013.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, brief, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

LOGITS = (5.0, 2.0, 0.0, -2.0, -5.0, -8.0, -10.0, -12.0, -15.0)


def theory(z: float) -> dict[str, float]:
    """Sizes of the gradients p − 1 and 2(p − 1)p(1 − p), and how many times the first is the second."""
    p, q = 1 / (1 + math.exp(-z)), 1 / (1 + math.exp(z))
    return {"cross-entropy": q, "squared": 2 * p * q * q, "ratio": 1 / (2 * p * q), "softmax-error": 0.0}


def tolerance(point: Point, K: int) -> float:
    """Rounding in float64: some ten operations on numbers up to 1, of which the gradient may be a small difference.

    A softmax sums K exponentials, twice.
    """
    if point.series == "softmax-error":
        return 2 * (K + 10) * 2**-53
    return 10 * 2**-53 * (2 + math.exp(abs(point.x))) * point.y


def question(x: float, z: float) -> NumberQuestion:
    at = f"{z:g}".replace("-", "−")
    return NumberQuestion(
        f"At z = {at} on a positive, the cross-entropy's gradient exceeds the squared error's by a factor of about",
        "ratio",
        z,
        within=1.0,
        formula="1/(2p(1−p))",
    )


def remark(outcome: Outcome) -> str:
    """Both gradients where the model is most wrong."""
    z = min(outcome.sheet.xs)
    y = {p.series: p.y for p in outcome.points if p.x == z}
    return (
        f"At z = −{-z:g}, as wrong as it gets here, the cross-entropy still pulls with {y['cross-entropy']:.3g}, "
        f"the squared error with {brief(y['squared'], 2)}."
    )


def squared_pulls(outcome: Outcome) -> float:
    """How far the squared error's gradient is from 2|p − 1|, as if the sigmoid had no slope."""
    z = min(outcome.sheet.xs)
    return off(outcome, "squared", z, 2 * at(outcome, "cross-entropy", z))


@demo(
    name="loss.cross-entropy-vs-mse",
    title="Why not squared error on a sigmoid?",
    intro=lambda K: (
        "A positive example has the logit z, and autograd gives the gradient in z: of the cross-entropy "
        f"−ln σ(z), and of the squared error (σ(z) − 1)². Beside it, softmax over {K} classes against p − onehot."
    ),
    parameters=(
        Float("z", -10.0, -15.0, 5.0, note="the logit that is asked about"),
        Int("K", 7, 2, 1000, scale=Scale.LOG, front=False, note="classes of the softmax"),
        Int("seed", 0, 0, 2**31 - 1, front=False, note="draws the softmax's logits"),
    ),
    question=question,
    x=Axis("logit z", "z"),
    y=Axis("|gradient|", scale=Scale.LOG),
    series=(
        Series("cross-entropy", "cross-entropy", "1−p", decimals=5),
        Series("squared", "squared error", "2p(1−p)²", decimals=5),
        Series("ratio", "ratio", "theory", plotted=False, decimals=1),
        Series("softmax-error", "softmax: autograd against p − onehot", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("cross-entropy", "cross-entropy"),
        Column("squared", "squared"),
        Column("ratio", "ratio"),
        Column("theory", "ratio", Fact.THEORY),
        Column("softmax error", "softmax-error", wide=True),
    ),
    xs=lambda z: tuple(sorted({*LOGITS, z}, reverse=True)),
    unit="logits",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding in float64",
    remark=remark,
    distractor=Distractor("the squared error pulls as hard when it is confidently wrong", squared_pulls),
    source="Bishop 2006, §4.3; Golik, Doetsch & Ney 2013, Cross-Entropy vs. Squared Error Training",
)
def cross_entropy_vs_mse(z: float, K: int, seed: int) -> Iterator[Point]:
    import torch
    from torch.nn import functional as F

    g = torch.Generator().manual_seed(seed)
    for x in sorted({*LOGITS, z}, reverse=True):
        logit = torch.tensor(x, dtype=torch.float64, requires_grad=True)  # ()
        one = torch.ones((), dtype=torch.float64)
        (entropy,) = torch.autograd.grad(F.binary_cross_entropy_with_logits(logit, one), logit)
        (squared,) = torch.autograd.grad(F.mse_loss(logit.sigmoid(), one), logit)
        yield Point("cross-entropy", x, entropy.abs().item())
        yield Point("squared", x, squared.abs().item())
        yield Point("ratio", x, (entropy / squared).item())
        scores = torch.randn(1, K, generator=g, dtype=torch.float64)  # (1, K)
        scores[0, 0] = x
        scores.requires_grad_()
        target = torch.zeros(1, dtype=torch.long)
        (by_autograd,) = torch.autograd.grad(F.cross_entropy(scores, target), scores)  # (1, K)
        p = scores.detach().softmax(-1)
        yield Point("softmax-error", x, (by_autograd - (p - F.one_hot(target, K))).abs().max().item())
