"""How often must a streaming softmax rescale? Records of a random row, and what streaming costs in accuracy.

FlashAttention reads scores in blocks of B and keeps a running maximum m, a sum ℓ and an output o; only when a block
raises m are ℓ and o multiplied by e^{m−m'}. The i-th of exchangeable draws is the largest so far with probability
1/i, independently of the others: the maximum of k blocks is updated H_k = 1 + 1/2 + … + 1/k times on average, with
variance H_k − H_k⁽²⁾. The first update sets the state, so H_k − 1 of them rescale something.

Sources: Milakov & Gimelshein 2018, Online normalizer calculation for softmax; Dao et al. 2022, FlashAttention,
Algorithm 1; Rényi 1962 (records).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import brief
from prep.demos.library.shared.sample import sample_mean, student
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
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

D = 64
"""Width of the values."""
MOST = 24
"""Updates of a row that the histogram shows: of 16,384 random scores one row in a million has more."""


def lengths(n: int, block: str) -> tuple[int, ...]:
    """Prefixes of the row: whole blocks, the longest first divided by four again and again."""
    blocks = max(1, n // int(block))
    found = {blocks}
    while blocks > 1:
        blocks = max(1, blocks // 4)
        found.add(blocks)
    return tuple(k * int(block) for k in sorted(found))


def harmonic(k: float) -> float:
    """H_k; between whole k by the digamma function, whose series errs by less than 1e-9 beyond 16."""
    shift = 0.0
    while k < 16:
        k += 1
        shift += 1 / k
    return math.log(k) + 0.5772156649015329 + 1 / (2 * k) - 1 / (12 * k**2) + 1 / (120 * k**4) - shift


def theory(x: float, block: str, order: str) -> dict[str, float]:
    """Mean updates of the maximum over a prefix of x scores; streaming is exact."""
    k = x / int(block)
    return {"updates": {"random": harmonic(k), "ascending": k, "descending": 1.0}[order], "error": 0.0}


def tolerance(point: Point, trials: int) -> float:
    """Four standard errors of the mean over rows, by Student, and the 1e-9 of the series of the harmonic numbers.

    For the largest of 64 numbers five of what rounding adds up to.
    """
    return 5 * point.se if point.series == "error" else student(trials) * point.se + 1e-9


def question(x: float, block: str, order: str) -> NumberQuestion:
    k = f"{x / int(block):g}"
    formula = {"random": f"H({k})", "ascending": k, "descending": "1"}[order]
    read = f"in blocks of {block}" if block != "1" else "one by one"
    return NumberQuestion(
        f"While {x:g} {order} scores are read {read}, the running maximum is updated about",
        "updates",
        x,
        within=0.2,
        formula=formula,
    )


def series(order: str) -> tuple[Series, ...]:
    symbol = {"random": "H(n/B)", "ascending": "n/B", "descending": "1"}[order]
    return (
        Series("updates", "mean updates ± 2 s.e.", f"theory {symbol}", decimals=2),
        Series("one-row", "a single row", decimals=0),
        Series("error", "largest error of the streamed output", "theory", plotted=False, decimals=1),
    )


def remark(outcome: Outcome, block: str) -> str:
    """Rescales a row, and how many blocks would have needed one if each did."""
    last = outcome.sheet.xs[-1]
    updates, error = outcome.measured("updates", last), outcome.measured("error", last)
    assert updates and error
    return (
        f"The first update sets the state, so {updates.y - 1:.2g} rescale it, in {last / int(block):g} blocks. "
        f"The streamed output differs from the exact one by at most {brief(error.y)}, in float32."
    )


def half_the_blocks(outcome: Outcome) -> float:
    """How far the claim of n/2 updates is off, in tolerances."""
    last = outcome.sheet.xs[-1]
    point = outcome.measured("updates", last)
    assert point
    return abs(point.y - last / 2) / (outcome.tolerance("updates", last) or math.inf)


@demo(
    name="softmax.online",
    title="How often does a streaming softmax rescale?",
    intro=lambda n, trials, block, order: (
        f"{trials} rows of {n:,} {order} scores, read {block} at a time while a "
        "running maximum is kept, as in FlashAttention. We count how often the maximum is updated, and compare the "
        "streamed softmax with the exact one."
    ),
    parameters=(
        Int("n", 4096, 64, 16384, scale=Scale.TWOS, note="scores in a row"),
        Choice("block", "1", ("1", "16", "64", "256"), label="B", note="scores read at once"),
        Choice("order", "random", ("random", "ascending", "descending"), note="of the scores in a row"),
        Int("trials", 300, 50, 1000, scale=Scale.LOG, front=False, note="rows"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("n", "n", Scale.TWOS),
    y=Axis("updates of the maximum"),
    series=series,
    columns=(
        Column("updates", "updates"),
        Column("±", "updates", Fact.ERROR),
        Column("theory", "updates", Fact.THEORY),
        Column("one row", "one-row"),
        Column("fp32 error", "error", wide=True),
    ),
    xs=lengths,
    unit="lengths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors; float32 rounding for the output",
    remark=remark,
    distractor=Distractor("half of the scores update the maximum", half_the_blocks),
    source="Milakov & Gimelshein 2018; Dao et al. 2022, FlashAttention, Algorithm 1; Rényi 1962",
    pictures=lambda order, trials: (
        (
            Picture(
                "counts",
                f"updates of the maximum in each of {trials} rows",
                Form.HISTOGRAM,
                low=0.5,
                high=MOST + 0.5,
                across="updates",
            ),
        )
        if order == "random"
        else ()
    ),
    needs=lambda n, trials: 40 * n * trials / 2**20,  # S, its running maximum with indices, counts: float64
    quick={"trials": 100},
)
def online(n: int, block: str, order: str, trials: int, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    B, xs = int(block), lengths(n, block)
    S = torch.randn(trials, xs[-1], generator=g, dtype=torch.float64)  # (trials, n), without ties
    if order != "random":
        S = S.sort(dim=1, descending=order == "descending").values
    V = torch.randn(xs[-1], D, generator=g)  # (n, D)
    m = S.view(trials, -1, B).amax(2).cummax(1).values  # (trials, blocks)
    first = torch.ones(trials, 1, dtype=torch.bool)
    updates = torch.cat([first, m[:, 1:] > m[:, :-1]], 1).cumsum(1)  # (trials, blocks)
    s = S[0].float()  # (n,)
    streamed = _streamed(s, V, B, set(xs))
    for x in xs:
        count = updates[:, x // B - 1].double()  # (trials,)
        yield sample_mean("updates", x, count)
        yield Point("one-row", x, count[0].item())
        if order == "random":
            yield histogram("counts", x, count, MOST, 0.5, MOST + 0.5)
        p = s[:x].double().softmax(0)  # (x,)
        exact = p @ V[:x].double()  # (D,)
        yield Point("error", x, (next(streamed).double() - exact).abs().max().item(), _rounding(p, B))


def _rounding(p: Tensor, B: int) -> float:
    """Standard deviation of what float32 rounds in an output Σ pᵢvᵢ of normal v, whose size is √Σpᵢ².

    Roundings are uniform in ±2⁻²⁴ of it: two for each block (rescale and sum), two for each score in a block (product
    and sum), and that of the exponent s − m, which is near 4 where it counts.
    """
    return 2**-24 / math.sqrt(3) * math.sqrt((2 * len(p) / B + 2 * B + 4**2) * p.square().sum().item())


def _streamed(s: Tensor, V: Tensor, B: int, ends: set[int]) -> Iterator[Tensor]:
    """softmax(s[:end]) @ V[:end] for every end, in one pass over blocks of B: (D,) each."""
    import torch

    m = torch.tensor(-math.inf)
    l = torch.zeros(())  # noqa: E741 (the paper's ℓ)
    o = torch.zeros(D)  # (D,)
    for start in range(0, len(s), B):
        block = s[start : start + B]  # (B,)
        m_new = torch.maximum(m, block.max())
        rescale, p = (m - m_new).exp(), (block - m_new).exp()
        l = l * rescale + p.sum()  # noqa: E741
        o = o * rescale + p @ V[start : start + B]  # (D,)
        m = m_new
        if start + B in ends:
            yield o / l
