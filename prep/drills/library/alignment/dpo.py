"""The DPO loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(chosen: Tensor, rejected: Tensor, chosen_ref: Tensor, rejected_ref: Tensor, beta: float) -> Tensor:
    """Rafailov et al. 2023, equation 7."""
    import torch

    return -torch.nn.functional.logsigmoid(beta * ((chosen - chosen_ref) - (rejected - rejected_ref))).mean()


def draw(bench: Bench, n: int, scale: float = 1.0, beta: float = 0.5) -> tuple[Any, ...]:
    """Log-probabilities of whole answers."""
    return (*(scale * bench.randn(n) - 20 for _ in range(4)), beta)


DRILL = Drill(
    name="alignment.dpo",
    title="DPO loss",
    task="""Write dpo(chosen, rejected, chosen_ref, rejected_ref, beta): tensors (n,) of log-probabilities of whole
answers, by the policy and by the frozen reference. Return the mean of −log σ(beta · (log-ratio of the chosen −
log-ratio of the rejected)), where a log-ratio is policy minus reference. Margins may be ±1000. No gradient may reach
the reference.""",
    stub='''import torch


def dpo(chosen, rejected, chosen_ref, rejected_ref, beta):
    """(n,) four times and a float; returns a tensor with one number."""
    ...
''',
    reference="""import torch
import torch.nn.functional as F


def dpo(chosen, rejected, chosen_ref, rejected_ref, beta):
    margin = (chosen - chosen_ref.detach()) - (rejected - rejected_ref.detach())
    return -F.logsigmoid(beta * margin).mean()
""",
    wrongs=(
        Wrong("the sign was turned", "values", "-F.logsigmoid(beta * margin)", "-F.logsigmoid(-beta * margin)"),
        Wrong(
            "the reference was left out",
            "values",
            "(chosen - chosen_ref.detach()) - (rejected - rejected_ref.detach())",
            "chosen - rejected",
        ),
        Wrong("the log-ratios were added", "values", ") - (rejected", ") + (rejected"),
        Wrong("beta was left out", "values", "beta * margin", "margin"),
        Wrong(
            "the logarithm was taken of a sigmoid that had become 0",
            "large margins",
            "F.logsigmoid(beta * margin)",
            "torch.sigmoid(beta * margin).log()",
        ),
        Wrong("losses were added, not averaged", "values", ".mean()", ".sum()"),
        Wrong("the reference got a gradient", "the reference is frozen", "chosen_ref.detach()", "chosen_ref"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 6)), "6 pairs, beta 0.5"),
        Check("large margins", agrees(oracle, lambda t: draw(t, 12, 1000)), "log-ratios of ±1000"),
        Check("one pair", agrees(oracle, lambda t: draw(t, 1)), "1 pair"),
        Check("the reference is frozen", lambda t: frozen(t), "all four ask for gradients"),
    ),
    entry="dpo",
    minutes=6,
    operations=20,
    hints=(
        "Two log-ratios: how much likelier has each answer become since the reference?",
        "The loss is logistic regression on their difference.",
        "log σ(z) = −softplus(−z): F.logsigmoid, never log(sigmoid).",
    ),
    why="sigmoid(−200) is 0 in float32 and its logarithm −inf: one badly ranked pair would end the run.",
    cards=("dpo/loss",),
)


def frozen(bench: Bench) -> None:
    """Gradients reach the policy, not the reference."""
    *four, beta = draw(bench, 4)
    leaves = bench.leaves(tuple(four))
    bench.call(*leaves, beta, keep=True).backward()
    if any(leaf.grad is not None and bool(leaf.grad.any()) for leaf in leaves[2:]):
        bench.fail("the reference's log-probabilities have a gradient; detach them")
    if any(leaf.grad is None for leaf in leaves[:2]):
        bench.fail("the policy's log-probabilities have no gradient")
