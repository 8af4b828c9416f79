"""Inverted dropout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def same_mask(x: Tensor, p: float, training: bool, noise: Tensor) -> Tensor:
    """The formula, with the same noise."""
    if not training:
        return x
    return x * (noise >= p) / (1 - p) if p < 1 else 0 * x


def draw(bench: Bench, *shape: int, p: float = 0.3, training: bool = True) -> tuple[Any, ...]:
    """x, p, training, and uniform noise of x's shape."""
    return bench.randn(*shape), p, training, bench.rand(*shape)


def mean_stays(bench: Bench) -> None:
    """Over many elements the mean of a constant stays, within five standard errors."""
    n, p = 40_000, 0.25
    found = float(bench.call(bench.rand(n) * 0 + 1, p, True, bench.rand(n)).mean())
    if abs(found - 1) > 5 * (p / (1 - p) / n) ** 0.5:
        bench.fail(f"the mean of ones after dropout is {found:.3f}; it should stay 1")


DRILL = Drill(
    name="regularisation.dropout",
    title="Inverted dropout",
    task="""Write dropout(x, p, training, noise): in training an element is dropped (set to 0) where noise, uniform in
[0, 1) and of x's shape, is less than p, and what is kept is scaled so that the expectation stays x. Outside training
x comes back unchanged. p may be 0 or 1.""",
    stub='''import torch


def dropout(x, p, training, noise):
    """x and noise of one shape; returns that shape."""
    ...
''',
    reference="""import torch


def dropout(x, p, training, noise):
    if not training:
        return x
    if p == 1:
        return torch.zeros_like(x)
    return x * (noise >= p) / (1 - p)
""",
    wrongs=(
        Wrong("what is kept wasn't scaled", "training", " / (1 - p)", ""),
        Wrong("it was scaled by 1 / p", "training", " / (1 - p)", " / max(p, 1e-9)"),
        Wrong("p was the share that is kept", "training", "noise >= p", "noise < p"),
        Wrong("it dropped outside training too", "evaluation", "if not training:", "if False:"),
        Wrong(
            "outside training x was scaled",
            "evaluation",
            "        return x\n    if p",
            "        return x * (1 - p)\n    if p",
        ),
        Wrong("one mask served the whole batch", "training", "noise >= p", "noise[:1] >= p"),
        Wrong("p of one divided by zero", "p of one", "if p == 1:", "if False:"),
    ),
    checks=(
        Check("evaluation", agrees(same_mask, lambda t: draw(t, 3, 4, training=False)), "(3, 4), training False"),
        Check("training", agrees(same_mask, lambda t: draw(t, 8, 20)), "(8, 20), p 0.3"),
        Check("p of zero", agrees(same_mask, lambda t: draw(t, 3, 4, p=0.0)), "p 0"),
        Check("p of one", agrees(same_mask, lambda t: draw(t, 3, 4, p=1.0)), "p 1"),
        Check("the mean stays", mean_stays, "40,000 ones, p 0.25"),
        Check("gradients", differentiates(same_mask, lambda t: draw(t, 3, 4)), "(3, 4), float64"),
    ),
    entry="dropout",
    level=Level.SCREEN,
    minutes=4,
    forbidden=("dropout", "alpha_dropout", "feature_dropout", "native_dropout"),
    operations=20,
    hints=(
        "What is the expectation of an element that is kept with probability 1 − p?",
        "Scale in training, so that evaluation does nothing at all.",
        "x · [noise ≥ p] / (1 − p); p = 1 needs a line of its own.",
    ),
    why="With p = 1 the formula is 0 / 0: a nan in place of the zeros that were meant.",
    cards=("dropout/train-eval",),
)
