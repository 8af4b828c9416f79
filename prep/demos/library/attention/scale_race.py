"""No factor, 1/√dₖ or 1/dₖ: which one learns? A race on one task, decided by the learning rate.

Content lookup: n keys xⱼ ~ N(0, I), each with one of ten labels; the query is one key plus noise 0.3, and the output is
8 Σ aⱼ onehot(yⱼ). Only W_Q and W_K are trained, from unit-variance queries and keys, so the factor c of the scores
c·q·k is the only difference. It sets where training starts and how far a step goes, not what can be learned:

- At step 0 a row's scores spread like c√dₖ, which gives the entropy (see `attention.entropy`).
- One step of rate lr changes a score by lr·c²(|q|²|x|² + |k|²|x|²) ∝ c²dₖ, so the largest usable rates of gradient
  descent are as 1/dₖ : 1 : dₖ. That is a matter of orders of magnitude; no formula gives the losses. A sweep runs the
  race again at eight rates, on the same weights and data: each factor wins where its rates are.

Sources: Vaswani et al. 2017, §3.2.1 (1/√dₖ); Yang et al. 2022, Tensor Programs V (1/dₖ).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.lookup_task import CLASSES, answers, initial_entropy, loss, race, scaled, spread_wobble
from prep.demos.library.shared.reading import asked_last, at
from prep.demos.library.shared.sample import sample_mean
from prep.demos.spec import (
    Axis,
    Choice,
    ChoiceQuestion,
    Column,
    Distractor,
    Float,
    Form,
    Image,
    Int,
    Option,
    Picture,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

    from prep.demos.library.shared.lookup_task import Scores

HEADS = {"none": "none", "sqrt": "1/√dₖ", "d": "1/dₖ"}
NAMES = HEADS | {"none": "no factor"}
TEST = 256
"""Fresh rows a look."""
RATES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Of a sweep."""
LEARNT = 0.9
"""Accuracy from which on a rate counts as usable."""


def factor(scale: str, d: int) -> float:
    """c of the scores c·q·k."""
    return {"none": 1.0, "sqrt": 1 / math.sqrt(d), "d": 1 / d}[scale]


def marks(steps: int) -> tuple[int, ...]:
    """Ten looks, the first before any step."""
    return tuple(sorted({round(steps * i / 10) for i in range(11)}))


def theory(x: float, mode: str, d: int, n: int) -> dict[str, float]:
    """Entropies at step 0; there is no theory of what follows."""
    at_start = mode == "race" and x == 0
    return {f"entropy-{scale}": initial_entropy(factor(scale, d), d, n) for scale in NAMES} if at_start else {}


def tolerance(point: Point, d: int, n: int, seeds: int) -> float:
    """Four standard errors over rows, and four standard deviations of the scores' spread between draws of the weights.

    The table that theory interpolates leaves 1e-5.
    """
    c = factor(point.series.removeprefix("entropy-"), d)
    wobble = 4 * spread_wobble(d) / math.sqrt(seeds)
    moved = max(abs(initial_entropy(c * (1 + side * wobble), d, n) - initial_entropy(c, d, n)) for side in (-1, 1))
    return 4 * point.se + moved + 1e-5


def question(x: float, mode: str, lr: float, optimizer: str, d: int, steps: int) -> ChoiceQuestion:
    how = {"sgd": "gradient descent", "adam": "Adam"}[optimizer]
    step, rate = (steps, x) if mode == "sweep" else (x, lr)
    options = tuple(Option(name, i - 0.5, i + 0.5) for i, name in enumerate(NAMES.values(), 1))
    return ChoiceQuestion(
        f"After {step:g} steps of {how} at lr {rate:g} (dₖ = {d}), the lowest test loss has", "winner", x, options
    )


def remark(outcome: Outcome, mode: str, lr: float, n: int, d: int) -> str:
    """Who won, and where the others stand: stuck on one key, or still looking at all of them evenly."""
    if mode == "sweep":
        return usable_rates(outcome, d)
    last = outcome.sheet.xs[-1]
    loss, spread = (
        {scale: point.y for scale in NAMES if (point := outcome.measured(f"{what}-{scale}", last))}
        for what in ("loss", "entropy")
    )
    order = sorted(NAMES, key=lambda scale: loss[scale])
    told = [f"{NAMES[s]} ends at loss {loss[s]:.2g} with entropy {spread[s]:.2f}" for s in order]
    end = (
        "Another rate may have another winner."
        if loss[order[0]] < math.log(CLASSES)
        else f"At this rate none beats guessing, ln {CLASSES} = {math.log(CLASSES):.2f}."
    )
    return (
        f"At lr {lr:g}, {told[0]}; {told[1]}; {told[2]}. Even weights have entropy ln {n} = {math.log(n):.2f}, one "
        f"key alone has 0. {end}"
    )


def usable_rates(outcome: Outcome, d: int) -> str:
    """From where to where each factor learns the task."""
    said = []
    for scale, name in NAMES.items():
        rates = [x for x in outcome.sheet.xs if at(outcome, f"accuracy-{scale}", x) > LEARNT]
        said.append(f"{name} at lr {min(rates):g} to {max(rates):g}" if rates else f"{name} at none of these rates")
    return (
        f"More than {100 * LEARNT:g} % right: {'; '.join(said)}. The largest usable rates should be as "
        f"1/{d} : 1 : {d}, in order of magnitude."
    )


def small_factor_learns_nothing(outcome: Outcome) -> float:
    """How far the loss of 1/dₖ has fallen, in units of four standard errors."""
    first, last = (outcome.measured("loss-d", x) for x in (outcome.sheet.xs[0], outcome.sheet.xs[-1]))
    assert first and last
    return (first.y - last.y) / (4 * math.hypot(first.se, last.se))


@demo(
    name="attention.scale-race",
    title="Which scale of attention learns?",
    intro=lambda lr, optimizer, mode, d, n, steps: (
        f"A query must find its key among {n} and say its label; only W_Q and W_K learn, by {optimizer} at "
        + (f"lr {lr:g}" if mode == "race" else f"{len(asked_last(RATES, lr))} rates from {RATES[0]:g} to {RATES[-1]:g}")
        + f". Three runs of {steps} steps see the same data and differ in the factor of the scores alone: none, "
        f"1/√{d}, 1/{d}."
    ),
    parameters=(
        Float("lr", 1.0, 0.003, 300.0, scale=Scale.LOG, note="learning rate: it decides"),
        Choice("optimizer", "sgd", ("sgd", "adam")),
        Choice("mode", "race", ("race", "sweep"), note="a sweep runs eight rates, in some 10 s"),
        Int("d", 128, 32, 512, label="dₖ", scale=Scale.TWOS, note="width of the head"),
        Int("n", 32, 8, 64, scale=Scale.TWOS, front=False, note="keys"),
        Int("steps", 200, 50, 400, scale=Scale.LOG, front=False),
        Int("batch", 32, 16, 64, scale=Scale.TWOS, front=False, note="queries a step"),
        Int("seeds", 1, 1, 3, front=False, note="runs to average"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=lambda mode: Axis("lr", scale=Scale.LOG) if mode == "sweep" else Axis("step"),
    y=Axis("test loss", scale=Scale.LOG),
    series=(
        *(Series(f"loss-{scale}", name) for scale, name in NAMES.items()),
        *(
            Series(f"accuracy-{scale}", f"accuracy, {name}", plotted=False, decimals=0, percent=True)
            for scale, name in NAMES.items()
        ),
        *(
            Series(f"entropy-{scale}", f"entropy, {name}", "theory at step 0", plotted=False, decimals=2)
            for scale, name in NAMES.items()
        ),
        *(Series(f"target-{scale}", f"weight of the target, {name}", plotted=False) for scale, name in NAMES.items()),
        *(Series(f"std-{s}", f"spread of the scores, {name}", plotted=False, decimals=2) for s, name in NAMES.items()),
        Series("winner", "lowest loss", plotted=False, names=tuple(NAMES.values())),
    ),
    columns=(
        *(Column(head, f"loss-{scale}") for scale, head in HEADS.items()),
        *(Column(f"H {head}", f"entropy-{scale}", wide=True) for scale, head in HEADS.items()),
    ),
    xs=lambda mode, lr, steps: asked_last(RATES, lr) if mode == "sweep" else marks(steps),
    unit="points",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors and four deviations between weights, for the entropy at step 0",
    remark=remark,
    distractor=Distractor("divided by dₖ, attention learns nothing at lr 1", small_factor_learns_nothing),
    source="Vaswani et al. 2017, Attention Is All You Need, §3.2.1; Yang et al. 2022, Tensor Programs V",
    pictures=lambda mode: (
        Picture("entropy", "entropy of the weights, in nats", Form.BARS, series=tuple(f"entropy-{s}" for s in NAMES)),
        *(
            [
                Picture(
                    "accuracy",
                    f"share right: {', '.join(NAMES.values())} (down) over ever larger lr (across)",
                    Form.HEAT,
                )
            ]
            if mode == "sweep"
            else []
        ),
    ),
    quick={"steps": 50, "batch": 16, "d": 64, "n": 16},
)
def scale_race(
    lr: float, optimizer: str, mode: str, d: int, n: int, steps: int, batch: int, seeds: int, seed: int
) -> Iterator[Point | Image]:

    scores = {scale: scaled(factor(scale, d)) for scale in NAMES}
    if mode == "race":
        for step, found in _run(scores, lr, marks(steps), optimizer, d, n, steps, batch, seeds, seed):
            yield from _points(step, found, step == steps)
        return
    shares = {}
    for rate in asked_last(RATES, lr):
        ((_, found),) = _run(scores, rate, (steps,), optimizer, d, n, steps, batch, seeds, seed)
        yield from _points(rate, found, True)
        shares[rate] = [found[f"accuracy-{scale}"].mean().item() for scale in NAMES]
    yield Image("accuracy", lr, tuple(zip(*(shares[rate] for rate in sorted(shares)), strict=True)))


def _run(
    scores: dict[str, Scores],
    rate: float,
    looks: tuple[int, ...],
    optimizer: str,
    d: int,
    n: int,
    steps: int,
    batch: int,
    seeds: int,
    seed: int,
) -> Iterator[tuple[int, dict[str, Tensor]]]:
    """(step, what the test rows of all seeds show, by series) at these steps."""
    import torch

    generators = [torch.Generator().manual_seed(seed + i) for i in range(seeds)]
    races = [race(scores, d, n, optimizer, rate, steps, batch, looks, TEST, g) for g in generators]
    for seen in zip(*races, strict=True):
        found = [_shown(Y, t, s) for _, Y, t, s in seen]
        yield seen[0][0], {key: torch.cat([one[key] for one in found]) for key in found[0]}


def _shown(Y: Tensor, t: Tensor, scores: dict[str, Tensor]) -> dict[str, Tensor]:
    """Of each run loss, accuracy, entropy, weight of the target and spread of the scores: (test,) each."""
    import torch

    found: dict[str, Tensor] = {}
    for name, s in scores.items():
        a = s.softmax(-1)  # (test, n)
        found[f"loss-{name}"] = loss(s, Y, t, "none")
        found[f"accuracy-{name}"] = (answers(s, Y).argmax(-1) == Y.gather(1, t[:, None])[:, 0]).double()
        found[f"entropy-{name}"] = torch.special.entr(a).sum(-1)
        found[f"target-{name}"] = a.gather(1, t[:, None])[:, 0]
        found[f"std-{name}"] = s.std(-1)
    return found


def _points(x: float, found: dict[str, Tensor], ended: bool) -> Iterator[Point]:
    yield from (sample_mean(series, x, values) for series, values in found.items())
    if ended:
        losses = [found[f"loss-{scale}"].mean().item() for scale in NAMES]
        yield Point("winner", x, 1 + losses.index(min(losses)))
