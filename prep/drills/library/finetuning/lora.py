"""A LoRA layer, and its merge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, w: Tensor, a: Tensor, b: Tensor, alpha: float) -> Tensor:
    """The frozen layer plus the low-rank path."""
    return x @ w.T + alpha / a.shape[0] * (x @ a.T) @ b.T


def merged(w: Tensor, a: Tensor, b: Tensor, alpha: float) -> Tensor:
    """One weight that does both."""
    return w + alpha / a.shape[0] * b @ a


def draw(bench: Bench, r: int = 2, alpha: float = 6.0) -> tuple[Any, ...]:
    """x, w, a, b, alpha."""
    return bench.randn(3, 5), bench.randn(4, 5), bench.randn(r, 5), bench.randn(4, r), alpha


def merges(bench: Bench) -> None:
    """The merged weight gives what both paths give."""
    _, w, a, b, alpha = draw(bench, 3)
    one = bench.call(w, a, b, alpha, entry="merge")
    bench.agree(one, merged(w.double(), a.double(), b.double(), alpha))


def frozen(bench: Bench) -> None:
    """Gradients reach a, b and x, never w."""
    x, w, a, b, alpha = draw(bench)
    leaves = bench.leaves((x, w, a, b))
    bench.call(*leaves, alpha, keep=True).sum().backward()
    if leaves[1].grad is not None and bool(leaves[1].grad.any()):
        bench.fail("the frozen weight w has a gradient; detach it")
    if leaves[2].grad is None or leaves[3].grad is None:
        bench.fail("a and b have no gradient: they are what is trained")


DRILL = Drill(
    name="finetuning.lora",
    title="LoRA: layer and merge",
    task="""Write lora(x, w, a, b, alpha) and merge(w, a, b, alpha). x (n, d), frozen weight w (m, d), a (r, d), b (m,
r). The layer adds to x @ w.T the low-rank path through a, then b, scaled by alpha / r. No gradient may reach w, even
if it asks for one. merge returns the one weight (m, d) that gives the same.""",
    stub='''import torch


def lora(x, w, a, b, alpha):
    """(n, d), (m, d), (r, d), (m, r), a float; returns (n, m)."""
    ...


def merge(w, a, b, alpha):
    """Returns (m, d)."""
    ...
''',
    reference="""import torch


def lora(x, w, a, b, alpha):
    return x @ w.detach().T + alpha / len(a) * (x @ a.T @ b.T)


def merge(w, a, b, alpha):
    return w + alpha / a.shape[0] * (b @ a)
""",
    wrongs=(
        Wrong("alpha wasn't divided by the rank", "values", "alpha / len(a)", "alpha"),
        Wrong("alpha was divided by the root of the rank", "values", "alpha / len(a)", "alpha / len(a) ** 0.5"),
        Wrong("w was trained, too", "w is frozen", "w.detach()", "w"),
        Wrong("the merged weight lacked the scale", "merge", "alpha / a.shape[0] * (b @ a)", "(b @ a)"),
        Wrong("merge took the path away", "merge", "w + alpha / a.shape[0]", "w - alpha / a.shape[0]"),
        Wrong("the low-rank path replaced the layer", "values", "x @ w.detach().T + ", ""),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t)), "r 2, alpha 6"),
        Check(
            "b of zeros", agrees(oracle, lambda t: (*draw(t)[:3], 0 * t.randn(4, 2), 6.0)), "b = 0: the frozen layer"
        ),
        Check("w is frozen", frozen, "w asks for gradients"),
        Check("merge", merges, "r 3, alpha 6"),
        Check("rank one", agrees(oracle, lambda t: draw(t, 1)), "r 1"),
    ),
    entry="lora",
    level=Level.SCREEN,
    minutes=8,
    operations=20,
    hints=(
        "x goes through a (down to r), then through b (up to m).",
        "The scale is alpha / r: it keeps the size of the update when r changes.",
        "x @ w.detach().T + alpha / r · x @ a.T @ b.T; merged: w + alpha / r · b @ a.",
    ),
    why="""b begins at 0, so that the first forward pass is the frozen model's; a must not, or nothing would ever get
a gradient.""",
    cards=("lora/update", "lora/scaling"),
)
