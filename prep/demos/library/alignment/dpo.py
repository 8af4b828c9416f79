"""Where does DPO end, and whose probability falls on the way? A policy over K answers, trained to the optimum.

KL-regularised reward, max E r − β KL(π‖π_ref), is solved by π* ∝ π_ref e^{r/β}. Turned round, r = β ln(π/π_ref) + a
constant, which cancels in a Bradley-Terry comparison: DPO trains π on preferences by −ln σ(β(Δ_w − Δ_l)) with
Δ = ln(π/π_ref), which is ln 2 at the start, and ends at the same π*. It raises differences of log-ratios, not the
preferred answer's probability: the second best of K wins all comparisons but one, and for a small β it still shrinks.

The table is drawn by Python's generator, so that theory has it too. All pairs are seen, with their probabilities.

Source: Rafailov et al. 2023, Direct Preference Optimization, eq. 4-7; Razin et al. 2025 (likelihood displacement).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import asked_last, at, brief, off
from prep.demos.spec import (
    Axis,
    Column,
    Distractor,
    Fact,
    Float,
    Int,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Tensor

BETAS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def table(K: int, seed: int) -> tuple[list[float], list[float]]:
    """Rewards, normal; and ln π_ref, of a softmax of normals."""
    draw = Random(seed).gauss
    rewards = [draw(0, 1) for _ in range(K)]
    logits = [draw(0, 1) for _ in range(K)]
    return rewards, _normalised(logits)


def _normalised(logits: list[float]) -> list[float]:
    top = max(logits)
    log_z = top + math.log(math.fsum(math.exp(z - top) for z in logits))
    return [z - log_z for z in logits]


def optimum(beta: float, K: int, seed: int) -> list[float]:
    """ln π* = ln π_ref + r/β − ln Z."""
    rewards, ref = table(K, seed)
    return _normalised([a + r / beta for a, r in zip(ref, rewards, strict=True)])


def second(rewards: list[float]) -> int:
    """The answer that only the best one beats."""
    return sorted(range(len(rewards)), key=lambda i: -rewards[i])[1]


def theory(beta: float, K: int, seed: int) -> dict[str, float]:
    """KL to the reference, change of the second best answer's log-probability, first loss, distance to the optimum."""
    rewards, ref = table(K, seed)
    best = optimum(beta, K, seed)
    i = second(rewards)
    return {
        "kl": math.fsum(math.exp(b) * (b - a) for a, b in zip(ref, best, strict=True)),
        "second": best[i] - ref[i],
        "start": math.log(2),
        "distance": 0.0,
    }


def tolerance(point: Point, K: int, seed: int) -> float:
    """A loss known to u = 2⁻⁵⁰ is flat over √(2u/λ) in h = β ln(π/π_ref); probabilities move by twice that over β.

    λ = 2/(K − 1) · σ'(range of r) is the least curvature at the optimum, that of the complete graph of comparisons.
    The KL then moves by E|ln(π/π_ref)| as much, which is below KL + 1.
    """
    if point.series == "start":
        return 8 * 2.0**-53
    rewards, _ = table(K, seed)
    p = 1 / (1 + math.exp(-(max(rewards) - min(rewards))))
    log_change = 2 * math.sqrt(2 * 2.0**-50 / (2 / (K - 1) * p * (1 - p))) / point.x
    return log_change * (point.y + 1) if point.series == "kl" else log_change


def question(beta: float) -> NumberQuestion:
    return NumberQuestion(
        f"The policy starts as its own reference. With β = {beta:g} the first DPO loss is about",
        "start",
        beta,
        within=0.1,
        formula="ln 2",
    )


def remark(outcome: Outcome, K: int) -> str:
    """Distance from the closed form, and where the second best answer falls."""
    worst = max(at(outcome, "distance", beta) for beta in outcome.sheet.xs)
    falls = [beta for beta in sorted(outcome.sheet.xs) if at(outcome, "second", beta) < 0]
    low = min(outcome.sheet.xs)
    fate = f"The second best answer wins {K - 2} of its {K - 1} comparisons, and its log-probability " + (
        f"falls for β up to {falls[-1]:g} (by {-at(outcome, 'second', low):.2g} at β = {low:g})."
        if falls
        else "rises at every β here."
    )
    return f"Trained and closed form differ by at most {brief(worst)} in ln π. {fate}"


def no_leash(outcome: Outcome) -> float:
    """How far the KL at the largest β is from that at the smallest."""
    return off(outcome, "kl", max(outcome.sheet.xs), at(outcome, "kl", min(outcome.sheet.xs)))


@demo(
    name="alignment.dpo",
    title="Where does DPO end?",
    intro=lambda K: (
        f"A table of {K} answers with random rewards and a random reference policy. All preferences "
        "between them, a Bradley-Terry model of the rewards, train a policy by DPO until the loss is flat. We "
        "compare it with the reference times exp(r/β), normalised, and see which probabilities moved."
    ),
    parameters=(
        Float("beta", 0.5, 0.05, 5.0, label="β", scale=Scale.LOG, note="the leash, where the question asks"),
        Int("K", 6, 2, 20, note="answers"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("β", "beta", Scale.LOG),
    y=Axis("nats"),
    series=(
        Series("kl", "KL(π‖π_ref)", "theory"),
        Series("second", "Δ ln π of the second best", "theory"),
        Series("start", "first loss", "theory ln 2", plotted=False, decimals=6),
        Series("distance", "max |Δ ln π| to closed form", "theory", plotted=False, decimals=1),
    ),
    columns=(
        Column("KL", "kl"),
        Column("theory", "kl", Fact.THEORY),
        Column("2nd best", "second"),
        Column("first loss", "start", wide=True),
        Column("distance", "distance", wide=True),
    ),
    xs=lambda beta: asked_last(BETAS, beta),
    unit="leashes",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="where a float64 loss is flat; rounding for the first loss",
    remark=remark,
    distractor=Distractor("β doesn't change where training ends", no_leash),
    source="Rafailov et al. 2023, Direct Preference Optimization, eq. 4-7; Razin et al. 2025 (likelihood displacement)",
)
def dpo(beta: float, K: int, seed: int) -> Iterator[Point]:
    import torch

    rewards, reference = table(K, seed)
    r, ref = (torch.tensor(values, dtype=torch.float64) for values in (rewards, reference))  # (K,)
    for b in asked_last(BETAS, beta):
        first, log_pi = _trained(b, r, ref)
        best = torch.tensor(optimum(b, K, seed), dtype=torch.float64)  # (K,)
        yield Point("kl", b, (log_pi.exp() * (log_pi - ref)).sum().item())
        yield Point("second", b, (log_pi - ref)[second(rewards)].item())
        yield Point("start", b, first)
        yield Point("distance", b, (log_pi - best).abs().max().item())


def _trained(beta: float, r: Tensor, ref: Tensor) -> tuple[float, Tensor]:
    """The first loss, and ln π, (K,), after L-BFGS from the reference until the loss is flat."""
    import torch

    logsigmoid = torch.nn.functional.logsigmoid
    i, j = torch.triu_indices(len(r), len(r), 1)  # (pairs,) each
    wins = torch.sigmoid(r[i] - r[j])  # P(i beats j), (pairs,)
    logits = ref.clone().requires_grad_()  # (K,)

    def loss() -> Tensor:
        h = beta * (logits.log_softmax(0) - ref)  # (K,)
        return -(wins * logsigmoid(h[i] - h[j]) + (1 - wins) * logsigmoid(h[j] - h[i])).mean()

    def closure() -> Tensor:
        optimiser.zero_grad()
        value = loss()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    first = loss().item()
    optimiser = torch.optim.LBFGS(
        [logits], lr=1 / beta, max_iter=300, tolerance_grad=1e-14, tolerance_change=1e-16, line_search_fn="strong_wolfe"
    )
    for _ in range(3):
        optimiser.step(closure)  # type: ignore[no-untyped-call]
    return first, logits.detach().log_softmax(0)
