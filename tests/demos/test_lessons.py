"""What the first two lessons measure, in real runs with real torch; what holds for all is in `lessons/`."""

from __future__ import annotations

import math
from typing import Any

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.judging.verdict import agreement, number
from prep.demos.running.host import Host
from prep.demos.spec import call
from tests.demos.conftest import outcome_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
STD, SATURATION = "attention.score-std", "attention.softmax-saturation"


RAN: dict[str, Outcome] = {}


async def run(host: Host, name: str, *, again: bool = False, **given: object) -> Outcome:
    """A complete run in which every point agrees with theory; the same run is shared by the tests."""
    sheet = catalog.sheet(name, {key: str(value) for key, value in given.items()})
    if again or sheet.span not in RAN:
        RAN[sheet.span] = await outcome_of(host, sheet)
    outcome = RAN[sheet.span]
    inside, judged = agreement(outcome)
    assert inside == judged > 0
    return outcome


def at(outcome: Outcome, series: str, x: float) -> float:
    point = outcome.measured(series, x)
    assert point
    return point.y


def remark(outcome: Outcome) -> str:
    assert outcome.done
    return outcome.done.remark


@pytest.mark.parametrize(("name", "least"), [(STD, 1000), (SATURATION, 10)])
async def test_a_distractor_is_far_outside(host: Host, name: str, least: float) -> None:
    """In the very run that agrees with theory, "the spread is dₖ" and "the norm only falls" miss by far."""
    outcome = await run(host, name)
    distractor = catalog.find(name).distractor
    assert distractor
    print(f"{name}: “{distractor.claim}” is {distractor.misses(outcome):.0f} tolerances off")
    assert distractor.misses(outcome) > least


async def test_the_std_lesson_prints_what_plain_torch_prints(host: Host) -> None:
    """`torch.manual_seed(0)`, then randn for Q and K at each width: 2.85, 8.00, 11.34, 22.63."""
    outcome = await run(host, STD)
    std = outcome.sheet.one("std")
    assert [number(at(outcome, "std", d), std) for d in (8, 64, 128, 512)] == ["2.85", "8.00", "11.34", "22.63"]


async def test_its_standard_error_is_that_of_shared_vectors(host: Host) -> None:
    """The estimate from row and column means is the exact ½√(4/(n dₖ) + 2(1 + 1/dₖ)/n²) of normals, to a tenth."""
    outcome = await run(host, STD)
    for d in (8, 64, 128, 512):
        point = outcome.measured("std", d)
        assert point
        exact = 0.5 * math.sqrt(4 / (1000 * d) + 2 * (1 + 1 / d) / 1000**2)
        assert point.se / math.sqrt(d) == pytest.approx(exact, rel=0.1)


@pytest.mark.parametrize(
    ("given", "std", "mean"),
    [
        ({"dependence": "random-sign"}, 19.60, 0.0),
        ({"dependence": "shared-sign"}, 129.00, 0.0),
        ({"dependence": "aligned"}, 11.81, 38.4),
        ({"mean": 0.5}, 13.86, 32.0),
        ({"law": "uniform"}, 11.31, 0.0),
        ({"law": "rademacher"}, 11.31, 0.0),
        ({"law": "laplace"}, 11.31, 0.0),
        ({"law": "student5"}, 11.31, 0.0),
        ({"law": "rademacher", "dependence": "random-sign"}, 11.31, 0.0),
        ({"law": "laplace", "dependence": "random-sign"}, 27.71, 0.0),
    ],
)
async def test_theory_follows_the_assumptions(host: Host, given: dict[str, Any], std: float, mean: float) -> None:
    """At dₖ = 128: what each broken assumption does, by hand and by measurement."""
    outcome = await run(host, STD, d_k="128", **given)
    assert outcome.expected("std", 128) == pytest.approx(std, abs=5e-3)
    assert outcome.expected("mean", 128) == pytest.approx(mean, abs=1e-9)


async def test_the_same_seed_gives_the_same_numbers(host: Host) -> None:
    """Same parameters and seed: the same points to the last bit; another seed: others."""
    first, again, other = [await run(host, STD, again=True, d_k="8", seed=seed) for seed in (3, 3, 4)]
    assert first.points == again.points != other.points


async def test_a_remark_is_made_from_the_numbers(host: Host) -> None:
    """With one shared sign the spread grows like dₖ, and the remark says that."""
    assert remark(await run(host, STD)).startswith("The spread grows like √dₖ, not dₖ: from 8 to 512")
    shared = await run(host, STD, dependence="shared-sign", d_k="64,128")
    assert remark(shared).startswith("The spread grows like dₖ itself, not √dₖ: from 64 to 128")
    single = await run(host, STD, d_k="128", dependence="random-sign")
    assert remark(single) == "At dₖ = 128 the spread is 1.74 times √dₖ."


async def test_the_typical_row_dies_and_the_mean_gradient_does_not(host: Host) -> None:
    """From dₖ = 1 to 512, unscaled: the median of tr J falls 200-fold, its mean 9-fold, and the mean gradient grows."""
    outcome = await run(host, SATURATION)
    assert at(outcome, "median-trace", 1) / at(outcome, "median-trace", 512) > 100
    assert 8 < at(outcome, "mean-trace", 1) / at(outcome, "mean-trace", 512) < 10
    assert at(outcome, "gradient", 512) > 10 * at(outcome, "gradient", 1)
    assert 0.5 < at(outcome, "dead", 512) < 0.6
    grown = at(outcome, "gradient", 512) / at(outcome, "gradient", 1)
    assert f"the typical row has tr J {at(outcome, 'median-trace', 512):.2g}" in remark(outcome)
    assert f"The mean gradient that reaches q is {grown:.2g} times that at 1." in remark(outcome)


async def test_the_gradient_is_what_other_seeds_and_other_code_gave(host: Host) -> None:
    """24 seeds of 256 rows each, with all their keys drawn: mean 1.82 ± 0.06 at dₖ = 512, median 0.054 ± 0.005."""
    outcome = await run(host, SATURATION)
    for series, value, error in (("gradient", 1.82, 0.06), ("gradient-median", 0.054, 0.005)):
        point = outcome.measured(series, 512)
        assert point and abs(point.y - value) < 4 * math.hypot(error, point.se)


async def test_the_norm_of_the_jacobian_rises_before_it_falls(host: Host) -> None:
    """‖J‖₂ peaks at dₖ = 16, well above both ends: it is no measure of sensitivity."""
    outcome = await run(host, SATURATION)
    norms = {p.x: p.y for p in outcome.points if p.series == "norm"}
    assert max(norms, key=lambda x: norms[x]) == 16
    assert norms[16] > 2 * norms[1] and norms[16] > 2 * norms[512]


async def test_autograd_is_the_closed_form(host: Host) -> None:
    """Autograd's Jacobian of softmax and diag(p) − ppᵀ differ by less than 1e-12 at every width, in float64."""
    outcome = await run(host, SATURATION)
    assert 0 < max(p.y for p in outcome.points if p.series == "jacobian-error") < 1e-12


@pytest.mark.parametrize("scale", ["1/sqrt", "1/d"])
async def test_a_scaled_softmax_stays_alive(host: Host, scale: str) -> None:
    """Divided by √dₖ or dₖ no row is dead, mean and typical row agree, and the remark says so."""
    outcome = await run(host, SATURATION, scale=scale, d_k="8,512", n=1000)
    assert at(outcome, "dead", 512) == 0
    assert at(outcome, "mean-trace", 512) > 0.95
    assert remark(outcome).startswith("Mean and typical row agree here")


@pytest.mark.parametrize("keys", [2, 512])
async def test_row_length_is_in_the_theory(host: Host, keys: int) -> None:
    """Two keys and 512 keys: the exact averages hold for any length of a row."""
    await run(host, SATURATION, keys=keys, d_k="1,64", n=500)


@pytest.mark.parametrize(
    "name", [name for name in catalog.names() if any(p.name == "device" for p in catalog.find(name).parameters)]
)
async def test_a_missing_device_is_told(host: Host, name: str) -> None:
    """device=cuda on a machine without one is a sentence, not a crash."""
    outcome = Outcome(catalog.sheet(name, {"device": "cuda"}))
    async for message in host.run(name, outcome.sheet.given):
        outcome = outcome.add(message)
    if outcome.done:
        pytest.skip("there is a CUDA device here")
    assert outcome.failed
    assert outcome.failed.sentence == (
        "device=cuda was asked for, but torch sees no CUDA device here; device=cpu runs everywhere"
    )


@pytest.mark.parametrize("name", [STD, SATURATION])
@pytest.mark.parametrize("x", [1, 7, 100, 4096])
async def test_theory_is_finite_over_the_whole_range(name: str, x: int) -> None:
    """No width that a parameter allows breaks the curve."""
    demo = catalog.find(name)
    assert all(map(math.isfinite, call(demo.theory, demo.read({}), float(x)).values()))
