"""Is accumulating micro-batches the same as one large batch? What a token counts when their lengths differ.

Averaging the loss in each of G micro-batches and then over micro-batches gives a token of a micro-batch of length l
the weight 1/(G l); one large batch gives every token 1/Σl. A token of the shortest then counts l_max/l_min times as
much as one of the longest. Summing the losses and dividing by all tokens once is the large batch, exactly.

Weights are measured by autograd, as the derivative of the accumulated loss in each token's own loss; the error of the
gradient is that of a small language model's weights.
Sources: the definitions; Unsloth and Hugging Face, October 2024 (the repair of gradient accumulation in trainers).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import brief, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Int, Ints, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

V, D = 50, 16
"""Words and width of the language model."""


def theory(length: float, lengths: tuple[int, ...]) -> dict[str, float]:
    """Weights relative to a token of the longest micro-batch; summed losses are the large batch."""
    return {"means": max(lengths) / length, "sums": 1.0, "sums-error": 0.0}


def tolerance(point: Point, lengths: tuple[int, ...]) -> float:
    """Rounding in float64: at most eight operations for a weight, two sums of all M tokens' terms for a gradient.

    A sum of M terms of size t is off by at most Mu · Mt, while random directions add up to about √M t: 2M√M u of it.
    """
    M = sum(lengths)
    return 2 * M**1.5 * 2**-53 if point.series == "sums-error" else 8 * 2**-53 * max(1, point.y)


def question(x: float, lengths: tuple[int, ...]) -> NumberQuestion:
    short, long = min(lengths), max(lengths)
    return NumberQuestion(
        f"Micro-batches have {', '.join(map(str, lengths))} tokens. In the mean of their means a "
        "token of the shortest outweighs one of the longest by a factor of about",
        "means",
        short,
        within=0.1,
        formula=f"{long}/{short}",
    )


def remark(outcome: Outcome) -> str:
    """How wrong the whole gradient gets either way."""
    y = {p.series: p.y for p in outcome.points}
    sums = "exact to the last bit" if not y["sums-error"] else f"off by {brief(y['sums-error'])}"
    return (
        f"The mean of means gives a gradient that is off by {100 * y['means-error']:.0f} % of the large batch's; "
        f"the sum over all tokens is {sums}."
    )


def mean_of_means_is_the_mean(outcome: Outcome) -> float:
    """How far the weight in the shortest micro-batch is from 1, in tolerances."""
    return off(outcome, "means", min(outcome.sheet.xs), 1)


@demo(
    name="optimiser.accumulation",
    title="Is accumulating micro-batches the same as one large batch?",
    intro=lambda lengths: (
        f"{len(lengths)} micro-batches of {', '.join(map(str, lengths))} tokens, accumulated in two "
        "ways: the mean of their mean losses, and the sum of all losses divided by all tokens. By autograd we "
        "measure what one token's loss counts, relative to a token of the longest."
    ),
    parameters=(
        Ints("lengths", (3, 5, 40, 200), 1, 1000, scale=Scale.TWOS, note="tokens in each micro-batch"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("tokens in the micro-batch", "length", Scale.LOG),
    y=Axis("weight of a token", scale=Scale.LOG),
    series=(
        Series("means", "mean of means", "theory l_max/l", decimals=2),
        Series("sums", "sum over all tokens", decimals=2),
        Series("means-error", "gradient error, mean of means", plotted=False, percent=True, decimals=0),
        Series("sums-error", "gradient error, sum over tokens", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("mean of means", "means"),
        Column("theory", "means", Fact.THEORY),
        Column("sum", "sums"),
        Column("gradient off by", "means-error"),
        Column("sum's", "sums-error", wide=True),
    ),
    xs=lambda lengths: tuple(sorted(lengths, reverse=True)),
    unit="micro-batches",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="rounding in float64",
    remark=remark,
    distractor=Distractor("the mean of means is the mean", mean_of_means_is_the_mean),
    source="Definition of the mean; repaired in Unsloth's and Hugging Face's trainers in October 2024",
)
def accumulation(lengths: tuple[int, ...], seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    E = torch.randn(V, D, generator=g, dtype=torch.float64)  # (V, D)
    W = torch.randn(D, V, generator=g, dtype=torch.float64, requires_grad=True)  # (D, V)
    batches = [torch.randint(V, (2, l), generator=g) for l in sorted(lengths, reverse=True)]  # noqa: E741  (2, l)
    losses = [torch.nn.functional.cross_entropy(E[a] @ W, b, reduction="none") for a, b in batches]  # (l,)
    means = sum((loss.mean() for loss in losses), torch.zeros(())) / len(losses)
    sums = sum((loss.sum() for loss in losses), torch.zeros(())) / sum(lengths)
    large = torch.cat(losses).mean()  # one batch of all tokens
    by_means = torch.autograd.grad(means, losses, retain_graph=True)  # what each token counts
    by_sums = torch.autograd.grad(sums, losses, retain_graph=True)
    for loss, a, b in zip(losses, by_means, by_sums, strict=True):
        yield Point("means", len(loss), (a[0] / by_means[0][0]).item())
        yield Point("sums", len(loss), (b[0] / by_sums[0][0]).item())
    exact = _gradient(large, W)
    yield Point("means-error", len(losses[-1]), ((_gradient(means, W) - exact).norm() / exact.norm()).item())
    yield Point("sums-error", len(losses[-1]), ((_gradient(sums, W) - exact).norm() / exact.norm()).item())


def _gradient(loss: Tensor, W: Tensor) -> Tensor:
    """∂loss/∂W: (D, V)."""
    import torch

    return torch.autograd.grad(loss, W, retain_graph=True)[0]
