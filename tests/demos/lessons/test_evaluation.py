"""What the lessons about evaluation measure."""

from __future__ import annotations

import cmath
import math
from statistics import NormalDist

import pytest

from prep.demos.catalog import catalog
from prep.demos.library.evaluation.auc_pr import auc_error, average_precision
from prep.demos.library.evaluation.calibration import ece
from prep.demos.library.evaluation.leakage.selected_features import right
from prep.demos.library.evaluation.undersampling import prevalence
from tests.demos.lessons.harness import at, run

AUC, CALIBRATION, LEAKAGE = "evaluation.auc-pr", "evaluation.calibration", "evaluation.leakage"
BEST_OF, UNDERSAMPLING = "evaluation.best-of", "evaluation.undersampling"


@pytest.mark.parametrize(("pi", "ap"), [(0.5, 0.922), (0.1, 0.665), (0.01, 0.269), (0.001, 0.0618)])
def test_average_precision_falls_with_the_prevalence(pi: float, ap: float) -> None:
    """d = 2: AP 0.92, 0.67, 0.27, 0.06 where AUC stays 0.9214."""
    assert average_precision(pi, 2) == pytest.approx(ap, abs=6e-4)
    outcome = run(AUC)
    assert at(outcome, "ap", pi) == pytest.approx(ap, abs=0.025)
    assert at(outcome, "auc", pi) == pytest.approx(0.92135, abs=0.03)


def test_a_random_ranker_has_the_prevalence_as_ap() -> None:
    """AP of noise at 1 % is 1 %, and with d = 0 the ranker is noise too."""
    assert at(run(AUC), "random", 0.01) == pytest.approx(0.01, abs=0.002)
    noise = run(AUC, d=0)
    assert at(noise, "auc", 0.5) == pytest.approx(0.5, abs=0.005)
    assert at(noise, "ap", 0.5) == pytest.approx(0.5, abs=0.005)


def test_ap_and_auc_of_a_short_list_by_hand() -> None:
    """Scores + 4, − 3, + 2, − 1: AP (1/1 + 2/3)/2, and three of four pairs in order."""
    import torch

    from prep.demos.library.evaluation.auc_pr import _average_precision, _negatives_above

    above = _negatives_above(torch.tensor([2.0, 4.0, 3.0, 1.0]), 2)
    assert above.tolist() == [0, 1]
    assert _average_precision(above) == pytest.approx((1 + 2 / 3) / 2)


@pytest.mark.parametrize("s", [0.5, 1, 2, 4])
def test_temperature_recovers_the_factor(s: float) -> None:
    """40,000 cases: T is s to 4 standard errors (1 % each at s = 4), and no prediction changes."""
    outcome = run(CALIBRATION, s=s)
    assert at(outcome, "T", 40_000) == pytest.approx(s, rel=0.04)
    assert all(at(outcome, "changed", N) == 0 for N in outcome.sheet.xs)


def test_the_error_of_auc_is_delongs() -> None:
    """Order + − + −: positives beat 1 and ½ of the negatives, negatives yield to ½ and 1: √(1/16/2 + 1/16/2) = ¼."""
    import torch

    assert auc_error(torch.tensor([0.0, 1.0], dtype=torch.float64), 2) == pytest.approx(0.25)


@pytest.mark.parametrize(("N", "floor"), [(200, 0.0863), (2000, 0.0273), (20_000, 0.0086)])
def test_a_perfect_model_has_a_calibration_error(N: int, floor: float) -> None:
    """0.09 with 200 cases and 15 bins, 0.027 with 2,000, 0.0086 with 20,000."""
    outcome = run(CALIBRATION, N=N)
    assert outcome.expected("floor", N) == pytest.approx(floor, rel=0.01)
    assert at(outcome, "floor", N) == pytest.approx(floor, rel=0.15)


def test_ece_by_hand() -> None:
    """Four cases in two bins: (|1 − 0.4| + |1 − 1.6|)/4."""
    import torch

    assert ece(torch.tensor([0.1, 0.3, 0.8, 0.8]), torch.tensor([True, False, True, False]), 2) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("n", "p", "k", "K", "theory"),
    [
        (50, 5000, 20, 5, 0.9634),
        (50, 1000, 20, 5, 0.9246),
        (100, 5000, 20, 5, 0.8974),
        (200, 2000, 10, 10, 0.7329),
        (100, 20, 20, 5, 0.5),
    ],
)
def test_features_chosen_on_all_rows_leak(n: int, p: int, k: int, K: int, theory: float) -> None:
    """Pure noise: 96 % with the best 20 of 5,000 features on 50 rows; nothing leaks where nothing is chosen."""
    outcome = run(LEAKAGE, n=n, p=p, k=k, K=K)
    assert outcome.expected("leaky", p) == pytest.approx(theory, abs=1e-4)
    assert at(outcome, "leaky", p) == pytest.approx(theory, abs=0.045)


def test_an_honest_pipeline_reports_chance() -> None:
    """Chosen inside each fold: one half, however many features there are."""
    outcome = run(LEAKAGE)
    assert all(at(outcome, "honest", p) == pytest.approx(0.5, abs=0.09) for p in outcome.sheet.xs)


def exact_floor(N: int, bins: int) -> float:
    """E ECE of a perfect model, by E|S| = (2/π) ∫ (1 − Re E e^{iuS})/u² du for the sum S of hits less c in each bin."""

    def e_abs(low: float, high: float) -> float:
        cs = [low + (high - low) * (i + 0.5) / 8 for i in range(8)]
        step, us = 0.05, [0.05 * (i + 0.5) for i in range(1200)]
        waves = [sum(cmath.exp(-1j * u * c) * (1 - c + c * cmath.exp(1j * u)) for c in cs) / 8 for u in us]
        inside = sum((1 - ((1 + (w - 1) / bins) ** N).real) / u**2 * step for u, w in zip(us, waves, strict=True))
        return 2 / math.pi * (inside + 1 / (1200 * step))

    return math.fsum(e_abs(b / bins, (b + 1) / bins) for b in range(bins)) / N


@pytest.mark.parametrize(("N", "bins"), [(200, 5), (200, 15), (500, 30)])
def test_the_floor_leaves_out_less_than_its_tolerance_says(N: int, bins: int) -> None:
    """Against the exact mean, the normal formula is off by less than 1/(8n), n = N/bins cases a bin."""
    formula = catalog.find(CALIBRATION).theory(N, 4, bins)["floor"]
    assert formula == pytest.approx(exact_floor(N, bins), rel=bins / (8 * N))


@pytest.mark.parametrize(("n", "p", "k", "K"), [(50, 500, 1, 5), (20, 500, 1, 2), (20, 20, 1, 10), (50, 500, 20, 2)])
def test_what_the_leakage_formula_leaves_out_is_known(n: int, p: int, k: int, K: int) -> None:
    """300 data sets each: the refined value is met within the errors alone, where the formula is up to 0.015 off."""
    point = run(LEAKAGE, n=n, p=p, k=k, K=K, reps=300).measured("leaky", p)
    assert point and point.y == pytest.approx(right(p, n, k, K), abs=4 * point.se)


def test_leakage_uses_an_even_number_of_rows() -> None:
    """Of 21 rows 20 are used, and theory knows it."""
    odd, even = (run(LEAKAGE, n=n, p=100) for n in (21, 20))
    assert at(odd, "leaky", 100) == at(even, "leaky", 100)
    assert odd.expected("leaky", 100) == even.expected("leaky", 100)


def test_a_picture_shows_how_often_each_accuracy_is_reported() -> None:
    """30 data sets a strip: leaky ones crowd above nine tenths with 5,000 features, honest ones around one half."""
    images = {(image.name, image.x): image.rows[0] for image in run(LEAKAGE).images}
    assert all(sum(counts) == 30 for counts in images.values()) and len(images) == 10
    assert sum(images["leaky", 5000][22:]) > 24 and sum(images["honest", 5000][22:]) == 0


@pytest.mark.parametrize(("m", "n", "q"), [(1, 10, 0.3), (2, 1, 0.5), (7, 12, 0.8)])
def test_the_best_of_m_by_its_own_distribution(m: int, n: int, q: float) -> None:
    """Σ k·P(max = k)/n; the best of two on a single case is right in three cases of four."""
    F = [sum(math.comb(n, j) * q**j * (1 - q) ** (n - j) for j in range(k + 1)) for k in range(n + 1)]
    mean = sum(k * (F[k] ** m - F[k - 1] ** m) for k in range(1, n + 1)) / n
    assert catalog.find(BEST_OF).theory(m, n, q)["best"] == pytest.approx(mean)
    if (m, n) == (2, 1):
        assert mean == pytest.approx(0.75)


def test_a_hundred_coins_on_a_hundred_cases() -> None:
    """62.5 % for the best, under the bound of 65 %, and 50 % for it on new cases."""
    outcome = run(BEST_OF)
    assert at(outcome, "best", 100) == pytest.approx(0.625, abs=0.01)
    assert catalog.find(BEST_OF).theory(100, 100, 0.5)["bound"] == pytest.approx(0.652, abs=5e-4)
    assert at(outcome, "fresh", 100) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("b", "w"), [(-5, 1), (0, 3), (-2, 0)])
def test_the_prevalence_is_the_mean_over_quantiles(b: float, w: float) -> None:
    """E σ(b + w·x) over 20,000 quantiles of x."""
    xs = [NormalDist().inv_cdf((i + 0.5) / 20_000) for i in range(20_000)]
    assert prevalence(b, w) == pytest.approx(sum(1 / (1 + math.exp(-b - w * x)) for x in xs) / 20_000, rel=1e-3)


def test_undersampling_shifts_the_intercept_only() -> None:
    """5 % of the negatives: −5 + ln 20 = −2.00, where other code found −1.99; the slope stays 1."""
    outcome = run(UNDERSAMPLING)
    assert outcome.expected("intercept", 0.05) == pytest.approx(-5 + math.log(20))
    assert at(outcome, "intercept", 0.05) == pytest.approx(-2.0, abs=0.12)
    assert at(outcome, "slope", 0.05) == pytest.approx(1, abs=0.12)


def test_even_classes_with_a_twentieth_of_the_negatives() -> None:
    """b = 0: one half of the cases is positive, and 20 of 21 of the kept ones; turned back it is one half."""
    outcome = run(UNDERSAMPLING, b=0, w=0)
    assert outcome.expected("predicted", 0.05) == pytest.approx(20 / 21)
    assert at(outcome, "repaired", 0.05) == pytest.approx(0.5, abs=0.01)


def test_the_bias_of_a_rare_logistic_fit_is_below_one_over_the_positives() -> None:
    """300 fits to 2,000 cases with 31 positives on average: the mean intercept is off by at most 1/P."""
    import torch

    from prep.demos.library.evaluation.undersampling import _logistic

    g, fits = torch.Generator().manual_seed(0), []
    for _ in range(300):
        x = torch.randn(2000, generator=g, dtype=torch.float64)
        y = torch.rand(2000, generator=g, dtype=torch.float64) < torch.sigmoid(x / 2 - 4.3)
        fits.append(_logistic(x, y.double())[0])
    found = torch.stack(fits)[:, 0]
    assert found.mean().item() == pytest.approx(-4.3, abs=1 / 31 + 4 * found.std().item() / 300**0.5)
