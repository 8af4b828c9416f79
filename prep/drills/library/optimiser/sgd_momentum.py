"""SGD with momentum, plain and Nesterov."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(p: Tensor, g: Tensor, v: Tensor, lr: float, beta: float, nesterov: bool) -> tuple[Tensor, Tensor]:
    """As torch.optim.SGD has it, without dampening."""
    v = beta * v + g
    return p - lr * (g + beta * v if nesterov else v), v


def draw(bench: Bench, nesterov: bool, beta: float = 0.9) -> tuple[Any, ...]:
    """Parameters, gradient, velocity."""
    return bench.randn(4, 3), bench.randn(4, 3), bench.randn(4, 3), 0.1, beta, nesterov


DRILL = Drill(
    name="optimiser.sgd-momentum",
    title="SGD with momentum and Nesterov",
    task="""Write sgd(p, g, v, lr, beta, nesterov), one step as torch.optim.SGD makes it without dampening: the
velocity becomes beta · v + g; p moves by −lr times the new velocity, with nesterov by −lr · (g + beta · new
velocity). Return the new p and v; what came in stays as it is.""",
    stub='''import torch


def sgd(p, g, v, lr, beta, nesterov):
    """Three tensors of one shape, two floats, a bool; returns (p, v)."""
    ...
''',
    reference="""import torch


def sgd(p, g, v, lr, beta, nesterov):
    v = beta * v + g
    step = g + beta * v if nesterov else v
    return p - lr * step, v
""",
    wrongs=(
        Wrong("the gradient was damped by 1 − beta", "plain", "beta * v + g\n", "beta * v + (1 - beta) * g\n"),
        Wrong(
            "the step used the old velocity",
            "plain",
            "    v = beta * v + g\n    step = g + beta * v if nesterov else v\n",
            "    step = g + beta * v if nesterov else v\n    v = beta * v + g\n",
        ),
        Wrong("the learning rate went into the velocity", "plain", "beta * v + g\n", "beta * v + lr * g\n"),
        Wrong("nesterov did nothing", "Nesterov", "g + beta * v if nesterov else v", "v"),
        Wrong("nesterov added the whole velocity", "Nesterov", "g + beta * v if", "g + v if"),
        Wrong("it climbed", "plain", "p - lr * step", "p + lr * step"),
    ),
    checks=(
        Check("plain", agrees(oracle, lambda t: draw(t, False)), "(4, 3), beta 0.9"),
        Check("Nesterov", agrees(oracle, lambda t: draw(t, True)), "(4, 3), beta 0.9, nesterov"),
        Check("no momentum", agrees(oracle, lambda t: draw(t, False, 0.0)), "beta 0"),
    ),
    entry="sgd",
    level=Level.SCREEN,
    minutes=4,
    operations=20,
    hints=(
        "The velocity is updated first.",
        "Nesterov looks where the velocity will carry it: it adds beta times the new velocity to the gradient.",
        "v = βv + g; p − lr · (g + βv) or p − lr · v.",
    ),
    why="""With 1 − β in the velocity the same learning rate makes steps ten times smaller: papers and libraries
differ, so say which you mean.""",
    cards=("optimisers/momentum", "optimisers/nesterov"),
)
