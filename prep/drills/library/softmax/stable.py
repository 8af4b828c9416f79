"""Softmax over a chosen dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates, shaped

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, dim: int) -> Tensor:
    """Torch's own."""
    return x.softmax(dim)


def with_hidden(bench: Bench) -> tuple[Any, ...]:
    """Some scores are minus infinity, as a mask leaves them; no row is hidden whole."""
    x = bench.randn(4, 6)
    x[:, 3:] = float("-inf")
    return x, -1


DRILL = Drill(
    name="softmax.stable",
    title="Softmax that doesn't overflow",
    task="""Write softmax(x, dim): the softmax of a tensor of any shape along any one dimension, in the type of x. It
must hold for scores of a million and for scores that are minus infinity (at least one in each row is finite).""",
    stub='''import torch


def softmax(x, dim):
    """x: any shape; returns the same shape, which sums to 1 along dim."""
    ...
''',
    reference="""import torch


def softmax(x, dim):
    e = (x - x.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
""",
    wrongs=(
        Wrong("exp saw the scores as they are", "huge scores", "(x - x.amax(dim, keepdim=True)).exp()", "x.exp()"),
        Wrong("the whole tensor had one maximum", "rows far apart", "x.amax(dim, keepdim=True)", "x.max()"),
        Wrong("the sum always ran over the last dimension", "another dimension", "e.sum(dim,", "e.sum(-1,"),
        Wrong("the mean was subtracted in place of the maximum", "huge scores", "x.amax(dim", "x.mean(dim"),
        Wrong("the result was float32 whatever came in", "shape and type", "e / e.sum", "e.float() / e.float().sum"),
        Wrong(
            "a small number was added to the sum",
            "values",
            "e / e.sum(dim, keepdim=True)",
            "e / (e.sum(dim, keepdim=True) + 1e-3)",
        ),
    ),
    checks=(
        Check(
            "shape and type", shaped(oracle, lambda t: (*t.cast((t.randn(3, 4),), "bfloat16"), -1)), "(3, 4), bfloat16"
        ),
        Check("values", agrees(oracle, lambda t: (t.randn(4, 7), -1)), "(4, 7), dim −1"),
        Check("another dimension", agrees(oracle, lambda t: (t.randn(3, 4, 5), 1)), "(3, 4, 5), dim 1"),
        Check(
            "rows far apart",
            agrees(oracle, lambda t: (t.randn(2, 5) + t.rows(-60, 60), -1)),
            "a row near −60, a row near 60",
        ),
        Check("huge scores", agrees(oracle, lambda t: (1e6 * t.randn(4, 6), -1)), "x = 1e6 · randn(4, 6)"),
        Check("minus infinity", agrees(oracle, with_hidden), "half of each row is −inf"),
        Check("float16", agrees(oracle, lambda t: (20 * t.randn(3, 9), -1), dtype="float16"), "20 · randn(3, 9)"),
        Check("gradients", differentiates(oracle, lambda t: (t.randn(3, 4), 0)), "(3, 4), dim 0, float64"),
        Check("one element", agrees(oracle, lambda t: (t.randn(2, 1), 1)), "(2, 1)"),
    ),
    entry="softmax",
    level=Level.SCREEN,
    minutes=5,
    forbidden=("softmax", "log_softmax", "logsumexp", "softmin"),
    operations=24,
    hints=(
        "From which score on does exp overflow in float32? (89)",
        "softmax(x) = softmax(x − c) for any number c of a row.",
        "c = the row's maximum along dim, kept as a dimension of one.",
    ),
    why="""With c the maximum every exponent is at most 0, and the sum is at least 1: nothing overflows, nothing
divides by 0.""",
    cards=(
        "code-linear-models/softmax",
        "log-sum-exp/shift",
    ),
)
