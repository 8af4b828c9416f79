"""In which sense does attention learn from its context? Linear attention over examples as one step of least squares.

Keys are the examples' inputs xᵢ, values ηyᵢ/n, the query is a new input x. Without a softmax the output is
Σ(ηyᵢ/n)(xᵢ·x): what a linear model predicts after one gradient step of rate η from w = 0 on the mean of (w·xᵢ − yᵢ)²/2.
That is an identity, whatever the data.

One step isn't the solution. With xᵢ normal and yᵢ = w·xᵢ without noise, w₁ = ηSw with S = Σxᵢxᵢ⊤/n, and
E S² = (1 + (d+1)/n) I for a Wishart matrix: relative to predicting 0, the squared error is (1−η)² + η²(d+1)/n. Least
squares is exact from n = d on; the one step is never, and at the best rate it still leaves (d+1)/(n+d+1).

Tolerance: four standard errors over tasks; for the identity γ = 2(n + d + 4)u times the sum of the absolute terms, by
which each result may be off, whatever the order of summation.
Sources: von Oswald et al. 2022, Transformers Learn In-Context by Gradient Descent, §2; Muirhead 1982, Aspects of
Multivariate Statistical Theory, §3.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

EXAMPLES = (8, 16, 32, 64, 128, 256)
QUERIES = 16
"""Of each task."""


def theory(n: float, d: int, eta: float) -> dict[str, float]:
    """Of the squared error, and of the identity, which holds up to rounding."""
    return {"error": (1 - eta) ** 2 + eta**2 * (d + 1) / n, "best": (d + 1) / (n + d + 1), "difference": 0.0}


def tolerance(point: Point, d: int) -> float:
    return 2 * (point.x + d + 4) * 2**-53 if point.series == "difference" else 4 * point.se


def question(n: float, d: int, eta: float) -> NumberQuestion:
    return NumberQuestion(
        f"The context holds n = {n:g} noiseless examples of a linear function of {d} inputs. One layer of linear "
        f"attention, η = {eta:g}, predicts the next with a squared error, relative to predicting 0, of about",
        "error",
        n,
        within=0.2,
        formula="(1−η)² + η²(d+1)/n",
    )


def remark(outcome: Outcome, d: int) -> str:
    """How exact the identity is, and how far the step is from the solution."""
    n = outcome.sheet.xs[-1]
    worst = max(p.y for p in outcome.points if p.series == "difference")
    solved = "where least squares would be exact" if n >= d else f"with fewer examples than the {d} inputs"
    return (
        f"Attention and the gradient step differ by {brief(worst)} of their terms' size at the most. With {n:g} "
        f"examples, {solved}, the step leaves {at(outcome, 'error', n):.2f} of the squared error, "
        f"and {at(outcome, 'best', n):.2f} at the best rate for it."
    )


def solves_the_regression(outcome: Outcome) -> float:
    """How far the error with most examples is from 0, in tolerances."""
    return off(outcome, "error", max(outcome.sheet.xs), 0.0)


@demo(
    name="attention.icl",
    title="In which sense does attention learn from its context?",
    intro=lambda d, eta, tasks: (
        f"{tasks:,} regression tasks with {d} inputs and no noise; the context of each holds n examples. We compare "
        f"linear attention over them with one gradient step of rate {eta:g} from w = 0, and measure the squared error "
        "of its predictions for new inputs, relative to predicting 0."
    ),
    parameters=(
        Int("n", 32, 1, 256, scale=Scale.TWOS, note="examples in the context, where the question asks"),
        Int("d", 16, 1, 32, scale=Scale.TWOS, note="inputs"),
        Float("eta", 1.0, 0.1, 2.0, label="η", note="learning rate"),
        Int("tasks", 1000, 500, 2000, scale=Scale.LOG, front=False, note="independent tasks"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("examples n", "n", Scale.LOG),
    y=Axis("relative squared error", scale=Scale.LOG),
    series=(
        Series("error", "rate η ± 2 s.e.", "theory (1−η)² + η²(d+1)/n"),
        Series("best", "best rate", "theory"),
        Series("difference", "largest difference from a gradient step", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("error", "error"),
        Column("±", "error", Fact.ERROR),
        Column("theory", "error", Fact.THEORY),
        Column("best rate", "best"),
        Column("theory", "best", Fact.THEORY, wide=True),
        Column("from a step", "difference"),
    ),
    xs=lambda n: asked_last(EXAMPLES, n),
    unit="lengths of context",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors over tasks; rounding for the identity",
    remark=remark,
    distractor=Distractor("with more examples than inputs one layer solves the regression", solves_the_regression),
    source="von Oswald et al. 2022, §2; Muirhead 1982, §3.1",
)
def icl(n: int, d: int, eta: float, tasks: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for length in map(int, asked_last(EXAMPLES, n)):
        X = torch.randn(tasks, length, d, generator=g, dtype=torch.float64)  # keys: (tasks, n, d)
        w = torch.nn.functional.normalize(torch.randn(tasks, d, generator=g, dtype=torch.float64), dim=1)
        w = w[:, :, None]  # (tasks, d, 1)
        queries = torch.randn(tasks, QUERIES, d, generator=g, dtype=torch.float64)
        values = eta / length * X @ w  # (tasks, n, 1)
        attended = queries @ X.mT @ values  # no softmax: (tasks, QUERIES, 1)
        start = torch.zeros_like(w, requires_grad=True)
        loss = (X @ start - X @ w).square().mean((1, 2)).sum() / 2
        stepped = queries @ (start - eta * torch.autograd.grad(loss, start)[0]).detach()  # (tasks, QUERIES, 1)
        size = queries.abs() @ (X.abs().mT @ values.abs())
        truth, best = queries @ w, length / (length + d + 1) / eta
        yield sample_mean("error", length, (attended - truth).square().mean((1, 2)))
        yield sample_mean("best", length, (best * attended - truth).square().mean((1, 2)))
        yield Point("difference", length, ((attended - stepped).abs() / size).max().item())
