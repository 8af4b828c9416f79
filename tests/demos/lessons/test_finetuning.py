"""What the lesson about fine-tuning measures."""

from __future__ import annotations

import math

import pytest

from prep.demos.library.finetuning.lora.spectrum import tail, unsettled
from tests.demos.lessons.harness import at, run

LORA = "finetuning.lora"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("r", [1, 4, 8, 16])
def test_training_reaches_the_best_of_its_rank(r: int, seed: int) -> None:
    """Within a millionth of the tail of the singular values (Eckart-Young), and never below it."""
    measured, best = at(run(LORA, seed=seed), "residual", r), tail(r, 48, 32, 0.5)
    assert best * (1 - 1e-12) <= measured <= best * (1 + 1e-6)


def test_only_b_has_a_gradient_at_the_start() -> None:
    """B = 0 makes the gradient of A exactly zero, and that of B isn't."""
    outcome = run(LORA)
    assert all(at(outcome, "grad-A", r) == 0 < at(outcome, "grad-B", r) for r in outcome.sheet.xs)


def test_two_zeros_never_move() -> None:
    """A = B = 0: after training all of D is left."""
    outcome = run(LORA)
    assert at(outcome, "both-zero", 8) == pytest.approx(math.sqrt(sum(1 / i for i in range(1, 33))), rel=1e-12)


def test_the_adapter_counts_its_parameters_and_merges() -> None:
    """Rank 8 between 48 and 32: 640 parameters, and W + BA gives the same outputs."""
    outcome = run(LORA)
    assert at(outcome, "parameters", 8) == 8 * (48 + 32)
    assert at(outcome, "merge", 8) < 1e-13


def test_a_flat_spectrum_is_the_worst_for_low_rank() -> None:
    """Rank 8 of 32 equal singular values leaves √(24/32) of D; quickly falling ones leave little."""
    flat, steep = run(LORA, decay=0), run(LORA, decay=2)
    assert at(flat, "residual", 8) / at(flat, "both-zero", 8) == pytest.approx(math.sqrt(0.75), rel=1e-6)
    assert at(steep, "residual", 8) / at(steep, "both-zero", 8) < 0.03


def test_training_goes_on_until_little_can_be_left() -> None:
    """Less than 1e-8 of ‖D‖² at ranks whose singular values part; nothing where they are all the same, or all taken."""
    whole = tail(0, 48, 32, 0.5) ** 2
    assert all(0 < unsettled(r, 48, 32, 0.5) < 1e-8 * whole for r in (1, 2, 4, 8, 16))
    assert unsettled(8, 48, 32, 0) == unsettled(32, 48, 32, 0.5) == 0


def test_close_singular_values_are_allowed_what_mistaking_them_costs() -> None:
    """σ falling by a fifth of a per cent: little is lost, and no more is promised."""
    outcome = run(LORA, decay=0.005, r="4")
    excess = at(outcome, "residual", 4) ** 2 - tail(4, 48, 32, 0.005) ** 2
    assert 0 <= excess < unsettled(4, 48, 32, 0.005) < 0.01 * tail(0, 48, 32, 0.005) ** 2
