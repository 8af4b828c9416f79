"""How often do two similar vectors fall on the same side of a random plane? Hashing by hyperplanes.

A hyperplane with normal r ~ N(0, I) gives x the bit sign(r·x). In the plane of two vectors r has a uniform direction,
and it parts them if it falls into one of the two wedges of angle θ between their normals: P(same bit) = 1 − θ/π, in
every dimension and whatever the lengths. k bits are all equal with probability qᵏ, q = 1 − θ/π, and one of L tables of
k bits has the pair in one bucket with probability 1 − (1 − qᵏ)^L: a threshold, steeper the larger k and L.

Source: Charikar 2002, Similarity Estimation Techniques from Rounding Algorithms, §3; Goemans & Williamson 1995, Lemma
3.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

COSINES = (-0.5, 0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 1.0)


def theory(cosine: float, k: int, L: int) -> dict[str, float]:
    if not -1 <= cosine <= 1:
        return {}
    same = 1 - math.acos(cosine) / math.pi
    return {"bit": same, "found": 1 - (1 - same**k) ** L, "linear": (1 + cosine) / 2}


def tolerance(point: Point, k: int, L: int, n: int) -> float:
    """Four binomial errors, and Bernstein's z²/3, of n bits or of as many sets of tables as they fill."""
    y, trials = theory(point.x, k, L)[point.series], n if point.series == "bit" else max(1, n // (k * L))
    return 4 * math.sqrt(y * (1 - y) / trials) + 16 / (3 * trials)


def question(c: float) -> NumberQuestion:
    return NumberQuestion(
        f"Two vectors have the cosine similarity {c:g}. The share (0 to 1) of random hyperplanes through the origin "
        "that leave both on the same side is about".replace("-", "−"),
        "bit",
        c,
        within=0.05,
        formula="1−θ/π",
    )


def remark(outcome: Outcome, c: float, k: int, L: int) -> str:
    """What the tables do with the pair asked about and with a near one."""
    return (
        f"At cosine {c:g} a bit agrees in {100 * at(outcome, 'bit', c):.1f} %, and {L} tables of {k} bits find the "
        f"pair in {100 * at(outcome, 'found', c):.1f} %; at 0.95 they find it in "
        f"{100 * at(outcome, 'found', 0.95):.1f} %. Lengths don't matter to a bit: it hashes the angle, not the dot "
        "product."
    ).replace("-", "−")


def linear(outcome: Outcome) -> float:
    """How far the share of equal bits is from (1 + cos θ)/2, in tolerances."""
    return max(off(outcome, "bit", c, (1 + c) / 2) for c in outcome.sheet.xs)


@demo(
    name="retrieval.lsh",
    title="How often do similar vectors get the same bit?",
    intro=lambda d, k, L, n: (
        f"Two vectors of {d} numbers with a given cosine, and {n:,} random hyperplanes: how often are both on one "
        f"side? Of the bits we form {L} tables of {k} bits each, and see how often the two share a bucket of one."
    ),
    parameters=(
        Float("c", 0.5, -0.95, 0.99, label="cos θ", note="cosine, where the question asks"),
        Int("k", 8, 1, 32, scale=Scale.TWOS, note="bits of a table"),
        Int("L", 10, 1, 100, scale=Scale.LOG, note="tables"),
        Int("d", 16, 2, 64, scale=Scale.TWOS, front=False, note="dimensions"),
        Int("n", 50_000, 10_000, 200_000, scale=Scale.LOG, front=False, note="hyperplanes"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("cos θ", "c"),
    y=Axis("share", low=0.0, high=1.0),
    series=(
        Series("bit", "same bit", "1−θ/π", decimals=4),
        Series("found", "found", "1−(1−q^k)^L", decimals=4),
        Series("linear", "", "(1+cos θ)/2", decimals=4),
    ),
    columns=(
        Column("same bit", "bit"),
        Column("±", "bit", Fact.ERROR),
        Column("theory", "bit", Fact.THEORY),
        Column("found", "found"),
        Column("theory", "found", Fact.THEORY, wide=True),
    ),
    xs=lambda c: asked_last(COSINES, c),
    unit="cosines",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial errors",
    remark=remark,
    distractor=Distractor("the share of equal bits is (1 + cos θ)/2", linear),
    source="Charikar 2002, §3; Goemans & Williamson 1995, Lemma 3.2",
    quick={"n": 20_000},
)
def lsh(c: float, k: int, L: int, d: int, n: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for cosine in asked_last(COSINES, c):
        u, v = torch.linalg.qr(torch.randn(d, 2, generator=g, dtype=torch.float64)).Q.T  # (d,) each, at right angles
        pair = torch.stack([u, 3 * (cosine * u + math.sqrt(1 - cosine**2) * v)], 1)  # (d, 2), of different lengths
        bits = torch.randn(n, d, generator=g, dtype=torch.float64) @ pair > 0  # (n, 2)
        same = bits[:, 0] == bits[:, 1]  # (n,)
        sets = max(1, n // (k * L))
        found = same[: sets * k * L].view(sets, L, k).all(2).any(1)  # (sets,)
        for series, hits in (("bit", same), ("found", found)):
            share = hits.double().mean().item()
            yield Point(series, cosine, share, math.sqrt(share * (1 - share) / len(hits)))
