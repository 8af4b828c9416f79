"""What the lesson about routing measures."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.routing.capacity import dropped, favoured
from tests.demos.lessons.harness import at, run

CAPACITY = "routing.capacity"


@pytest.mark.parametrize(("cf", "theory"), [(1, 0.0465853), (1.25, 0.000844187), (1.5, 7.83025e-7)])
def test_fair_gates_drop_tokens(cf: float, theory: float) -> None:
    """8 experts, 512 tokens: 4.66 % at capacity factor 1, 0.084 % at 1.25, exactly, from binomial loads."""
    assert dropped(cf, 8, 512, 0)[0] == pytest.approx(theory, rel=1e-5)
    assert at(run(CAPACITY), "dropped", cf) == pytest.approx(theory, rel=0.1, abs=4e-4)


def test_the_normal_approximation_is_close() -> None:
    """√((N − 1)/(2πT)) is within 1 % of the binomial at capacity factor 1."""
    assert dropped(1, 8, 512, 0)[0] == pytest.approx(math.sqrt(7 / (2 * math.pi * 512)), rel=0.01)


@pytest.mark.parametrize(("bias", "share"), [(1, 0.385481), (2, 0.710998)])
def test_a_favoured_expert_gets_its_integral(bias: float, share: float) -> None:
    """A gate raised by 1 or 2 gets 38.5 % or 71.1 % of the tokens."""
    assert favoured(8, bias) == pytest.approx(share, abs=1e-6)
    assert at(run(CAPACITY, bias=bias), "favoured", 1) == pytest.approx(share, abs=0.004)


def test_the_switch_loss_is_one_at_balance_and_grows() -> None:
    """About 1 for fair gates, more the more one expert is favoured, never above N."""
    fair, biased = (at(run(CAPACITY, bias=bias), "loss", 1) for bias in (0, 2))
    assert fair == pytest.approx(1, abs=0.01)
    assert 2 < biased < 8


def test_the_picture_shows_every_expert_s_load() -> None:
    """512 batches of 8 experts, most of them near 512/8 = 64 of the 128 tokens it has room for."""
    (image,) = run("routing.capacity").images
    counts = image.rows[0]
    assert sum(counts) == 512 * 8 and image.x == 1
    assert sum(counts[12:20]) > 0.9 * sum(counts)
