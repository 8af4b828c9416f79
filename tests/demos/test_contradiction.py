"""What a declaration says against itself is one sentence where the demo is described, and never a fault of a screen."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.contradiction import Contradiction, refuse_contradiction
from prep.demos.declaration.message import Failed, Point
from prep.demos.declaration.question import Item, NumberQuestion, OrderQuestion
from prep.demos.running import sync
from prep.demos.running.run import stream
from prep.demos.spec import Axis, Choice, Column, Form, Limits, Picture, Sheet
from prep.errors import DemoError
from tests.demos.fakes import fake, steady
from tests.demos.test_described import GOOD

WHOLE = fake(steady).sheet()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (replace(WHOLE, title=5), "title of its Sheet is 5; it takes text"),  # type: ignore[arg-type]
        (replace(WHOLE, limits=Limits(seconds=math.nan)), "seconds of its Limits is nan; it takes a number"),
        (replace(WHOLE, x=Axis("x", high="2")),  # type: ignore[arg-type]
         "high of its Axis is '2'; it takes a number"),
        (replace(WHOLE, y=Axis("y", scale="log")),  # type: ignore[arg-type]
         "scale of its Axis is 'log'; it takes a Scale"),
        (replace(WHOLE, columns=(Column("z", "std", "mean"),)),  # type: ignore[arg-type]
         "fact of its Column is 'mean'; it takes a Fact"),
        (replace(WHOLE, parameters=(Choice("law", "normal", ("a", "b")),)),
         "a parameter's default is refused: law=normal is unknown; it takes a, b"),
        (replace(WHOLE, columns=(Column("z", "sdt"),)), "its table shows a series 'sdt'; it declares std, dead"),
        (replace(WHOLE, question=NumberQuestion("?", "y", 4)),
         "its question asks for a series 'y'; it declares std, dead"),
        (replace(WHOLE, question=OrderQuestion("?", (Item("a", "std", 4), Item("b", "std", 5)))),
         "its question asks about dₖ = 5, where it doesn't measure"),
        (replace(WHOLE, pictures=(Picture("bars", "?", Form.BARS, ("mean",)),)),
         "its picture compares a series 'mean'; it declares std, dead"),
        (replace(WHOLE, xs=(4.0, 16.0, math.inf)), "it measures at an x that is not finite"),
        (replace(WHOLE, limits=Limits(seconds=-1)), "its limit is -1 seconds, in which nothing can run"),
        (replace(WHOLE, limits=Limits(megabytes=0)), "its limit is 0 megabytes, in which nothing can run"),
        (replace(WHOLE, limits=Limits(points=100_000)), "its limit is 100,000 points; a screen takes 20,000"),
    ],
)  # fmt: skip
def test_what_no_screen_could_draw_is_refused(wrong: Sheet, told: str) -> None:
    """Names that nothing declares, places where nothing is measured, values of another type."""
    with pytest.raises(Contradiction) as refused:
        refuse_contradiction(wrong)
    assert str(refused.value) == told


@pytest.mark.parametrize("name", catalog.names())
def test_no_shipped_demo_contradicts_itself(name: str) -> None:
    """At its defaults, and one step to either side of each."""
    demo = catalog.find(name)
    refuse_contradiction(demo.sheet())
    for parameter in demo.parameters:
        for by in (-1, 1):
            value = parameter.format(parameter.step(parameter.default, by))
            refuse_contradiction(demo.sheet(demo.read({parameter.name: value})))


def test_a_run_refuses_it_too() -> None:
    """With other values a declaration may say other things: the run ends with one sentence before anything is sent."""
    (end,) = stream(fake(steady, columns=(Column("z", "sdt"),)), {"d_k": (4,), "seed": 0})
    assert isinstance(end, Failed)
    assert end.sentence.startswith("fake.demo can't be shown: its table shows a series 'sdt'")


def test_a_remark_is_text() -> None:
    """Anything else ends the run with one sentence, not the screen."""
    end = list(stream(fake(steady, remark=lambda outcome: 5), {"d_k": (4,), "seed": 0}))[-1]
    assert isinstance(end, Failed) and "sent int as its remark, where text was expected" in end.sentence


def test_it_is_told_with_the_line_of_the_declaration(tmp_path: Path) -> None:
    """In the listing, and to whoever asks for that demo by name, whatever its file is called."""
    (tmp_path / "any.py").write_text(GOOD.format(name="coin").replace('Column("y", "y")', 'Column("y", "z")'))
    (problem,) = sync.describe(tmp_path).problems
    assert (problem.line, problem.message) == (
        3,
        "my.coin can't be described: its table shows a series 'z'; it declares y",
    )
    with pytest.raises(DemoError, match=r"any\.py:3: my\.coin can't be described"):
        sync.sheet("my.coin", {}, tmp_path)


def test_a_demo_that_measures_nowhere(tmp_path: Path) -> None:
    """No x is no demo."""
    (tmp_path / "any.py").write_text(GOOD.format(name="coin").replace("range(n),", "(),"))
    (problem,) = sync.describe(tmp_path).problems
    assert problem.message == "my.coin can't be described: it measures at no x"


def test_the_positive_control() -> None:
    """The sheet that all the wrong ones were made of is whole."""
    assert refuse_contradiction(WHOLE) is WHOLE
    assert Point("std", 4, 2.0) in list(stream(fake(lambda d_k: [Point("std", 4, 2.0)]), {"d_k": (4,), "seed": 0}))
