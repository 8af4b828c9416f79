"""Is a posterior as wide as its error? Shares estimated from n trials with a Beta prior, and without.

With prior Beta(a, b) and k successes in n trials the posterior is Beta(a + k, b + n − k), its mean (a + k)/(a + b + n).
When truths are drawn from that prior, of variance V = ab/((a + b)²(a + b + 1)), the posterior variance is on average
V(a + b)/(a + b + n), and so is the squared error of the posterior mean: the width tells the truth. The observed share
k/n misses by V(a + b)/n.

That holds on average over the prior. For one truth θ the posterior mean has the bias (a − (a + b)θ)/(a + b + n) and the
variance nθ(1 − θ)/(a + b + n)², whatever its own width says: far from the prior's mean it is surer than it should be.

Source: Gelman et al. 2013, Bayesian Data Analysis, §2.2 to §2.5.
"""

from __future__ import annotations

from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

TRIALS = (1, 2, 5, 20, 50, 100, 200)


def theory(n: float, a: float, b: float, truth: float) -> dict[str, float]:
    if n <= 0:
        return {}
    V, seen = a * b / ((a + b) ** 2 * (a + b + 1)), a + b + n
    return {
        "posterior": V * (a + b) / seen,
        "width": V * (a + b) / seen,
        "share": V * (a + b) / n,
        "one": ((a - (a + b) * truth) ** 2 + n * truth * (1 - truth)) / seen**2,
        "one-share": truth * (1 - truth) / n,
    }


def tolerance(point: Point, reps: int) -> float:
    """Four standard errors; Bernstein's z²/3 of a large squared error: of four deviations, and of 1 at the most."""
    return 4 * point.se + 16 / (3 * reps) * min(1.0, 16 * point.y)


def question(n: float, a: float, b: float) -> NumberQuestion:
    V = a * b / ((a + b) ** 2 * (a + b + 1))
    return NumberQuestion(
        f"Truths come from Beta({a:g}, {b:g}), of variance {brief(V, 3)}, and that is the prior. After {n:g} trials "
        "the posterior variance is on average about",
        "width",
        n,
        formula="V·(a+b)/(a+b+n)",
    )


def remark(outcome: Outcome, n: int, truth: float) -> str:
    """Width against error, over the prior and at one truth."""
    width, error, share, one, plain = (
        brief(at(outcome, series, n), 3) for series in ("width", "posterior", "share", "one", "one-share")
    )
    return (
        f"Over the prior's own truths the posterior variance is {width}, the squared error {error}, that of k/n "
        f"{share}. At the one truth {truth:g} the posterior mean's is {one}, that of k/n {plain}: the width is right "
        "on average over the prior, and not for every truth."
    )


def right_everywhere(outcome: Outcome) -> float:
    """How far the error at the one truth is from the posterior variance, in tolerances."""
    n = outcome.sheet.values["n"]
    assert isinstance(n, int)
    return off(outcome, "one", n, at(outcome, "width", n))


@demo(
    name="statistics.beta-binomial",
    title="Is a posterior as wide as its error?",
    intro=lambda a, b, truth, reps: (
        f"Success rates drawn from Beta({a:g}, {b:g}), n trials each, {reps:,} times; then always the rate {truth:g}. "
        "We measure the posterior variance, and the squared errors of the posterior mean and of the observed share "
        "k/n."
    ),
    parameters=(
        Int("n", 10, 1, 1000, scale=Scale.LOG, note="trials, where the question asks"),
        Float("a", 2.0, 0.5, 50.0, scale=Scale.LOG, note="of the prior"),
        Float("b", 2.0, 0.5, 50.0, scale=Scale.LOG, note="of the prior"),
        Float("truth", 0.9, 0.01, 0.99, label="θ", note="the one truth"),
        Int("reps", 100_000, 10_000, 200_000, scale=Scale.LOG, front=False, note="truths"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("trials n", "n", Scale.LOG),
    y=Axis("squared error", scale=Scale.LOG),
    series=(
        Series("posterior", "posterior", "V(a+b)/(a+b+n)", decimals=5),
        Series("share", "k/n", "V(a+b)/n", decimals=5),
        Series("one", "one truth", "theory", decimals=5),
        Series("width", "posterior variance", "V(a+b)/(a+b+n)", plotted=False, decimals=5),
        Series("one-share", "k/n, one truth", "θ(1−θ)/n", plotted=False, decimals=5),
    ),
    columns=(
        Column("variance", "width"),
        Column("error", "posterior"),
        Column("theory", "posterior", Fact.THEORY),
        Column("k/n", "share"),
        Column("one truth", "one"),
        Column("theory", "one", Fact.THEORY, wide=True),
        Column("its k/n", "one-share", wide=True),
    ),
    xs=lambda n: asked_last(TRIALS, n),
    unit="numbers of trials",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over truths",
    remark=remark,
    distractor=Distractor("the posterior variance is the squared error, whatever the truth", right_everywhere),
    source="Gelman et al. 2013, Bayesian Data Analysis, §2.2-2.5",
    quick={"reps": 20_000},
)
def beta_binomial(n: int, a: float, b: float, truth: float, reps: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=[]):  # torch's Beta takes no generator
        torch.manual_seed(seed)
        ones = torch.ones(reps, dtype=torch.float64)
        drawn = torch.distributions.Beta(a * ones, b * ones).sample()  # (reps,)
    for trials in asked_last(TRIALS, n):
        count = torch.full_like(drawn, float(trials))
        k = torch.binomial(count, drawn, generator=g)  # (reps,)
        yield sample_mean("width", trials, (a + k) * (b + trials - k) / ((a + b + trials) ** 2 * (a + b + trials + 1)))
        yield sample_mean("posterior", trials, ((a + k) / (a + b + trials) - drawn) ** 2)
        yield sample_mean("share", trials, (k / trials - drawn) ** 2)
        k = torch.binomial(count, torch.full_like(drawn, truth), generator=g)  # (reps,)
        yield sample_mean("one", trials, ((a + k) / (a + b + trials) - truth) ** 2)
        yield sample_mean("one-share", trials, (k / trials - truth) ** 2)
