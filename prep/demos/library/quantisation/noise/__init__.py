"""What does one outlier channel do to int8? Errors of rounding weights with one scale for all, a channel, or a group.

Rounding to multiples of Δ leaves an error uniform in ±Δ/2, of root mean square Δ/√12; with b bits and the scale from
the largest weight m, Δ = m/(2^{b−1} − 1): a bit is worth 6 dB. One channel k times larger sets m, and Δ, for all.

Theory is exact, not Δ/√12: given m the other weights follow the law cut at ±m, their error E(q(x) − x)² is a sum over
the levels, and m follows the law of the largest of the weights that share the scale, P(m ≤ c) = F(c)^count, taken in 24
equal parts. Between whole bits the curve is interpolated. All three ways to share a scale are measured on the same
weights in every run, so there is no choice of one. A product of the weights with random inputs, in units of its own
size, has the relative error of the weights.

Sources: Bennett 1948, Spectra of Quantized Signals; Dettmers et al. 2022, LLM.int8(), §3 (outlier features).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.quantisation.noise.scales import CHANNELS, SQUARES, WIDTH, left, scatter, squares
from prep.demos.library.shared.random_entries import draw
from prep.demos.library.shared.sample import student
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

INPUTS = 64
"""Random inputs that a matrix is multiplied with."""


def theory(bits: float, law: str, outlier: float, group: int, clip: float) -> dict[str, float]:
    low = min(max(math.floor(bits), 2), 9)
    here, there = (squares(b, law, outlier, group, clip) for b in (low, low + 1))
    roots = {name: math.sqrt(here[name] ** (1 - bits + low) * there[name] ** (bits - low)) for name in SQUARES}
    return roots | {
        "ratio": roots["tensor"] / roots["channel"],
        "sqnr": -20 * math.log10(roots["channel"]),
        "product": roots["channel"],
    }


def tolerance(point: Point, law: str, outlier: float, group: int, clip: float, tensors: int) -> float:
    """Four standard errors, by Student for so few tensors, and what 24 parts of the law of the largest leave.

    What is known of the scatter counts if it is larger: with one scale for each tensor it comes from its largest
    weight, in a product also from the inputs, as a mean square of normals.
    """
    shares, errors = left(round(point.x), law, outlier, group, clip), student(tensors) * point.se
    match point.series:
        case "sqnr":
            return errors + shares["channel"] * 20 / math.log(10)
        case "tensor" | "ratio":
            errors = max(errors, 4 * point.y * scatter(round(point.x), law, outlier) / (2 * math.sqrt(tensors)))
        case "product":
            errors = max(errors, 4 * point.y / math.sqrt(2 * (CHANNELS - 1) * INPUTS * tensors))
    return errors + shares[point.series] * point.y


def question(_: float, bits: int, outlier: float) -> NumberQuestion:
    return NumberQuestion(
        f"One channel is {outlier:g} times larger. One int{bits} scale for all, instead of one for "
        "each channel, enlarges the error on the others by a factor of about",
        "ratio",
        bits,
        within=0.25,
    )


def remark(outcome: Outcome, outlier: float, bits: int) -> str:
    """The price of the outlier, and of four bits less."""
    y = {(p.series, p.x): p.y for p in outcome.points}
    fewer = y["channel", 4] / y["channel", 8]
    return (
        f"At {bits} bits an outlier of {outlier:g} makes the error of the others {y['ratio', bits]:.3g} times that "
        f"of a scale per channel. With scales per channel, 4 bits err {fewer:.1f} times as much as 8."
    )


def four_bits_double_it(outcome: Outcome) -> float:
    """How far int4's error is from twice that of int8, in tolerances, with a scale per channel."""
    four, eight = outcome.measured("channel", 4), outcome.measured("channel", 8)
    assert four and eight
    return abs(four.y - 2 * eight.y) / (outcome.tolerance("channel", 4) or math.inf)


@demo(
    name="quantisation.noise",
    title="What does one outlier channel do to int8?",
    intro=lambda tensors, law, outlier, group: (
        f"{tensors} matrices of {CHANNELS} channels of {WIDTH:,} {law} weights, "
        f"one channel {outlier:g} times larger, are rounded to b bits with one scale for the tensor, each "
        f"channel, or groups of {group}. We measure the error on the ordinary channels."
    ),
    parameters=(
        Float("outlier", 50.0, 1.0, 100.0, scale=Scale.LOG, note="how many times larger one channel is"),
        Int("bits", 8, 2, 10, note="the one asked about"),
        Int("group", 128, 16, 1024, scale=Scale.TWOS, note="weights that share a scale"),
        Choice("law", "normal", ("normal", "uniform"), note="of the weights"),
        Float("clip", 2.5, 1.0, 6.0, front=False, note="a fixed scale's end, in standard deviations"),
        Int("tensors", 24, 12, 64, scale=Scale.LOG, front=False),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("bits b", "b"),
    y=Axis("rms error / σ", scale=Scale.LOG),
    series=(
        Series("tensor", "one scale", "theory", decimals=4),
        Series("channel", "per channel", "theory", decimals=4),
        Series("group", "per group", decimals=4),
        Series("clipped", "clipped at c", "theory", plotted=False, decimals=4),
        Series("ratio", "one scale over per channel", "theory", plotted=False, decimals=1),
        Series("product", "error of a product", "theory", plotted=False, decimals=4),
        Series("sqnr", "signal to noise per channel, dB", "theory", plotted=False, decimals=2),
    ),
    columns=(
        Column("one scale", "tensor"),
        Column("per channel", "channel"),
        Column("theory", "channel", Fact.THEORY),
        Column("group", "group"),
        Column("clipped", "clipped", wide=True),
        Column("ratio", "ratio"),
        Column("product", "product", wide=True),
        Column("dB", "sqnr", wide=True),
    ),
    xs=lambda: range(2, 11),
    unit="formats",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, by Student for few tensors, and what the quadrature leaves",
    remark=remark,
    distractor=Distractor("int4 doubles the error of int8", four_bits_double_it),
    source="Bennett 1948, Spectra of Quantized Signals; Dettmers et al. 2022, LLM.int8(), §3",
    quick={"tensors": 12},
)
def noise(outlier: float, group: int, law: str, clip: float, tensors: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    W = draw(law, tensors * CHANNELS, WIDTH, g).view(tensors, CHANNELS, WIDTH)  # (tensors, CHANNELS, WIDTH)
    W[:, 0] *= outlier
    rest = W[:, 1:]  # the ordinary channels
    X = torch.randn(tensors, WIDTH, INPUTS, generator=g)  # (tensors, WIDTH, inputs)
    groups = rest[..., : WIDTH // group * group].reshape(tensors, -1, group)  # (tensors, groups, g)
    ends = {
        "tensor": (rest, W.abs().amax((1, 2), keepdim=True)),
        "channel": (rest, rest.abs().amax(2, keepdim=True)),
        "group": (groups, groups.abs().amax(2, keepdim=True)),
        "clipped": (rest, torch.tensor(clip)),
    }
    for b in range(2, 11):
        roots = {name: _root(_squared_errors(w, m, b)) for name, (w, m) in ends.items()}
        yield from (Point(name, b, *root) for name, root in roots.items())
        (tensor, tensor_se), (channel, channel_se) = roots["tensor"], roots["channel"]
        ratio = tensor / channel
        yield Point("ratio", b, ratio, ratio * math.hypot(tensor_se / tensor, channel_se / channel))
        yield Point("sqnr", b, -20 * math.log10(channel), 20 / math.log(10) * channel_se / channel)
        off = (_rounded(*ends["channel"], b) - rest) @ X / math.sqrt(WIDTH)  # (tensors, channels, inputs)
        yield Point("product", b, *_root(off.square().mean((1, 2)).double()))


def _rounded(w: Tensor, m: Tensor, bits: int) -> Tensor:
    """To multiples of m/(2^{b−1} − 1): the shape of w."""
    levels = 2 ** (bits - 1) - 1
    delta = m / levels
    rounded: Tensor = (w / delta).round().clamp(-levels, levels) * delta
    return rounded


def _squared_errors(w: Tensor, m: Tensor, bits: int) -> Tensor:
    """Mean squared error of each tensor when m is the largest number of b bits: (tensors,)."""
    mean_squares: Tensor = (_rounded(w, m, bits) - w).square().mean((1, 2))
    return mean_squares.double()


def _root(squared: Tensor) -> tuple[float, float]:
    """Root of the mean of independent squared errors, and its standard error."""
    root = math.sqrt(squared.mean().item())
    return root, squared.std().item() / math.sqrt(len(squared)) / (2 * root)
