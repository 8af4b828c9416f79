"""How two tensors differ: whether by more than is allowed, where most, and how that is told."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from prep.drills.result import Miss

SHOWN = 4
"""Numbers of a row that are shown."""
EXACT = {
    torch.float64: (1e-9, 1e-9),
    torch.float32: (1e-5, 1e-5),
    torch.float16: (2e-3, 4e-3),
    torch.bfloat16: (1.6e-2, 3.2e-2),
}
"""(absolute, relative): a few roundings of each type, for sums of a few dozen terms near 1."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """|got - expected| may be absolute + relative · |expected|."""

    absolute: float
    relative: float

    def __str__(self) -> str:
        return f"{_short(self.absolute)} + {_short(self.relative)} · |expected|" if self.relative else "none"


def _short(number: float) -> str:
    """1e-5 for 1e-05."""
    return f"{number:.2g}".replace("e-0", "e-")


def allowed(dtype: torch.dtype, loose: float) -> Allowed:
    """For results of this type; whole numbers must be equal."""
    absolute, relative = EXACT.get(dtype, (0.0, 0.0))
    return Allowed(absolute * loose, relative * loose)


def close(got: Tensor, expected: Tensor, rule: Allowed) -> bool:
    """Whether they are the same by this rule; nan equals nan, infinity itself."""
    return torch.allclose(got.double(), expected.double(), rule.relative, rule.absolute, equal_nan=True)


def tell(got: Tensor, expected: Tensor, rule: Allowed, what: str, like: str) -> Miss:
    """Where they differ most, for shapes that are equal. nan comes first, then infinity."""
    mine, theirs = got.detach().double().reshape(-1), expected.detach().double().reshape(-1)
    off = (mine - theirs).abs()
    beyond = ~torch.isclose(mine, theirs, rule.relative, rule.absolute, equal_nan=True)
    rank = torch.where(beyond, off.nan_to_num(torch.inf), -1.0)
    at = int(rank.argmax())
    many, wrong = expected.numel(), int(beyond.sum())
    bad = "nan" if mine[at].isnan() else f"{off[at]:.3g}"
    return Miss(
        _says(mine, theirs, beyond, what),
        expected=_row(theirs, at, expected),
        got=_row(mine, at, expected),
        worst=f"{bad} at {_index(at, expected.shape)}; {wrong} of {many} {'element' if many == 1 else 'elements'}",
        allowed=str(rule),
        like=like,
    )


def _index(at: int, shape: torch.Size) -> list[int]:
    """Where the number stands that is `at` in the flat order."""
    index: list[int] = []
    for size in reversed(shape):
        at, rest = divmod(at, size)
        index.insert(0, rest)
    return index


def _says(mine: Tensor, theirs: Tensor, beyond: Tensor, what: str) -> str:
    if bool((mine.isnan() & beyond).any()):
        return f"{what} nan"
    if bool((theirs.isnan() & beyond).any()):
        return f"{what} a number where nan is expected"
    if bool((mine.isinf() & beyond).any()):
        return f"{what} infinity"
    return f"{what} wrong values"


def _row(values: Tensor, at: int, shape: Tensor) -> str:
    """The numbers around the worst one, in its row."""
    width = shape.shape[-1] if shape.dim() else 1
    start = at - at % width
    first = start + max(0, min(at - start - SHOWN // 2, width - SHOWN))
    last = min(first + SHOWN, start + width)
    numbers = "  ".join(f"{float(each):.4g}".replace("-", "\u2212") for each in values[first:last])
    return f"{'…  ' * (first > start)}{numbers}{'  …' * (last < start + width)}"
