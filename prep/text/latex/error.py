"""What is wrong with a formula, and where."""

from __future__ import annotations


class MathError(ValueError):
    r"""A formula that can't be read: `unknown command \foo at column 46`."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message} at column {column}")
        self.message = message
        """What is wrong, without the place."""
        self.column = column
        """Where, counted in characters of the formula's source, from 1."""
