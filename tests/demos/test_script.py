"""A demo as a script: what it carries along, and that a user's file is read, never run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from prep.demos.catalog import catalog
from prep.demos.declaration.parameter import Choice, Int, Value
from prep.demos.script.script import script
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
    command = [sys.executable, "-I", "-W", "ignore", "demo.py"]  # torch without NumPy warns
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (ran.returncode, ran.stderr) == (0, "")
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
    assert "SIDES = 6" in text and "(raised,)" not in text and "seed = 0" in text


def test_a_demo_that_is_nowhere_has_no_script(tmp_path: Path) -> None:
    """Broken files are passed over; the sentence says what was looked for."""
    (tmp_path / "broken.py").write_text("def (", encoding="utf-8")
    sheet = replace(catalog.sheet("precision.loss-scaling"), name="my.dice")
    with pytest.raises(UsageError, match=r"no script of my\.dice"):
        script(sheet, tmp_path)


BRANCHES = '''"""Mine."""
from prep.demos.spec import Axis, Choice, Column, Int, NumberQuestion, Point, Series, demo

LAWS = {"one": 1.5, "two": 2.5}


def middle(law: str, n: int) -> float:
    """The mean of a law: by hand."""
    match law:
        case "one":
            return LAWS[law]
        case _:
            return sum(range(n)) / n


def inner(n: int) -> int:
    return n + 1


@demo(name="my.dice", title="What do dice show?", intro="We throw.", question=lambda x: NumberQuestion("How?", "m", x),
      parameters=(Choice("law", "one", ("one", "two")), Int("n", 3, 1, 9, note="sides"), Int("seed", 0, 0, 9)),
      x=Axis("x"), y=Axis("m"), series=(Series("m", "thrown"),), columns=(Column("m", "m"),), xs=lambda: (1,),
      theory=lambda x, law: {} if law == "two" else {"m": x}, source="none")
def dice(law, n, seed):
    """Thrown."""
    import torch

    assert n > 0
    if law == "two":
        return
    for size in range(n):
        yield Point("m", size, middle(law, n) + inner(size))  # a comment
'''


def of(given: Mapping[str, Value], folder: Path, text: str) -> str:
    """The script of my.dice, as this text declares it."""
    (folder / "mine.py").write_text(text, encoding="utf-8")
    words = (Choice("law", "one", ("one", "two")), Int("n", 3, 1, 9, note="sides"), Int("seed", 0, 0, 9))
    sheet = replace(catalog.sheet("precision.loss-scaling"), name="my.dice", parameters=words, values=given)
    return script(sheet, folder)


def test_a_script_is_what_a_person_would_paste(tmp_path: Path) -> None:
    """Parameters on top, the branch that the run's word takes, theory, and what is measured as plain statements."""
    text = of({"law": "one", "n": 3, "seed": 0}, tmp_path, BRANCHES)
    assert text.splitlines()[1:] == [
        "import torch",
        "",
        "n = 3  # sides",
        "",
        "def theory(x):",
        '    return {"m": x}',
        "",
        "def inner(n):",
        "    return n + 1",
        "",
        "def middle():  # The mean of a law: by hand.",
        "    return 1.5",
        "",
        "def show(series, x, y, se=0.0):",
        "    known = theory(x).get(series)",
        '    beside = "" if known is None else f"theory {known:.6g}"',
        '    print(f"{series:16} {x:<8g} {y:<12.6g} ± {2 * se:<8.2g}", beside)',
        "",
        "for size in range(n):",
        '    show("m", size, middle() + inner(size))  # a comment',
    ]


def test_a_parameter_under_another_name_is_passed(tmp_path: Path) -> None:
    """`middle(law, n)` needs no arguments where n is the run's n; `middle(law, size)` needs one."""
    text = of({"law": "two", "n": 3, "seed": 0}, tmp_path, BRANCHES.replace("        return\n", "        n = n + 1\n"))
    assert "def middle(n):" in text and "middle(n)" in text
    assert "n = 3" in text and "def dice(n):" in text and "\ndice(n)\n" in text


def test_two_things_of_one_name_are_refused(tmp_path: Path) -> None:
    """One text can't hold both, and nobody's numbers change silently."""
    own = "def half_moments(x):\n    return error(x, 1, 'normal')\n"
    text = (
        "from prep.demos.library.shared.rounding import error\n"
        + own
        + BRANCHES.replace("inner(size)", "half_moments(size)")
    )
    with pytest.raises(UsageError, match="two things named half_moments"):
        of({"law": "one", "n": 3, "seed": 0}, tmp_path, text)


def test_a_theory_that_is_no_function_of_the_file_is_told(tmp_path: Path) -> None:
    """A script is made from text alone; what an expression gives isn't known."""
    text = BRANCHES.replace('theory=lambda x, law: {} if law == "two" else {"m": x}', "theory=[str][0]")
    with pytest.raises(UsageError, match="theory is no function"):
        of({"law": "one", "n": 3, "seed": 0}, tmp_path, text)
