"""A formula that can't be read is refused in one clause that says what and where."""

from __future__ import annotations

import pytest

from prep.text.latex import MathError, display, inline

MISTAKES = [
    (r"\foo", r"unknown command \foo", 1),
    (r"x + \sin y + \fooo z", r"unknown command \fooo", 14),
    (r"\frac{\partial p_i}{\partial s_j}=p_i(\delta_{ij}-\foo)", r"unknown command \foo", 51),
    (r"\softmax(x)", r"unknown command \softmax", 1),
    (r"\frac{a", "missing '}'", 8),
    (r"\frac{a}", r"\frac lacks what it applies to", 9),
    (r"\sqrt", r"\sqrt lacks what it applies to", 6),
    ("x_", "'_' lacks what it applies to", 3),
    ("x^", "'^' lacks what it applies to", 3),
    ("{x^}", "'^' lacks what it applies to", 4),
    ("x_1_2", "second subscript", 4),
    ("x^1^2", "second superscript", 4),
    ("a}", "unexpected '}'", 2),
    ("a & b", "unexpected '&'", 3),
    ("a $ b", "unexpected '$'", 3),
    ("a \\", "unexpected '\\'", 3),
    (r"\left( x", r"missing \right", 9),
    (r"\left x", r"\left needs a bracket, not 'x'", 7),
    (r"\left(x\right", r"\right needs a bracket", 14),
    (r"\left\{ x }", r"missing \right", 11),
    (r"x \right)", r"unexpected \right", 3),
    (r"\begin{nosuch}x\end{nosuch}", "unknown environment 'nosuch'", 1),
    (r"a + \begin{pmatrix}a & b", r"missing \end{pmatrix}", 25),
    (r"\begin{pmatrix}a\end{bmatrix}", r"\begin{pmatrix} is closed by another environment", 17),
    (r"\end{pmatrix}", r"unexpected \end", 1),
    (r"\text{a", "missing '}'", 8),
    (r"\text{a \nosuch b}", r"unknown command \nosuch", 9),
    (r"\sqrt[3 x", "missing ']'", 10),
    ("x\x1b[31m", "control character U+001B", 2),
    ("(" * 60 + ")" * 60, "nested more than 40 deep", 41),
]


@pytest.mark.parametrize(("source", "message", "column"), MISTAKES)
def test_mistake(source: str, message: str, column: int) -> None:
    """The message names the mistake; the column, counted from 1, is where it shows."""
    with pytest.raises(MathError) as caught:
        inline(source)
    assert (caught.value.message, caught.value.column) == (message, column)
    assert str(caught.value) == f"{message} at column {column}"


def test_both_forms_refuse_alike() -> None:
    """What has no line has no drawing either."""
    with pytest.raises(MathError, match=r"unknown command \\foo at column 3"):
        display(r"x \foo")


def test_a_math_error_is_a_value_error() -> None:
    """Callers that know nothing of formulas may catch ValueError."""
    with pytest.raises(ValueError, match="at column"):
        inline(r"\foo")
