"""What do more devices cost? The idle share of a pipeline, and what each rank of a ring all-reduce sends.

Pipeline: p stages, m micro-batches. The last stage waits p − 1 steps for its first work and the first one as long at
the end, so (p − 1)/(m + p − 1) of the time is idle, with GPipe as with 1F1B (papers that divide by the ideal time
write (p − 1)/m); 1F1B keeps the activations of at most p micro-batches, GPipe of all m. Ring all-reduce of S gradients
over n ranks: n − 1 steps of reduce-scatter and n − 1 of all-gather, each of S/n elements: 2(n − 1)/n · S, at most 2S
however many ranks. Tensor parallel: a column split of the first matrix and a row split of the second need one sum; a
row split first needs its sum before the non-linearity. One number of devices p stands for stages, ranks and parts, so
that all three costs share an axis.

Sources: Huang et al. 2019, GPipe, §2.3; Narayanan et al. 2021, §2.2 (1F1B); Patarasuk & Yuan 2009 (ring);
Shoeybi et al. 2019, Megatron-LM, §3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.shared.reading import at, off
from prep.demos.library.systems.pipeline.schedule import BACKWARD, held, makespan, order
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Int,
    Ints,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor

S = 840
"""Gradients that the ring sums; ranks that don't divide it get parts that differ by one, the mean is unchanged."""
TOKENS, WIDTH, HIDDEN = 7, 64, 256
"""Of the two-layer block that is split."""


def theory(p: float, m: int, schedule: str) -> dict[str, float]:
    return {
        "idle": (p - 1) / (m + p - 1),
        "held": m if schedule == "gpipe" else min(p, m),
        "sent": 2 * (p - 1) / p,
        "ring-error": 0.0,
        "split-error": 0.0,
    }


def tolerance(point: Point) -> float:
    """Counts are exact. A sum of k terms below t, in two orders, differs by at most 2ku · kt.

    The ring sums p normals, below 6; a block HIDDEN products of a normal with GELU of a row product, below 6 · 6√WIDTH;
    the few operations of a share lie below 64u.
    """
    terms = {"ring-error": (point.x, 6), "split-error": (HIDDEN, 6 * 6 * 8)}
    k, t = terms.get(point.series, (1, 32))
    return 2 * k * k * t * 2.0**-53


def question(p: float, m: int) -> NumberQuestion:
    return NumberQuestion(
        f"{p:g} pipeline stages, {m} micro-batches: the idle share of the time is about",
        "idle",
        p,
        within=0.1,
        formula=f"{p - 1:g}/{m + p - 1:g}",
    )


def remark(outcome: Outcome) -> str:
    """Idle share and traffic from the fewest to the most devices, and the price of the wrong split."""
    few, many = min(outcome.sheet.xs), max(outcome.sheet.xs)
    start = f" ({at(outcome, 'idle', few):.3f} with {few:g})" if few < many else ""
    return (
        f"With {many:g} stages the idle share is {at(outcome, 'idle', many):.3f}{start}. A rank of the ring sends "
        f"{at(outcome, 'sent', many):.3f} times its gradients, with any number of ranks less than 2. Split by rows "
        f"first, without a sum before the non-linearity, a block is off by up to "
        f"{at(outcome, 'row-first', many):.2g}."
    )


def traffic_grows(outcome: Outcome) -> float:
    most = max(outcome.sheet.xs)
    return off(outcome, "sent", most, most - 1)


@demo(
    name="systems.pipeline",
    title="What do more devices cost?",
    intro=lambda p, m, schedule: (
        f"A {schedule} pipeline runs {m} micro-batches through its stages, step by step; a "
        f"ring of as many ranks sums {S} gradients; a block is split between them. For {len(p)} numbers of devices p "
        "we count idle time, micro-batches held, and elements sent, and compare the results."
    ),
    parameters=(
        Ints("p", (2, 4, 16, 32, 64, 8), 2, 64, note="devices: stages, ranks, parts"),
        Int("m", 32, 1, 256, scale=Scale.TWOS, note="micro-batches"),
        Choice("schedule", "gpipe", ("gpipe", "1f1b"), note="all forward first, or one forward one backward"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("p", "p", Scale.TWOS),
    y=Axis("idle share", low=0.0, high=1.0),
    series=(
        Series("idle", "idle share of the pipeline", "theory (p − 1)/(m + p − 1)"),
        Series("held", "micro-batches held", "theory", plotted=False, decimals=0),
        Series("sent", "sent by a rank, in gradients", "theory 2(p − 1)/p", plotted=False),
        Series("ring-error", "ring against sum", "theory", plotted=False, decimals=1),
        Series("split-error", "column, then row split", "theory", plotted=False, decimals=1),
        Series("row-first", "row split first, no sum", plotted=False, decimals=1),
    ),
    columns=(
        Column("idle", "idle"),
        Column("theory", "idle", Fact.THEORY),
        Column("held", "held"),
        Column("sent/S", "sent"),
        Column("col-row", "split-error", wide=True),
        Column("row first", "row-first", wide=True),
    ),
    xs=lambda p: p,
    unit="numbers of devices",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="none for counts; float64 rounding for sums",
    remark=remark,
    distractor=Distractor("all-reduce traffic of a rank grows with the ranks", traffic_grows),
    source="Huang et al. 2019, GPipe, §2.3; Narayanan et al. 2021, §2.2; Patarasuk & Yuan 2009, JPDC 69(2); "
    "Shoeybi et al. 2019, Megatron-LM, §3",
)
def pipeline(p: tuple[int, ...], m: int, schedule: str, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    for n in p:
        orders = [order(stage, n, m, schedule) for stage in range(n)]
        yield Point("idle", n, 1 - m * (1 + BACKWARD) / makespan(orders))
        yield Point("held", n, max(held(work) for work in orders))
        gradients = torch.randn(n, S, generator=g, dtype=torch.float64)  # (n, S)
        reduced, sent = ring(gradients)
        yield Point("sent", n, sent / (n * S))
        yield Point("ring-error", n, (reduced - gradients.sum(0)).abs().max().item())
        yield from _split(n, g)


def ring(gradients: Tensor) -> tuple[Tensor, int]:
    """All-reduce of (n, S) by neighbours only: what rank 0 ends with, (S,), and the elements sent by all ranks."""
    import torch

    n = len(gradients)
    parts = [list(rank.clone().tensor_split(n)) for rank in gradients]  # n parts of about S/n
    sent = 0
    for step in range(2 * (n - 1)):
        adding = step < n - 1  # reduce-scatter, then all-gather
        for rank, part in [(r, (r - step) % n if adding else (r + 1 - (step - n + 1)) % n) for r in range(n)]:
            to = (rank + 1) % n  # what it sends now it will not receive in this step
            parts[to][part] = parts[to][part] + parts[rank][part] if adding else parts[rank][part]
            sent += parts[rank][part].numel()
    return torch.cat(parts[0]), sent


def _split(p: int, g: Generator) -> Iterator[Point]:
    """A block GELU(XA)B split in p parts: columns of A with rows of B, and rows of A first."""
    import torch

    X = torch.randn(TOKENS, WIDTH, generator=g, dtype=torch.float64)  # (tokens, width)
    A = torch.randn(WIDTH, HIDDEN, generator=g, dtype=torch.float64)  # (width, hidden)
    B = torch.randn(HIDDEN, WIDTH, generator=g, dtype=torch.float64)  # (hidden, width)
    gelu = torch.nn.functional.gelu
    parts = zip(A.tensor_split(p, 1), B.tensor_split(p, 0), strict=True)
    columns = torch.stack([gelu(X @ a) @ b for a, b in parts]).sum(0)  # one sum, (tokens, width)
    yield Point("split-error", p, (columns - gelu(X @ A) @ B).abs().max().item())
    rows = zip(X.tensor_split(p, 1), A.tensor_split(p, 0), strict=True)
    early = torch.stack([gelu(x @ a) for x, a in rows]).sum(0)  # (tokens, hidden)
    yield Point("row-first", p, (early - gelu(X @ A)).abs().max().item())
