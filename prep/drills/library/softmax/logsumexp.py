"""Log-sum-exp over one dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, dim: int, keepdim: bool) -> Tensor:
    """Torch's own."""
    return x.logsumexp(dim, keepdim)


def hidden(bench: Bench) -> tuple[Any, ...]:
    """One row is minus infinity throughout, one holds plus infinity."""
    x = bench.randn(3, 4)
    x[0] = float("-inf")
    x[1, 2] = float("inf")
    return x, 1, False


DRILL = Drill(
    name="softmax.logsumexp",
    title="Log-sum-exp",
    task="""Write logsumexp(x, dim, keepdim): log of the sum of exp(x) along dim. A row of minus infinities gives
minus infinity, a row with plus infinity gives plus infinity, never nan; scores may be 1e4 and more.""",
    stub='''import torch


def logsumexp(x, dim, keepdim):
    """Returns x's shape without dim, or with a 1 in its place if keepdim."""
    ...
''',
    reference="""import torch


def logsumexp(x, dim, keepdim):
    top = x.amax(dim, keepdim=True)
    top = torch.where(top.isinf(), torch.zeros_like(top), top)
    found = (x - top).exp().sum(dim, keepdim=True).log() + top
    return found if keepdim else found.squeeze(dim)
""",
    wrongs=(
        Wrong(
            "exp saw the scores as they are",
            "huge scores",
            "(x - top).exp().sum(dim, keepdim=True).log() + top",
            "x.exp().sum(dim, keepdim=True).log()",
        ),
        Wrong("the maximum was never added back", "values", ".log() + top", ".log()"),
        Wrong(
            "an infinite maximum was subtracted from itself",
            "infinities",
            "torch.where(top.isinf(), torch.zeros_like(top), top)",
            "top",
        ),
        Wrong("keepdim did nothing", "keepdim", "found if keepdim else found.squeeze(dim)", "found.squeeze(dim)"),
        Wrong("squeeze took every dimension of one", "a dimension of one", "found.squeeze(dim)", "found.squeeze()"),
        Wrong("the logarithm had base 2", "values", ".log() + top", ".log2() + top"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: (t.randn(4, 7), 1, False)), "(4, 7), dim 1"),
        Check("keepdim", agrees(oracle, lambda t: (t.randn(3, 4, 5), 1, True)), "(3, 4, 5), dim 1"),
        Check("huge scores", agrees(oracle, lambda t: (1e4 * t.randn(4, 6), 0, False)), "1e4 · randn(4, 6), dim 0"),
        Check("infinities", agrees(oracle, hidden), "a row of −inf, a row with +inf"),
        Check("a dimension of one", agrees(oracle, lambda t: (t.randn(1, 5), 1, False)), "(1, 5), dim 1"),
        Check("gradients", differentiates(oracle, lambda t: (t.randn(3, 4), 1, False)), "(3, 4), float64"),
    ),
    entry="logsumexp",
    level=Level.SCREEN,
    minutes=6,
    forbidden=("logsumexp", "logaddexp", "logcumsumexp", "softmax", "log_softmax"),
    operations=20,
    hints=(
        "log Σ exp(x) = c + log Σ exp(x − c) for any c.",
        "With c the maximum the largest term is exp(0) = 1. What if the maximum is infinite?",
        "Where the maximum is infinite take c = 0: log 0 = −inf and log inf = inf come out by themselves.",
    ),
    why="inf − inf is nan: a row that a mask hides whole would poison everything after it.",
    cards=("log-sum-exp/masked",),
)
