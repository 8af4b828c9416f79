"""What the lessons about optimisers measure."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from prep.demos.library.optimiser.adam_first_steps import first_size, rms, weights
from prep.demos.library.optimiser.adamw_vs_l2 import recursion
from prep.demos.library.optimiser.clipping import theory as cosines
from prep.demos.library.optimiser.stability.heavy_ball import roots
from tests.demos.lessons.harness import at, run

ADAM, ADAMW, STABILITY = "optimiser.adam-first-steps", "optimiser.adamw-vs-l2", "optimiser.stability"
CLIPPING, ACCUMULATION = "optimiser.clipping", "optimiser.accumulation"


@pytest.mark.parametrize("s", ["1e-3", "1", "1e3"])
def test_adams_first_update_is_the_learning_rate_whatever_the_gradient(s: str) -> None:
    """m̂/√v̂ = ±1 as long as |g| ≫ ε = 1e-8: at 1e-3 some 1e-4 are missing."""
    assert at(run(ADAM, s=s, steps=1), "rms", 1) == pytest.approx(1, abs=2e-4)


def test_gradients_near_epsilon_give_less() -> None:
    """E |g|/(|g| + ε) is 0.9627 for Gaussian gradients of 1e-6; 0.990 if every gradient is 1e-6."""
    assert first_size(1e-6) == pytest.approx(0.9627, abs=5e-5)
    assert at(run(ADAM), "size", 1) == pytest.approx(0.9627, abs=0.004)
    assert at(run(ADAM, gradient="constant"), "size", 1) == pytest.approx(0.990, abs=5e-4)


def test_the_late_update_is_a_quarter() -> None:
    """√((1 − β₁)/(1 + β₁)) = 0.229, up to the share √(1 − β₂) by which v̂ is noisy."""
    assert at(run(ADAM), "rms", 600) == pytest.approx(math.sqrt(0.1 / 1.9), rel=math.sqrt(1e-3) + 0.04)


def test_without_correction_the_first_update_is_over_three_times_as_large() -> None:
    """(1 − β₁)/√(1 − β₂) = 3.162."""
    assert at(run(ADAM, correction="no", s=1), "rms", 1) == pytest.approx(0.1 / math.sqrt(0.001), rel=1e-4)


def test_a_constant_gradient_moves_by_the_learning_rate_every_step() -> None:
    """100 steps of a constant 5e-4 move a weight by 100 α, but for ε."""
    outcome = run(ADAM, gradient="constant", s=5e-4, steps=100)
    assert [p.y for p in outcome.points if p.series == "rms"] == pytest.approx([1] * 7, abs=1e-4)


def test_the_integral_is_the_sum_of_squared_weights_when_the_second_average_is_flat() -> None:
    """For β₂ → 1 all gradients weigh the same in v̂, and by symmetry E m̂²/v̂ = Σ wᵢ², exactly."""
    flat = math.sqrt(sum(w * w for w in weights(7, 0.9, True)))
    assert rms(7, 1.0, 0.9, 1 - 1e-12, True) == pytest.approx(flat, abs=1e-7)


@pytest.mark.parametrize(("s", "l2"), [("0.01", 1.298), ("0.1", 1.373), ("1", 3.156), ("10", 4.756)])
def test_l2_in_adam_decays_noisy_weights_less(s: str, l2: float) -> None:
    """AdamW leaves 3.03 of 5 for every noise; Adam with L2 leaves 1.30 to 4.76, less decay with more noise."""
    outcome = run(ADAMW, s=s)
    assert at(outcome, "adamw", 500) == pytest.approx(5 * 0.999**500, rel=0.02)
    assert at(outcome, "adam-l2", 500) == pytest.approx(l2, rel=0.02)
    assert recursion(float(s), 0.01, 0.1, 500)[-1][0] == pytest.approx(l2, abs=1e-3)


def test_the_mean_field_owes_less_than_the_lesson_shows() -> None:
    """What the recursion leaves out is far below the difference between the two optimisers, for every noise."""
    for s in (0.01, 0.1, 1.0, 10.0):
        mean, bias = recursion(s, 0.01, 0.1, 500)[-1]
        assert bias < abs(mean - 5 * 0.999**500) / 4


def test_closed_form_holds_where_noise_dominates() -> None:
    """w₀ e^{−ηλt/s} for s ≫ λw₀: within 0.1 % at s = 10, 4 % off at s = 1."""
    assert recursion(10.0, 0.01, 0.1, 500)[-1][0] == pytest.approx(5 * math.exp(-0.05), rel=1e-3)
    assert recursion(1.0, 0.01, 0.1, 500)[-1][0] / (5 * math.exp(-0.5)) == pytest.approx(1.04, abs=0.01)


@pytest.mark.parametrize(("beta", "limit"), [(0.0, 0.2), (0.5, 0.3), (0.9, 0.38)])
def test_momentum_raises_the_limit_by_a_factor_of_one_plus_beta(beta: float, limit: float) -> None:
    """2(1 + β)/λ at λ = 10."""
    assert at(run(STABILITY), "limit", beta) == pytest.approx(limit, rel=3e-3)


def test_a_number_of_steps_need_not_be_a_multiple_of_ten() -> None:
    """55 steps have ten times too: 5, 11, 16, …, 55."""
    outcome = run(ADAMW, steps=55)
    assert {p.x for p in outcome.points} == set(outcome.sheet.xs) and outcome.sheet.xs[:3] == (5, 11, 16)


def test_gradient_descent_shrinks_by_the_condition_number() -> None:
    """(κ − 1)/(κ + 1) a step at the best rate."""
    assert at(run(STABILITY), "shrinkage", 0) == pytest.approx(999 / 1001, abs=1e-6)


def test_the_best_momentum_shrinks_by_the_root_of_the_condition_number() -> None:
    """At β = ((√κ − 1)/(√κ + 1))² the root is (√κ − 1)/(√κ + 1) = 0.939 for κ = 1000; measured to 1 %."""
    root = (math.sqrt(1000) - 1) / (math.sqrt(1000) + 1)
    assert roots(root**2, 1000)[0] == pytest.approx(root, abs=1e-6)
    assert at(run(STABILITY, beta=root**2), "shrinkage", root**2) == pytest.approx(root, rel=0.01)


@pytest.mark.parametrize("seed", [0, 1])
def test_training_climbs_to_the_edge_and_hovers_there(seed: int) -> None:
    """The sharpness begins below 2/η = 6.67; in the last third 2/η is within five deviations of its own hovering.

    These are less than a tenth of it, so the run would refute an edge at 2.2/η.
    """
    outcome = run(STABILITY, mode="network", seed=seed)
    assert at(outcome, "sharpness", 0) < 0.75 * 2 / 0.3
    late = [p for p in outcome.points if p.series == "sharpness" and p.x >= 1600]
    print("hovers by", late[0].se)
    assert all(outcome.expected("sharpness", p.x) == pytest.approx(2 / 0.3) for p in late)
    assert 0 < 5 * late[0].se < 0.1 * 2 / 0.3
    assert outcome.expected("sharpness", 1400) is None


@pytest.mark.parametrize(
    ("law", "limit"), [("normal", math.sqrt(2 / math.pi)), ("laplace", math.sqrt(0.5)), ("uniform", math.sqrt(0.75))]
)
def test_clipping_every_entry_leaves_the_cosine_of_signs(law: str, limit: float) -> None:
    """E|g|: 0.80 for normals, less for heavier tails."""
    outcome = run(CLIPPING, law=law)
    assert outcome.expected("by-value", 0.001) == pytest.approx(limit, abs=1e-3)
    assert at(outcome, "by-value", 0.001) == pytest.approx(limit, abs=5e-3)


def test_clipping_at_one_deviation_costs_five_percent() -> None:
    """erf(c/√2)/√(erf(c/√2) − 2cφ(c) + 2c²(1 − Φ(c))) = 0.9503 at c = 1."""
    assert cosines(1.0, "normal")["by-value"] == pytest.approx(0.9503, abs=5e-5)
    assert at(run(CLIPPING), "by-value", 1) == pytest.approx(0.9503, abs=2e-3)


def test_clipping_by_norm_keeps_the_direction() -> None:
    """A cosine of 1 at every threshold, up to rounding."""
    assert [p.y for p in run(CLIPPING).points if p.series == "by-norm"] == pytest.approx([1] * 10, abs=1e-9)


def test_a_token_of_the_shortest_micro_batch_counts_most() -> None:
    """Lengths 3, 5, 40, 200: 66.67 times as much as one of the longest."""
    outcome = run(ACCUMULATION)
    assert [at(outcome, "means", x) for x in (3, 5, 40, 200)] == pytest.approx([200 / 3, 40, 5, 1])


def test_equal_lengths_would_do_no_harm() -> None:
    """One micro-batch, or several of one length, accumulate exactly: the mean of means is then the mean."""
    assert at(run(ACCUMULATION, lengths="64"), "means-error", 64) < 1e-12


def test_the_gradient_of_unequal_means_is_another_one() -> None:
    """Off by as much as its own size, where the sum over tokens is exact."""
    outcome = run(ACCUMULATION)
    assert at(outcome, "means-error", 3) > 0.5
    assert at(outcome, "sums-error", 3) < 1e-12


def test_the_noise_of_a_batch_is_the_formula_of_all_subsets() -> None:
    """Every pair among five numbers: the variance of their means is σ²/2 · (5 − 2)/(5 − 1)."""
    numbers = (1.0, 2.0, 4.0, 7.0, 11.0)
    middle = sum(numbers) / 5
    variance = sum((y - middle) ** 2 for y in numbers) / 5
    pairs = [(a + b) / 2 for a, b in combinations(numbers, 2)]
    found = sum((y - middle) ** 2 for y in pairs) / len(pairs)
    assert found / variance == pytest.approx(run("optimiser.gradient-noise", N=5, B=2).expected("shuffled", 2))


def test_a_batch_of_all_the_data_has_no_noise_without_replacement() -> None:
    """It is the gradient; with replacement a tenth of the examples' variance is left of ten."""
    outcome = run("optimiser.gradient-noise", N=10, B=10)
    assert at(outcome, "shuffled", 10) == pytest.approx(0, abs=1e-12)
    assert at(outcome, "replaced", 10) == pytest.approx(0.1, rel=0.2)


@pytest.mark.parametrize("seed", range(20))
def test_noise_falls_as_derived_for_every_draw(seed: int) -> None:
    """Twenty data sets of 200 examples."""
    run("optimiser.gradient-noise", N=200, n=500, seed=seed)


def test_muon_s_polynomial_by_hand() -> None:
    """At 1 it gives the sum of its coefficients, 0.701; five steps take 0.001 to nearly 3.4445⁵ times it."""
    assert run("optimiser.muon", steps=1).expected("muon", 0.5) == pytest.approx(1.18886, abs=1e-5)
    assert run("optimiser.muon").expected("muon", 0.001) == pytest.approx(0.001 * 3.4445**5, rel=0.05)


def test_muon_s_iteration_acts_on_singular_values_alone() -> None:
    """Of a random matrix, by torch's decomposition before and after; 256×128 ends between 0.68 and 1.21."""
    import torch

    from prep.demos.library.optimiser.muon import COEFFICIENTS, mapped

    X = torch.randn(256, 128, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    X /= X.norm()
    before = torch.linalg.svdvals(X).tolist()
    a, b, c = COEFFICIENTS["muon"]
    for _ in range(5):
        A = X @ X.T
        X = a * X + b * A @ X + c * A @ A @ X
    after = torch.linalg.svdvals(X).tolist()
    assert sorted(after) == pytest.approx(sorted(mapped(s, a, b, c, 5) for s in before), abs=1e-9)
    assert min(after) > 0.68 and max(after) < 1.21


@pytest.mark.parametrize("seed", range(20))
def test_muon_s_values_hold_for_every_draw(seed: int) -> None:
    """Twenty pairs of singular vectors."""
    run("optimiser.muon", seed=seed)
