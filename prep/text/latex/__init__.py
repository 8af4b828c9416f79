r"""LaTeX → terminal text.

`inline(r"\hat m_t = \frac{m_t}{1-\beta_1^t}")` is one line, `m̂ₜ = mₜ/(1 − β₁ᵗ)`; `display` draws the same
formula in two dimensions. Both raise MathError, and nothing else, on source they can't read.
"""

from __future__ import annotations

from prep.text.latex.error import MathError
from prep.text.latex.line import line
from prep.text.latex.mathml import mathml
from prep.text.latex.parse import parse
from prep.text.latex.wrap import wrapped

__all__ = ["MathError", "display", "element", "inline"]


def inline(source: str) -> str:
    """The formula as one line of text."""
    return line(parse(source)).strip()


def element(source: str) -> str:
    """The formula as a MathML element, for a page that a browser shows."""
    return f"<math>{mathml(parse(source))}</math>"


def display(source: str, width: int | None = None) -> tuple[str, ...]:
    """The formula as rows of text.

    Wider than `width` cells, it breaks at a relation, then at an operator; continued lines are indented.
    A part without such a place stays whole, and wider.
    """
    return tuple(row.rstrip() for row in wrapped(parse(source), width).lines)
