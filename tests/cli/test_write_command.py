"""`prep write`: the list, a file that is judged, a drill line by line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import cast

import pytest

from prep.cli.main import main
from prep.cli.opened import library
from prep.cli.plain_drill import PlainDrill
from prep.drills import catalog
from prep.drills.result import Checked, Judged, Miss, Result
from prep.drills.running.judge import Attempt, Judge

DRILL = catalog.find("softmax.stable")


def said(source: str) -> list[Result]:
    """All checks pass where the source says so, else the first one fails."""
    if "right" in source:
        return [*(Checked(check.name, 1.0) for check in DRILL.checks), Judged()]
    return [Checked("shape and type", 1.0, miss=Miss("softmax returned nothing (None)")), Judged(("seen",))]


class FakeJudge(Judge):
    """Says at once what the source asks for."""

    async def run(self, attempt: Attempt) -> AsyncGenerator[Result, None]:
        """One result after the other."""
        for result in said(attempt.source):
            yield result


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child is started."""

    def at_once(attempt: Attempt, heard: Callable[[Result], None]) -> None:
        for result in said(attempt.source):
            heard(result)

    monkeypatch.setattr("prep.drills.running.sync.judged", at_once)


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize(("source", "code", "checks"), [("right", 0, len(DRILL.checks)), ("wrong", 1, 1)])
def test_a_file_is_judged_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    source: str, code: int, checks: int,
) -> None:  # fmt: skip
    """The exit code says whether it passes, JSON which checks ran."""
    monkeypatch.setenv("PREP_HOME", str(tmp_path / "home"))
    (file := tmp_path / "mine.py").write_text(source, encoding="utf-8")
    assert main(["write", DRILL.name, "--check", str(file), "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], len(told["checks"])) == (code == 0, checks)
    assert not (tmp_path / "home").exists()


def test_an_unknown_drill_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage."""
    assert main(["write", "softmax.stabel"]) == 2
    assert "did you mean softmax.stable?" in capsys.readouterr().err


def test_a_drill_goes_line_by_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that fails, a hint, a run that passes: one attempt in the log."""
    monkeypatch.setenv("PREP_HOME", str(home))
    words = iter(["", "h", "right", "", "q"])
    with library() as opened, asyncio.Runner() as runner:
        plain = PlainDrill(opened, DRILL, cast(Judge, FakeJudge()), runner)

        def typed() -> str:
            if (word := next(words)) == "right":
                plain.writing.path.write_text("# right\n", encoding="utf-8")
            return word

        monkeypatch.setattr(plain, "_next", typed)
        assert plain.run() == 0
        (event,) = opened.store.written()
    told = capsys.readouterr().out
    assert "softmax returned nothing (None)" in told and DRILL.hints[0] in told and "suggests Hard" in told
    assert (event.body["runs"], event.body["hints"], event.body["passed"]) == (3, 1, True)
