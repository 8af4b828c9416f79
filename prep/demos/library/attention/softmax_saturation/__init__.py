"""What is left of the softmax gradient when scores spread? The Jacobian J = diag(p) − ppᵀ against dₖ.

The slogan "without 1/√dₖ the gradients vanish" is half true. The typical row dies: the median of tr J falls
exponentially. The mean falls like 1/σ only, a few near-ties keep large gradients, and the chain rule multiplies what
reaches q by the missing factor, so the *mean* gradient grows. And tr J is the honest measure: ‖J‖₂ is 1/n for even
weights, ½ for a two-way tie and 0 for one-hot, so it rises before it falls.

Given q, a row of scores c·Kq with standard normal keys is exactly N(0, c²|q|²): rows are drawn so, without keys.
Theory mixes the exact averages for Gaussian rows over |q|² ~ χ² with dₖ degrees of freedom; no bias is left.

Sources: Vaswani et al. 2017, §3.2.1 (the suspicion); Derrida 1981, PRB 24, 2613 (the Random Energy Model).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.attention.softmax_saturation.jacobian import difference, jacobian, norm
from prep.demos.library.shared.gaussian_softmax import of_width
from prep.demos.library.shared.image import heat
from prep.demos.library.shared.sample import sample_mean, sample_median
from prep.demos.library.shared.score_laws import factor
from prep.demos.running.device import require_device
from prep.demos.spec import (
    Axis,
    Choice,
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

DEAD = 0.01
"""A row whose tr J is below this is called dead."""
WEIGHTS = 2**18
"""Weights a width may spend on norms: 4096 rows of 64 keys."""
NUMBERS = 2**24
"""Random numbers a width may spend on keys and values for its gradients: 256 rows up to dₖ = 512 with 64 keys."""
SHOWN = 8
"""Keys of the Jacobian that is shown: those with the largest weights."""


def theory(d: float, keys: int, scale: str) -> dict[str, float]:
    """Mean tr J and mean entropy, exact for every width; the Jacobian's formula has no error at all."""
    row = of_width(keys, d, factor(scale, d))
    return {"mean-trace": row.trace, "entropy": row.entropy, "jacobian-error": 0.0}


def tolerance(point: Point) -> float:
    """Four standard errors and 1e-4 for the interpolated quadrature; 1e-12 for the Jacobian in float64."""
    return 1e-12 if point.series == "jacobian-error" else 4 * point.se + 1e-4


def intro(keys: int, n: int, scale: str) -> str:
    scores = {
        "none": "scores of spread √dₖ, no scaling",
        "1/sqrt": "scores divided by √dₖ, so of spread 1",
        "1/d": "scores divided by dₖ, so of spread 1/√dₖ",
    }[scale]
    return (
        f"{n:,} rows of {keys} keys, {scores}. The trace of the softmax Jacobian, tr J = 1 − Σpᵢ², says how much "
        f"a row can still move: {1 - 1 / keys:.3f} when all weights are equal, 0 when one key has everything."
    )


def question(d: float) -> ChoiceQuestion:
    return ChoiceQuestion(
        f"At dₖ = {d:g} the mean of tr J over rows is about",
        "mean-trace",
        d,
        (
            Option("nearly one", 0.7, math.inf),
            Option("a half", 0.3, 0.7),
            Option("a tenth", 0.03, 0.3),
            Option("a hundredth or less", -math.inf, 0.03),
        ),
    )


def remark(outcome: Outcome) -> str:
    """Two things that these numbers may show: the typical row dies, the mean gradient doesn't."""
    first, last = min(p.x for p in outcome.points), max(p.x for p in outcome.points)
    y = {(p.series, p.x): p.y for p in outcome.points}
    whole, typical, dead = y["mean-trace", last], y["median-trace", last], y["dead", last]
    if typical < whole / 2:
        rows = (
            f"The mean hides it: at {last:g} the typical row has tr J {typical:.2g}, and {100 * dead:.0f} % "
            f"of the rows are dead (below {DEAD:g}), while a few near-ties keep the mean at {whole:.2g}."
        )
    elif abs(typical - whole) < whole / 20:
        rows = f"Mean and typical row agree here: at {last:g} tr J is {whole:.2g} and {typical:.2g}."
    else:
        rows = f"At {last:g} the mean of tr J is {whole:.2g}, and the typical row has {typical:.2g}."
    before, after = y["gradient", first], y["gradient", last]
    if first == last or not (before and after):
        return rows
    change = f"{after / before:.2g} times" if after >= before else f"{before / after:.2g} times smaller than"
    return f"{rows} The mean gradient that reaches q is {change} that at {first:g}."


def norm_rises(outcome: Outcome) -> float:
    """How far ‖J‖₂ climbs above its start before it falls, in units of four standard errors."""
    norms = [p for p in outcome.points if p.series == "norm"]
    peak = max(norms, key=lambda p: p.y)
    return (peak.y - norms[0].y) / (4 * math.hypot(peak.se, norms[0].se))


@demo(
    name="attention.softmax-saturation",
    title="What is left of the softmax gradient?",
    intro=intro,
    parameters=(
        Ints("d_k", (1, 2, 4, 8, 16, 32, 64, 128, 256, 512), 1, 4096, label="dₖ", note="head widths"),
        Int("keys", 64, 2, 1024, scale=Scale.TWOS, note="in a row"),
        Choice("scale", "none", ("none", "1/sqrt", "1/d"), note="the factor on the scores"),
        Int("n", 4000, 100, 20000, scale=Scale.LOG, front=False, note="rows"),
        Int("seed", 0, 0, 2**31 - 1),
        Choice("device", "cpu", ("cpu", "cuda"), front=False),
    ),
    question=question,
    x=Axis("dₖ", "d_k", Scale.TWOS),
    y=Axis("tr J", low=0.0, high=1.0),
    series=(
        Series("mean-trace", "mean", "theory for the mean"),
        Series("median-trace", "median row"),
        Series("dead", "share of dead rows", plotted=False, decimals=0, percent=True),
        Series("largest", "mean largest weight", plotted=False),
        Series("entropy", "mean entropy, nats", "theory", plotted=False),
        Series("norm", "mean ‖J‖₂", plotted=False),
        Series("gradient", "mean |∂L/∂q|", plotted=False),
        Series("gradient-median", "median |∂L/∂q|", plotted=False),
        Series("jacobian-error", "autograd against diag(p) − ppᵀ", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("mean", "mean-trace"),
        Column("theory", "mean-trace", Fact.THEORY),
        Column("median", "median-trace"),
        Column("dead", "dead"),
        Column("max p", "largest", wide=True),
        Column("entropy", "entropy", wide=True),
        Column("‖J‖₂", "norm", wide=True),
        Column("|∂q| mean", "gradient", wide=True),
        Column("median", "gradient-median", wide=True),
    ),
    xs=lambda d_k: d_k,
    unit="widths",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors and 1e-4",
    remark=remark,
    distractor=Distractor("the norm of J only falls as scores spread", norm_rises),
    source="Vaswani et al. 2017, Attention Is All You Need, §3.2.1; Derrida 1981, Random-energy model, PRB 24, 2613",
    pictures=lambda keys: (
        Picture(
            "jacobian",
            f"∂pᵢ/∂sⱼ of the median row, its {min(SHOWN, keys)} largest weights first",
            Form.HEAT,
            down="i",
            across="j",
            unit="∂pᵢ/∂sⱼ",
        ),
    ),
    quick={"d_k": (8, 128), "n": 500},
)
def softmax_saturation(
    d_k: tuple[int, ...], keys: int, scale: str, n: int, seed: int, device: str
) -> Iterator[Point | Image]:
    import torch

    require_device(device)
    g = torch.Generator().manual_seed(seed)  # on the CPU: the same draws on every device
    for d in d_k:
        c = factor(scale, d)
        q = torch.randn(n, d, generator=g).to(device)  # (n, d)
        s = c * q.norm(dim=1, keepdim=True) * torch.randn(n, keys, generator=g).to(device)  # (n, keys)
        p = s.double().softmax(-1)  # (n, keys)
        trace = 1 - (p * p).sum(-1)  # (n,)
        yield sample_mean("mean-trace", d, trace)
        yield sample_median("median-trace", d, trace)
        yield sample_mean("dead", d, (trace < DEAD).double())
        yield sample_mean("largest", d, p.amax(-1))
        yield sample_mean("entropy", d, torch.special.entr(p).sum(-1))
        yield sample_mean("norm", d, norm(p[: WEIGHTS // keys]))
        gradient = torch.cat(list(_gradients(d, keys, c, n, g, device)))  # (rows,)
        yield sample_mean("gradient", d, gradient)
        yield sample_median("gradient-median", d, gradient)
        yield Point("jacobian-error", d, difference(s[0]))
        yield heat("jacobian", d, jacobian(p[trace.argsort()[n // 2]].topk(min(SHOWN, keys)).values))


def _gradients(d: int, keys: int, c: float, n: int, g: Generator, device: str) -> Iterator[Tensor]:
    """|∂L/∂q| of real attention rows, by autograd, for a random direction of the loss, in batches of rows."""
    import torch

    rows = min(n, max(16, min(256, NUMBERS // (2 * keys * d))))
    batch = max(1, min(rows, 2**21 // (keys * d)))
    for start in range(0, rows, batch):
        r = min(batch, rows - start)
        q = torch.randn(r, d, 1, generator=g).double().to(device).requires_grad_()  # (r, d, 1)
        K = torch.randn(r, keys, d, generator=g).double().to(device)  # (r, keys, d)
        V = torch.randn(r, keys, d, generator=g).double().to(device) / math.sqrt(d)  # (r, keys, d)
        upstream = torch.randn(r, 1, d, generator=g).double().to(device)  # ∂L/∂o, (r, 1, d)
        p = (c * K @ q).softmax(1)  # (r, keys, 1)
        o = p.transpose(1, 2) @ V  # (r, 1, d)
        (dq,) = torch.autograd.grad((upstream * o).sum(), q)  # c KᵀJ V ∂L/∂o, (r, d, 1)
        yield dq.norm(dim=(1, 2))  # (r,)
