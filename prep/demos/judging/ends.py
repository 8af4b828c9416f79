"""The ends of every parameter's range: where a demo must hold as well as at its defaults."""

from __future__ import annotations

from collections.abc import Iterator

from prep.demos.declaration.parameter import Choice, Float, Floats, Int, Ints, Parameter, Value

UNTRIED = ("seed", "device")
"""A seed has no ends worth a run; a device is the machine's affair."""


def ends(parameters: tuple[Parameter, ...]) -> Iterator[tuple[str, Value]]:
    """Each parameter's lowest and highest value, and every choice, one at a time."""
    for parameter in parameters:
        if parameter.name not in UNTRIED:
            for value in _values(parameter):
                yield parameter.name, value


def _values(parameter: Parameter) -> tuple[Value, ...]:
    match parameter:
        case Int(low=low, high=high) | Float(low=low, high=high):
            return (low, high)
        case Ints(low=low, high=high) | Floats(low=low, high=high):
            return ((low,), (high,))
        case Choice(choices=choices):
            return choices
