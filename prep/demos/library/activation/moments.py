"""How much of a signal does an activation keep? E[act(z)²] over E[z²] for a normal z of standard deviation σ.

That share is what an initialisation has to undo: weights of variance g/n keep the second moment from layer to layer
if g is its inverse. ReLU halves it at every σ, by symmetry: Kaiming's gain 2. GELU = zΦ(z) and SiLU = z·sigmoid(z) are
no halves: at σ = 1 GELU keeps 1/3 + 1/(2π√3) = 0.425, so that the gain is 2.35. Wide inputs see the kink only, and the
share tends to ½; for narrow ones they are z/2, and it is ¼. Tanh keeps everything of a narrow input, 1/σ² of a wide
one, and at σ = 1 0.394. So ReLU alone has a gain that fits every σ.

Theory: ½, and for the others the integral of act(σz)²φ(z)/σ² by the trapezoid rule, whose error is below 1e-12 for
functions that decay so fast. What goes in is measured too, and what comes out is divided by that. Tolerance: four
standard errors of the ratio, and its bias, at most 3/n.
Sources: He et al. 2015, Delving Deep into Rectifiers, §2.2; Hendrycks & Gimpel 2016, Gaussian Error Linear Units.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, Item, OrderQuestion, Point, Scale, Series, demo

SIGMAS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


def gelu(z: float) -> float:
    return z * math.erfc(-z / math.sqrt(2)) / 2


def silu(z: float) -> float:
    return z / (1 + math.exp(-z))


def kept(act: Callable[[float], float], sigma: float) -> float:
    """E[act(σz)²]/σ², from −9 to 9."""
    zs = [i / 64 for i in range(-9 * 64, 9 * 64 + 1)]
    return math.fsum(act(sigma * z) ** 2 * math.exp(-z * z / 2) for z in zs) / 64 / math.sqrt(2 * math.pi) / sigma**2


def theory(sigma: float) -> dict[str, float]:
    return {"relu": 0.5, "gelu": kept(gelu, sigma), "silu": kept(silu, sigma), "tanh": kept(math.tanh, sigma)}


def tolerance(point: Point, n: int) -> float:
    return 4 * point.se + 3 / n


def question(sigma: float) -> OrderQuestion:
    return OrderQuestion(
        f"Of a normal input with σ = {sigma:g}, order the activations by the second moment of their output.",
        tuple(Item(word, name, sigma) for name, word in WORDS.items()),
    )


WORDS = {"tanh": "tanh", "silu": "SiLU", "relu": "ReLU", "gelu": "GELU"}


def remark(outcome: Outcome) -> str:
    """The gains, where the question asks, and how far they move over σ."""
    sigma, low, high = outcome.sheet.xs[-1], min(outcome.sheet.xs), max(outcome.sheet.xs)
    gains = ", ".join(f"{word} {1 / at(outcome, name, sigma):.2g}" for name, word in WORDS.items())
    return (
        f"Gains that keep the second moment at σ = {sigma:g}: {gains}. Only ReLU's is the same for every σ; GELU keeps "
        f"{at(outcome, 'gelu', low):.2f} at σ = {low:g} and {at(outcome, 'gelu', high):.2f} at {high:g}."
    )


def gelu_is_a_relu(outcome: Outcome) -> float:
    """How far GELU is from ReLU's half at σ = 1, in tolerances."""
    return off(outcome, "gelu", 1.0, 0.5)


@demo(
    name="activation.moments",
    title="How much of a signal does an activation keep?",
    intro=lambda n: (
        f"{n:,} normal numbers of standard deviation σ go through ReLU, GELU, SiLU and tanh. We measure the second "
        "moment of what comes out, relative to that of what went in."
    ),
    parameters=(
        Float("sigma", 1.0, 0.1, 10.0, label="σ", scale=Scale.LOG, note="standard deviation of the input"),
        Int("n", 400_000, 50_000, 1_000_000, scale=Scale.LOG, front=False, note="numbers"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("standard deviation σ", "sigma", Scale.LOG),
    y=Axis("second moment, of the input's", low=0.0),
    series=(
        Series("gelu", "GELU", "theory"),
        Series("relu", "ReLU", "½"),
        Series("tanh", "tanh", "theory"),
        Series("silu", "SiLU", "theory", plotted=False),
    ),
    columns=(
        Column("GELU", "gelu"),
        Column("theory", "gelu", Fact.THEORY),
        Column("ReLU", "relu"),
        Column("SiLU", "silu"),
        Column("tanh", "tanh"),
        Column("theory", "tanh", Fact.THEORY, wide=True),
    ),
    xs=lambda sigma: asked_last(SIGMAS, sigma),
    unit="standard deviations",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors of a ratio, and its bias 3/n",
    remark=remark,
    distractor=Distractor("GELU keeps a half, like ReLU", gelu_is_a_relu),
    source="He et al. 2015, §2.2; Hendrycks & Gimpel 2016, Gaussian Error Linear Units",
    quick={"n": 100_000},
)
def moments(sigma: float, n: int, seed: int) -> Iterator[Point]:
    import torch
    from torch.nn import functional

    acts = {"gelu": functional.gelu, "relu": torch.relu, "tanh": torch.tanh, "silu": functional.silu}
    g = torch.Generator().manual_seed(seed)
    for spread in asked_last(SIGMAS, sigma):
        z = spread * torch.randn(n, generator=g, dtype=torch.float64)  # (n,)
        went_in = z.square()
        for name, act in acts.items():
            squares = act(z).square()  # (n,)
            share = (squares.sum() / went_in.sum()).item()
            error = (squares - share * went_in).std() / went_in.mean() / math.sqrt(n)
            yield Point(name, spread, share, error.item())
