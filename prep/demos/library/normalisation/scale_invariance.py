"""What does a norm layer do to gradients when what it normalises grows? Sizes against the factor c.

LayerNorm and RMSNorm give the same output for x and for cx. Differentiating f(cx) = f(x) by x gives f'(cx) = f'(x)/c:
the gradient shrinks by as much as the input grows. Differentiating by c gives x·f'(x) = 0: the gradient is orthogonal
to what is normalised. Both hold for a weight W that feeds a norm (xW). So each step of gradient descent is orthogonal
to W and the norm grows by exactly the steps, ‖W‖² ← ‖W‖² + lr²‖g‖², and the relative step lr‖g‖/‖W‖ falls like 1/c²:
the effective learning rate is lr/‖W‖².

Sources: Ba, Kiros & Hinton 2016, Layer Normalization, §5.1; van Laarhoven 2017, L2 Regularization versus Batch and
Weight Normalization, §3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, brief, off
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

IN, OUT, BATCH = 64, 32, 32
EPS = 1e-15
"""Of the norm: 1e-11 of the variance of an input a hundred times smaller than usual."""


def factors(c: float) -> tuple[float, ...]:
    """From 1/c to c in four equal ratios."""
    return tuple(sorted({c**-1, c**-0.5, 1.0, c**0.5, c}, reverse=c < 1))


def theory(c: float) -> dict[str, float]:
    """Exact, by differentiating f(cx) = f(x)."""
    return {"gradient": 1 / c, "relative-step": 1 / c**2, "output": 0.0, "cosine": 0.0, "growth": 1.0}


def tolerance(point: Point, lr: float) -> float:
    """ε against the variance of a row, and roundings, as shares of what is compared.

    The variance of 64 normals is above 0.3 c². So ε takes at most a share ε/(0.6 c²) of an output, which is at most
    √63 < 8, and three times that, 5ε/c², of a derivative. Four sums of 64 terms follow one another, and what is taken
    away when projecting leaves more than a quarter: 4 · 64 · 4 roundings. The gain of ‖W‖² is judged against a step,
    of length lr/(8√32 c) with 32 rows of length 8, while W, rounded, has the length √(64 · 32) c = 8√32 c.
    """
    share = 5 * EPS * (1 / point.x**2 + 1) + 1024 * 2.0**-53
    if point.series == "growth":
        return share * (1 + 2 * 2048 * point.x**2 / lr)
    return share * {"gradient": 1 / point.x, "relative-step": 1 / point.x**2, "output": 8.0}.get(point.series, 1.0)


def question(c: float) -> NumberQuestion:
    return NumberQuestion(
        f"Inputs of a norm layer {c:g} times as large: the gradient that reaches them is, times the old one, about",
        "gradient",
        c,
        within=0.1,
        formula=f"1/{c:g}",
    )


def remark(outcome: Outcome, c: float) -> str:
    """Output, gradient, effective step and growth at the factor asked about."""
    gradient, step, growth, output = (at(outcome, s, c) for s in ("gradient", "relative-step", "growth", "output"))
    return (
        f"At c = {c:g} the output changes by {brief(output)} at most, the gradient is {gradient:.3g} times the old "
        f"one, and a step moves {step:.3g} times the old share of the weights. ‖W‖² grew by {growth:.4f} times "
        "Σ lr²‖g‖²."
    )


def gradient_grows(outcome: Outcome) -> float:
    """How far the gradient is from c times the old one, in tolerances."""
    c = max(outcome.sheet.xs)
    return off(outcome, "gradient", c, c)


@demo(
    name="normalisation.scale-invariance",
    title="What does a norm do to gradients?",
    intro=lambda norm, c, steps, lr: (
        f"Inputs of a {norm} norm, and weights that feed one, are made {min(c, 1 / c):g} "
        f"to {max(c, 1 / c):g} times as large. We compare the gradient with the one at factor 1, and let gradient "
        f"descent run {steps} steps at lr {lr:g} to see how the norm of the weights grows."
    ),
    parameters=(
        Float("c", 100.0, 0.01, 100.0, scale=Scale.LOG, note="the factor asked about"),
        Float("lr", 0.5, 0.001, 10.0, scale=Scale.LOG, note="learning rate"),
        Choice("norm", "layer", ("layer", "rms"), note="LayerNorm or RMSNorm, both without gain and bias"),
        Int("steps", 50, 1, 400, scale=Scale.LOG, front=False, note="of gradient descent"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("c", "c", Scale.LOG),
    y=Axis("times the value at c = 1", scale=Scale.LOG),
    series=(
        Series("gradient", "gradient of the input", "theory 1/c", decimals=4),
        Series("relative-step", "|ΔW| / ‖W‖", "theory 1/c²", decimals=4),
        Series("output", "largest change of the output", "theory", plotted=False, decimals=1),
        Series("cosine", "|cos| of gradient and input", "theory", plotted=False, decimals=1),
        Series("growth", "gain of ‖W‖² over Σ lr²‖g‖²", "theory", plotted=False, decimals=6),
    ),
    columns=(
        Column("gradient", "gradient"),
        Column("theory", "gradient", Fact.THEORY),
        Column("step/‖W‖", "relative-step"),
        Column("output", "output", wide=True),
        Column("cosine", "cosine", wide=True),
        Column("growth", "growth", wide=True),
    ),
    xs=factors,
    unit="factors",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="bounds for float64 rounding and for the norm's ε",
    remark=remark,
    distractor=Distractor("inputs c times as large give gradients c times as large", gradient_grows),
    source="Ba, Kiros & Hinton 2016, Layer Normalization, §5.1; van Laarhoven 2017, L2 Regularization versus Batch and "
    "Weight Normalization, §3",
)
def scale_invariance(c: float, lr: float, norm: str, steps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    x, W, u = (
        torch.randn(*shape, generator=g, dtype=torch.float64) for shape in ((BATCH, IN), (IN, OUT), (BATCH, IN))
    )  # u = ∂L/∂output
    f1, g1 = _normalised(x, u, norm)  # (batch, in) each
    step1 = _first_step(x, W, norm)
    for factor in factors(c):
        f, dx = _normalised(factor * x, u, norm)  # (batch, in) each
        yield Point("gradient", factor, (dx.norm() / g1.norm()).item())
        yield Point("relative-step", factor, _first_step(x, factor * W, norm) / step1)
        yield Point("output", factor, (f - f1).abs().max().item())
        cosine = torch.nn.functional.cosine_similarity(dx, factor * x, dim=1, eps=0)  # (batch,)
        yield Point("cosine", factor, cosine.abs().max().item())
        yield Point("growth", factor, _growth(factor * W, lr, norm, steps, seed))


def _norm(x: Tensor, norm: str) -> Tensor:
    import torch

    if norm == "layer":
        return torch.nn.functional.layer_norm(x, x.shape[-1:], eps=EPS)
    return torch.nn.functional.rms_norm(x, x.shape[-1:], eps=EPS)


def _normalised(x: Tensor, u: Tensor, norm: str) -> tuple[Tensor, Tensor]:
    """The output for x and, by autograd, the gradient of Σ u·output with respect to x."""
    import torch

    x = x.detach().requires_grad_()
    f = _norm(x, norm)
    return f.detach(), torch.autograd.grad((u * f).sum(), x)[0]


def _gradient(x: Tensor, W: Tensor, norm: str, labels: Tensor) -> Tensor:
    """∂L/∂W of a cross-entropy on norm(xW): (in, out)."""
    import torch

    W = W.detach().requires_grad_()
    loss = torch.nn.functional.cross_entropy(_norm(x @ W, norm), labels)
    return torch.autograd.grad(loss, W)[0]


def _first_step(x: Tensor, W: Tensor, norm: str) -> float:
    """‖g‖ / ‖W‖: the share of W that a step of rate 1 moves."""
    import torch

    dW = _gradient(x, W, norm, torch.arange(BATCH) % OUT)
    return float(dW.norm() / W.norm())


def _growth(W: Tensor, lr: float, norm: str, steps: int, seed: int) -> float:
    """Gain of ‖W‖² in gradient descent on random data, over Σ lr²‖g‖²."""
    import torch

    g = torch.Generator().manual_seed(seed + 1)
    gained = moved = 0.0
    for _ in range(steps):
        x = torch.randn(BATCH, IN, generator=g, dtype=W.dtype)  # (batch, in)
        labels = torch.randint(OUT, (BATCH,), generator=g)  # (batch,)
        step = lr * _gradient(x, W, norm, labels)  # (in, out)
        gained += (step * (step - 2 * W)).sum().item()  # ‖W − step‖² − ‖W‖², without the cancellation
        moved += step.square().sum().item()
        W = W - step
    return gained / moved
