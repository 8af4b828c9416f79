"""The script of every lesson prints what the lesson measures, where nothing of prep can be imported."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from prep.demos.catalog import catalog
from prep.demos.script.script import script
from tests.demos.lessons.harness import agreeing

RUNNER = """
import contextlib, io, json, runpy, sys
sys.modules["prep"] = None                 # importing it raises
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(line.rstrip(), run_name="__main__")
    print(json.dumps(said.getvalue()), flush=True)
"""


@pytest.fixture(scope="module")
def isolated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """One isolated interpreter in an empty folder for all scripts: importing torch takes seconds."""
    empty = tmp_path_factory.mktemp("empty")
    with subprocess.Popen(
        [sys.executable, "-I", "-c", RUNNER],
        cwd=empty,
        text=True,
        encoding="utf-8",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


def printed(text: str) -> list[tuple[str, float, float, float]]:
    """(series, x, y, two standard errors) of each line that is a point; the others are images."""
    rows = [line.split() for line in text.splitlines() if "±" in line]
    return [(series, float(x), float(y), float(error)) for series, x, y, _, error in rows]


@pytest.mark.parametrize("name", catalog.names())
def test_a_script_prints_the_lesson_s_numbers(name: str, isolated: subprocess.Popen[str], tmp_path: Path) -> None:
    """Point for point, to the six digits printed: series, x, value, two standard errors."""
    demo = catalog.find(name)
    values = {**demo.read({}), **demo.quick}
    path = tmp_path / "demo.py"
    path.write_text(script(demo.sheet(values)), encoding="utf-8")
    assert isolated.stdin and isolated.stdout
    print(path, file=isolated.stdin, flush=True)
    found = printed(json.loads(isolated.stdout.readline()))
    points = agreeing(name, tuple(sorted(values.items()))).points
    assert [row[0] for row in found] == [p.series for p in points]
    assert [row[1] for row in found] == pytest.approx([p.x for p in points], rel=1e-5)
    assert [row[2] for row in found] == pytest.approx([p.y for p in points], rel=1e-5, abs=1e-6)
    assert [row[3] for row in found] == pytest.approx([2 * p.se for p in points], rel=0.06, abs=1e-6)
