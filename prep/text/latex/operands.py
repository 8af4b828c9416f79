"""What a command or an environment may ask of the parser that met it."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from prep.text.latex.tokens import END, Cursor
from prep.text.latex.tree import Node, NodeRow

GROUP_ENDS = (r"\right", r"\middle", r"\end", r"\\", "}", "&", END)
"""Whatever a group is in, one of these ends it."""


class OperandParser(Protocol):
    """The parser, as far as commands know it: `prep.text.latex.parse` has the real one."""

    @property
    def cursor(self) -> Cursor:
        """Where it reads."""

    def argument(self, of: str) -> Node:
        """The next {…}, or the next token alone; of: the command that needs it."""

    def option(self) -> Node | None:
        """The next […], if there is one."""

    def formula(self, source: str, start: int) -> Node:
        """A formula inside a text, which starts there."""

    def row(self, ends: Container[str]) -> NodeRow:
        """Everything up to one of these tokens, which stays."""
