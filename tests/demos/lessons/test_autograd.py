"""What the lesson about checking gradients measures."""

from __future__ import annotations

import math
import random

import pytest

from prep.demos.library.autograd.check import theory
from tests.demos.lessons.harness import at, run

CHECK = "autograd.check"


def test_a_central_difference_truncates_as_derived() -> None:
    """At x = 3/2 and h = 1/2, (1/2 − 1)/1 = −1/2 against −4/9: off by 1/18 = h²/x²(x² − h²), as the formula says."""
    assert pytest.approx(1 / 18) == 0.5**2 / (1.5**2 * (1.5**2 - 0.5**2))


@pytest.mark.parametrize(("name", "left", "width"), [("central", 1, 2), ("one-sided", 0, 1)])
@pytest.mark.parametrize("k", [3, 14, 20, 37])
def test_theory_is_the_error_that_plain_floats_make(name: str, left: int, width: int, k: int) -> None:
    """4,000 points in Python's own floats, without torch: within a tenth."""
    draw, h = random.Random(k), 2.0**-k
    squares = []
    for _ in range(4000):
        x = draw.randrange(5 * 2**40, 7 * 2**40) / 2**42
        squares.append(((1 / (x + h) - 1 / (x - left * h)) / (width * h) + 1 / x**2) ** 2)
    assert theory(h, "fp64")[name] == pytest.approx(math.sqrt(math.fsum(squares) / 4000), rel=0.1)


@pytest.mark.parametrize(("dtype", "central", "one_sided"), [("fp64", 2.0**-17, 2.0**-27), ("fp32", 2.0**-8, 2.0**-12)])
def test_the_best_steps_are_the_third_and_the_second_root(dtype: str, central: float, one_sided: float) -> None:
    """Among the steps tried; u = 2⁻⁵³ and 2⁻²⁴."""
    outcome = run(CHECK, dtype=dtype)
    for name, best in (("central", central), ("one-sided", one_sided)):
        assert min(outcome.sheet.xs, key=lambda h: at(outcome, name, h)) == best


@pytest.mark.parametrize("seed", range(20))
def test_errors_are_as_derived_for_every_draw(seed: int) -> None:
    """Twenty sets of points in each format."""
    for dtype in ("fp64", "fp32"):
        run(CHECK, dtype=dtype, n=2000, seed=seed)
