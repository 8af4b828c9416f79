"""What the lessons about attention measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.declaration.question import ChoiceQuestion
from prep.demos.library.shared.score_laws import factor
from tests.demos.lessons.harness import at, run

ENTROPY, RACE, RANK, CONTROL = (f"attention.{lesson}" for lesson in ("entropy", "scale-race", "rank", "logit-control"))


@pytest.mark.parametrize("d", [4, 16, 64, 128])
def test_scores_have_the_rank_of_the_head(d: int) -> None:
    """64 tokens: min(64, dₖ) before softmax, 64 after it even at dₖ = 4."""
    outcome = run(RANK)
    assert at(outcome, "scores", d) == min(64, d)
    assert at(outcome, "weights", d) == 64


def test_a_very_narrow_head_is_not_lifted_to_full_rank_in_float64() -> None:
    """At dₖ = 1 and 2 the singular values fall below rounding: more than dₖ, less than n, and the lesson says so."""
    outcome = run(RANK, d_k="2,1")
    assert 1 < at(outcome, "weights", 1) < at(outcome, "weights", 2) < 64
    assert outcome.done and "of 64" in outcome.done.remark


def test_attention_does_not_know_the_order() -> None:
    """f(PX) = P f(X) to 1e-12; behind a causal mask it fails by more than the outputs' own size."""
    outcome = run(RANK)
    assert all(at(outcome, "order-error", d) < 1e-12 for d in (4, 128))
    assert at(outcome, "masked-error", 16) > 1


@pytest.mark.parametrize(
    ("n", "sigma", "entropy"), [(16, 1, 2.3570), (512, 1, 5.7419), (4096, 2, 6.3509), (64, 8, 0.5756), (512, 4, 2.0651)]
)
def test_entropy_of_gaussian_scores(n: int, sigma: float, entropy: float) -> None:
    """The known averages, measured within four standard errors (the run asserts that) and here to 4 %."""
    outcome = run(ENTROPY, sigma=sigma)
    assert outcome.expected("entropy", n) == pytest.approx(entropy, abs=2e-4)
    assert at(outcome, "entropy", n) == pytest.approx(entropy, rel=0.04)


def test_all_spreads_see_the_same_draws() -> None:
    """σ = 0.5, 1, 4, 8 beside 2: each as if it were asked about alone, and the entropy falls with σ at every n."""
    outcome = run(ENTROPY)
    assert at(outcome, "entropy-8", 64) == at(run(ENTROPY, sigma=8), "entropy", 64) == pytest.approx(0.5756, rel=0.04)
    for n in (16, 64, 512, 4096):
        fall = [at(outcome, f"entropy{spread}", n) for spread in ("-0.5", "-1", "", "-4", "-8")]
        assert fall == sorted(fall, reverse=True)


def test_the_closed_form_needs_short_spread() -> None:
    """ln n − σ²/2 is 4 % off at n = 16, σ = 1, half a percent at n = 4096, σ = 2, and absurd at n = 64, σ = 4."""
    off = [
        at(run(ENTROPY, sigma=sigma), "entropy", n) / (math.log(n) - sigma**2 / 2) - 1
        for n, sigma in ((16, 1), (4096, 2), (64, 4))
    ]
    assert 0.03 < off[0] < 0.045 and abs(off[1]) < 0.01 and not -1 < off[2] < 1


@pytest.mark.parametrize(
    ("n", "gap", "weight"), [(64, 4, 0.3484), (1024, 8, 0.6388), (16384, 8, 0.0994), (16384, 12, 0.8577)]
)
def test_a_needle_is_diluted(n: int, gap: float, weight: float) -> None:
    """Weight of a key Δ above n − 1 others of spread 1: exact theory, and 1/(1 + (n−1)e^{½−Δ}) within 1.2 %."""
    outcome = run(ENTROPY, mode="needle", sigma=1, gap=gap, n="64,1024,16384")
    assert outcome.expected("needle", n) == pytest.approx(weight, abs=1e-4)
    assert at(outcome, "needle", n) == pytest.approx(weight, rel=0.02)
    assert outcome.expected("closed-form", n) == pytest.approx(weight, rel=0.012)


def test_steins_identity_holds_at_every_length() -> None:
    """E Σ pᵢsᵢ = σ² E tr J: at σ = 1, 0.868, 0.961, 0.995, 0.999 for n = 16, 64, 512, 4096, within five errors."""
    outcome = run(ENTROPY, mode="stein", sigma=1)
    for n, expected in ((16, 0.8675), (64, 0.9612), (512, 0.9948), (4096, 0.9993)):
        point = outcome.measured("stein", n)
        assert point and outcome.expected("stein", n) == pytest.approx(expected, abs=2e-4)
        assert abs(point.y - expected) < 5 * point.se + 1e-4


def ends(lr: float) -> dict[str, dict[str, float]]:
    """Loss, accuracy and entropy of each factor after 200 steps of gradient descent."""
    outcome = run(RACE, lr=lr)
    return {
        scale: {what: at(outcome, f"{what}-{scale}", 200) for what in ("loss", "accuracy", "entropy")}
        for scale in ("none", "sqrt", "d")
    } | {"winner": {"is": at(outcome, "winner", 200)}}


def test_at_rate_one_only_the_square_root_wins() -> None:
    """No factor: guessing, on one key. 1/√dₖ: all right. 1/dₖ: half-way, nearly even weights."""
    end = ends(1)
    assert end["winner"]["is"] == 2
    assert end["sqrt"]["accuracy"] > 0.99 and end["sqrt"]["loss"] < 0.02
    assert end["none"]["accuracy"] < 0.25 and end["none"]["entropy"] < 0.05
    assert 0.3 < end["d"]["accuracy"] < 0.9 and end["d"]["entropy"] > 3


def test_at_a_small_rate_no_factor_wins() -> None:
    """lr 0.03: unscaled attention has the lowest loss, and 1/dₖ has not begun."""
    end = ends(0.03)
    assert end["winner"]["is"] == 1
    assert end["none"]["accuracy"] > 0.9 and end["d"]["accuracy"] < 0.3 and end["d"]["entropy"] > 3.4


def test_at_a_large_rate_one_over_d_wins_and_is_sharp() -> None:
    """lr 10: 1/dₖ is all right with entropy well under a nat, refuting "it can't become sharp"; 1/√dₖ only guesses."""
    end = ends(10)
    print(f"“1/dₖ cannot reach entropy 1” is refuted: {end['d']['entropy']:.2f}")
    assert end["winner"]["is"] == 3
    assert end["d"]["accuracy"] > 0.99 and end["d"]["entropy"] < 0.6
    assert end["sqrt"]["accuracy"] < 0.25


def test_each_factor_wins_where_its_rates_are() -> None:
    """A short sweep: the largest rate that learns grows from no factor to 1/√dₖ to 1/dₖ, and so does the winner's."""
    outcome = run(RACE, mode="sweep", d=64, n=8, steps=100, batch=16)
    usable = [
        [x for x in outcome.sheet.xs if at(outcome, f"accuracy-{scale}", x) > 0.8] for scale in ("none", "sqrt", "d")
    ]
    print("usable rates:", usable)
    assert max(usable[0]) < max(usable[1]) < max(usable[2])
    assert [at(outcome, "winner", x) for x in (0.01, 0.3, 10)] == [1, 2, 3]
    assert outcome.done and "in order of magnitude" in outcome.done.remark


def test_the_race_starts_at_the_entropies_of_its_factors() -> None:
    """n = 32, dₖ = 128: 0.34, 2.98 and 3.46 nats before any step, to 5 %."""
    outcome = run(RACE)
    found = [at(outcome, f"entropy-{scale}", 0) for scale in ("none", "sqrt", "d")]
    assert found == pytest.approx([0.34, 2.98, 3.46], rel=0.1)
    assert found[1:] == pytest.approx([2.98, 3.46], rel=0.01)


@pytest.mark.parametrize(
    ("control", "std", "entropy", "weight", "largest"),
    [
        ("none", 11.306, 0.395, 0.852, 55.5), ("1/d", 0.0883, 4.155, 0.019, 0.43), ("1/sqrt", 0.999, 3.686, 0.107, 4.9),
        ("mup", 0.7066, 3.917, 0.067, 3.47), ("qk-norm", 0.9987, 3.689, 0.105, 4.72),
        ("soft-cap", 0.9989, 3.686, 0.107, 4.89),
    ],
)  # fmt: skip
def test_controls_before_training(control: str, std: float, entropy: float, weight: float, largest: float) -> None:
    """64 keys, dₖ = 128: spread, entropy and largest weight of each control, and the largest |logit| of thousands."""
    outcome = run(CONTROL, phase="init", control=control, d_k="128", n=2000)
    assert at(outcome, "std", 128) == pytest.approx(std, rel=0.02)
    assert at(outcome, "entropy", 128) == pytest.approx(entropy, abs=0.03)
    assert at(outcome, "weight", 128) == pytest.approx(weight, rel=0.05)
    assert at(outcome, "max", 128) == pytest.approx(largest, rel=0.2)


def test_training_drives_logits_past_the_square_root() -> None:
    """Adam, lr 0.03, 100 steps: with 1/√dₖ alone the row's largest |logit| passes 30, with QK-norm none passes 11.3."""
    outcome = run(CONTROL)
    assert at(outcome, "plain", 100) > 30 > 5 > at(outcome, "plain", 0)
    assert max(p.y for p in outcome.points if p.series == "max") < math.sqrt(128)
    assert at(outcome, "loss", 100) < 0.02


def test_a_soft_cap_holds_and_is_approached() -> None:
    """Under a cap of 50 the same training comes close to it and never exceeds it."""
    outcome = run(CONTROL, control="soft-cap")
    assert 35 < max(p.y for p in outcome.points if p.series == "max") < 50


def test_a_factor_bounds_nothing() -> None:
    """µP's √64/dₖ starts lower than 1/√dₖ and ends beyond √dₖ all the same."""
    outcome = run(CONTROL, control="mup")
    assert at(outcome, "top", 0) < at(outcome, "plain", 0)
    assert at(outcome, "top", 100) > math.sqrt(128)


def test_the_jacobian_fills_and_empties_as_scores_spread() -> None:
    """Of the median row of 8 keys: rows sum to nothing, tr J = 1 − Σp² is the sum of the diagonal; grey, dark, gone."""
    outcome = run("attention.softmax-saturation", keys=8, d_k="1,8,2048")
    even, tied, dead = (image.rows for image in outcome.images)
    for d, J in ((1, even), (8, tied), (2048, dead)):
        assert max(abs(sum(row)) for row in J) < 1e-12
        assert sum(J[i][i] for i in range(8)) == pytest.approx(at(outcome, "median-trace", d), abs=0.01)
    assert tied[0][0] > even[0][0] > 100 * dead[0][0]


@pytest.mark.parametrize("seed", range(5))
def test_in_a_tied_row_the_second_weight_holds_most_of_what_the_first_leaves(seed: int) -> None:
    """−J₀₁/J₀₀ = p₁/(1 − p₀): one in 63 where 64 weights are equal, 1 in a two-way tie; and J₀₁ grows fourfold."""
    outcome = run("attention.softmax-saturation", d_k="2,64", n=1000, seed=seed)
    even, tied = (image.rows for image in outcome.images)
    shares = [-J[0][1] / J[0][0] for J in (even, tied)]
    assert 1 / 63 < shares[0] < 0.25 < shares[1] < 1
    assert tied[0][1] < 4 * even[0][1] < 0


def test_the_attention_matrix_finds_the_diagonal() -> None:
    """Before training a query's own key stands out for none, afterwards it has most of the weight."""
    images = [image for image in run(CONTROL, keys=16).images if image.name == "weights"]
    before, after = (sorted(rows[i][i] for i in range(10)) for rows in (images[0].rows, images[-1].rows))
    assert before[5] < 0.3 and after[5] > 0.9
    assert all(sum(row) <= 1 + 1e-9 for row in images[0].rows)


def test_full_rank_cannot_be_lifted() -> None:
    """Where dₖ reaches n only “full” and “below” are offered, and the remark says that the rank stays."""
    outcome = run("attention.rank", d_k="64", n=32)
    question = outcome.sheet.question
    assert isinstance(question, ChoiceQuestion) and [o.text for o in question.options] == ["below 32", "32: full"]
    assert outcome.done and "leaves the rank at 32 of 32" in outcome.done.remark


def test_the_picture_of_singular_values_parts_where_the_rank_ends() -> None:
    """dₖ = 16 of 64: 16 values within three decades, 48 below the thirteenth; softmax leaves no such gap."""
    images = {image.name: image.rows[0] for image in run(RANK).images if image.x == 16}
    scores, weights = images["scores"], images["weights"]
    assert sum(scores[:8]) == 48 and sum(scores[28:]) == 16
    assert sum(weights[:8]) == 0 and sum(weights) == 64


@pytest.mark.parametrize("n", [1, 8, 256])
def test_linear_attention_is_one_gradient_step(n: int) -> None:
    """Whatever the context, to a few roundings of its terms."""
    assert 0 <= at(run("attention.icl", n=n), "difference", n) < 1e-14


def test_one_step_does_not_solve_the_regression() -> None:
    """η = 1: (d+1)/n of the squared error is left, 17/256; from one example of one input E(1 − x²)² = 2."""
    assert at(run("attention.icl"), "error", 256) == pytest.approx(17 / 256, rel=0.05)
    assert run("attention.icl", n=1, d=1).expected("error", 1) == 2


@pytest.mark.parametrize("seed", range(20))
def test_the_error_of_one_step_holds_for_every_draw(seed: int) -> None:
    """Twenty sets of tasks with four inputs."""
    run("attention.icl", d=4, seed=seed)


@pytest.mark.parametrize("scale", ["none", "1/sqrt"])
def test_the_gradient_is_that_of_real_attention(scale: str) -> None:
    """By autograd through keys and values that are all drawn, 3,000 rows at width 16, within four standard errors."""
    import torch

    d, keys, rows, c = 16, 64, 3_000, factor(scale, 16)
    g = torch.Generator().manual_seed(5)
    q = torch.randn(rows, d, 1, generator=g).double().requires_grad_()
    K = torch.randn(rows, keys, d, generator=g).double()
    V = torch.randn(rows, keys, d, generator=g).double() / d**0.5
    upstream = torch.randn(rows, 1, d, generator=g).double()
    o = (c * K @ q).softmax(1).transpose(1, 2) @ V
    (dq,) = torch.autograd.grad((upstream * o).sum(), q)
    real = dq.norm(dim=(1, 2))
    error = float(real.std()) / rows**0.5
    point = run("attention.softmax-saturation", d_k="16", scale=scale, n=4000).measured("gradient", 16)
    assert point and abs(point.y - float(real.mean())) < 4 * (error**2 + point.se**2) ** 0.5
