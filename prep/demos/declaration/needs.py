"""What a run would use, worked out from its parameters, and refused before it starts where that is too much."""

from __future__ import annotations

from collections.abc import Callable

from prep.demos.declaration.parameter import Float, Int, Ints, Parameter, Value, Values, plain
from prep.errors import UsageError

Uses = Callable[[Values], float]


def refuse(name: str, parameters: tuple[Parameter, ...], values: Values, uses: Uses, most: float, unit: str) -> None:
    """Raise UsageError if `uses` gives more than `most` for these values, with the nearest value that would do."""
    wanted = uses(values)
    if wanted <= most:
        return
    told = f"{name} would need {wanted:,.0f} {unit} and may use {most:,.0f}"
    for parameter in parameters:
        if isinstance(parameter, Int | Ints | Float) and parameter.name != "seed":
            nearest = largest(parameter, values, uses, most)
            if nearest is not None:
                most_of_it = plain(int(nearest) if isinstance(parameter, Int | Ints) else nearest)
                raise UsageError(
                    f"{told}; with the other values as they are, {parameter.name} takes "
                    f"{plain(parameter.low)} to {most_of_it}; the nearest is {most_of_it}"
                )
    raise UsageError(f"{told}; choose smaller parameters")


def largest(parameter: Int | Ints | Float, values: Values, uses: Uses, most: float) -> float | None:
    """The largest value up to its own with which the run fits, to one part in a thousand; None if none does.

    What a run uses is taken to grow with it. In a list every larger number counts as that one.
    """

    def fits(value: float) -> bool:
        return uses({**values, parameter.name: _lowered(values[parameter.name], value)}) <= most

    value = values[parameter.name]
    low, high = float(parameter.low), float(max(value) if isinstance(value, tuple) else value)
    if not fits(low):
        return None
    while high - low > (max(low, high) / 1000 if isinstance(parameter, Float) else 1):
        middle = (low + high) / 2 if isinstance(parameter, Float) else float((low + high) // 2)
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _lowered(value: Value, most: float) -> Value:
    if isinstance(value, tuple):
        return tuple(min(number, int(most)) for number in value)
    return int(most) if isinstance(value, int) else most
