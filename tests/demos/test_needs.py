"""What a run would use is known before it starts, and too much is refused with what would do."""

from __future__ import annotations

import pytest

from prep.demos.catalog import catalog
from prep.demos.spec import Demo, Float, Int, Ints, Limits
from prep.errors import UsageError
from tests.demos.fakes import fake, steady

PARAMETERS = (
    Ints("d_k", (4, 16), 1, 4096),
    Int("n", 100, 10, 10_000),
    Float("share", 1.0, 0.0, 1.0),
    Int("seed", 0, 0, 9),
)


def greedy(megabytes: int = 100, points: int = 5000) -> Demo:
    """n·max(dₖ)·share numbers of a thousandth of a megabyte."""
    return fake(
        steady,
        parameters=PARAMETERS,
        limits=Limits(megabytes=megabytes, points=points),
        needs=lambda d_k, n, share: n * max(d_k) * share / 1000,
    )


def refused(demo: Demo, **given: str) -> str:
    with pytest.raises(UsageError) as told:
        demo.sheet(demo.read(given))
    return str(told.value)


def test_what_fits_is_not_refused() -> None:
    """At the limit too."""
    demo = greedy()
    demo.sheet(demo.read({"d_k": "1000", "n": "100"}))


def test_the_refusal_gives_the_range_and_the_nearest_value() -> None:
    """Of the first parameter that could be lowered far enough; in a list every larger number counts."""
    said = refused(greedy(), d_k="8,4096", n="100")
    assert "would need 410 MB and may use 100" in said
    assert "d_k takes 1 to 1000; the nearest is 1000" in said


def test_limits_are_written_out() -> None:
    """1500000, not 1.5e+06: what is told can be typed."""
    demo = fake(
        steady,
        parameters=(Int("n", 10, 1, 10_000_000), Int("seed", 0, 0, 9)),
        xs=lambda: (1,),
        needs=lambda n: n / 1000,
        limits=Limits(megabytes=1500),
        intro="",
    )
    assert "n takes 1 to 1500000; the nearest is 1500000" in refused(demo, n="10000000")


def test_a_parameter_that_can_t_help_is_passed_over() -> None:
    """With n = 10,000 and a limit of 5 MB the width would have to be less than one."""
    assert "n takes 10 to 1250; the nearest is 1250" in refused(greedy(5), d_k="4", n="10000")


def test_what_nothing_can_help_is_told() -> None:
    """No value of one parameter alone is small enough."""
    demo = fake(steady, needs=lambda: 5000.0)
    assert refused(demo) == "fake.demo would need 5,000 MB and may use 4,096; choose smaller parameters"


def test_more_points_than_a_run_may_send_are_refused_before_it() -> None:
    """Two series at each width."""
    assert "would need 4 points and may use 3" in refused(greedy(points=3))


@pytest.mark.parametrize("name", catalog.names())
def test_the_ends_of_every_range_are_allowed(name: str) -> None:
    """A range that can't be used to its end would be a trap."""
    demo = catalog.find(name)
    for parameter in demo.parameters:
        high = getattr(parameter, "high", None)
        if high is not None and parameter.name != "seed":
            demo.sheet(demo.read({parameter.name: str(high)}))
