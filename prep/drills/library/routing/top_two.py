"""Top-2 routing of a mixture of experts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(x: Tensor, gate: Tensor, experts: Tensor) -> Tensor:
    """Token by token."""
    import torch

    rows = []
    for token in x:
        scores = gate @ token
        best = scores.argsort(descending=True)[:2]
        weight = scores[best].softmax(0)
        rows.append(sum(weight[i] * (experts[best[i]] @ token) for i in range(2)))
    return torch.stack(rows) if rows else x.new_zeros(0, experts.shape[1])


def draw(bench: Bench, n: int, d: int, many: int, out: int = 3) -> tuple[Any, ...]:
    """Tokens, the router's weight, an expert's matrix each."""
    return bench.randn(n, d), bench.randn(many, d), bench.randn(many, out, d)


DRILL = Drill(
    name="routing.top-two",
    title="Mixture of experts: top-2 routing",
    task="""Write moe(x, gate, experts): tokens x (n, d), router gate (e, d), experts (e, m, d); expert i maps a token
to experts[i] @ token. Each token goes to the two experts with the highest router logits, gate @ token; their results
are weighted by the softmax over these two logits. Return (n, m). e is 2 at least; n may be 0.""",
    stub='''import torch


def moe(x, gate, experts):
    """(n, d), (e, d), (e, m, d); returns (n, m)."""
    ...
''',
    reference="""import torch


def moe(x, gate, experts):
    logits, chosen = (x @ gate.T).topk(2, -1)                       # (n, 2)
    weight = logits.softmax(-1)
    found = torch.einsum("nkmd,nd->nkm", experts[chosen], x)
    return (weight[..., None] * found).sum(1)
""",
    wrongs=(
        Wrong(
            "weights came from the softmax over all experts",
            "values",
            "weight = logits.softmax(-1)",
            "weight = (x @ gate.T).softmax(-1).gather(-1, chosen)",
        ),
        Wrong("only the best expert was asked", "values", "(weight[..., None] * found).sum(1)", "found[:, 0]"),
        Wrong(
            "both experts weighed the same",
            "values",
            "weight = logits.softmax(-1)",
            "weight = torch.full_like(logits, 0.5)",
        ),
        Wrong("all experts were asked", "values", ".topk(2, -1)", ".topk(len(gate), -1)"),
        Wrong("the least likely experts were asked", "values", ".topk(2, -1)", ".topk(2, -1, largest=False)"),
        Wrong("logits weighed in place of probabilities", "values", "logits.softmax(-1)", "logits"),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 12, 4, 5)), "12 tokens, 5 experts"),
        Check("two experts", agrees(oracle, lambda t: draw(t, 4, 3, 2)), "2 experts"),
        Check("one token", agrees(oracle, lambda t: draw(t, 1, 4, 4)), "1 token"),
        Check("no token", agrees(oracle, lambda t: draw(t, 0, 4, 4)), "0 tokens"),
        Check("gradients", differentiates(oracle, lambda t: draw(t, 3, 3, 4, 2)), "float64"),
    ),
    entry="moe",
    minutes=10,
    operations=30,
    hints=(
        "topk gives logits and indices at once.",
        "The softmax runs over the two chosen logits: their weights add up to 1.",
        "experts[chosen] is (n, 2, m, d); einsum with x, weigh, add.",
    ),
    why="""A softmax over all experts leaves the two with less than 1 together: the layer's output shrinks the more
experts there are.""",
    cards=("moe-routing/active-total",),
)
