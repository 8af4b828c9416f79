"""What the lessons about softmax measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.question import NumberQuestion
from prep.demos.library.softmax.overflow import largest
from prep.demos.spec import call
from tests.demos.lessons.harness import at, run

ONLINE, OVERFLOW = "softmax.online", "softmax.overflow"


@pytest.mark.parametrize(("block", "theory"), [("1", 8.8951), ("16", 6.12434), ("64", 4.74389), ("256", 3.38073)])
def test_the_maximum_is_updated_a_harmonic_number_of_times(block: str, theory: float) -> None:
    """4,096 random scores in blocks of B: H(n/B) updates on average, to 4·√((H − H⁽²⁾)/300) or a tenth."""
    outcome = run(ONLINE, block=block)
    assert outcome.expected("updates", 4096) == pytest.approx(theory, abs=1e-4)
    assert at(outcome, "updates", 4096) == pytest.approx(theory, rel=0.1)


def test_its_standard_error_is_that_of_records() -> None:
    """The variance of the number of records is H − H⁽²⁾ (Rényi)."""
    point = run(ONLINE).measured("updates", 4096)
    assert point
    variance = sum(1 / i - 1 / i**2 for i in range(1, 4097))
    assert point.se == pytest.approx(math.sqrt(variance / 300), rel=0.15)


def test_harmonic_numbers_between_whole_ones_join_them() -> None:
    """The curve meets the sums 1 + 1/2 + … + 1/k at whole k and rises in between."""
    theory = catalog.find(ONLINE).theory
    values = catalog.find(ONLINE).read({})
    found = [call(theory, values, x)["updates"] for x in (1.0, 1.5, 2.0, 100.0)]
    assert found[0] == pytest.approx(1, abs=1e-8) and found[2] == pytest.approx(1.5, abs=1e-8)
    assert found[3] == pytest.approx(sum(1 / i for i in range(1, 101)), abs=1e-9)
    assert found == sorted(found)


@pytest.mark.parametrize(("order", "updates"), [("ascending", 4096), ("descending", 1)])
def test_sorted_scores_update_always_or_once(order: str, updates: int) -> None:
    """Ascending scores raise the maximum every time, descending ones only at first."""
    assert at(run(ONLINE, order=order), "updates", 4096) == updates


@pytest.mark.parametrize("block", ["1", "64"])
def test_streaming_is_exact_up_to_float32(block: str) -> None:
    """Whatever the block, the streamed output differs from the exact one by less than 1e-5."""
    assert 0 < at(run(ONLINE, block=block), "error", 4096) < 1e-5


def test_exp_overflows_at_the_logarithm_of_the_largest_number() -> None:
    """11.09, 88.7 and 709.8; bfloat16 goes with float32, its numbers near 89 being a half apart."""
    outcome = run(OVERFLOW)
    assert [at(outcome, "overflow", e) for e in (5, 8, 11)] == pytest.approx([11.09, 88.72, 709.78], abs=0.01)
    assert at(outcome, "bfloat16", 8) == 89.0
    assert outcome.expected("overflow", 11) == pytest.approx(709.782712893384, abs=1e-9)


def test_theory_knows_the_largest_numbers() -> None:
    """ln(max) by e and the digits is torch's finfo(…).max."""
    import torch

    for format, e, digits in ((torch.float16, 5, 11), (torch.bfloat16, 8, 8), (torch.float32, 8, 24)):
        assert largest(e, digits) == pytest.approx(math.log(torch.finfo(format).max), abs=1e-12)


@pytest.mark.parametrize(("z", "survivors"), [(10, 3), (50, 2), (100, 1), (1000, 0)])
def test_naive_softmax_survives_below_the_threshold(z: int, survivors: int) -> None:
    """Scores (z, z − 1, 0): not a number once e^z is infinite; subtracting the maximum always works."""
    outcome = run(OVERFLOW, z=z)
    assert sum(at(outcome, "naive-survives", e) for e in (5, 8, 11)) == survivors
    assert at(outcome, "stable-error", 11) < 1e-12


@pytest.mark.parametrize(
    ("dtype", "series", "e"),
    [("float16", "overflow", 5), ("bfloat16", "bfloat16", 8), ("float32", "overflow", 8), ("float64", "overflow", 11)],
)
def test_a_format_is_asked_about(dtype: str, series: str, e: int) -> None:
    """The question names it and is answered by its own series, measured last."""
    outcome = run(OVERFLOW, dtype=dtype)
    question = outcome.sheet.question
    assert isinstance(question, NumberQuestion) and dtype in question.text
    assert (question.series, question.x) == (series, e) and outcome.sheet.xs[-1] == e
    assert at(outcome, series, e) == at(run(OVERFLOW), series, e)
