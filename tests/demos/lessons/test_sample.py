"""How many standard errors an estimate from few values may be off."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.shared.sample import student


def beyond(t: float, nu: int) -> float:
    """P(|T| > t) for Student's T with ν degrees of freedom, by the midpoint rule in t + u/(1 − u)."""
    density = math.exp(math.lgamma((nu + 1) / 2) - math.lgamma(nu / 2)) / math.sqrt(nu * math.pi)
    us = [(i + 0.5) / 4000 for i in range(4000)]
    return (
        2 * density * math.fsum((1 + (t + u / (1 - u)) ** 2 / nu) ** (-(nu + 1) / 2) / (1 - u) ** 2 / 4000 for u in us)
    )


@pytest.mark.parametrize("n", [10, 16, 30, 100, 10_000])
def test_few_values_are_allowed_more_of_their_own_errors(n: int) -> None:
    """Passed by chance once in sixteen thousand, as four known errors are; to a tenth with ten values."""
    assert beyond(student(n), n - 1) == pytest.approx(math.erfc(4 / math.sqrt(2)), rel=0.1)


def test_many_values_need_four() -> None:
    """The law of many is the normal one."""
    assert student(10**6) == pytest.approx(4, abs=1e-4)
