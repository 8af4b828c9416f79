"""InfoNCE, both directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(a: Tensor, b: Tensor, temperature: float) -> Tensor:
    """Cross-entropy of the similarities, rows and columns, on unit vectors."""
    import torch

    f = torch.nn.functional
    s = f.normalize(a, dim=-1) @ f.normalize(b, dim=-1).T / temperature
    at = torch.arange(len(a))
    return (f.cross_entropy(s, at) + f.cross_entropy(s.T, at)) / 2


def draw(bench: Bench, n: int, d: int, temperature: float = 0.5, scale: float = 1.0) -> tuple[Any, ...]:
    """Pairs that resemble one another somewhat."""
    a = bench.randn(n, d)
    return scale * a, scale * (a + bench.randn(n, d)), temperature


DRILL = Drill(
    name="loss.infonce",
    title="InfoNCE in both directions (CLIP loss)",
    task="""Write infonce(a, b, temperature): a and b (n, d); row i of a belongs to row i of b, all other rows are
negatives. Scale every row to length 1; the logits are the cosines divided by temperature. Return the mean of two
cross-entropies: each a among all b, each b among all a. The temperature may be 0.01. F.cross_entropy may be
called.""",
    stub='''import torch
import torch.nn.functional as F


def infonce(a, b, temperature):
    """(n, d) twice and a float; returns a tensor with one number."""
    ...
''',
    reference="""import torch
import torch.nn.functional as F


def infonce(a, b, temperature):
    a, b = a / a.norm(dim=-1, keepdim=True), b / b.norm(dim=-1, keepdim=True)
    s = a @ b.T / temperature                                       # (n, n)
    at = torch.arange(len(a))
    return (F.cross_entropy(s, at) + F.cross_entropy(s.T, at)) / 2
""",
    wrongs=(
        Wrong(
            "rows weren't scaled to length 1",
            "values",
            "a / a.norm(dim=-1, keepdim=True), b / b.norm(dim=-1, keepdim=True)",
            "a, b",
        ),
        Wrong(
            "only one direction was counted",
            "values",
            "(F.cross_entropy(s, at) + F.cross_entropy(s.T, at)) / 2",
            "F.cross_entropy(s, at)",
        ),
        Wrong(
            "both directions were added, not averaged",
            "values",
            "F.cross_entropy(s.T, at)) / 2",
            "F.cross_entropy(s.T, at))",
        ),
        Wrong("it was multiplied by the temperature", "values", "/ temperature", "* temperature"),
        Wrong("the temperature was left out", "values", " / temperature", ""),
        Wrong(
            "columns were scaled in place of rows",
            "values",
            "a / a.norm(dim=-1, keepdim=True)",
            "a / a.norm(dim=0, keepdim=True)",
        ),
        Wrong(
            "exp was taken without care",
            "low temperature",
            "(F.cross_entropy(s, at) + F.cross_entropy(s.T, at)) / 2",
            "(-(s.exp().diag() / s.exp().sum(1)).log().mean() - (s.exp().diag() / s.exp().sum(0)).log().mean()) / 2",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 5, 8)), "(5, 8), temperature 0.5"),
        Check("low temperature", agrees(oracle, lambda t: draw(t, 6, 3, 0.005), loose=20), "temperature 0.005"),
        Check("long vectors", agrees(oracle, lambda t: draw(t, 4, 8, scale=1e4)), "vectors of length 1e4"),
        Check("one pair", agrees(oracle, lambda t: draw(t, 1, 4)), "(1, 4): nothing to tell apart"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 3, 4)), "(3, 4), float64"),
    ),
    entry="infonce",
    minutes=8,
    operations=40,
    hints=(
        "Cosines first: how long may a row be?",
        "The right answer of row i is column i: labels are arange(n).",
        "Cross-entropy of s and of sᵀ, averaged.",
    ),
    why="""Without unit length the model lowers the loss by making vectors longer, which is a temperature in
disguise.""",
    cards=("infonce/classification",),
)
