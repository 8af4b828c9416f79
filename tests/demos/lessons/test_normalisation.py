"""What the lessons about normalisation measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.declaration.question import NumberQuestion
from tests.demos.lessons.harness import at, run

NORM, RESIDUAL, SCALE = (f"normalisation.{lesson}" for lesson in ("batchnorm", "residual-growth", "scale-invariance"))


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_the_gradient_shrinks_as_the_input_grows(norm: str) -> None:
    """Inputs ×10 and ×100: gradient ×0.1 and ×0.01, orthogonal to the input, the output the same."""
    outcome = run(SCALE, norm=norm)
    assert [at(outcome, "gradient", c) for c in (10, 100)] == pytest.approx([0.1, 0.01], rel=1e-9)
    assert at(outcome, "cosine", 100) < 1e-12 and at(outcome, "output", 100) < 1e-12


def test_the_effective_rate_falls_with_the_square_of_the_norm() -> None:
    """Weights ×10 before a norm: a step moves a hundredth of the share, and ‖W‖² grows by Σ lr²‖g‖² exactly."""
    outcome = run(SCALE)
    assert at(outcome, "relative-step", 10) == pytest.approx(0.01, rel=1e-9)
    assert at(outcome, "growth", 1) == pytest.approx(1, abs=1e-11)


def test_training_divides_by_the_biased_variance() -> None:
    """Variance 4, batches of 2, 4, 8, 32, 128: 4(B−1)/B on average, to a hundredth."""
    for batch in (2, 4, 8, 32, 128):
        found = at(run(NORM, batch=batch), "batch-variance", 50)
        assert found == pytest.approx(4 * (batch - 1) / batch, rel=0.03 if batch == 2 else 0.01)


def test_running_statistics_come_part_of_the_way() -> None:
    """Momentum 0.1 is the weight of the new value: 0.50, 2.05, 3.26, 4.97 of 5 after 1, 5, 10, 50 steps."""
    outcome = run(NORM)
    found = [at(outcome, "mean", t) for t in (1, 5, 10, 50)]
    assert found == pytest.approx([0.5, 2.048, 3.257, 4.974], rel=0.01)


def test_outputs_in_training_are_bounded() -> None:
    """At most √(B−1), and exactly 1 for a batch of two, whatever the inputs."""
    assert at(run(NORM, batch=2), "largest", 50) == pytest.approx(1, abs=1e-6)
    for batch in (4, 16):
        assert at(run(NORM, batch=batch), "largest", 50) <= math.sqrt(batch - 1)


def test_small_batches_bias_the_evaluated_variance_up() -> None:
    """One over a noisy running variance is too large on average: by about an eighth at B = 2, little at B = 32."""
    found = [at(run(NORM, batch=batch, steps=400), "eval-variance", 400) for batch in (2, 32)]
    assert 1.08 < found[0] < 1.2 and found[1] < 1.02


def test_dropout_before_the_norm_shrinks_what_eval_sees() -> None:
    """p = 0.5 and centred inputs: evaluated outputs have variance 1 − p."""
    outcome = run(NORM, dropout=0.5, mean=0, batch=128, steps=200)
    assert at(outcome, "eval-variance", 200) == pytest.approx(0.5, rel=0.05)


def test_the_stream_grows_by_one_a_block() -> None:
    """Pre-LN: 1 + l to 12 %, and block l + 1 changes the stream by a share 1/√(l+1)."""
    outcome = run(RESIDUAL)
    for block in outcome.sheet.xs:
        assert at(outcome, "moment", block) == pytest.approx(1 + block, rel=0.12)
        assert at(outcome, "update", block) == pytest.approx(block**-0.5, rel=0.12)


@pytest.mark.parametrize(("mode", "moment", "rel"), [("pre/sqrtL", 2, 0.12), ("none", 48, 0.06), ("post", 1, 1e-3)])
def test_other_placements_of_the_norm(mode: str, moment: float, rel: float) -> None:
    """After 48 blocks: 2 with updates divided by √48, 2^48 without a norm, 1 after the norm."""
    assert at(run(RESIDUAL, mode=mode), "moment", 48) == pytest.approx(moment, rel=rel)


@pytest.mark.parametrize("blocks", [4, 16, 48])
def test_post_ln_has_the_larger_gradients_near_the_output(blocks: int) -> None:
    """The last block's gradient is larger after post-LN than after pre-LN, the more so the deeper."""
    post, pre = (at(run(RESIDUAL, mode=mode, blocks=blocks), "gradient", blocks) for mode in ("post", "pre"))
    assert post > 1.3 * pre


def test_a_small_factor_can_be_asked_about() -> None:
    """Inputs divided by ten: gradients ten times as large."""
    outcome = run(SCALE, c=0.1)
    question = outcome.sheet.question
    assert isinstance(question, NumberQuestion) and question.x == 0.1
    assert at(outcome, "gradient", 0.1) == pytest.approx(10, rel=1e-9)
    assert outcome.done and "At c = 0.1 " in outcome.done.remark
