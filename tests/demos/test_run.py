"""A run, from the declaration to its messages, without torch and without a process."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from prep.demos.declaration.message import Done, Expected, Failed, Failure, Message, Point, Progress, Theory
from prep.demos.running import wire
from prep.demos.running.run import learn, stream
from prep.demos.spec import Demo, Limits, Sheet
from prep.errors import DemoError
from tests.demos.fakes import fake, steady


def run(demo: Demo, **given: str) -> list[Message | Sheet]:
    return list(stream(demo, demo.read(given)))


def failed(measure: Callable[..., Iterable[Any]]) -> Failed:
    """How a run of this measurement ends."""
    last = run(fake(measure))[-1]
    assert isinstance(last, Failed)
    return last


def test_points_come_one_by_one_with_theory_after_the_first() -> None:
    """First the sheet, then a point before anything costs time, then theory, and progress as each x is complete."""
    kinds = [type(message).__name__ for message in run(fake(steady))]
    assert kinds == ["Sheet", "Point", "Theory", "Point", "Progress", "Point", "Point", "Progress", "Done"]


def test_progress_counts_what_is_complete() -> None:
    """Two widths: one of two, then two of two."""
    assert [m for m in run(fake(steady)) if isinstance(m, Progress)] == [
        Progress(1, 2, "widths"),
        Progress(2, 2, "widths"),
    ]


def test_theory_stands_at_every_measured_x_and_between() -> None:
    """The curve is dense enough for the widest plot and reaches half an octave beyond both ends."""
    (theory,) = [m for m in run(fake(steady)) if isinstance(m, Theory)]
    xs = [t.x for t in theory.points]
    assert {4.0, 16.0} <= set(xs)
    assert len(xs) > 90 and xs == sorted(xs)
    assert (xs[0], xs[-1]) == (pytest.approx(4 / 2**0.5), pytest.approx(16 * 2**0.5))


def test_theory_is_silent_where_its_formula_has_no_value() -> None:
    """A pole or an overflow leaves a gap in the curve, and the run goes on."""
    messages = run(fake(steady, theory=lambda d: {"std": 1 / (d - 16) if d != 4 else float("inf")}))
    (theory,) = [m for m in messages if isinstance(m, Theory)]
    assert not {4.0, 16.0} & {t.x for t in theory.points}
    assert isinstance(messages[-1], Done)


def test_the_end_brings_tolerances_and_a_remark_made_from_the_numbers() -> None:
    """Tolerances only where theory speaks; the remark sees points, theory and tolerances."""
    remark = lambda outcome, seed: f"{outcome.points[-1].y} ± {outcome.tolerance('std', 16)}, seed {seed}"  # noqa: E731
    last = run(fake(steady, remark=remark), seed="3")[-1]
    assert isinstance(last, Done)
    assert last.tolerance == (Expected("std", 4, 0.08), Expected("std", 16, 0.08))
    assert last.remark == "0.25 ± 0.08, seed 3"


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (Point("std", 4, float("nan")), "fake.demo sent a value that is not a number (std at 4 is nan ± 0)"),
        (Point("std", 4, 1, float("inf")), "fake.demo sent a value that is not a number (std at 4 is 1 ± inf)"),
        (Point("std", 4, 1, -1), "fake.demo sent a value that is not a number (std at 4 is 1 ± -1)"),
        (Point("sdt", 4, 1), "fake.demo sent a point of the series 'sdt'; it declares std, dead"),
        ((4, 1.0), "fake.demo sent tuple where a Point was expected"),
    ],
)
def test_what_is_no_point_ends_the_run_with_a_sentence(sent: object, sentence: str) -> None:
    """Not a number, an unknown series, another type: the sentence says what was sent."""
    assert failed(lambda: [sent]) == Failed(Failure.RAISED, f"{sentence}; the demo's code must be mended")


def test_measuring_nothing_is_a_failure() -> None:
    """A run without a point has nothing to show."""
    assert failed(list).sentence.startswith("fake.demo sent no point at all")


def test_a_width_that_was_not_measured_is_told() -> None:
    """It said at which widths it would measure."""
    sent = [Point("std", 4, 2.0, 0.1)]
    assert "no point at dₖ = 16, where it said that it would measure" in failed(lambda: sent).sentence


@pytest.mark.parametrize("tolerance", [math.inf, math.nan, -1.0])
def test_a_tolerance_that_nothing_can_break_is_told(tolerance: float) -> None:
    """Else everything would agree with every theory."""
    *_, last = stream(fake(steady, tolerance=lambda point: tolerance), {"d_k": (4, 16), "seed": 0})
    assert isinstance(last, Failed) and "a tolerance that is no distance (std at 4 may be" in last.sentence


def test_a_theory_that_is_not_a_number_is_told() -> None:
    """A theory that has nothing to say leaves the series out."""
    *_, last = stream(fake(steady, lambda d: {"std": math.nan}), {"d_k": (4, 16), "seed": 0})
    assert isinstance(last, Failed) and "a theory that is not a number (std at 4;" in last.sentence


def test_points_already_sent_stay() -> None:
    """A demo that raises half way keeps its first points."""

    def half(d_k: tuple[int, ...]) -> Iterator[Point]:
        yield Point("std", 4, 2)
        raise ValueError("no\nmore\x1b[2J")

    messages = run(fake(half))
    assert Point("std", 4, 2) in messages
    last = messages[-1]
    assert isinstance(last, Failed)
    assert last.sentence.startswith("fake.demo raised ValueError: no more␛[2J (test_run.py line ")


def test_too_many_points_end_the_run() -> None:
    """The declared number of points is a limit, held while streaming: an endless demo ends."""

    def flood() -> Iterator[Point]:
        while True:
            yield Point("std", 4, 1)

    messages = run(fake(flood, limits=Limits(points=100)))
    assert len([m for m in messages if isinstance(m, Point)]) == 100
    assert messages[-1] == Failed(Failure.TOO_MUCH, "fake.demo sent 100 points and would send more; it may send 100")


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (DemoError("no CUDA here"), Failure.REFUSED, "no CUDA here"),
        (
            ModuleNotFoundError("No module named 'torch'", name="torch"),
            Failure.NO_TORCH,
            "demos need torch: pip install torch (prep doctor tells how)",
        ),
        (MemoryError(), Failure.TOO_MUCH, "fake.demo needs more memory than it may use; choose smaller parameters"),
        (
            RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 4 bytes"),
            Failure.TOO_MUCH,
            "fake.demo needs more memory than it may use; choose smaller parameters",
        ),
    ],
)
def test_known_errors_have_their_own_sentence(error: Exception, kind: Failure, sentence: str) -> None:
    """What is no fault of the demo's code is told as what it is."""

    def measure() -> Iterator[Point]:
        yield from ()
        raise error

    assert failed(measure) == Failed(kind, sentence)


def test_a_number_in_a_tensor_is_a_number() -> None:
    """Authors may forget `.item()`: whatever float() takes will do."""

    def measure() -> Iterator[Point]:
        yield Point("std", 4, SimpleFloat(2.5))  # type: ignore[arg-type]

    assert Point("std", 4.0, 2.5, 0.0) in run(fake(measure))


class SimpleFloat(SimpleNamespace):
    """Like a tensor of one number: not a float, but float() takes it."""

    def __init__(self, value: float) -> None:
        super().__init__(value=value)

    def __float__(self) -> float:
        return float(self.value)


def test_every_message_survives_the_wire() -> None:
    """What the child sends is what the app receives, types included."""
    for message in run(fake(steady)):
        assert wire.value(wire.line(message)) == message


def test_a_lesson_is_learnt_whole() -> None:
    """Theory and tolerance are asked at every measured x ahead of the first run, which then finds what they cache."""
    asked: list[tuple[str, float]] = []

    def theory(d: float) -> dict[str, float]:
        asked.append(("theory", d))
        return {"std": d**0.5}

    def tolerance(point: Point) -> float:
        asked.append(("tolerance", point.x))
        return point.se

    learn(fake(steady, theory, tolerance=tolerance))
    assert {(what, d) for what in ("theory", "tolerance") for d in (4.0, 16.0)} <= set(asked)
