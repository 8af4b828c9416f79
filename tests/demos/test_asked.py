"""Where a card's own question asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from prep.demos.declaration.asked import asked_at

XS = (1.0, 10.0, 0.5, 16384.0, 1e-6, -5.0, 8.0)
"""The last is where a demo asks if nothing is said."""


@pytest.mark.parametrize(
    ("wording", "names", "x"),
    [
        ("At $t=10$ it is about", ("step t", "t"), 10),
        ("The weight is 10 kg", ("step t", "t"), 8),
        ("The last is 10, the first of 1 to come", ("t",), 8),
        (r"With $\log_2 S = 1$", ("log₂ S", "log2 S"), 1),
        ("With log₂ S = 1", ("log₂ S", "log2 S"), 1),
        (r"At $\gamma=10$", ("γ", "gamma"), 10),
        ("At γ = 10", ("γ", "gamma"), 10),
        (r"At $\beta_1 = 0.5$", ("β₁", "beta_1"), 0.5),
        ("At $n=16,384$ keys", ("n",), 16384),
        (r"At $n=16{,}384$ keys", ("n",), 16384),
        ("At $s=10^{-6}$", ("s",), 1e-6),
        ("At $z=−5$", ("logit z", "z"), -5),
        ("With $d_k=64$ and $n = 10$", ("n",), 10),
        ("for n of 10 and more", ("n",), 10),
        ("At $n=10.5$", ("n",), 8),
        ("At $n=3$, later at $n=10$", ("n",), 10),
        ("At $n=10$", ("", ""), 8),
    ],
)
def test_a_wording_names_the_axis_as_a_whole_word(wording: str, names: tuple[str, ...], x: float) -> None:
    """Markdown, TeX, Greek, subscripts, thousands and minus signs are read; ends of other words are not."""
    assert asked_at(wording, names, XS) == x


@given(some.text(), some.lists(some.text(max_size=5), max_size=2).map(tuple))
def test_any_wording_asks_somewhere(wording: str, names: tuple[str, ...]) -> None:
    """Whatever a card says, the question is at a measured x."""
    assert asked_at(wording, names, XS) in XS
