"""What attention logits show: numbers, matrices, and how they are tabulated and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prep.demos.library.shared.image import heat
from prep.demos.library.shared.sample import sample_mean, sample_root
from prep.demos.spec import Column, Fact, Form, Image, Picture, Point, Series

if TYPE_CHECKING:
    from torch import Tensor

ROWS, KEYS = 10, 32
"""Of the logits that are shown."""
OWN = 10
"""Keys of the weights that are shown."""


def look(x: float, s: Tensor) -> Iterator[Point]:
    """Spread, entropy, largest weight, largest |logit| of a row and of all, of the logits s (rows, keys)."""
    import torch

    p = s.double().softmax(-1)  # (rows, keys)
    yield deviation("std", x, s)
    yield sample_mean("entropy", x, torch.special.entr(p).sum(-1))
    yield sample_mean("weight", x, p.amax(-1))
    yield sample_mean("top", x, s.abs().amax(-1))
    yield Point("max", x, s.abs().max().item())


def deviation(series: str, x: float, s: Tensor) -> Point:
    """Root of the mean square of logits whose mean is 0; rows are independent."""
    return sample_root(series, x, s.double().square().mean(-1))


def matrices(x: float, s: Tensor, plain: Tensor) -> Iterator[Image]:
    """The first logits of both."""
    for name, logits in (("logits", s), ("plain-logits", plain)):
        yield heat(name, x, logits[:ROWS, :KEYS].abs())


def weights(x: float, s: Tensor, t: Tensor | None = None) -> Image:
    """The first rows of the attention matrix, with their first keys; query i trades key i for its own one, t[i]."""
    p = s[:ROWS].double().softmax(-1)  # (rows shown, keys)
    for i, row in enumerate(p if t is not None else ()):
        if t is not None and i < min(OWN, len(row)):
            row[[i, int(t[i])]] = row[[int(t[i]), i]]
    return heat("weights", x, p[:, :OWN])


def series(phase: str, control: str) -> tuple[Series, ...]:
    """All that is measured; plotted is the spread at initialisation, the largest |logit| in training."""
    trained = phase == "training"
    limit = {"qk-norm": "bound gain·√dₖ", "soft-cap": "the cap"}.get(control, "")
    return (
        Series("top", f"{control}: row's largest |logit|", plotted=trained, decimals=2),
        Series("std", f"{control}: spread", "theory", plotted=not trained, decimals=3),
        Series("plain", "1/√dₖ alone", "" if trained else "theory 1", decimals=2 if trained else 3),
        *((Series("bound", "", limit),) if trained and limit else ()),
        Series("max", "largest |logit| of all", plotted=False, decimals=2),
        Series("entropy", "entropy, nats", "theory", plotted=False),
        Series("weight", "mean largest weight", plotted=False),
        *((Series("loss", "test loss", plotted=False),) if trained else ()),
    )


def columns(phase: str) -> tuple[Column, ...]:
    """The table, what is asked about first."""
    if phase == "init":
        return (
            Column("spread", "std"),
            Column("theory", "std", Fact.THEORY),
            Column("entropy", "entropy"),
            Column("theory", "entropy", Fact.THEORY),
            Column("max p", "weight", wide=True),
            Column("row's max |s|", "top", wide=True),
            Column("of all", "max", wide=True),
        )
    return (
        Column("max |s|", "top"),
        Column("of all", "max"),
        Column("1/√dₖ", "plain"),
        Column("entropy", "entropy"),
        Column("spread", "std", wide=True),
        Column("max p", "weight", wide=True),
        Column("loss", "loss", wide=True),
    )


def pictures(phase: str, control: str, keys: int) -> tuple[Picture, ...]:
    """The attention matrix, and the logits with and without the control."""

    def matrix(name: str, title: str, unit: str) -> Picture:
        return Picture(name, title, Form.HEAT, down="query", across="key", unit=unit)

    own = ", its own on the diagonal" if phase == "training" else ""
    logits = f"|logits| of {ROWS} queries with {min(KEYS, keys)} keys each, "
    return (
        matrix("weights", f"attention weights, {min(OWN, keys)} of {keys} keys a query{own}, {control}", "weight"),
        matrix("logits", f"{logits}{control}", "|logit|"),
        matrix("plain-logits", f"{logits}1/√dₖ alone", "|logit|"),
    )
