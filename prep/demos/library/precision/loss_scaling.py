"""What does loss scaling save? Shares of gradients that half precision flushes to zero or to infinity, against S.

float16 rounds to zero what is at most 2⁻²⁵, half its smallest subnormal, and to infinity what reaches 65 520 ≈ 2¹⁶. For
gradients with log₂|g| ~ N(µ, σ²) multiplied by S the shares are Φ((−25 − µ − log₂S)/σ) and 1 − Φ((log₂65520 − µ −
log₂S)/σ): the window is 41 powers of two wide and S moves the gradients into it. bfloat16 has the exponents of float32,
a window of 262, and needs no scaling.

Source: IEEE 754; Micikevicius et al. 2018, Mixed Precision Training, §3.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.image import histogram
from prep.demos.spec import (
    Axis,
    Choice,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Float,
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

NAMES = {"fp16": "float16", "bf16": "bfloat16"}
FLUSH = {"fp16": -25.0, "bf16": -134.0}
"""log₂ of the largest number that rounds to zero."""
BURST = {"fp16": math.log2(65520), "bf16": 128 + math.log2(1 - 2**-9)}
"""log₂ of the smallest number that rounds to infinity."""
BINS = 56
"""Of the histogram of what is stored: at the defaults one for each power of two."""


def below(z: float) -> float:
    """Φ(z)."""
    return math.erfc(-z / math.sqrt(2)) / 2


def theory(log_S: float, mu: float, sigma: float, format: str) -> dict[str, float]:
    return {
        "zero": below((FLUSH[format] - mu - log_S) / sigma),
        "infinite": below((mu + log_S - BURST[format]) / sigma),
    }


def tolerance(point: Point, n: int, mu: float, sigma: float, format: str) -> float:
    """By theory's own share, whose error doesn't vanish where nothing was counted; Bernstein's z²/3 for rare ones."""
    p = theory(point.x, mu, sigma, format)[point.series]
    return 4 * math.sqrt(p * (1 - p) / n) + 16 / (3 * n)


def question(log_S: float, mu: float, sigma: float) -> ChoiceQuestion:
    law = f"log₂|g| has mean {mu:g} and deviation {sigma:g}".replace("-", "−")
    return ChoiceQuestion(
        f"{law}. With log₂ S = {log_S:g} the share of gradients that becomes 0 is",
        "zero",
        log_S,
        (
            Option("less than 0.1 %", -math.inf, 0.001),
            Option("about 1 %", 0.001, 0.03),
            Option("about a tenth", 0.03, 0.2),
            Option("nearly half, or more", 0.2, math.inf),
        ),
    )


def intro(mu: float, sigma: float, n: int, format: str) -> str:
    law = f"log₂|g| normal with mean {mu:g} and deviation {sigma:g}".replace("-", "−")
    return (
        f"{n:,} gradients of log-normal size, {law}, are multiplied by S and written in {NAMES[format]}. We count "
        "how many become zero and how many infinite."
    )


def remark(outcome: Outcome) -> str:
    """What is lost with the least scaling, and at the measured S that loses least."""
    lost = {x: sum(p.y for p in outcome.points if p.x == x) for x in outcome.sheet.xs}
    best, least = min(sorted(lost), key=lambda x: lost[x]), min(lost)
    how = f"With S = 2^{least:g}" if least else "Without scaling"
    before = f"{how} {100 * lost[least]:.3g} % of the gradients are lost"
    return (
        f"{before}, and no S does better."
        if best == least
        else (f"{before}; with S = 2^{best:g} it is {100 * lost[best]:.2g} %, zeros and infinities together.")
    )


def flushes_at_the_smallest_normal(outcome: Outcome) -> float:
    """How far the share at S = 1 is from the share below 2⁻¹⁴, the smallest normal float16, in tolerances."""
    values = outcome.sheet.values
    point = outcome.measured("zero", 0)
    assert point and isinstance(values["mu"], float) and isinstance(values["sigma"], float)
    return abs(point.y - below((-14 - values["mu"]) / values["sigma"])) / (outcome.tolerance("zero", 0) or math.inf)


def reach(mu: float, sigma: float, scale_log2: tuple[int, ...]) -> tuple[float, float]:
    """Powers of two in which nearly all scaled gradients lie: four deviations beyond the least and the largest S."""
    return mu - 4 * sigma + min(scale_log2), mu + 4 * sigma + max(scale_log2)


def pictures(mu: float, sigma: float, scale_log2: tuple[int, ...], format: str) -> tuple[Picture, ...]:
    low, high = reach(mu, sigma, scale_log2)
    return (
        Picture(
            "stored",
            f"how often {NAMES[format]} stores each size |gS|; what is cut off became 0 or infinite",
            Form.HISTOGRAM,
            low=low,
            high=high,
            across="log₂|gS|",
        ),
    )


@demo(
    name="precision.loss-scaling",
    title="What does loss scaling save?",
    intro=intro,
    parameters=(
        Float("mu", -24.0, -40.0, 0.0, label="µ", note="mean of log₂|g|"),
        Float("sigma", 4.0, 0.5, 8.0, label="σ", note="deviation of log₂|g|"),
        Choice("format", "fp16", ("fp16", "bf16")),
        Ints(
            "scale_log2",
            (24, 20, 16, 12, 8, 4, 0),
            0,
            24,
            label="log₂ S",
            scale=Scale.LINEAR,
            front=False,
            note="scales; the last is asked about",
        ),
        Int("n", 400_000, 10_000, 1_000_000, scale=Scale.LOG, front=False, note="gradients"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("log₂ S", "log2 S"),
    y=Axis("share lost"),
    series=(
        Series("zero", "zero", "theory", decimals=3, percent=True),
        Series("infinite", "infinite", "theory", decimals=3, percent=True),
    ),
    columns=(
        Column("zero", "zero"),
        Column("theory", "zero", Fact.THEORY),
        Column("infinite", "infinite"),
        Column("theory", "infinite", Fact.THEORY),
    ),
    xs=lambda scale_log2: scale_log2,
    unit="scales",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four binomial standard errors and z²/3 gradients",
    remark=remark,
    distractor=Distractor("float16 flushes below 6.1e−5, its smallest normal number", flushes_at_the_smallest_normal),
    source="Micikevicius et al. 2018, Mixed Precision Training, §3.2; IEEE 754",
    pictures=pictures,
)
def loss_scaling(
    mu: float, sigma: float, format: str, scale_log2: tuple[int, ...], n: int, seed: int
) -> Iterator[Point | Image]:
    import torch

    g = torch.Generator().manual_seed(seed)
    log_size = mu + sigma * torch.randn(n, generator=g, dtype=torch.float64)  # (n,)
    low = {"fp16": torch.float16, "bf16": torch.bfloat16}[format]
    for log_S in scale_log2:
        scaled = torch.exp2(log_size + log_S).to(low)  # (n,)
        for series, lost in (("zero", scaled == 0), ("infinite", scaled.isinf())):
            p = lost.double().mean().item()
            yield Point(series, log_S, p, math.sqrt(p * (1 - p) / n))
        yield histogram(
            "stored", log_S, scaled[scaled.isfinite()].float().log2(), BINS, *reach(mu, sigma, scale_log2)
        )  # −∞ where it became 0
