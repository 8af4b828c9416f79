"""Generalised advantage estimation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(rewards: Tensor, values: Tensor, ended: Tensor, gamma: float, lam: float) -> tuple[Tensor, Tensor]:
    """Step by step from the end; values has one entry more, for the state after the last step."""
    import torch

    found, after = [0.0] * len(rewards), 0.0
    for t in reversed(range(len(rewards))):
        go = 0.0 if bool(ended[t]) else 1.0
        delta = float(rewards[t]) + gamma * float(values[t + 1]) * go - float(values[t])
        after = delta + gamma * lam * go * after
        found[t] = after
    advantage = torch.tensor(found, dtype=torch.float64)
    return advantage, advantage + values[:-1]


def draw(bench: Bench, n: int, ends: bool, gamma: float = 0.9, lam: float = 0.8) -> tuple[Any, ...]:
    """ends: the episode ends in the middle, and another begins."""
    ended = bench.integers(0, 1, n).bool()
    ended[n // 2] = ends
    return bench.randn(n), bench.randn(n + 1), ended, gamma, lam


DRILL = Drill(
    name="alignment.gae",
    title="Generalised advantage estimation",
    task="""Write gae(rewards, values, ended, gamma, lam): rewards and ended (n,), values (n + 1,), the last one of
the state after the last step. With δ = r + gamma · v(next) − v, the advantage is δ + gamma · lam · advantage of the
next step. After a step with ended the next state and its advantage count 0. Return (advantages (n,), returns (n,) =
advantages + values).""",
    stub='''import torch


def gae(rewards, values, ended, gamma, lam):
    """(n,), (n + 1,), (n,) of bool, two floats; returns (n,) and (n,)."""
    ...
''',
    reference="""import torch


def gae(rewards, values, ended, gamma, lam):
    go = 1 - ended.to(rewards.dtype)
    delta = rewards + gamma * values[1:] * go - values[:-1]
    found, after = torch.zeros_like(rewards), 0.0
    for t in reversed(range(len(rewards))):
        after = delta[t] + gamma * lam * go[t] * after
        found[t] = after
    return found, found + values[:-1]
""",
    wrongs=(
        Wrong("the value after an end was counted", "an end", "values[1:] * go - values", "values[1:] - values"),
        Wrong(
            "advantages crossed the end of an episode", "an end", "gamma * lam * go[t] * after", "gamma * lam * after"
        ),
        Wrong("lambda was left out", "values", "gamma * lam * go[t]", "gamma * go[t]"),
        Wrong("gamma was left out of the sum", "values", "gamma * lam * go[t]", "lam * go[t]"),
        Wrong(
            "it ran from the first step to the last", "values", "reversed(range(len(rewards)))", "range(len(rewards))"
        ),
        Wrong("returns were only rewards to go", "values", "found + values[:-1]", "found"),
        Wrong("the value of the next state was subtracted", "values", "go - values[:-1]", "go - values[1:]"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 6, False)), "6 steps, no end"),
        Check("an end", agrees(oracle, lambda t: draw(t, 7, True)), "7 steps, an episode ends in the middle"),
        Check("lambda 0", agrees(oracle, lambda t: draw(t, 5, True, lam=0.0)), "one-step advantages"),
        Check("lambda 1", agrees(oracle, lambda t: draw(t, 5, True, gamma=1.0, lam=1.0)), "whole returns"),
        Check("one step", agrees(oracle, lambda t: draw(t, 1, False)), "1 step"),
    ),
    entry="gae",
    minutes=10,
    hints=(
        "From the end to the start: each advantage needs the next one.",
        "An end cuts two things: the next value, and the next advantage.",
        "A = δ + γ λ (1 − ended) A(next).",
    ),
    why="""Without the second cut the advantage of one episode leaks into the one before it, and training looks merely
noisy.""",
    cards=("policy-gradients/gae", "rlhf/ppo"),
)
