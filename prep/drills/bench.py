"""Where a solution is tried: seeded input, a watched call, a comparison that says where and by how much it differs."""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NoReturn

import torch
from torch import Tensor

from prep.drills.check_failed import CheckFailed
from prep.drills.difference import allowed, close, tell
from prep.drills.result import Miss
from prep.drills.watch import Watch

Function = Callable[..., Any]


class Bench:
    """Given to each check, with a generator of its own."""

    def __init__(
        self,
        solution: dict[str, Any],
        file: str,
        entry: str,
        *,
        seed: int = 0,
        forbidden: tuple[str, ...] = (),
        operations: int = 0,
        gradients: bool = True,
        mistakes: Iterable[tuple[str, dict[str, Any]]] = (),
    ) -> None:
        """solution: the names that the file defines. file: as tracebacks name it. entry: the function to call.

        mistakes: known wrong solutions by name, to be compared with what a wrong one gives.
        """
        self.solution, self.file, self.entry = solution, file, entry
        self.forbidden, self.operations, self.gradients = forbidden, operations, gradients
        self.mistakes = mistakes
        self.generator = torch.Generator().manual_seed(seed)
        self.random = Random(seed)
        self.coarsest = torch.float64
        """The least exact type among the newest arguments: it decides what difference is allowed."""
        self.called: tuple[str, tuple[Any, ...]] | None = None
        """The newest call."""

    # input

    def randn(self, *shape: int) -> Tensor:
        """Standard normal, float32."""
        return torch.randn(shape, generator=self.generator)

    def rand(self, *shape: int) -> Tensor:
        """Uniform in [0, 1), float32."""
        return torch.rand(shape, generator=self.generator)

    def integers(self, low: int, high: int, *shape: int) -> Tensor:
        """Whole numbers from low to high - 1, int64."""
        return torch.randint(low, high, shape, generator=self.generator)

    def rows(self, *values: float) -> Tensor:
        """A column with these numbers, float32."""
        return torch.tensor(values, dtype=torch.float32)[:, None]

    def cast(self, arguments: tuple[Any, ...], dtype: str) -> tuple[Any, ...]:
        """The same with every floating tensor in this type; empty: as they are."""
        return tuple(_cast(each, getattr(torch, dtype)) if dtype else each for each in arguments)

    def leaves(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Copies of which the floating tensors ask for gradients."""
        return tuple(each.detach().clone().requires_grad_() if _floats(each) else each for each in arguments)

    # the call

    def call(self, *arguments: Any, entry: str = "", keep: bool = False) -> Any:
        """What the solution returns. keep: give it these very tensors, for gradients to flow through.

        Raises CheckFailed where it raises, calls what it may not, or changes its input.
        """
        entry = entry or self.entry
        function = self.solution.get(entry)
        if not callable(function):
            raise CheckFailed(Miss(f"there is no function {entry} in your file"))
        self.called = (entry, arguments)
        self.coarsest = _coarsest(arguments)
        given = arguments if keep else copy.deepcopy(arguments)
        returned = self._watched(entry, function, given)
        changed = [number for number, pair in enumerate(zip(arguments, given, strict=True), 1) if not _same(*pair)]
        if changed:
            self.fail(f"{entry} changes its argument number {changed[0]}; make a new one instead")
        return returned

    def _watched(self, entry: str, function: Function, arguments: tuple[Any, ...]) -> Any:
        watch = Watch(self.forbidden, self.operations)
        try:
            with watch, torch.set_grad_enabled(self.gradients):
                returned = function(*arguments)
        except CheckFailed as missed:
            raise missed from None
        except Exception as error:
            raise CheckFailed(raised(error, self.file, entry)) from error
        if watch.broken:
            raise watch.broken
        return returned

    # the comparison

    def fail(self, says: str) -> NoReturn:
        """The check is missed. Raises CheckFailed."""
        raise CheckFailed(Miss(says))

    def fit(self, got: Any, expected: Any, what: str = "") -> None:
        """Same shapes and types, whatever the values. Raises CheckFailed."""
        what = what or f"{self.called[0] if self.called else self.entry} returned"
        if isinstance(expected, tuple | list):
            self._as_many(got, expected, what)
            for number, (mine, theirs) in enumerate(zip(got, expected, strict=True), 1):
                self.fit(mine, theirs, f"{what}, as number {number},")
        elif isinstance(expected, Tensor):
            self._as_tensor(got, expected, what)
            if got.dtype != expected.dtype:
                self.fail(f"{what} {_word(got.dtype)}, expected {_word(expected.dtype)}, the type of the input")

    def agree(self, got: Any, expected: Any, *, loose: float = 1.0, what: str = "") -> None:
        """Same values, as far as the type of the input can tell. Raises CheckFailed with where they differ most."""
        what = what or f"{self.called[0] if self.called else self.entry} returned"
        if isinstance(expected, tuple | list):
            self._as_many(got, expected, what)
            for number, (mine, theirs) in enumerate(zip(got, expected, strict=True), 1):
                self.agree(mine, theirs, loose=loose, what=f"{what}, as number {number},")
        elif isinstance(expected, Tensor):
            self._as_tensor(got, expected, what)
            self._close(got, expected, loose, what)
        elif isinstance(expected, float) and not isinstance(got, bool | str) and _number(got):
            self._close(torch.as_tensor(float(got)).double(), torch.tensor(expected).double(), loose, what)
        elif isinstance(got, Tensor) and got.numel() == 1 and not isinstance(expected, str):
            self.agree(got.item(), expected, what=what)
        elif got != expected:
            raise CheckFailed(
                Miss(f"{what} the wrong value", expected=_brief(expected), got=_brief(got), like=self._like(got))
            )

    def agree_backwards(self, got: Any, expected: Any, mine: Sequence[Any], theirs: Sequence[Any]) -> None:
        """The gradients at these leaves, of one random weighting of the result, are the same. Raises CheckFailed."""
        outs, wanted = _tensors(got), _tensors(expected)
        weights = [self.randn(*each.shape).double() for each in wanted]
        if not all(each.requires_grad for each in outs):
            self.fail("no gradient flows back through the result: was it detached, or made anew from numbers?")
        for results, leaves in ((outs, mine), (wanted, theirs)):
            torch.autograd.backward([(r * w).sum() for r, w in zip(results, weights, strict=True)], inputs=[
                each for each in leaves if _floats(each)])  # fmt: skip
        for number, (a, b) in enumerate(zip(mine, theirs, strict=True), 1):
            if _floats(b) and b.grad is not None:
                got_grad = torch.zeros_like(b) if a.grad is None else a.grad
                self._close(got_grad, b.grad, 10, f"the gradient of argument {number} has", known=False)

    def _as_many(self, got: Any, expected: Sequence[Any], what: str) -> None:
        if not isinstance(got, tuple | list):
            self.fail(f"{what} {_kind(got)}, expected {_kind(expected)} of {len(expected)}")
        if len(got) != len(expected):
            told = f"{what} {len(got)} values, expected {len(expected)}"
            raise CheckFailed(Miss(told, "", _brief(expected), _brief(got)))

    def _as_tensor(self, got: Any, expected: Tensor, what: str) -> None:
        if not isinstance(got, Tensor):
            self.fail(f"{what} {_kind(got)}, expected a tensor of shape {tuple(expected.shape)}")
        if got.shape != expected.shape:
            self.fail(f"{what} shape {tuple(got.shape)}, expected {tuple(expected.shape)}")
        if got.is_floating_point() != expected.is_floating_point():
            self.fail(f"{what} {_word(got.dtype)}, expected {_word(expected.dtype)}")

    def _close(self, got: Tensor, expected: Tensor, loose: float, what: str, known: bool = True) -> None:
        rule = allowed(self.coarsest if got.is_floating_point() else got.dtype, loose)
        if not close(got, expected, rule):
            raise CheckFailed(tell(got, expected, rule, what, self._like(got) if known else ""))

    def _like(self, got: Any) -> str:
        """The known mistake that gives just this."""
        if self.called is None:
            return ""
        entry, arguments = self.called
        for name, mistake in self.mistakes:
            try:
                theirs = mistake[entry](*copy.deepcopy(arguments))
                self_same = got.shape == theirs.shape and close(got, theirs, allowed(self.coarsest, 1))
            except Exception:  # noqa: BLE001 (a mistake may well raise on this input, or return something else)
                continue
            if self_same:
                return name
        return ""


def raised(error: BaseException, file: str, doing: str) -> Miss:
    """An exception of the solution's: its sentence, and the lines of the person's own file that led there."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == file]
    told = " ".join(str(error).split())[:300]
    place = f" in line {frames[-1].lineno}" if frames else ""
    return Miss(
        f"{doing} raised {type(error).__name__}{place}{': ' * bool(told)}{told}",
        trace=tuple(f"line {each.lineno}: {each.line or ''}" for each in frames[-4:]),
    )


def _cast(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_cast(each, dtype) for each in value)
    return value.to(dtype) if _floats(value) else value


def _floats(value: Any) -> bool:
    return isinstance(value, Tensor) and value.is_floating_point()


def _coarsest(arguments: Iterable[Any]) -> torch.dtype:
    types = [each.dtype for each in _tensors(arguments) if each.is_floating_point()]
    return max(types, key=lambda dtype: torch.finfo(dtype).eps, default=torch.float32)


def _tensors(value: Any) -> list[Tensor]:
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, dict):
        return _tensors(list(value.values()))
    return [each for inner in value for each in _tensors(inner)] if isinstance(value, list | tuple) else []


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Tensor):
        return isinstance(other, Tensor) and one.shape == other.shape and bool(
            torch.equal(one.nan_to_num(), other.nan_to_num()) if one.is_floating_point() else torch.equal(one, other)
        )  # fmt: skip
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return not isinstance(one, int | float | str) or one == other


def _number(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, Tensor) and value.numel() == 1)


def _word(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _kind(value: Any) -> str:
    return "nothing (None)" if value is None else f"a {type(value).__name__}"


def _brief(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= 120 else f"{told[:117]}…"
