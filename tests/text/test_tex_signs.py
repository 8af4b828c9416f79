"""Math between TeX's own signs, as notes from elsewhere have it."""

from __future__ import annotations

import pytest

from prep.text.markdown import plain
from tests.text.page import page

SUM = "        a = b + c"
"""What every display below is."""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"a \(\mathbb{E}_{x}\) b", "a 𝔼ₓ b"),
        (r"\(x_1\), \(x_2\)", "x₁, x₂"),
        (r"`\(x_1\)` is code", r"`\(x_1\)` is code"),
        (r"\\(x\\)", r"\(x\)"),
        (r"\(x", "(x"),
        (r"\(\foo{x}\)", r"\(\foo{x}\)"),
        (r"\[CLS\] and \[MASK\]", "[CLS] and [MASK]"),
    ],
)
def test_a_row_of_text(text: str, shown: str) -> None:
    """Round ones hold math always, square ones where it looks like math; what can't be read keeps its signs."""
    assert plain(text) == shown.replace("`", "")


@pytest.mark.parametrize(
    "text",
    [
        r"\[a=b+c\]",
        "\\[\na\n= b\n+ c\n\\]",
        "\\begin{align}\na=b+c\n\\end{align}",
        "\\begin{equation*}a=b+c\\end{equation*}",
        "```math\na=b+c\n```",
    ],
)
def test_a_display(text: str) -> None:
    """Lines of it are no list and no heading of Markdown, and it ends a paragraph."""
    assert page(text) == SUM
    assert page(f"so\n{text}\n") == f"so\n\n{SUM}"


@pytest.mark.parametrize("text", ["\\[CLS\\]", "\\[a = b", "\\[a = b\n\nc\\]", "so\n\n    \\[a = b\\]"])
def test_what_is_no_display(text: str) -> None:
    """A word whose brackets are escaped, a bracket without a partner, a blank line between them, code."""
    assert "       " not in page(text)


def test_two_on_one_line_are_two() -> None:
    """Each is displayed, the words between them stay."""
    assert page(r"\[a=b+c\] and \[a=b+c\]") == f"{SUM}\n\nand\n\n{SUM}"
