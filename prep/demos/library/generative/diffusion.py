"""What loss would a perfect denoiser have? The forward process step by step, and the floor of the ε-loss.

x_t = √(1 − β_t) x_{t−1} + √β_t ε_t, t times, is x_t = √ᾱ_t x₀ + √(1 − ᾱ_t) ε in one shot, ᾱ_t = ∏(1 − β_s). The
network guesses ε from x_t. For normal data of variance s² the best guess is linear, √(1 − ᾱ)/(ᾱs² + 1 − ᾱ) · x_t, and
leaves ᾱs²/(ᾱs² + 1 − ᾱ): close to 1 where little noise was added, as it can't be told from the data.

Source: Ho, Jain & Abbeel 2020, Denoising Diffusion Probabilistic Models, eq. 2, 4 and 14.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, brief, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
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
    from torch import Generator, Tensor

X0 = 1.5
"""Where every chain starts."""
STEPS = (1, 2, 5, 20, 50, 100, 150, 250, 500, 750)
ASKED = 10


def steps(T: int) -> tuple[int, ...]:
    """Where to measure: T too, and last the step that the question is about."""
    return (*(t for t in STEPS if t < T), T, ASKED)


@cache
def log_signal(T: int, beta_1: float, beta_T: float) -> tuple[float, ...]:
    """ln ᾱ_t for t = 0 … T, with β linear from β₁ to β_T."""
    betas = (beta_1 + (beta_T - beta_1) * t / (T - 1) for t in range(T))
    return tuple(accumulate((math.log1p(-beta) for beta in betas), initial=0.0))


def theory(t: float, T: int, beta_1: float, beta_T: float, s2: float) -> dict[str, float]:
    """Between steps ln ᾱ is interpolated."""
    if t > T:
        return {}
    logs = log_signal(T, beta_1, beta_T)
    low = min(int(t), T - 1)
    signal = math.exp(logs[low] + (t - low) * (logs[low + 1] - logs[low]))
    return {"loss": signal * s2 / (signal * s2 + 1 - signal), "variance": 1 - signal, "mean": math.sqrt(signal) * X0}


def tolerance(point: Point, n: int, T: int, beta_1: float, beta_T: float, s2: float) -> float:
    """Four exact standard errors: of a mean of n squared normals a share √(2/n), of a mean of normals √(variance/n).

    Squares are skewed, their mean by √(8/n), which moves the fourth error by (4² − 1)/6 of that (Cornish & Fisher).
    Fitting one coefficient to the n samples lowers their loss by a share χ²₁/n, 4²/n at the most.
    """
    expected = theory(point.x, T, beta_1, beta_T, s2)
    if point.series == "mean":
        return 4 * math.sqrt(expected["variance"] / n)
    squares = (4 + 15 / 6 * math.sqrt(8 / n)) * math.sqrt(2 / (n - 1))
    return expected[point.series] * (squares + (16 / n if point.series == "loss" else 0))


def question(t: float, s2: float) -> NumberQuestion:
    return NumberQuestion(
        f"Data of variance {s2:g}. At step t = {t:g} the mean squared error of the best possible guess of ε is about",
        "loss",
        t,
        within=0.1,
        formula="ᾱs²/(ᾱs² + 1 − ᾱ)",
    )


def remark(outcome: Outcome, T: int, beta_1: float, beta_T: float) -> str:
    """The floor at both ends, how much of the start is left at the end, and where ᾱ/(1 − ᾱ) falls below 1."""
    first, last = min(outcome.sheet.xs), max(outcome.sheet.xs)
    even = next((t for t, log in enumerate(log_signal(T, beta_1, beta_T)) if log < math.log(0.5)), None)
    outweighed = f"From t = {even} on there is more noise than signal. " if even else ""
    early, late, mu, var = (
        at(outcome, s, t) for s, t in (("loss", first), ("loss", last), ("mean", last), ("variance", last))
    )
    return (
        f"A perfect network has loss {early:.3f} at t = {first:g} and {brief(late, 2)} at t = {last:g}: what is "
        f"high at small t is no failure. {outweighed}After {last:g} steps the chain, which began at {X0:g}, has "
        f"mean {mu:.3f} and variance {var:.3f}."
    ).replace(" -", " −")


def perfect_is_zero(outcome: Outcome) -> float:
    return off(outcome, "loss", ASKED, 0)


@demo(
    name="generative.diffusion",
    title="What loss would a perfect denoiser have?",
    intro=lambda T, beta_1, beta_T, s2, n: (
        f"{n:,} chains start at {X0:g} and take {T} noising steps, β from "
        f"{beta_1:g} to {beta_T:g}: we measure mean and variance on the way. And we noise normal data of variance "
        f"{s2:g} in one shot, fit the best guess of the noise, and measure its squared error."
    ),
    parameters=(
        Int("T", 1000, 50, 1000, scale=Scale.LOG, note="steps"),
        Float("s2", 0.25, 0.01, 4.0, label="s²", scale=Scale.LOG, note="variance of the data"),
        Float("beta_1", 1e-4, 1e-5, 1e-2, label="β₁", scale=Scale.LOG, front=False, note="noise of the first step"),
        Float("beta_T", 0.02, 0.01, 0.1, label="β_T", scale=Scale.LOG, note="noise of the last step"),
        Int("n", 20_000, 1000, 50_000, scale=Scale.LOG, front=False, note="chains, and samples"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("t", "t", Scale.LOG),
    y=Axis("share", low=0.0, high=1.0),
    series=(
        Series("loss", "ε-loss of the best guess", "theory"),
        Series("variance", "variance of the chain", "1 − ᾱ", decimals=4),
        Series("mean", "mean of the chain", "theory √ᾱ x₀", plotted=False),
    ),
    columns=(
        Column("ε-loss", "loss"),
        Column("theory", "loss", Fact.THEORY),
        Column("variance", "variance"),
        Column("theory", "variance", Fact.THEORY),
        Column("mean", "mean", wide=True),
        Column("theory", "mean", Fact.THEORY, wide=True),
    ),
    xs=steps,
    unit="steps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors; skewness, and 4²/n for what is fitted",
    remark=remark,
    distractor=Distractor("a perfect network has loss zero", perfect_is_zero),
    source="Ho, Jain & Abbeel 2020, Denoising Diffusion Probabilistic Models, eq. 2, 4 and 14",
    quick={"n": 5000},
)
def diffusion(T: int, s2: float, beta_1: float, beta_T: float, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    beta = torch.linspace(beta_1, beta_T, T, dtype=torch.float64)  # (T,)
    signal = (1 - beta).cumprod(0)  # ᾱ, (T,)
    x = torch.full((n,), X0, dtype=torch.float64)  # (n,)
    held = x
    for t in range(1, T + 1):
        noise = torch.randn(n, generator=g)  # (n,)
        x = (1 - beta[t - 1]).sqrt() * x + beta[t - 1].sqrt() * noise
        held = x if t == ASKED else held
        if t in steps(T) and t != ASKED:
            yield from _at(t, x, signal[t - 1].item(), s2, g)
    yield from _at(ASKED, held, signal[ASKED - 1].item(), s2, g)


def _at(t: int, x: Tensor, signal: float, s2: float, g: Generator) -> Iterator[Point]:
    """Mean and variance of the chains x, (n,), and the loss of the best guess for fresh data."""
    import torch

    data = math.sqrt(s2) * torch.randn(len(x), generator=g, dtype=torch.float64)  # (n,)
    noise = torch.randn(len(x), generator=g, dtype=torch.float64)  # ε, (n,)
    x_t = math.sqrt(signal) * data + math.sqrt(1 - signal) * noise  # (n,)
    best = torch.linalg.lstsq(x_t[:, None], noise[:, None]).solution  # (1, 1)
    yield sample_mean("loss", t, (noise - best[0, 0] * x_t) ** 2)
    yield Point("variance", t, x.var().item(), x.var().item() * math.sqrt(2 / (len(x) - 1)))
    yield sample_mean("mean", t, x)
