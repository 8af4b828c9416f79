"""What a solution calls of torch, seen while it runs: what may not be called, and how many operations it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch.overrides import TorchFunctionMode

from prep.drills.check_failed import CheckFailed
from prep.drills.result import Miss

FREE = frozenset({"__get__", "size", "dim", "numel", "is_floating_point", "stride"})
"""Looking at a tensor is no operation on it."""


class Watch(TorchFunctionMode):
    """Every call of torch from Python comes by here, whatever it was imported as: `F.softmax`, `x.softmax`,
    `nn.Softmax()(x)`, `torch.ops.aten._softmax`."""

    def __init__(self, forbidden: tuple[str, ...], most: int) -> None:
        super().__init__()
        self.forbidden, self.most, self.count = forbidden, most, 0
        self.broken: CheckFailed | None = None
        """What was held against it: the solution may have caught the exception."""

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        name = getattr(func, "__name__", "").strip("_").partition(".")[0]
        if name in self.forbidden:
            self.refuse(f"it calls {name}, which this drill asks you to write yourself")
        self.count += getattr(func, "__name__", "") not in FREE
        if self.most and self.count > self.most:
            self.refuse(
                f"it takes more than {self.most} operations of torch in one call, as a loop over elements does; "
                "write it for whole tensors"
            )
        return func(*args, **(kwargs or {}))

    def refuse(self, says: str) -> None:
        """End the call."""
        self.broken = CheckFailed(Miss(says))
        raise self.broken
