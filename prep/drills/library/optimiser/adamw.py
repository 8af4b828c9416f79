"""One step of AdamW, many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(p: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, decay: float) -> tuple[Tensor, ...]:
    """Loshchilov and Hutter 2019, algorithm 2, with betas 0.9 and 0.999 and eps 1e-8."""
    m = m + (g - m) * 0.1
    v = v + (g * g - v) * 0.001
    corrected = v / (1 - 0.999**t)
    return p - lr * decay * p - lr * m / (1 - 0.9**t) / (corrected**0.5 + 1e-8), m, v


def draw(bench: Bench, t: int, decay: float = 0.0, scale: float = 1.0) -> tuple[Any, ...]:
    """State after t - 1 steps."""
    late = 0.0 if t == 1 else 1.0
    p, g, m, v = bench.randn(4, 3), scale * bench.randn(4, 3), bench.randn(4, 3), bench.rand(4, 3)
    return p, g, late * scale * m, late * scale**2 * v, t, 0.1, decay


def fifty(bench: Bench) -> None:
    """Fifty steps on a quadratic end where the algorithm ends."""
    target = bench.randn(5).double()
    mine: tuple[Tensor, ...] = (0 * target, 0 * target, 0 * target)
    theirs = mine
    for t in range(1, 51):
        mine = bench.call(mine[0], mine[0] - target, mine[1], mine[2], t, 0.05, 0.1)
        theirs = oracle(theirs[0], theirs[0] - target, theirs[1], theirs[2], t, 0.05, 0.1)
    bench.agree(mine[0], theirs[0], loose=100, what="after 50 steps the parameters have")


DRILL = Drill(
    name="optimiser.adamw",
    title="A step of AdamW",
    task="""Write adamw(p, g, m, v, t, lr, decay): one step with betas 0.9 and 0.999 and eps 1e-8 (outside the root).
t is the number of this step, from 1. Weight decay is decoupled: p loses lr · decay · p, beside the Adam step. Return
the new p, m and v (the moments before bias correction); the tensors that came in stay as they are.""",
    stub='''import torch


def adamw(p, g, m, v, t, lr, decay):
    """Tensors of one shape; returns (p, m, v)."""
    ...
''',
    reference="""import torch


def adamw(p, g, m, v, t, lr, decay):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    mean = m / (1 - 0.9**t)
    square = v / (1 - 0.999**t)
    p = p - lr * decay * p
    return p - lr * mean / (square.sqrt() + 1e-8), m, v
""",
    wrongs=(
        Wrong(
            "the moments weren't corrected for their start",
            "first step",
            "mean = m / (1 - 0.9**t)\n    square = v / (1 - 0.999**t)",
            "mean = m\n    square = v",
        ),
        Wrong("steps were counted from 0", "first step", "mean = m / (1 - 0.9**t)", "mean = m / (1 - 0.9**(t + 1))"),
        Wrong("eps stood inside the root", "tiny gradients", "(square.sqrt() + 1e-8)", "(square + 1e-8).sqrt()"),
        Wrong(
            "decay was added to the gradient, as L2 does",
            "decay",
            "    m = 0.9 * m + 0.1 * g\n",
            "    g = g + decay * p\n    m = 0.9 * m + 0.1 * g\n",
        ),
        Wrong("decay wasn't scaled by the learning rate", "decay", "lr * decay * p", "decay * p"),
        Wrong(
            "the corrected moments were returned",
            "first step",
            "(square.sqrt() + 1e-8), m, v",
            "(square.sqrt() + 1e-8), mean, v",
        ),
        Wrong("the second moment kept the gradient, not its square", "first step", "0.001 * g * g", "0.001 * g.abs()"),
    ),
    checks=(
        Check("first step", agrees(oracle, lambda t: draw(t, 1)), "(4, 3), t = 1"),
        Check("later step", agrees(oracle, lambda t: draw(t, 7)), "(4, 3), t = 7"),
        Check("tiny gradients", agrees(oracle, lambda t: draw(t, 3, scale=1e-7), loose=10), "g = 1e-7 · randn(4, 3)"),
        Check("decay", agrees(oracle, lambda t: draw(t, 4, 0.1)), "decay 0.1"),
        Check("fifty steps", fifty, "on a quadratic, float64"),
    ),
    entry="adamw",
    minutes=8,
    operations=40,
    hints=(
        "Two running means: of g and of g². Both begin at 0: what do they need in the first steps?",
        "Divide by 1 − βᵗ. eps is added to the root, not under it.",
        "p ← p − lr·decay·p − lr · m̂ / (√v̂ + eps), m and v returned as they are.",
    ),
    why="""L2 in the gradient is divided by √v̂ like the rest of it: weights with large gradients would decay less.
Decoupled, all decay alike.""",
    cards=(
        "code-transformer/adam",
        "adamw/update",
    ),
)
