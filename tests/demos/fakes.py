"""Demos without torch, for tests of what surrounds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from prep.demos.declaration.message import Done, Expected, Point
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.question import NumberQuestion, Question
from prep.demos.spec import Axis, Column, Demo, Fact, Int, Ints, Scale, Series, demo

STD = Series("std", "measured ± 2 s.e.", "theory √dₖ", decimals=2)
DEAD = Series("dead", "dead rows", plotted=False, decimals=0, percent=True)


def ask(d: float) -> Question:
    return NumberQuestion(f"At dₖ = {d:g} it is about", "std", d, formula=f"√{d:g}")


def fake(
    measure: Callable[..., Iterable[Any]],
    theory: Callable[..., Mapping[str, float]] = lambda d: {"std": d**0.5},
    **further: Any,
) -> Demo:
    """A demo of two series over dₖ."""
    declared: dict[str, Any] = {
        "name": "fake.demo",
        "title": "How wide?",
        "intro": lambda d_k: f"We measure at {len(d_k)} widths.",
        "parameters": (Ints("d_k", (4, 16), 1, 64, label="dₖ"), Int("seed", 0, 0, 9)),
        "question": ask,
        "x": Axis("dₖ", "d_k", Scale.TWOS),
        "y": Axis("std"),
        "series": (STD, DEAD),
        "source": "nowhere",
        "columns": (
            Column("measured", "std"),
            Column("±", "std", Fact.ERROR),
            Column("theory", "std", Fact.THEORY),
            Column("ratio", "std", Fact.RATIO, decimals=3),
            Column("dead", "dead", wide=True),
        ),
        "xs": lambda d_k: d_k,
        "unit": "widths",
        "theory": theory,
    }
    return demo(**(declared | further))(measure)


def steady(d_k: tuple[int, ...]) -> Iterable[Point]:
    """Two points a width, a hundredth above theory."""
    for d in d_k:
        yield Point("std", d, d**0.5 + 0.01, 0.02)
        yield Point("dead", d, 0.25)


def outcome(question: Question | None = None, at_16: float = 4.01, tolerance: float = 0.08) -> Outcome:
    """A finished run of `steady`, with another question or another value at 16 if wanted."""
    sheet = fake(steady, question=lambda d: question or ask(d)).sheet()
    return Outcome(
        sheet,
        points=(
            Point("std", 4, 2.01, 0.02),
            Point("dead", 4, 0.25),
            Point("std", 16, at_16, 0.02),
            Point("dead", 16, 0.25),
        ),
        theory=(Expected("std", 4, 2.0), Expected("std", 16, 4.0)),
        done=Done(0.1, "", (Expected("std", 4, tolerance), Expected("std", 16, tolerance))),
    )
