"""Complete runs of lessons in this very process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache

from prep.demos.catalog import catalog
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.parameter import Value
from prep.demos.judging.verdict import agreement
from prep.demos.running.run import stream
from prep.demos.spec import Demo


def run(name: str, **given: object) -> Outcome:
    """A complete run of a shipped lesson, in which every point agrees with theory; the same run is made once.

    Lists are written as in decks: d_k="8,64".
    """
    demo = catalog.find(name)
    return agreeing(name, tuple(sorted(demo.read({key: str(value) for key, value in given.items()}).items())))


def fresh(name: str, values: Mapping[str, Value]) -> Outcome:
    """A complete run with exactly these values, made now."""
    demo = catalog.find(name)
    outcome = Outcome(demo.sheet(values))
    for message in stream(demo, values):
        outcome = outcome.add(message)
    assert outcome.failed is None, outcome.failed
    return outcome


@cache
def agreeing(name: str, values: tuple[tuple[str, Value], ...]) -> Outcome:
    """The run with exactly these values, made once. Fails with the points that lie too far from theory."""
    outcome = fresh(name, dict(values))
    inside, judged = agreement(outcome)
    assert inside == judged, far_points(outcome)
    return outcome


def far_points(outcome: Outcome) -> str:
    """Those that disagree, one a line."""
    rows = [(p, outcome.expected(p.series, p.x), outcome.tolerance(p.series, p.x)) for p in outcome.points]
    return "\n".join(
        [
            outcome.sheet.span,
            *(
                f"{p.series} at {p.x:g}: {p.y:.6g} ± {p.se:.2g}, theory {theory:.6g}, tolerance {tolerance:.3g}"
                for p, theory, tolerance in rows
                if theory is not None and tolerance is not None and not abs(p.y - theory) <= tolerance
            ),
        ]
    )


def at(outcome: Outcome, series: str, x: float) -> float:
    """What was measured there."""
    point = outcome.measured(series, x)
    assert point, f"{series} was not measured at {x:g}"
    return point.y


def margin(name: str, outcome: Outcome) -> float:
    """How many tolerances the lesson's false claim is off, told on the way."""
    distractor = catalog.find(name).distractor
    assert distractor, f"{name} has no distractor"
    off = distractor.misses(outcome)
    print(f"{name}: “{distractor.claim}” is {off:.3g} tolerances off")
    return off


def quickly(demo: Demo, parameter: str, value: Value) -> Mapping[str, Value]:
    """The defaults, sample sizes cut, and this one parameter as given."""
    return {**demo.read({}), **demo.quick, parameter: value}


def timed(name: str, values: Mapping[str, Value]) -> tuple[Outcome, float]:
    """An agreeing run and the processor seconds it took."""
    start = time.process_time()
    outcome = agreeing(name, tuple(sorted(values.items())))
    return outcome, time.process_time() - start
