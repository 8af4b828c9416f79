"""Signs of formulas in ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from prep.text.latex.symbols import GREEK
from prep.text.spelling import SIGNS, spelled


@pytest.mark.parametrize(
    ("text", "ascii"),
    [
        ("theory √512 = 22.63", "theory sqrt(512) = 22.63"),
        ("1/√dₖ alone", "1/sqrt(d_k) alone"),
        ("√((1−β₁)/(1+β₁))", "sqrt((1-beta_1)/(1+beta_1))"),
        ("√Σσᵢ², i > r", "sqrt(Sigma sigma_i^2), i > r"),
        ("grows like √dₖ.", "grows like sqrt(d_k)."),
        ("√0.5", "sqrt(0.5)"),
        ("√", "sqrt"),
        ("10⁻³", "10^-3"),
        ("x²p/(1−p)", "x^2 p/(1-p)"),
        ("ηλ = 0.001", "eta lambda = 0.001"),
        ("2σ², dσ, |∂θ|", "2 sigma^2, d sigma, |d theta|"),
        ("ᾱs², β̂", "alpha_bar s^2, beta_hat"),
        ("µP", "mu P"),
        ("4·7/8 · q·k", "4*7/8 . q*k"),
        ("‖BA − D‖ ≤ ½", "||BA - D|| <= 1/2"),
        ("Rényi, §3", "Renyi, section 3"),
        ("plain √ 日本", "plain sqrt 日本"),
        ("√√x", "sqrt(sqrt(x))"),
    ],
)
def test_formulas_are_spelled_as_people_type_them(text: str, ascii: str) -> None:
    """Roots with brackets, powers and indices with their marks, letters by name and apart from their neighbours."""
    assert spelled(text) == ascii


@given(some.text(some.sampled_from([*SIGNS, *GREEK.values(), *"√²₁ab1 ()·"])))
def test_whatever_is_made_of_these_signs_becomes_ascii(text: str) -> None:
    """And spelling it again changes nothing."""
    assert spelled(text).isascii()
    assert spelled(spelled(text)) == spelled(text)
