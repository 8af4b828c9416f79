"""A demo as a script: what it carries along, and that a user's file is read, never run."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from prep.demos.catalog import catalog
from prep.demos.script.excerpt import Excerpt
from prep.demos.script.script import script
from prep.demos.script.source import parsed
from prep.errors import UsageError

OWN = '''"""Mine."""
from prep.demos.spec import Axis, Column, Int, NumberQuestion, Point, Series, demo

SIDES = 6
(raised,) = open("/no/such/file")


@demo(name="my.dice", title="What do dice show?", intro="We throw.", parameters=(Int("seed", 0, 0, 9),),
      question=lambda x: NumberQuestion("How much?", "mean", x), x=Axis("x"), y=Axis("mean"),
      series=(Series("mean", "thrown"),), columns=(Column("mean", "mean"),), xs=lambda: (1,),
      theory=lambda x: {}, source="none")
def dice(seed):
    yield Point("mean", 1, seed + SIDES / 2)
'''


def test_a_script_runs_isolated_in_an_empty_folder(tmp_path: Path) -> None:
    """`python -I` with torch and nothing else: a line for each point."""
    name = "precision.loss-scaling"
    (tmp_path / "demo.py").write_text(script(catalog.sheet(name)), encoding="utf-8")
    ran = subprocess.run([sys.executable, "-I", "demo.py"], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (ran.returncode, ran.stderr) == (0, "")  # torch without NumPy warns, unless it is told not to
    assert len(ran.stdout.splitlines()) >= len(catalog.sheet(name).xs)


@pytest.mark.parametrize("name", catalog.names())
def test_a_script_imports_nothing_of_prep(name: str) -> None:
    """And carries no declaration: only what measures."""
    text = script(catalog.sheet(name))
    assert "import prep" not in text and "from prep." not in text and "@demo" not in text
    compile(text, name, "exec")


def test_the_script_of_a_user_s_demo_reads_its_file_only(tmp_path: Path) -> None:
    """A file that raises on import has a script all the same."""
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    sheet = replace(catalog.sheet("precision.loss-scaling"), name="my.dice")
    text = script(sheet, tmp_path)
    assert "SIDES = 6" in text and "raised" not in text and "for point in dice(seed=0)" in text


def test_a_demo_that_is_nowhere_has_no_script(tmp_path: Path) -> None:
    """Broken files are passed over; the sentence says what was looked for."""
    (tmp_path / "broken.py").write_text("def (", encoding="utf-8")
    sheet = replace(catalog.sheet("precision.loss-scaling"), name="my.dice")
    with pytest.raises(UsageError, match=r"no script of my\.dice"):
        script(sheet, tmp_path)


def test_two_things_of_one_name_are_told_apart() -> None:
    """The lesson's own name stays; the module's part becomes a prefix of the other."""
    source = parsed(
        "lesson", "from prep.demos.library import lookup\n\n\ndef draw(n):\n    return lookup.draw(n, n, None)\n"
    )
    excerpt = Excerpt()
    excerpt.take(source, "draw")
    text = excerpt.text()
    assert "def lookup_draw(" in text and "return lookup_draw(n, n, None)" in text and "def draw(n):" in text
