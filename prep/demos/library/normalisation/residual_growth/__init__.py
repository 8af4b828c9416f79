"""How does the residual stream grow with depth, with and without a norm? Its second moment after each block.

A block adds f(x) = W₂ relu(W₁ x) with W₁ ~ N(0, 2/n), W₂ ~ N(0, 1/hidden): for an input of second moment 1 the update
has second moment 1, and it is uncorrelated with the stream. So the stream's second moment is

    pre-LN          x + f(LN x)          1 + l, and block l+1 changes the stream by a share 1/√(l+1)
    pre-LN/√L       x + f(LN x)/√L       1 + l/L
    no norm         x + f(x)             2^l
    post-LN         LN(x + f(x))         1

These are averages over networks. In one network of width n an update's overlap with the stream has a random sign, and
rows of a batch share it as far as they are alike: after ReLU any two rows have cosine 1/π or more, which grows from
block to block (the arc-cosine kernel of Cho & Saul 2009). The tolerance adds these variances up.

Sources: Xiong et al. 2020, On Layer Normalization in the Transformer Architecture; Radford et al. 2019 (1/√N).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.declaration.outcome import Outcome
from prep.demos.library.normalisation.residual_growth.stream_spread import spreads
from prep.demos.spec import (
    Axis,
    Choice,
    Column,
    Distractor,
    Fact,
    Int,
    NumberQuestion,
    Point,
    Scale,
    Series,
    demo,
)

if TYPE_CHECKING:
    from torch import Generator, Tensor

CLASSES = 10
"""Of the cross-entropy whose gradients are measured."""


def watched(blocks: int) -> tuple[int, ...]:
    """The first block and eighths of the depth."""
    return tuple(sorted({1} | {max(1, round(blocks * i / 8)) for i in range(1, 9)}))


def theory(l: float, mode: str, blocks: int) -> dict[str, float]:  # noqa: E741 (the paper's l)
    """Second moment after l blocks (its log₂ without a norm), and the share by which block l changes the stream."""
    match mode:
        case "none":
            return {"moment": l, "update": 1.0}
        case "post":
            return {"moment": 1.0, "update": 1.0}
        case _:
            size = 1 / blocks if "sqrt" in mode else 1.0
            return {"moment": 1 + l * size, "update": math.sqrt(size / (1 + (l - 1) * size))}


def tolerance(point: Point, mode: str, blocks: int, width: int, batch: int) -> float:
    """Four standard deviations between networks (without a norm: of log₂, and the shift of its mean).

    LayerNorm's ε = 1e-5 takes as much of a second moment of 1; float32 rounds its mean to less.
    """
    stream, update = spreads(round(point.x), mode, blocks, width, batch)
    if point.series == "update":
        return 4 * update * theory(point.x, mode, blocks)["update"]
    if mode == "none":
        return (4 * stream + stream**2 / 2) / math.log(2)
    return 4 * stream * theory(point.x, mode, blocks)["moment"] + 1.1e-5


def question(l: float, mode: str, blocks: int) -> NumberQuestion:  # noqa: E741
    what = "log₂ of the stream's second moment" if mode == "none" else "the stream's second moment"
    return NumberQuestion(
        f"After {l:g} blocks {what} is about",
        "moment",
        l,
        within=0.2,
        formula="" if mode == "post" else symbol(f"{l:g}", mode, blocks),
    )


def symbol(l: str, mode: str, blocks: int) -> str:  # noqa: E741
    """Theory's second moment in symbols; its log₂ without a norm."""
    return {"pre": f"1 + {l}", "pre/sqrtL": f"1 + {l}/{blocks}", "none": f"log₂ 2^{l}", "post": "1"}[mode]


def remark(outcome: Outcome, mode: str) -> str:
    """The growth, the share of the last block, and the gradients of the last against the first block."""
    first, last = outcome.sheet.xs[0], outcome.sheet.xs[-1]
    moment, update, near, far = (
        outcome.measured(s, x) for s, x in (("moment", last), ("update", last), ("gradient", last), ("gradient", first))
    )
    assert moment and update and near and far
    grown = f"2^{moment.y:.1f}" if mode == "none" else f"{moment.y:.1f}"
    return (
        f"After {last:g} blocks the second moment is {grown}, and block {last:g} changes the stream by "
        f"{100 * update.y:.0f} % of its size. The gradient of the last block is {near.y / far.y:.2g} times that of "
        "the first."
    )


def stays_one(outcome: Outcome) -> float:
    """How far the stream is from keeping its second moment, in tolerances."""
    last = outcome.sheet.xs[-1]
    point = outcome.measured("moment", last)
    assert point
    return abs(point.y - 1) / (outcome.tolerance("moment", last) or math.inf)


@demo(
    name="normalisation.residual-growth",
    title="How does a residual stream grow?",
    intro=lambda mode, blocks, width, batch: (
        f"{batch} random inputs of width {width} pass {blocks} residual blocks "
        "with random weights whose update has the second moment of its input, "
        + {
            "pre": "normalised first (pre-LN)",
            "pre/sqrtL": f"normalised first and divided by √{blocks}",
            "none": "without any norm",
            "post": "and the sum is normalised (post-LN)",
        }[mode]
        + ". We measure the stream's second moment after each block, and the gradients of a random classification."
    ),
    parameters=(
        Choice("mode", "pre", ("pre", "pre/sqrtL", "none", "post"), note="where the norm stands"),
        Int("blocks", 48, 1, 64, label="L", scale=Scale.TWOS),
        Int("width", 256, 128, 512, label="n", scale=Scale.TWOS),
        Int("batch", 128, 8, 256, scale=Scale.TWOS, front=False, note="inputs"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("block", "l"),
    y=lambda mode: Axis("log₂ of the second moment" if mode == "none" else "second moment", low=0.0),
    series=lambda mode, blocks: (
        Series("moment", "measured", f"theory {symbol('l', mode, blocks)}", decimals=2),
        Series("update", "|update| / |stream|", "theory", plotted=False, decimals=3),
        Series("gradient", "|∂L/∂W₂|", plotted=False, decimals=0 if mode == "none" else 3),
    ),
    columns=(
        Column("measured", "moment"),
        Column("theory", "moment", Fact.THEORY),
        Column("update", "update"),
        Column("theory", "update", Fact.THEORY),
        Column("gradient", "gradient", wide=True),
    ),
    xs=watched,
    unit="blocks",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard deviations between networks of this width",
    remark=remark,
    distractor=Distractor("residual connections keep the second moment", stays_one),
    source="Xiong et al. 2020, On Layer Normalization in the Transformer Architecture; Radford et al. 2019, GPT-2",
    quick={"blocks": 16},
)
def residual_growth(mode: str, blocks: int, width: int, batch: int, seed: int) -> Iterator[Point]:
    import torch

    g = torch.Generator().manual_seed(seed)
    x = torch.randn(batch, width, generator=g)  # (batch, n)
    moments, updates, weights = [], [], []
    for _ in range(blocks):
        x, update, W_2 = _block(x, mode, blocks, g)
        moments.append(x.detach().double().square().mean().item())
        updates.append(update)
        weights.append(W_2)
    gradients = _gradients(x if mode in ("post", "none") else _norm(x), weights, g)
    for l in watched(blocks):  # noqa: E741
        moment = moments[l - 1]
        yield Point("moment", l, math.log2(moment) if mode == "none" else moment)
        yield Point("update", l, updates[l - 1])
        yield Point("gradient", l, gradients[l - 1])


def _norm(x: Tensor) -> Tensor:
    import torch

    return torch.nn.functional.layer_norm(x, x.shape[-1:])


def _block(x: Tensor, mode: str, blocks: int, g: Generator) -> tuple[Tensor, float, Tensor]:
    """The stream after a block, |update| / |stream|, and the block's W₂."""
    import torch

    n, hidden = x.shape[1], 2 * x.shape[1]
    W_1 = torch.randn(n, hidden, generator=g) * math.sqrt(2 / n)  # (n, hidden)
    W_2 = (torch.randn(hidden, n, generator=g) / math.sqrt(hidden)).requires_grad_()  # (hidden, n)
    read = _norm(x) if mode in ("pre", "pre/sqrtL") else x  # (batch, n)
    update = (read @ W_1).relu() @ W_2 / (math.sqrt(blocks) if mode == "pre/sqrtL" else 1)  # (batch, n)
    share = (update.norm() / x.norm()).item()
    return (_norm(x + update) if mode == "post" else x + update), share, W_2


def _gradients(x: Tensor, weights: list[Tensor], g: Generator) -> list[float]:
    """|∂L/∂W₂| of every block, for the cross-entropy of random labels."""
    import torch

    W = torch.randn(x.shape[1], CLASSES, generator=g) / math.sqrt(x.shape[1])  # (n, classes)
    labels = torch.randint(CLASSES, (len(x),), generator=g)  # (batch,)
    loss = torch.nn.functional.cross_entropy(x @ W, labels)
    return [dW.norm().item() for dW in torch.autograd.grad(loss, weights)]
