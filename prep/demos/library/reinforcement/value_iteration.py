"""When is value iteration done? Its error falls by γ a sweep, and is γ/(1−γ) times the last change.

V ← max_a(r + γPV) contracts the largest entry by γ, so the error |V_k − V*| falls at least by γ at each sweep. It falls
by hardly more: V_k starts at 0, all entries are too low, and what is common to all of them, a constant c, only shrinks
to γc. Entries that differ mix away faster. The last change V_k − V_{k−1} is (1 − γ)/γ of the error then: at γ = 0.9,
changing by 0.01 means being 0.09 off.

Here each action leads with probability δ to a state drawn uniformly, so a sweep shrinks the spread of entries, largest
less smallest, by γ(1 − δ) (Doeblin). Rewards lie in [½, 1], so the smallest change is at least ½γ^(k−1) and its spread
at most ½(γ(1−δ))^(k−1): their ratio is (1 − δ)^(k−1). By MacQueen's bounds V* − V_k lies entry by entry between
γ/(1−γ) times the smallest and the largest change, which gives the tolerance of error over change. The factor a sweep
lies between γ and γ less the share that the spread has of the error before.

Sources: Puterman 1994, Markov Decision Processes, §6.3, §6.6; MacQueen 1966.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, off
from prep.demos.spec import Axis, Column, Distractor, Fact, Float, Int, NumberQuestion, Point, Scale, Series, demo

if TYPE_CHECKING:
    from torch import Tensor

SWEEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200)
RESTART = 0.2
"""δ, the share of each transition that is uniform."""


def sweeps(k: int, gamma: float) -> tuple[float, ...]:
    """As long as γ^k is above 1e-8, where rounding begins to count; the one asked about last."""
    most = int(math.log(1e-8) / math.log(gamma))
    return asked_last((other for other in SWEEPS if other <= most), min(k, most))


def theory(k: float, gamma: float) -> dict[str, float]:
    return {"factor": gamma, "behind": gamma / (1 - gamma)}


def tolerance(point: Point, gamma: float, states: int) -> float:
    """The remaining spread, and rounding: V* of a linear solve is good to 8·states·u/(1−γ) of it.

    Spread of the error before, over that error: V* has a spread of ½/(1 − γ(1−δ)) at most, and is ½/(1−γ) at least.
    """
    mixed = math.pow(1 - RESTART, point.x - 1)
    rounding = 8 * states * 2**-53 / (1 - gamma) / math.pow(gamma, point.x)
    if point.series == "behind":
        return gamma / (1 - gamma) * (mixed + 4 * rounding / (1 - gamma))
    return gamma * mixed * (1 - gamma) / (1 - gamma * (1 - RESTART)) + 4 * rounding


def question(k: float, gamma: float) -> NumberQuestion:
    return NumberQuestion(
        f"Value iteration with γ = {gamma:g}: in sweep {k:g} the largest change of a value was ε. The largest error is "
        "then, in units of ε, about",
        "behind",
        k,
        within=0.1,
        formula="γ/(1−γ)",
    )


def remark(outcome: Outcome, gamma: float) -> str:
    """The first factor and the last, and how many sweeps a digit takes."""
    first, last = min(outcome.sheet.xs), max(outcome.sheet.xs)
    return (
        f"The first sweep multiplies the error by {at(outcome, 'factor', first):.3f}, sweep {last:g} by "
        f"{at(outcome, 'factor', last):.4f}: a digit takes {math.log(0.1) / math.log(gamma):.3g} sweeps. In sweep "
        f"{last:g} the error is {at(outcome, 'behind', last):.3g} times the change."
    )


def change_is_error(outcome: Outcome) -> float:
    """How far the error in the last sweep is from the change in it, in tolerances."""
    return off(outcome, "behind", max(outcome.sheet.xs), 1.0)


@demo(
    name="reinforcement.value-iteration",
    title="When is value iteration done?",
    intro=lambda states, actions, gamma: (
        f"A random decision process with {states} states, {actions} actions and γ = {gamma:g}, whose true values a "
        "linear solve gives. Value iteration starts from 0. We measure by how much each sweep reduces the largest "
        "error, and how large that error is beside the largest change in the sweep."
    ),
    parameters=(
        Float("gamma", 0.9, 0.5, 0.99, label="γ", scale=Scale.ONES, note="discount"),
        Int("k", 50, 1, 200, scale=Scale.LOG, note="sweep that the question asks about"),
        Int("states", 50, 2, 200, scale=Scale.LOG, front=False, note="states"),
        Int("actions", 4, 1, 10, front=False, note="actions in each state"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("sweep k", "k", Scale.LOG),
    y=Axis("factor of the error"),
    series=(
        Series("factor", "error over the one before", "theory γ", decimals=4),
        Series("behind", "error over change", "theory γ/(1−γ)", plotted=False),
    ),
    columns=(
        Column("factor", "factor"),
        Column("theory", "factor", Fact.THEORY),
        Column("error/change", "behind"),
        Column("theory", "behind", Fact.THEORY),
    ),
    xs=sweeps,
    unit="sweeps",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="the spread that k sweeps leave, at most (1−δ)^(k−1) of the change",
    remark=remark,
    distractor=Distractor("a change of ε means an error of ε", change_is_error),
    source="Puterman 1994, Markov Decision Processes, §6.3 and §6.6; MacQueen 1966",
)
def value_iteration(gamma: float, k: int, states: int, actions: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    r = 0.5 + torch.rand(actions, states, generator=g, dtype=torch.float64) / 2  # (actions, states)
    P = torch.rand(actions, states, states, generator=g, dtype=torch.float64) ** 4
    P = RESTART / states + (1 - RESTART) * P / P.sum(-1, keepdim=True)  # rows add up to 1
    true, asked = _solved(r, P, gamma), sweeps(k, gamma)
    V = [torch.zeros(states, dtype=torch.float64)]  # after each sweep
    for _ in range(int(max(asked))):
        V.append((r + gamma * P @ V[-1]).amax(0))
    for sweep in map(int, asked):
        error, before = ((true - V[i]).abs().max().item() for i in (sweep, sweep - 1))
        yield Point("factor", sweep, error / before)
        yield Point("behind", sweep, error / (V[sweep] - V[sweep - 1]).abs().max().item())


def _solved(r: Tensor, P: Tensor, gamma: float) -> Tensor:
    """V* by policy iteration: the values of a policy by a linear solve, until no action improves on it. (states,)"""
    import torch

    at, policy = torch.arange(r.shape[1]), r.argmax(0)
    while True:
        V: Tensor = torch.linalg.solve(torch.eye(len(at), dtype=r.dtype) - gamma * P[policy, at], r[policy, at])
        Q = r + gamma * P @ V  # (actions, states)
        if (Q.amax(0) - V).max() < 1e-13 * V.max():
            return V
        policy = Q.argmax(0)
