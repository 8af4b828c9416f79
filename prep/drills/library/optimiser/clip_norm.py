"""Clipping by the global norm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(gradients: list[Tensor], most: float) -> tuple[list[Tensor], Tensor]:
    """In plain numbers."""
    import torch

    total = sum(float(each.double().square().sum()) for each in gradients) ** 0.5
    factor = most / total if total > most else 1.0
    return [each * factor for each in gradients], torch.tensor(total, dtype=gradients[0].dtype)


def draw(bench: Bench, scale: float, most: float) -> tuple[Any, ...]:
    """Three gradients of different shapes and sizes."""
    return [scale * bench.randn(4, 3), 3 * scale * bench.randn(5), 0.1 * scale * bench.randn(2, 2, 2)], most


DRILL = Drill(
    name="optimiser.clip-norm",
    title="Gradient clipping by global norm",
    task="""Write clip(gradients, most): gradients is a list of tensors. If the norm of all of them together (the root
of the sum of all squares) exceeds most, scale every one by the same factor so that the norm becomes most; else leave
the values. Return (new list, norm before clipping, a tensor with one number). All gradients may be 0.""",
    stub='''import torch


def clip(gradients, most):
    """A list of tensors and a float; returns a list and a tensor."""
    ...
''',
    reference="""import torch


def clip(gradients, most):
    norm = torch.stack([g.square().sum() for g in gradients]).sum().sqrt()
    factor = most / norm if norm > most else 1.0
    return [g * factor for g in gradients], norm
""",
    wrongs=(
        Wrong(
            "each tensor was clipped by a norm of its own",
            "clipped",
            "[g * factor for g in gradients]",
            "[g * min(1.0, most / max(float(g.norm()), 1e-30)) for g in gradients]",
        ),
        Wrong(
            "values were clipped in place of the norm",
            "clipped",
            "[g * factor for g in gradients]",
            "[g.clamp(-most, most) for g in gradients]",
        ),
        Wrong("small gradients were scaled up", "not clipped", " if norm > most else 1.0", ""),
        Wrong("the norm after clipping was returned", "clipped", "gradients], norm", "gradients], norm * factor"),
        Wrong(
            "norms were added without squares",
            "not clipped",
            "[g.square().sum() for g in gradients]).sum().sqrt()",
            "[g.norm() for g in gradients]).sum()",
        ),
        Wrong("zeros became nan", "zeros", " if norm > most else 1.0", " if not norm < most or not norm > 0 else 1.0"),
    ),
    checks=(
        Check("not clipped", agrees(oracle, lambda t: draw(t, 0.01, 5.0)), "a norm of about 0.1, most 5"),
        Check("zeros", agrees(oracle, lambda t: draw(t, 0.0, 1.0)), "all gradients 0"),
        Check("clipped", agrees(oracle, lambda t: draw(t, 1.0, 0.5)), "a norm of about 8, most 0.5"),
        Check("one tensor", agrees(oracle, lambda t: ([10 * t.randn(6)], 1.0)), "one tensor, most 1"),
    ),
    entry="clip",
    level=Level.SCREEN,
    minutes=5,
    forbidden=("clip_grad_norm_", "clip_grad_norm"),
    operations=60,
    hints=(
        "How long is the vector of all gradients laid end to end?",
        "Its square is the sum of the squares of the parts.",
        "One factor, min(1, most / norm), for every tensor; mind a norm of 0.",
    ),
    why="""One factor keeps the direction of the step; clipping tensor by tensor, or value by value, turns it.""",
    cards=("gradient-clipping/by-norm",),
)
