"""A drill in the app: the gallery, the task, prep's own editor, the checks of a saved file."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import cast

import pytest

from prep.drills import catalog
from prep.drills.result import Checked, Judged, Miss, Result
from prep.drills.running.judge import Attempt, Judge
from tests.tui.pressing import press
from tests.tui.running import Opened, Opener

NAME = catalog.names()[0]
DRILL = catalog.find(NAME)


@pytest.fixture(autouse=True)
def only_keys_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is looked at when a key does, not by a timer."""
    monkeypatch.setattr("prep.tui.screens.drill.screen.LOOK_SECONDS", 3600.0)


class FakeJudge:
    """All checks pass where the source says so, else the second one fails."""

    async def warm(self) -> None:
        """Nothing to start."""

    async def run(self, attempt: Attempt) -> AsyncGenerator[Result, None]:
        """By the text of the attempt."""
        good = "right" in attempt.source
        for number, check in enumerate(DRILL.checks):
            wrong = number == 1 and not good
            yield Checked(check.name, 1.0, miss=Miss("it returned [x/] nan", got="nan") if wrong else None)
            if wrong:
                break
        yield Judged(("printed [b]",))

    async def close(self) -> None:
        """Nothing to end."""


async def begin(it: Opened) -> None:
    """The first drill of the gallery."""
    it.app.judges = cast(Judge, FakeJudge())
    await press(it, "w", "enter")


async def test_a_drill_is_written_in_prep_s_own_editor(opened: Opener) -> None:
    """F2 saves and runs, the first failure is told, what passes is logged once, and the gallery shows it."""
    async with opened() as it:
        await begin(it)
        assert DRILL.title in it.frame and "STUB" in it.frame
        await press(it, "o", "x", "f2")
        assert f"✗ {DRILL.checks[1].name} · 1 of {len(DRILL.checks)} pass, run 1" in it.rows[-2]
        assert (it.library.paths.writing / DRILL.file).read_text(encoding="utf-8").count("x") > 0
        await press(it, "f5")
        assert "it returned [x/] nan" in it.frame and "printed [b]" in it.frame
        (it.library.paths.writing / DRILL.file).write_text("# right\n", encoding="utf-8")
        await press(it, "r")
        assert f"✓  {len(DRILL.checks)} checks pass, run 2" in it.frame and "YOURS AND A REFERENCE" in it.frame
        await press(it, "enter")
        assert "passed in 0:00" in it.frame and "1 of" in it.rows[0]
        assert [event.body["runs"] for event in it.library.store.written()] == [2]


async def test_what_isn_t_saved_is_asked_about_once(opened: Opener) -> None:
    """Escape leaves the editor only when pressed again."""
    async with opened((60, 20)) as it:
        await begin(it)
        await press(it, "o", "x", "escape")
        assert "not saved yet" in it.keys
        await press(it, "escape")
        assert "enter" not in it.rows[-2] and DRILL.title in it.frame


async def test_a_file_saved_elsewhere_runs_the_checks(opened: Opener) -> None:
    """The page looks at the file; n keeps it beside a new one."""
    async with opened((120, 40)) as it:
        await begin(it)
        file = it.library.paths.writing / DRILL.file
        it.app.run_editor = lambda words: file.write_text("mine", encoding="utf-8") and None
        it.app.config = it.app.config.__class__(editor="ed")
        await press(it, "w")
        assert "run 1" in it.rows[-3] and "STUB" in it.frame and "CHECKS" in it.frame
        await press(it, "n")
        assert file.with_name(f"{file.stem}-1.py").read_text(encoding="utf-8") == "mine"
