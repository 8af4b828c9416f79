"""How does attention spread over n keys? Entropy, the weight of one needle, and Stein's identity against n.

For n scores that are N(0, σ²) there is a threshold, σ_c = √(2 ln n). Below half of it the entropy is ln n − σ²/2:
nearly even weights at any length. Above σ_c a few keys share everything, however long the row is. One key whose score
lies Δ above the mean of the others (the needle) has weight 1/(1 + (n−1)e^{σ²/2−Δ}) if the sum over the others is
replaced by its mean: at a fixed gap attention dilutes like 1/n. And for every n, E Σ pᵢsᵢ = σ² E tr J (Stein), where
tr J = 1 − Σpᵢ².

Several spreads σ share the same normal draws; the last of them is asked about. Theory is exact: quadrature over t of
Laplace transforms. The two formulas above are approximations; the lesson shows where they fail.

Sources: Derrida 1981, Random-energy model, PRB 24, 2613; Stein 1981 (the identity); Chiang & Cholak 2022 (dilution).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.attention.entropy.attended import FORMS, LONGEST, approximate, exact
from prep.demos.library.shared.gaussian_softmax import needle_weight
from prep.demos.library.shared.reading import brief
from prep.demos.library.shared.sample import sample_mean, sample_median
from prep.demos.running.device import require_device
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Float,
    Floats,
    Int,
    Ints,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

NUMBERS = 2**22
"""Scores drawn for each n: 256 rows of 16,384, but no more than 4,000 rows."""


def rows(n: float) -> int:
    return min(4000, NUMBERS // round(n))


def others(sigma: tuple[float, ...], mode: str) -> dict[str, float]:
    """The series of the spreads that nothing is asked about, smallest first, and those spreads."""
    return {f"{mode}-{spread:.12g}": spread for spread in sorted(sigma[:-1])}


def theory(n: float, mode: str, sigma: tuple[float, ...], gap: float) -> dict[str, float]:
    """Exact means of each series, and the mode's closed form for the last spread."""
    further = {series: exact(n, mode, spread, gap) for series, spread in others(sigma, mode).items()}
    return (
        further
        | {series: exact(n, series, sigma[-1], gap) for series in FORMS}
        | {"closed-form": approximate(n, mode, sigma[-1], gap)}
    )


def tolerance(point: Point, mode: str, sigma: tuple[float, ...], gap: float) -> float:
    """Four standard errors and the quadrature's 1e-6; for the needle the exact error, and one row that has it all."""
    spread = others(sigma, mode).get(point.series, sigma[-1])
    if not point.series.startswith("needle"):
        return 4 * point.se + 1e-6 * (1 + spread**2)
    variance = needle_weight(point.x, spread, gap, LONGEST)[1]
    return 4 * math.sqrt(variance / rows(point.x)) + 1 / rows(point.x) + 1e-6


def question(n: float, mode: str, sigma: tuple[float, ...], gap: float) -> NumberQuestion:
    spread = sigma[-1]
    match mode:
        case "needle":
            return NumberQuestion(
                f"One key scores {gap:g}, the others of {n:g} keys N(0, {spread:g}²). Its weight is about",
                "needle",
                n,
                within=0.25,
            )
        case "stein":
            return NumberQuestion(
                f"{n:g} scores N(0, {spread:g}²): the attended score Σ pᵢsᵢ is on average about",
                "stein",
                n,
                within=0.1,
                formula=f"{spread:g}²·tr J",
            )
        case _:
            return NumberQuestion(
                f"{n:g} scores N(0, {spread:g}²): the entropy of their softmax, in nats, is about",
                "entropy",
                n,
                within=0.1,
            )


def remark(outcome: Outcome, mode: str, sigma: tuple[float, ...], gap: float) -> str:
    """Where the closed form of the mode is good, by its distance at the shortest and the longest row."""
    said, spread = [], sigma[-1]
    for n in dict.fromkeys((min(outcome.sheet.xs), max(outcome.sheet.xs))):
        point = outcome.measured(mode, n)
        assert point
        said.append(f"{brief(approximate(n, mode, spread, gap), 3)} against {point.y:.3g} measured at n = {n:g}")
    threshold = math.sqrt(2 * math.log(max(outcome.sheet.xs)))
    return (
        f"{FORMS[mode]} gives {', and '.join(said)}. σ is {spread:g}; half of √(2 ln n) is {threshold / 2:.2f} for "
        "the longest row."
    )


def closed_form_holds(outcome: Outcome) -> float:
    """How far ln n − σ²/2 is off where it is off most, in tolerances."""
    sigma = outcome.sheet.values["sigma"]
    assert isinstance(sigma, tuple)
    return max(
        abs(p.y - approximate(p.x, "entropy", sigma[-1], 0)) / (outcome.tolerance("entropy", p.x) or math.inf)
        for p in outcome.points
        if p.series == "entropy"
    )


def series(mode: str, sigma: tuple[float, ...]) -> tuple[Series, ...]:
    """The last spread's, and the widest of the others beside it where there is room."""
    further = others(sigma, mode)
    return (
        Series("entropy", "mean ± 2 s.e.", "exact", plotted=mode == "entropy"),
        Series("needle", "mean ± 2 s.e.", "exact", plotted=mode == "needle", decimals=4),
        Series("needle-median", "median row", plotted=mode == "needle", decimals=4),
        Series("stein", "mean ± 2 s.e.", "exact: σ² tr J", plotted=mode == "stein"),
        Series("closed-form", "", FORMS[mode]),
        *(
            Series(
                name,
                f"σ = {spread:g}",
                plotted=mode == "entropy" and spread == max(further.values()),
                decimals=4 if mode == "needle" else 3,
            )
            for name, spread in further.items()
        ),
        Series("largest", "mean largest weight", plotted=False),
    )


def columns(mode: str, sigma: tuple[float, ...]) -> tuple[Column, ...]:
    return (
        Column({"entropy": "entropy", "needle": "needle", "stein": "Σ ps"}[mode], mode),
        Column("±", mode, Fact.ERROR),
        Column("theory", mode, Fact.THEORY),
        Column("max p", "largest"),
        *(
            Column(head, series, wide=True)
            for head, series in (
                ("entropy", "entropy"),
                ("needle", "needle"),
                ("median", "needle-median"),
                ("Σ ps", "stein"),
            )
            if series != mode
        ),
        *(Column(f"σ {spread:g}", name, wide=True) for name, spread in others(sigma, mode).items()),
    )


@demo(
    name="attention.entropy",
    title="How does attention spread over n keys?",
    intro=lambda n, sigma, gap: (
        f"Rows of {min(n):,} to {max(n):,} scores N(0, {sigma[-1]:g}²), and other spreads of "
        "the same draws. We measure the entropy of their softmax, the weight of one key whose "
        f"score is {gap:g} instead, and the attended score Σ pᵢsᵢ."
    ),
    parameters=(
        Ints("n", (16, 64, 512, 4096), 2, 16384, note="keys in a row"),
        Floats("sigma", (0.5, 1.0, 4.0, 8.0, 2.0), 0.05, 24.0, label="σ", note="spreads of the scores"),
        Choice("mode", "entropy", tuple(FORMS), note="what is asked and drawn"),
        Float("gap", 8.0, 0.0, 16.0, label="Δ", front=False, note="score of the needle"),
        Int("seed", 0, 0, 2**31 - 1),
        Choice("device", "cpu", ("cpu", "cuda"), front=False),
    ),
    question=question,
    x=Axis("n", "n", Scale.TWOS),
    y=lambda mode: (
        Axis("weight of the needle", scale=Scale.LOG)
        if mode == "needle"
        else Axis({"stein": "Σ pᵢsᵢ"}.get(mode, "entropy, nats"), low=0.0)
    ),
    series=series,
    columns=columns,
    xs=lambda n: n,
    unit="lengths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors; for the needle one row more",
    remark=remark,
    distractor=Distractor("the entropy is ln n − σ²/2 at every length", closed_form_holds),
    source="Derrida 1981, Random-energy model, PRB 24, 2613; Stein 1981, Annals of Statistics 9; Chiang & Cholak 2022",
    quick={"sigma": (0.5, 2.0)},
)
def entropy(
    n: tuple[int, ...], sigma: tuple[float, ...], mode: str, gap: float, seed: int, device: str
) -> Iterator[Point]:
    import torch

    require_device(device)
    g = torch.Generator().manual_seed(seed)  # on the CPU: the same draws on every device
    for keys in n:
        Z = torch.randn(rows(keys), keys, generator=g, dtype=torch.float64).to(device)  # (rows, n)
        S = sigma[-1] * Z  # (rows, n)
        p = S.softmax(-1)  # (rows, n)
        yield sample_mean("entropy", keys, torch.special.entr(p).sum(-1))
        yield sample_mean("stein", keys, (p * S).sum(-1))
        yield sample_mean("largest", keys, p.amax(-1))
        S[:, 0] = gap
        w = S.softmax(-1)[:, 0]  # (rows,)
        yield sample_mean("needle", keys, w)
        yield sample_median("needle-median", keys, w)
        for series, spread in others(sigma, mode).items():
            yield sample_mean(series, keys, _statistic(mode, spread * Z, gap))


def _statistic(mode: str, S: Tensor, gap: float) -> Tensor:
    """What the mode measures in each row: (rows,)."""
    import torch

    if mode == "needle":
        S[:, 0] = gap
        return S.softmax(-1)[:, 0]
    p = S.softmax(-1)  # (rows, n)
    found: Tensor = torch.special.entr(p).sum(-1) if mode == "entropy" else (p * S).sum(-1)
    return found
