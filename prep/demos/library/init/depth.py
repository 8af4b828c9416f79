"""What does an error in the initial variance do after thirty layers? log₁₀ of the second moment against depth.

Given a layer's input h, its pre-activations are independent N(0, gain·|h|²/n). ReLU keeps half of their second moment,
so a layer multiplies it by gain/2 on average: Kaiming's gain 2 keeps it, and any error is raised to the power of the
depth. tanh has no factor but a recursion, q ← E tanh²(√(gain·q) z), which at gain 1 falls like 1/(2L).

One network isn't the average over networks. Its logarithm takes independent steps: the relative variance of a layer is
v/n with v = E[f⁴]/E[f²]² − 1, which is 5 for ReLU and 2 without activation; so after L layers ln q has the standard
deviation √(vL/n), and its mean lies vL/(2n) below the logarithm of the mean. With several networks that deviation is
measured too; its theory leaves out terms of relative order v/n.

Sources: Glorot & Bengio 2010, eq. 12-16; He et al. 2015, Delving Deep into Rectifiers, §2.2; Hanin & Nica 2020,
Products of many large random matrices, CMP 376.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.running.device import require_device
from prep.demos.spec import (
    Axis,
    Choice,
    ChoiceQuestion,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    Option,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor

SPREAD = {"relu": 5.0, "linear": 2.0, "tanh": 2.0}
"""v of a layer; tanh spreads no more than its linear part, which is all of it for small inputs."""


def layers(depth: int) -> tuple[int, ...]:
    """A dozen depths up to the last."""
    return tuple(sorted({max(1, round(depth * i / 12)) for i in range(1, 13)}))


def theory(x: float, act: str, gain: float, width: int) -> dict[str, float]:
    """log₁₀ of the mean second moment after x layers, and with half the gain; the deviation of ln q (tanh: less)."""
    known = {"moment": _log_moment(x, act, gain), "half": _log_moment(x, act, gain / 2)}
    return known if act == "tanh" else known | {"spread": math.sqrt(SPREAD[act] * x / width)}


def _log_moment(x: float, act: str, gain: float) -> float:
    if act != "tanh":
        return x * math.log10(gain / 2 if act == "relu" else gain)
    below = math.floor(x)
    return _tanh(below, gain) + (x - below) * (_tanh(below + 1, gain) - _tanh(below, gain))


@cache
def _tanh(layer: int, gain: float) -> float:
    """log₁₀ q of the recursion q ← E tanh²(√(gain·q) z), z ~ N(0, 1), by the trapezoid rule."""
    if layer == 0:
        return 0.0
    scale = math.sqrt(gain * 10 ** _tanh(layer - 1, gain))
    step = 0.05
    grid = [i * step for i in range(-170, 171)]
    weights = [math.exp(-z * z / 2) for z in grid]
    second = sum(w * math.tanh(scale * z) ** 2 for w, z in zip(weights, grid, strict=True)) / sum(weights)
    return math.log10(second) if second > 1e-300 else -300.0


def tolerance(point: Point, act: str, width: int, draws: int) -> float:
    """Four standard deviations of the mean of ln q over the draws, and the shift of its mean; in log₁₀.

    The deviation of a few normals has relative error 1/√(2(draws − 1)).
    """
    spread = SPREAD[act] * point.x / width
    if point.series == "spread":
        return math.sqrt(spread) * (4 / math.sqrt(2 * (draws - 1)) + SPREAD[act] / width)
    return (4 * math.sqrt(spread / draws) + spread / 2) / math.log(10)


def question(x: float, act: str, gain: float) -> ChoiceQuestion:
    kind = {"relu": "ReLU", "linear": "linear", "tanh": "tanh"}[act]
    return ChoiceQuestion(
        f"After {x:g} {kind} layers with weights of variance {gain / 2:g}/n, half of {gain:g}/n, the second moment is",
        "half",
        x,
        (
            Option("about the same", -1.5, 1.5),
            Option("10 to 1,000 times smaller", -4, -1.5),
            Option("a million times smaller, or more", -math.inf, -4),
            Option("larger", 1.5, math.inf),
        ),
    )


def remark(outcome: Outcome, gain: float) -> str:
    """Where both end, and the factor of a layer."""
    last = outcome.sheet.xs[-1]
    moment, half = outcome.measured("moment", last), outcome.measured("half", last)
    assert moment and half
    a_layer = 10 ** ((half.y - moment.y) / last)
    return (
        f"After {last:g} layers the second moment is 10^{moment.y:.2f} at gain {gain:g}, 10^{half.y:.2f} at "
        f"{gain / 2:g}: halving the gain costs a factor {a_layer:.2f} in every layer."
    ).replace("^-", "^−")


def activation_keeps(outcome: Outcome) -> float:
    """How far the moment at half the gain is from staying what it was, in tolerances."""
    return max(abs(p.y) / (outcome.tolerance(p.series, p.x) or math.inf) for p in outcome.points if p.series == "half")


@demo(
    name="init.depth",
    title="What does a wrong variance do in thirty layers?",
    intro=lambda act, gain, depth, width, draws: (
        f"One random input runs through {depth} {act} layers of width {width}, weights N(0, {gain:g}/n), no bias, and "
        f"once more with {gain / 2:g}/n. We measure log₁₀ of the second moment after each layer"
        + (f", averaged over {draws} networks." if draws > 1 else ", of a single network.")
    ),
    parameters=(
        Choice("act", "relu", ("relu", "linear", "tanh"), note="activation"),
        Float("gain", 2.0, 0.25, 8.0, scale=Scale.TWOS, note="n times the variance of a weight"),
        Int("depth", 30, 1, 60, label="L", scale=Scale.LOG, note="layers"),
        Int("width", 512, 64, 1024, label="n", scale=Scale.TWOS, note="units in a layer"),
        Int("draws", 1, 1, 16, scale=Scale.TWOS, front=False, note="networks"),
        Int("seed", 0, 0, 2**31 - 1),
        Choice("device", "cpu", ("cpu", "cuda"), front=False),
    ),
    question=question,
    x=Axis("layer", "L"),
    y=Axis("log₁₀ of the second moment"),
    series=lambda gain, draws: (
        Series("moment", f"gain {gain:g}", "theory", decimals=2),
        Series("half", f"gain {gain / 2:g}", "theory", decimals=2),
        *([Series("spread", "deviation of ln q", "theory √(vL/n)", plotted=False)] if draws > 1 else []),
    ),
    columns=lambda gain, draws: (
        Column(f"gain {gain:g}", "moment"),
        Column("theory", "moment", Fact.THEORY),
        Column(f"gain {gain / 2:g}", "half"),
        Column("theory", "half", Fact.THEORY),
        *([Column("sd of ln q", "spread"), Column("theory", "spread", Fact.THEORY)] if draws > 1 else []),
    ),
    xs=layers,
    unit="layers",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard deviations between networks, and the shift of a log-normal mean",
    remark=remark,
    distractor=Distractor("ReLU layers with weights of variance 1/n keep the second moment", activation_keeps),
    source="He et al. 2015, Delving Deep into Rectifiers, §2.2; Glorot & Bengio 2010, eq. 12-16; Hanin & Nica 2020",
)
def depth(act: str, gain: float, depth: int, width: int, draws: int, seed: int, device: str) -> Iterator[Point]:
    import torch

    require_device(device)
    g = torch.Generator().manual_seed(seed)  # on the CPU: the same draws on every device
    x = torch.randn(draws, width, generator=g, dtype=torch.float64).to(device)
    x = x / x.square().mean(1, keepdim=True).sqrt()  # (draws, n), |x|² = n
    full, half = x, x
    for layer in range(1, depth + 1):
        rows = [_layer(full[i], half[i], act, gain, g) for i in range(draws)]
        full, half = torch.stack([a for a, _ in rows]), torch.stack([b for _, b in rows])  # (draws, n)
        if layer in layers(depth):
            yield _point("moment", layer, full)
            yield _point("half", layer, half)
            if draws > 1:
                ln = full.square().mean(1).log()  # (draws,)
                yield Point("spread", layer, ln.std().item(), ln.std().item() / math.sqrt(2 * (draws - 1)))


def _layer(full: Tensor, half: Tensor, act: str, gain: float, g: Generator) -> tuple[Tensor, Tensor]:
    """The next activations of one network at both gains, with the same random weights: (n,) each."""
    import torch

    n = len(full)
    f = {"relu": torch.relu, "tanh": torch.tanh, "linear": torch.clone}[act]
    W = torch.randn(n, n, generator=g).to(full.device) / math.sqrt(n)  # (n, n), variance 1/n
    z = torch.stack([math.sqrt(gain) * full, math.sqrt(gain / 2) * half]) @ W.double().T  # (2, n)
    return f(z[0]), f(z[1])


def _point(series: str, layer: int, h: Tensor) -> Point:
    """Mean over networks of log₁₀ of the second moment; its error where there are several."""
    log = h.square().mean(1).log10()  # (draws,)
    return Point(series, layer, log.mean().item(), log.std().item() / math.sqrt(len(log)) if len(log) > 1 else 0.0)
