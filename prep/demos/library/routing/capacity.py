"""How many tokens overflow their expert? The dropped share against the capacity factor, for a router without opinion.

Top-1 routing sends each of T tokens to one of N experts, each with room for ⌊cf·T/N⌋. Even with fair random gates the
loads are binomial, so at cf = 1 about √((N − 1)/(2πT)) of the tokens find no room. A gate that favours one expert by a
bias b on its logit (here over unit normal logits) sends it P = ∫ φ(z − b) Φ(z)^{N−1} dz of the tokens.
The Switch loss N Σ fᵢPᵢ is 1 at balance, which isn't its minimum (f and P may differ), and N when one expert has all.

Loads of different experts are negatively associated, so the variance of the dropped share is at most the sum of theirs.

Source: Fedus, Zoph & Shazeer 2022, Switch Transformers, §2.2, eq. 3-6.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from statistics import NormalDist

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.library.shared.sample import sample_mean, student
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

FACTORS = (1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.35, 1.5, 1.75, 2.0)
LOGITS = 2**21
"""Random gates drawn for each factor: 512 batches of 512 tokens and 8 experts."""
NORMAL = NormalDist()
BINS = 32
"""Of the histogram of loads."""


def batches(N: int, T: int) -> int:
    return max(8, LOGITS // (N * T))


@cache
def favoured(N: int, bias: float) -> float:
    """Share of the first expert, P(z + b is the largest); the trapezoid rule is exact to 1e-12 with such a step."""
    if not bias:
        return 1 / N
    step, low = 1 / 64, -9.0
    nodes = (low + step * i for i in range(math.ceil((18 + bias) / step)))
    return step * math.fsum(NORMAL.pdf(z - bias) * NORMAL.cdf(z) ** (N - 1) for z in nodes)


@cache
def overflow(T: int, share: float, room: int) -> tuple[float, float]:
    """Mean and mean square of (load − room)₊, the load binomial(T, share)."""

    def log_pmf(k: int) -> float:
        return (
            math.lgamma(T + 1)
            - math.lgamma(k + 1)
            - math.lgamma(T - k + 1)
            + k * math.log(share)
            + (T - k) * math.log1p(-share)
        )

    beyond = [(k - room, math.exp(log_pmf(k))) for k in range(room + 1, T + 1)]
    return math.fsum(o * p for o, p in beyond), math.fsum(o * o * p for o, p in beyond)


def dropped(cf: float, N: int, T: int, bias: float) -> tuple[float, float]:
    """Mean dropped share of a batch, and a bound on its variance."""
    room, first = int(cf * T / N), favoured(N, bias)
    one, rest = overflow(T, first, room), overflow(T, (1 - first) / (N - 1), room)
    variances = (one[1] - one[0] ** 2) + (N - 1) * (rest[1] - rest[0] ** 2)
    return (one[0] + (N - 1) * rest[0]) / T, max(0.0, variances) / T**2


def theory(cf: float, N: int, T: int, bias: float) -> dict[str, float]:
    """The Switch loss of fair gates is 1; of biased ones we have no closed form."""
    fair = {"loss": 1.0} if bias == 0 else {}
    return {"dropped": dropped(cf, N, T, bias)[0], "favoured": favoured(N, bias), **fair}


def tolerance(point: Point, N: int, T: int, bias: float) -> float:
    """Four exact standard errors, and Bernstein's z²b/3 for rare overflows, by at most b = 3 tokens.

    f and P come from the same tokens: with fair gates that raises the mean loss by (N·E max p − 1)/T < (N − 1)/T.
    """
    B, P = batches(N, T), favoured(N, bias)
    match point.series:
        case "dropped":
            return 4 * math.sqrt(dropped(point.x, N, T, bias)[1] / B) + 16 / (T * B)
        case "favoured":
            return 4 * math.sqrt(P * (1 - P) / (T * B)) + 1e-9
        case _:
            return student(B) * point.se + (N - 1) / T


def question(cf: float, N: int, T: int, bias: float) -> NumberQuestion:
    gates = f"gates that favour one expert by {bias:g}" if bias else "fair random gates"
    return NumberQuestion(
        f"{T} tokens, {N} experts, capacity factor {cf:g}, {gates}: the share of tokens dropped is about",
        "dropped",
        cf,
        within=0.25,
    )


def remark(outcome: Outcome, N: int, bias: float) -> str:
    """What room to spare saves, and what balance looks like."""
    low, high = min(outcome.sheet.xs), max(outcome.sheet.xs)
    spared = (
        f"{at(outcome, 'dropped', low):.2%} of the tokens are dropped at capacity factor {low:g} and "
        f"{at(outcome, 'dropped', high):.2%} at {high:g}".replace("%", " %")
    )
    return (
        f"{spared}. The {'favoured' if bias else 'first'} of {N} experts gets "
        f"{at(outcome, 'favoured', low):.3f} of them; the Switch loss is {at(outcome, 'loss', low):.3f}."
    )


def pictures(N: int, T: int, cf: float, bias: float) -> tuple[Picture, ...]:
    """How full experts get; with a favoured one up to all tokens."""
    return (
        Picture(
            "loads",
            f"how many tokens are sent to an expert; there is room for {int(cf * T / N)}",
            Form.HISTOGRAM,
            high=T if bias else 2 * T / N,
            across="tokens",
        ),
    )


def none_dropped(outcome: Outcome) -> float:
    return off(outcome, "dropped", min(outcome.sheet.xs), 0)


@demo(
    name="routing.capacity",
    title="How many tokens overflow their expert?",
    intro=lambda N, T, bias: (
        f"{batches(N, T):,} batches of {T:,} tokens, each sent to the largest of {N} random gates"
        + (f", one of which has {bias:g} added" if bias else "")
        + ". An expert takes cf·T/N tokens of a batch; we "
        "measure the share that finds no room."
    ),
    parameters=(
        Int("N", 8, 2, 64, scale=Scale.TWOS, note="experts"),
        Int("T", 512, 64, 4096, scale=Scale.TWOS, note="tokens in a batch"),
        Float("cf", 1.0, 1.0, 2.0, note="capacity factor, where the question asks"),
        Float("bias", 0.0, 0.0, 3.0, label="b", note="added to the first expert's gate"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("cf", "cf"),
    y=Axis("share of tokens", low=0.0),
    series=(
        Series("dropped", "dropped ± 2 s.e.", "theory, binomial loads", decimals=5),
        Series("favoured", "share of the first expert", "theory", plotted=False, decimals=4),
        Series("loss", "Switch loss", "theory", plotted=False, decimals=4),
    ),
    columns=(
        Column("dropped", "dropped"),
        Column("±", "dropped", Fact.ERROR),
        Column("theory", "dropped", Fact.THEORY),
        Column("expert 1", "favoured", wide=True),
        Column("theory", "favoured", Fact.THEORY, wide=True),
        Column("loss", "loss", wide=True),
    ),
    pictures=pictures,
    xs=lambda cf: asked_last(FACTORS, cf),
    unit="capacity factors",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors, and a few rare tokens",
    remark=remark,
    distractor=Distractor("a balanced router drops nothing at capacity factor 1", none_dropped),
    source="Fedus, Zoph & Shazeer 2022, Switch Transformers, §2.2, eq. 3-6",
)
def capacity(N: int, T: int, cf: float, bias: float, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    B = batches(N, T)
    for factor in asked_last(FACTORS, cf):
        gates = torch.randn(B, T, N, generator=g)  # (batches, T, N)
        gates[..., 0] += bias
        chosen = gates.argmax(-1)  # (batches, T)
        loads = torch.nn.functional.one_hot(chosen, N).sum(1).double()  # (batches, N)
        lost = (loads - int(factor * T / N)).clamp(min=0).sum(1) / T  # (batches,)
        yield sample_mean("dropped", factor, lost)
        yield sample_mean("favoured", factor, loads[:, 0] / T)
        if factor == cf:
            yield histogram("loads", cf, loads, BINS, 0, T if bias else 2 * T / N)
        yield sample_mean("loss", factor, N * (loads / T * gates.softmax(-1).mean(1)).sum(1))
