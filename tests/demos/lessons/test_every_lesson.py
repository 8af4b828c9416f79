"""What holds for every lesson: it agrees with theory, refutes its false claim and runs at the ends of its ranges."""

from __future__ import annotations

import json
import math
import re
from inspect import cleandoc

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.parameter import Choice, Float, Int, Value
from prep.demos.declaration.question import ChoiceQuestion, NumberQuestion
from prep.demos.judging.ends import ends
from prep.demos.judging.report import as_json, table
from prep.demos.spec import call
from tests.demos.lessons.harness import margin, quickly, run, timed

NAMES = catalog.names()
ENDS = [
    (demo.name, parameter, value)
    for demo in map(catalog.find, NAMES)
    for parameter, value in ends(demo.parameters)
    for declared in [{each.name: each for each in demo.parameters}[parameter]]
    if not isinstance(declared, Choice) and not (parameter in demo.quick and value == declared.high)
]
"""But for words, which test_scripts.py runs in the same way, and for the largest samples: more of them make an error
smaller, no more, and `prep check --demos --all` runs them."""
SLOW = 8.0
"""Processor seconds; a lesson aims at three."""


@pytest.mark.parametrize("name", NAMES)
def test_a_default_run_agrees_with_theory_and_refutes_its_distractor(name: str) -> None:
    """Theory holds at every point of the very run that refutes the false claim: tolerances are not too wide."""
    outcome = run(name)
    assert outcome.theory
    assert margin(name, outcome) > 1


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_says_why(name: str) -> None:
    """One line asks; a derivation, what agreement means, a false claim and a source follow."""
    demo = catalog.find(name)
    question, blank, *_ = cleandoc(demo.measure.__globals__["__doc__"]).splitlines()
    sheet = demo.sheet()
    assert question and not blank
    assert len(sheet.why) > 200 and "Source" not in sheet.why
    assert sheet.tolerance and sheet.claim and sheet.source


@pytest.mark.parametrize("name", NAMES)
def test_a_default_run_is_complete(name: str) -> None:
    """It measures at every x it announced, answers its own question, remarks on it and can be sent as JSON."""
    outcome = run(name)
    assert outcome.done and outcome.done.remark
    assert outcome.progress and outcome.progress.done == outcome.progress.total == len(outcome.sheet.xs)
    question = outcome.sheet.question
    if isinstance(question, NumberQuestion | ChoiceQuestion):
        assert outcome.measured(question.series, question.x)
    else:
        assert all(outcome.measured(item.series, item.x) for item in question.items)
    assert json.loads(json.dumps(as_json(outcome)))["demo"] == name
    heads, rows = table(outcome, wide=True)
    assert all(len(row) == len(heads) for row in rows)


@pytest.mark.parametrize(("name", "given"), [*((name, {}) for name in NAMES), ("attention.entropy", {"sigma": 10})])
def test_a_remark_writes_a_minus_as_the_axes_do(name: str, given: dict[str, object]) -> None:
    """−47.2 and 7e−08, never with a hyphen."""
    done = run(name, **given).done
    assert done and not re.search(r"(?<![\w.)])-\d|\de-\d", done.remark)


@pytest.mark.parametrize("name", NAMES)
def test_every_declared_series_is_measured(name: str) -> None:
    """A series that no point belongs to would be a legend without a mark; one without a legend is a curve only."""
    outcome = run(name)
    assert {p.series for p in outcome.points} == {s.name for s in outcome.sheet.series if s.legend}


@pytest.mark.parametrize("name", NAMES)
def test_all_of_one_x_comes_before_the_next(name: str) -> None:
    """Tables and progress count finished x."""
    xs = [p.x for p in run(name).points]
    assert list(dict.fromkeys(xs)) == [x for i, x in enumerate(xs) if i == 0 or xs[i - 1] != x]


@pytest.mark.parametrize("name", NAMES)
def test_at_most_three_series_are_drawn_at_80_columns(name: str) -> None:
    """There are three marks, and the legend is one row."""
    series = [s for s in run(name).sheet.series if s.plotted]
    legend = [text for s in series for text in (s.legend, s.theory) if text]
    assert 1 <= len(series) <= 3
    assert len("   ".join(f"x {text}" for text in legend)) <= 76


@pytest.mark.parametrize(("name", "parameter", "value"), ENDS)
def test_a_parameter_at_its_end_agrees_with_theory(name: str, parameter: str, value: Value) -> None:
    """Lowest and highest value, every choice: the run ends well, in time, within the tolerance."""
    demo = catalog.find(name)
    outcome, seconds = timed(name, quickly(demo, parameter, value))
    assert outcome.done and outcome.progress
    assert outcome.progress.done == len(outcome.sheet.xs)
    assert seconds < SLOW


@pytest.mark.parametrize("name", NAMES)
def test_arrow_keys_cross_every_range(name: str) -> None:
    """From end to end in 45 presses or fewer (fourteen decades of 1, 2, 5), and back: every parameter has its scale."""
    for parameter in catalog.find(name).parameters:
        if isinstance(parameter, Int | Float) and parameter.name != "seed":
            for value, by, end in ((parameter.low, 1, parameter.high), (parameter.high, -1, parameter.low)):
                presses = 0
                while value != end:
                    value, presses = parameter.step(value, by), presses + 1
                    assert presses <= 45, f"{parameter.name} is at {value}"


@pytest.mark.parametrize("name", NAMES)
def test_theory_has_a_value_at_every_default_x(name: str) -> None:
    """No default makes the curve break where something is measured."""
    demo = catalog.find(name)
    values = demo.read({})
    for x in demo.sheet().xs:
        assert all(map(math.isfinite, call(demo.theory, values, x).values()))
