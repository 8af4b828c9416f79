"""What a check does most often: draw arguments, call the solution, compare with an oracle in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prep.drills.bench import Bench
    from prep.drills.drill import Look

Draw = Callable[["Bench"], tuple[Any, ...]]
Oracle = Callable[..., Any]


def agrees(oracle: Oracle, draw: Draw, *, dtype: str = "", loose: float = 1.0, entry: str = "") -> Look:
    """The solution gives what the oracle gives.

    dtype: of all drawn floating tensors, as torch names it; the oracle sees them in float64 all the same.
    loose: how many times the usual tolerance of that type is allowed.
    """

    def look(bench: Bench) -> None:
        arguments = bench.cast(draw(bench), dtype)
        expected = oracle(*bench.cast(arguments, "float64"))
        bench.agree(bench.call(*arguments, entry=entry), expected, loose=loose)

    return look


def shaped(oracle: Oracle, draw: Draw, *, entry: str = "") -> Look:
    """The solution gives tensors of the oracle's shapes and of the input's type, whatever their values."""

    def look(bench: Bench) -> None:
        arguments = draw(bench)
        bench.fit(bench.call(*arguments, entry=entry), oracle(*arguments))

    return look


def differentiates(oracle: Oracle, draw: Draw, *, entry: str = "") -> Look:
    """Gradients that flow back through the solution are those that flow back through the oracle (float64)."""

    def look(bench: Bench) -> None:
        arguments = bench.cast(draw(bench), "float64")
        mine, theirs = bench.leaves(arguments), bench.leaves(arguments)
        got, expected = bench.call(*mine, entry=entry, keep=True), oracle(*theirs)
        bench.agree(got, expected)
        bench.agree_backwards(got, expected, mine, theirs)

    return look
