"""What rank have attention scores, before and after softmax? And does attention know the order of its tokens?

QKᵀ is a product through dₖ columns, so its rank is at most min(n, dₖ); with random weights it is exactly that. The
exponential isn't linear: softmax of the scores has full rank n in exact arithmetic. In float64 singular values below
n·2⁻⁵²·σ₁ can't be told from zero, so for very narrow heads a rank below n is measured, still far above dₖ.

Without positions, attention is permutation-equivariant: f(PX) = P f(X). The causal mask breaks that.

Source: Bhojanapalli et al. 2020, Low-Rank Bottleneck in Multi-head Attention Models, §3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.library.shared.reading import at, brief
from prep.demos.spec import (
    Axis,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Form,
    Image,
    Int,
    Ints,
    Option,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor

D_MODEL = 256
"""Width of the tokens; no smaller than n or dₖ may be, so that only these limit the rank."""
DECADES = 17
"""Down to which singular values are shown: those of float64 end at 16."""


def theory(d_k: float, n: int) -> dict[str, float]:
    """Rank min(n, dₖ) with probability one; reordering tokens reorders outputs, up to rounding."""
    return {"scores": min(n, d_k), "order-error": 0.0}


def tolerance(point: Point, n: int) -> float:
    """Ranks are exact. A sum of m products may be off by mu times the lengths of its two vectors, in any order.

    Tokens are shorter than 1.5√d_model, columns of W than 1.5, queries and keys than 4√dₖ: that bounds the errors of
    queries and of scores. A score's error moves weights by as large a share; n of them mix values below 6.
    """
    if point.series != "order-error":
        return 0.0
    u, d, query = 2.0**-53, point.x, D_MODEL * 1.5**2 * math.sqrt(D_MODEL)
    return 2 * 6 * u * (n + math.sqrt(d) * (16 * d + 2 * 4 * query))


def question(d_k: float, n: int) -> ChoiceQuestion:
    low = min(n, d_k)
    if low == n:
        return ChoiceQuestion(
            f"At dₖ = {d_k:g} the {n} by {n} scores QKᵀ have full rank. The rank of softmax(QKᵀ/√dₖ) is",
            "weights",
            d_k,
            (Option(f"below {n}", -math.inf, n - 0.5), Option(f"{n}: full", n - 0.5, math.inf)),
        )
    return ChoiceQuestion(
        f"At dₖ = {d_k:g} the {n} by {n} scores QKᵀ have rank {low:g}. The rank of softmax(QKᵀ/√dₖ) is",
        "weights",
        d_k,
        (
            Option(f"at most {low:g} too", -math.inf, low + 0.5),
            Option(f"between {low:g} and {n}", low + 0.5, n - 0.5),
            Option(f"{n}: full", n - 0.5, math.inf),
        ),
    )


def remark(outcome: Outcome, n: int) -> str:
    """What softmax does to the rank of the narrowest head, and what the mask does to the order."""
    narrow = min(outcome.sheet.xs)
    before, after, masked = (at(outcome, series, narrow) for series in ("scores", "weights", "masked-error"))
    moved = f"lifts the rank from {before:g} to {after:g}" if after > before else f"leaves the rank at {after:g}"
    error = max(at(outcome, "order-error", d) for d in outcome.sheet.xs)
    return (
        f"At dₖ = {narrow:g} softmax {moved} of {n}. Shuffling the tokens shuffles the outputs, to {brief(error)} "
        f"at most; behind a causal mask it changes them by up to {masked:.2g}."
    )


def rank_stays_low(outcome: Outcome) -> float:
    """How far the rank of the weights is above that of the scores, in units of the least step in a rank."""
    return max(p.y - p.x for p in outcome.points if p.series == "weights")


@demo(
    name="attention.rank",
    title="What is the rank of an attention matrix?",
    intro=lambda n, d_k: (
        f"{n} random tokens, random projections to queries and keys of {len(d_k)} head widths dₖ. We "
        "measure the rank of the scores QKᵀ, of the weights after softmax, and what reordering the "
        "tokens does to the outputs."
    ),
    parameters=(
        Ints("d_k", (128, 64, 16, 4), 1, 256, label="dₖ", note="head widths"),
        Int("n", 64, 8, 256, scale=Scale.TWOS, note="tokens"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("dₖ", "d_k", Scale.TWOS),
    y=Axis("rank", scale=Scale.TWOS),
    series=(
        Series("scores", "rank of QKᵀ", "theory min(n, dₖ)", decimals=0),
        Series("weights", "after softmax", decimals=0),
        Series("order-error", "error of f(PX) = P f(X)", "theory", plotted=False, decimals=1),
        Series("masked-error", "the same, causal", plotted=False, decimals=2),
    ),
    columns=(
        Column("scores", "scores"),
        Column("theory", "scores", Fact.THEORY),
        Column("softmax", "weights"),
        Column("f(PX) − Pf(X)", "order-error", wide=True),
        Column("causal", "masked-error", wide=True),
    ),
    pictures=tuple(
        Picture(
            name,
            f"how many singular values of {what} lie so far below the largest",
            Form.HISTOGRAM,
            low=-DECADES,
            high=0,
            across="log₁₀ σᵢ/σ₁",
        )
        for name, what in (("scores", "QKᵀ"), ("weights", "the weights"))
    ),
    xs=lambda d_k: d_k,
    unit="widths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="none for ranks; float64 rounding for the order",
    remark=remark,
    distractor=Distractor("softmax weights have rank dₖ too", rank_stays_low),
    source="Bhojanapalli et al. 2020, Low-Rank Bottleneck in Multi-head Attention Models, §3",
)
def rank(d_k: tuple[int, ...], n: int, seed: int) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    X = torch.randn(n, D_MODEL, generator=g, dtype=torch.float64)  # (n, d_model)
    P = torch.randperm(n, generator=g)  # (n,)
    for d in d_k:
        W_Q, W_K, W_V = (_weights(d, g) for _ in range(3))  # (d_model, dₖ)
        S = (X @ W_Q) @ (X @ W_K).T  # (n, n)
        A = (S / math.sqrt(d)).softmax(-1)  # (n, n)
        yield Point("scores", d, torch.linalg.matrix_rank(S).item())
        yield Point("weights", d, torch.linalg.matrix_rank(A).item())
        for name, M in (("scores", S), ("weights", A)):
            yield histogram(name, d, _decades(M), 2 * DECADES, -DECADES, 0)
        yield Point("order-error", d, _order_error(X, P, W_Q, W_K, W_V, causal=False))
        yield Point("masked-error", d, _order_error(X, P, W_Q, W_K, W_V, causal=True))


def _weights(d: int, g: Generator) -> Tensor:
    """(d_model, dₖ), so that queries, keys and values have unit variance."""
    import torch

    return torch.randn(D_MODEL, d, generator=g, dtype=torch.float64) / math.sqrt(D_MODEL)


def _decades(M: Tensor) -> Tensor:
    """How many decades each singular value lies below the largest: (n,)."""
    import torch

    sigma: Tensor = torch.linalg.svdvals(M)  # (n,), falling
    return (sigma / sigma[0]).log10().clamp(-DECADES, 0)


def _order_error(X: Tensor, P: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, *, causal: bool) -> float:
    """Largest entry of f(PX) − P f(X), with torch's own attention."""
    import torch

    def f(X: Tensor) -> Tensor:
        Q, K, V = ((X @ W)[None, None] for W in (W_Q, W_K, W_V))  # (1, 1, n, dₖ)
        return torch.nn.functional.scaled_dot_product_attention(Q, K, V, is_causal=causal)[0, 0]  # (n, dₖ)

    return float((f(X[P]) - f(X)[P]).abs().max())
