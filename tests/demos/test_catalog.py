"""Which demos there are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import prep
from prep.demos.catalog import catalog
from prep.demos.catalog.template import TEMPLATE
from prep.demos.declaration.question import OrderQuestion
from prep.errors import UsageError

DECK = """# Means

```toml
topic = "statistics"
```

## How far off is a mean? {#how-far-off}

By σ/√n.

### Demo

- `statistics.mean-error n=4,64`
"""
APP_SIDE = (
    *(f"catalog.{name}" for name in ("catalog", "own")),
    *(f"running.{name}" for name in ("described", "host", "process", "sync", "workshop")),
    *(f"judging.{name}" for name in ("quoted", "report", "verdict")),
)


def test_a_lessons_name_is_its_path() -> None:
    """`library/attention/score_std.py` declares `attention.score-std` and nothing else."""
    assert catalog.names()
    for name in catalog.names():
        assert catalog.find(name).name == name


@pytest.mark.parametrize("name", catalog.names())
def test_a_lesson_declares_what_a_screen_needs(name: str) -> None:
    """Its columns and question name declared series, its texts are sentences, and a distractor guards its tolerance."""
    demo = catalog.find(name)
    sheet = demo.sheet()
    series = {s.name for s in sheet.series}
    assert {column.series for column in sheet.columns} <= series
    asked = sheet.question.items if isinstance(sheet.question, OrderQuestion) else [sheet.question]
    assert {each.series for each in asked} <= series
    assert sheet.title.endswith("?") and sheet.intro.endswith(".") and sheet.source
    assert len(sheet.intro) < 300
    assert demo.distractor


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    """A lesson's, or one of the user's own."""
    with pytest.raises(UsageError, match=r"unknown demo attention\.score-sd \(did you mean attention\.score-std\?\)"):
        catalog.find("attention.score-sd")
    with pytest.raises(UsageError, match=r"unknown demo my\.tst \(did you mean my\.test\?\)"):
        catalog.find("my.tst", ("my.test",))


def test_adding_a_file_adds_a_demo(tmp_path: Path) -> None:
    """In a copy of the package: the file alone makes it listed, run and scripted, and a card may name it."""
    copytree(Path(prep.__file__).parent, tmp_path / "prep", ignore=ignore_patterns("__pycache__"))
    folder = tmp_path / "prep" / "demos" / "library" / "statistics"
    folder.mkdir()
    (folder / "mean_error.py").write_text(TEMPLATE.replace("{name}", "statistics.mean-error"), encoding="utf-8")
    deck = tmp_path / "deck.md"
    deck.write_text(DECK, encoding="utf-8")

    def run(*words: str) -> str:
        command = [sys.executable, "-W", "ignore", "-m", "prep", *words]
        environment = os.environ | {"PYTHONPATH": str(tmp_path)}
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    assert "statistics.mean-error" in run("demo", "--list")
    points = json.loads(run("demo", "statistics.mean-error", "n=4,64", "trials=100", "--json"))["measured"]
    assert [point["x"] for point in points] == [4, 64]
    assert "n = (4, 64)" in run("demo", "statistics.mean-error", "n=4,64", "--script")
    run("check", str(deck))


def loaded(code: str) -> str:
    """Whether a fresh interpreter has torch once it has run this."""
    report = "; import sys; print('torch' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code + report],
        cwd=Path(__file__).parents[2],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def test_listing_and_describing_load_no_torch() -> None:
    """The app's side, every lesson, every sheet and all theory work where there is no torch."""
    imports = "; ".join(f"import prep.demos.{module}" for module in APP_SIDE)
    use = (
        "; from prep.demos.spec import call"
        "; [(d.sheet(), call(d.theory, d.read({}), d.sheet().xs[0])) for d in prep.demos.catalog.catalog.everything()]"
    )
    assert loaded(imports + use) == "False"


def test_torch_would_be_noticed() -> None:
    """The control: the same look finds torch where something did import it."""
    assert loaded("import torch") == "True"
