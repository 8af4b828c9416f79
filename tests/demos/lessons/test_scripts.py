"""The script of every lesson prints what it measures and its theory, where nothing of prep can be imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from prep.child.start import THREADS
from prep.demos.catalog import catalog
from prep.demos.declaration.parameter import Choice, Value
from prep.demos.script.script import script
from tests.demos.lessons.harness import agreeing

WORDS = [
    (name, parameter.name, word)
    for name in catalog.names()
    for parameter in catalog.find(name).parameters
    if isinstance(parameter, Choice)
    for word in parameter.choices
    if word not in (parameter.default, "cuda")
]
MOST = 105
"""Lines; half of the scripts have at most 55."""
RUNNER = """
import contextlib, io, json, runpy, sys
sys.modules["prep"] = None                 # importing it raises
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            runpy.run_path(line.rstrip(), run_name="__main__")
        except Exception as error:
            print(type(error).__name__, error)
    print(json.dumps(said.getvalue()), flush=True)
"""


@pytest.fixture(scope="session")
def isolated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """One isolated interpreter in an empty folder for all scripts: importing torch takes seconds."""
    empty = tmp_path_factory.mktemp("empty")
    with subprocess.Popen(
        [sys.executable, "-I", "-c", RUNNER],
        cwd=empty,
        env=os.environ | THREADS,  # as in the runs: with two, this took ten times the processor time on a busy machine
        text=True,
        encoding="utf-8",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


class Row(NamedTuple):
    """What a script prints of a point."""

    series: str
    x: float
    y: float
    error: float
    """Two standard errors."""
    theory: float | None


def printed(text: str) -> list[Row]:
    """The lines of a script."""
    rows = [line.split() for line in text.splitlines()]
    return [
        Row(series, float(x), float(y), float(error), float(theory[1]) if theory else None)
        for series, x, y, _, error, *theory in rows
    ]


def ran(name: str, given: Mapping[str, Value], isolated: subprocess.Popen[str], folder: Path) -> list[Row]:
    """What the script of this run prints."""
    path = folder / "demo.py"
    path.write_text(script(catalog.find(name).sheet(given)), encoding="utf-8")
    assert isolated.stdin and isolated.stdout
    print(path, file=isolated.stdin, flush=True)
    return printed(json.loads(isolated.stdout.readline()))


def same(found: list[Row], name: str, values: Mapping[str, Value]) -> None:
    """Point for point, to the six digits printed: series, x, value, two standard errors, and theory where it speaks."""
    outcome = agreeing(name, tuple(sorted(values.items())))
    points = outcome.points
    assert [row.series for row in found] == [p.series for p in points]
    assert [row.x for row in found] == pytest.approx([p.x for p in points], rel=1e-5)
    assert [row.y for row in found] == pytest.approx([p.y for p in points], rel=1e-5, abs=1e-6)
    assert [row.error for row in found] == pytest.approx([2 * p.se for p in points], rel=0.06, abs=1e-6)
    expected = [outcome.expected(p.series, p.x) for p in points]
    assert [row.theory is None for row in found] == [each is None for each in expected]
    assert [row.theory or 0 for row in found] == pytest.approx([each or 0 for each in expected], rel=1e-5, abs=1e-12)


@pytest.mark.parametrize("name", catalog.names())
def test_a_script_prints_the_lesson_s_numbers(name: str, isolated: subprocess.Popen[str], tmp_path: Path) -> None:
    """Measured and, beside it, theory. Another process with the same seed gives the same numbers, too (sums may differ
    in their last bits): what cards quote stays true."""
    demo = catalog.find(name)
    values = {**demo.read({}), **demo.quick}
    same(ran(name, values, isolated, tmp_path), name, values)


@pytest.mark.parametrize(("name", "word", "value"), WORDS)
def test_a_script_follows_the_run_s_words(
    name: str, word: str, value: str, isolated: subprocess.Popen[str], tmp_path: Path
) -> None:
    """Whichever word a parameter has, the script has the branch that the lesson takes."""
    demo = catalog.find(name)
    values = {**demo.read({}), **demo.quick, word: value}
    same(ran(name, values, isolated, tmp_path), name, values)


@pytest.mark.parametrize("name", catalog.names())
def test_a_script_is_short(name: str) -> None:
    """What a person would paste into a notebook: no line is wider than a page, and there are few of them."""
    lines = script(catalog.sheet(name)).splitlines()
    assert max(map(len, lines)) <= 120
    assert len(lines) <= MOST
