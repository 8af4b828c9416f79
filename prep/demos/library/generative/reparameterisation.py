"""Why reparameterise? Two unbiased estimators of the same gradient, and how noisy each is.

x = µ + σε, f(x) = x²; the gradient of E f by µ is 2µ. Through the sample it is ∂f/∂µ = 2x, with variance 4σ². By the
score function it is f(x)·∂ln p/∂µ = x²(x − µ)/σ², just as right on average, with variance
(µ⁴ + 18µ²σ² + 15σ⁴)/σ² − 4µ²: as σ → 0 the one vanishes and the other grows like µ⁴/σ².

All moments of polynomials in ε are exact here, so the errors of the measured variances are too.

Sources: Kingma & Welling 2014, Auto-Encoding Variational Bayes, §2.4; Mohamed et al. 2020, §4-5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean, sample_median
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Float,
    Form,
    Image,
    Int,
    NumberQuestion,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

SPREADS = (3.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05)
BINS, REACH = 40, 40.0
"""Of the histograms: gradients up to so far from their mean."""


def normal_moment(k: int) -> float:
    """E εᵏ = (k − 1)!! for even k."""
    return float(math.prod(range(1, k, 2))) if k % 2 == 0 else 0.0


def raw_moment(k: int, mu: float, sigma: float) -> float:
    """E sᵏ of the score-function gradient s = (µ + σε)² ε/σ."""
    return (
        sum(math.comb(2 * k, j) * mu ** (2 * k - j) * sigma**j * normal_moment(k + j) for j in range(2 * k + 1))
        / sigma**k
    )


def variances(mu: float, sigma: float) -> tuple[float, float]:
    """Of the pathwise and of the score-function gradient."""
    return 4 * sigma**2, (mu**4 + 18 * mu**2 * sigma**2 + 15 * sigma**4) / sigma**2 - 4 * mu**2


def theory(sigma: float, mu: float) -> dict[str, float]:
    pathwise, score = variances(mu, sigma)
    return {
        "pathwise": pathwise,
        "score": score,
        "ratio": score / pathwise,
        "pathwise-mean": 2 * mu,
        "score-mean": 2 * mu,
    }


def central_moment(k: int, mu: float, sigma: float) -> float:
    """E (s − 2µ)ᵏ."""
    return math.fsum(math.comb(k, j) * raw_moment(j, mu, sigma) * (-2 * mu) ** (k - j) for j in range(k + 1))


def four_errors(mean_square: float, fourth: float, sixth: float, n: int) -> float:
    """Of a variance, from central moments: squares are skewed, which moves the fourth error by (4² − 1)/6 of the
    skewness of their mean (Cornish & Fisher).
    """
    spread = math.sqrt(fourth - mean_square**2)
    skewness = (sixth - 3 * fourth * mean_square + 2 * mean_square**3) / spread**3
    return (4 + 15 / 6 * skewness / math.sqrt(n)) * spread / math.sqrt(n)


def tolerance(point: Point, mu: float, n: int) -> float:
    """Four exact standard errors; for the ratio of two dependent variances their relative errors add at most."""
    pathwise, score = variances(mu, point.x)
    of_pathwise = four_errors(pathwise, 3 * pathwise**2, 15 * pathwise**3, n)
    of_score = four_errors(score, central_moment(4, mu, point.x), central_moment(6, mu, point.x), n)
    return (
        1e-9
        + {
            "pathwise": of_pathwise,
            "score": of_score,
            "pathwise-mean": 4 * math.sqrt(pathwise / n),
            "score-mean": 4 * math.sqrt(score / n),
            "ratio": score / pathwise * (of_pathwise / pathwise + of_score / score),
        }[point.series]
    )


def question(sigma: float, mu: float) -> NumberQuestion:
    return NumberQuestion(
        f"µ = {mu:g}, σ = {sigma:g}: the variance of the score-function gradient of E x², over that "
        "of the reparameterised one, is about",
        "ratio",
        sigma,
        within=1.0,
    )


def remark(outcome: Outcome, mu: float) -> str:
    """Both means with their errors, the ratio, and the median beside the mean, at the smallest spread."""
    s = min(outcome.sheet.xs)
    path, score = (outcome.measured(series, s) for series in ("pathwise-mean", "score-mean"))
    assert path and score
    ratio, average, half = (float(f"{at(outcome, series, s):.2g}") for series in ("ratio", "score", "score-median"))
    return (
        f"Both are unbiased: at σ = {s:g} the means are {path.y:.4f} ± {2 * path.se:.4f} and {score.y:.2f} ± "
        f"{2 * score.se:.2f}, where 2µ = {2 * mu:g}. But the score function needs {ratio:,g} times as many samples "
        f"for the same error. Its squared deviation is {average:,g} on average, below {half:,g} in half of the "
        "samples."
    )


def equally_noisy(outcome: Outcome) -> float:
    return max(off(outcome, "ratio", s, 1) for s in outcome.sheet.xs)


@demo(
    name="generative.reparameterisation",
    title="Why reparameterise?",
    intro=lambda mu, n: (
        f"The gradient of E x² by µ, where x is normal with mean {mu:g} and spread σ, from {n:,} "
        "samples by autograd: once through the sample x = µ + σε, once by the score function. We measure mean and "
        "variance of both."
    ),
    parameters=(
        Float("mu", 2.0, 0.0, 5.0, label="µ", note="mean"),
        Float("sigma", 0.1, 0.05, 3.0, label="σ", scale=Scale.LOG, note="spread, where the question asks"),
        Int("n", 200_000, 1000, 1_000_000, scale=Scale.LOG, note="samples"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("σ", "sigma", Scale.LOG),
    y=Axis("variance of the gradient", scale=Scale.LOG),
    series=(
        Series("score", "score function", "theory", decimals=2),
        Series("pathwise", "reparameterised", "theory 4σ²", decimals=3),
        Series("ratio", "ratio", "theory", plotted=False, decimals=1),
        Series("score-mean", "mean, score function", "theory", plotted=False, decimals=2),
        Series("pathwise-mean", "mean, reparameterised", "theory", plotted=False, decimals=3),
        Series("score-median", "median of (s − 2µ)²", plotted=False, decimals=2),
    ),
    columns=(
        Column("score", "score"),
        Column("pathwise", "pathwise"),
        Column("ratio", "ratio"),
        Column("theory", "ratio", Fact.THEORY, wide=True),
        Column("score mean", "score-mean", wide=True),
        Column("path mean", "pathwise-mean", wide=True),
        Column("median", "score-median", wide=True),
    ),
    pictures=tuple(
        Picture(
            name,
            f"how often each gradient comes, less its mean: {how}",
            Form.HISTOGRAM,
            low=-REACH,
            high=REACH,
            across="gradient − 2µ",
        )
        for name, how in (("score", "score function"), ("pathwise", "reparameterised"))
    ),
    xs=lambda sigma: asked_last(SPREADS, sigma),
    unit="spreads",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, from exact moments, and skewness",
    remark=remark,
    distractor=Distractor("both estimators are equally noisy, since both are unbiased", equally_noisy),
    source="Kingma & Welling 2014, Auto-Encoding Variational Bayes, §2.4; Mohamed et al. 2020, §4-5",
)
def reparameterisation(mu: float, sigma: float, n: int, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for s in asked_last(SPREADS, sigma):
        eps = torch.randn(n, generator=g, dtype=torch.float64)  # (n,)
        pathwise, score = _gradients(mu, s, eps)  # (n,), (n,)
        yield _variance("score", s, score)
        yield _variance("pathwise", s, pathwise)
        yield Point("ratio", s, (score.var() / pathwise.var()).item())
        yield sample_mean("score-mean", s, score)
        yield sample_mean("pathwise-mean", s, pathwise)
        yield sample_median("score-median", s, (score - 2 * mu) ** 2)
        for name, gradients in (("score", score), ("pathwise", pathwise)):
            yield histogram(name, s, gradients - 2 * mu, BINS, -REACH, REACH)


def _gradients(mu: float, sigma: float, eps: Tensor) -> tuple[Tensor, Tensor]:
    """Each sample's gradient by its own µ, by autograd: through x, and f(x) times that of ln p(x)."""
    import torch

    means = torch.full_like(eps, mu).requires_grad_()  # (n,)
    (pathwise,) = torch.autograd.grad(((means + sigma * eps) ** 2).sum(), means)  # (n,)
    x = mu + sigma * eps  # (n,), held fixed
    (score,) = torch.autograd.grad(torch.distributions.Normal(means, sigma).log_prob(x).sum(), means)  # type: ignore[no-untyped-call]
    return pathwise, x**2 * score


def _variance(series: str, x: float, values: Tensor) -> Point:
    """The variance of independent values, its error from their fourth moment."""
    squares = (values - values.mean()) ** 2  # (n,)
    return Point(series, x, values.var().item(), squares.std().item() / math.sqrt(len(values)))
