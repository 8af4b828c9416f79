"""The user's own demos: described by a child process, listed, run, refused."""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path

import pytest

from prep.demos.catalog.own import declared_names
from prep.demos.running import described, sync
from prep.demos.script.script import script
from prep.demos.spec import Sheet
from prep.errors import DemoError, UsageError
from tests.demos.conftest import OWN
from tests.demos.test_host import alive, becomes

GOOD = """
from prep.demos.spec import *
@demo(name="my.{name}", title="Mine?", intro="Mine.", parameters=(Int("n", 3, 1, 9), Int("seed", 0, 0, 9)),
      question=lambda x: NumberQuestion("about", "y", x), x=Axis("x"), y=Axis("y"), series=(Series("y", "y"),),
      columns=(Column("y", "y"),), xs=lambda n: range(n), theory=lambda x: {{"y": x * x}}, source="me")
def {name}(n, seed):
    for x in range(n):
        yield Point("y", x, x * x)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's folder with one good demo."""
    (tmp_path / "good.py").write_text(GOOD.format(name="good"))
    return tmp_path


def test_a_users_demo_is_described_and_runs(folder: Path) -> None:
    """Its sheet has everything a screen shows, its values are checked, and a run gives its points and theory."""
    found = sync.describe(folder)
    assert [sheet.name for sheet in found.sheets] == ["my.good"] and found.problems == ()
    outcome = sync.run(sync.sheet("my.good", {"n": "2"}, folder), folder)
    assert [(p.x, p.y) for p in outcome.points] == [(0, 0), (1, 1)]
    assert outcome.expected("y", 1) == 1
    assert outcome.sheet.xs == (0.0, 1.0)


def test_a_users_values_are_checked_before_a_run(folder: Path) -> None:
    """A typo in a parameter or in the name of a user's demo is refused like any other."""
    with pytest.raises(UsageError, match="n=10 is outside 1 to 9"):
        sync.sheet("my.good", {"n": "10"}, folder)
    with pytest.raises(UsageError, match=r"unknown demo my\.god \(did you mean my\.good\?\)"):
        sync.sheet("my.god", {}, folder)


def test_a_users_demo_is_asked_with_the_values_that_are_given(folder: Path) -> None:
    """Where it measures, what it asks, and in whose words: only its own code can tell, and the child runs that."""
    sheet = sync.sheet("my.good", {"n": "2"}, folder)
    assert (sheet.xs, sheet.question.x) == ((0.0, 1.0), 1.0)  # type: ignore[union-attr]
    worded = sync.sheet("my.good", {"n": "5"}, folder, "And at x = 3?")
    assert (worded.question.text, worded.question.x) == ("And at x = 3?", 3.0)  # type: ignore[union-attr]


def test_a_users_demo_refuses_too_much_before_it_starts(folder: Path) -> None:
    """What a run needs is worked out by the child that describes it, with the nearest value that would do."""
    greedy = GOOD.format(name="big").replace('source="me"', 'source="me", needs=lambda n: n * 1e3')
    (folder / "big.py").write_text(greedy)
    sync.sheet("my.big", {"n": "4"}, folder)
    with pytest.raises(UsageError, match=r"may use 4,096; .* n takes 1 to 4; the nearest is 4"):
        sync.sheet("my.big", {"n": "9"}, folder)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = (", "SyntaxError: '(' was never closed (later.py, line 1)"),
        ("x = 1\nraise ValueError('half\\nwritten')", "ValueError: half written"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import os; os._exit(3)", "importing the file ended the process"),
        ("import ctypes; ctypes.string_at(0)", "importing the file ended the process"),
        ("x = 1", "the file declares no demo"),
        (GOOD.format(name="good"), "another @demo declares my.good already"),
        (GOOD.format(name="x").replace("my.x", "attention.score-std"),
         "attention.score-std is the name of a shipped demo"),
        (GOOD.format(name="x").replace("my.x", "attention.entropy"), "attention.entropy is the name of a shipped demo"),
        (GOOD.format(name="x").replace('"seed"', '"speed"'),
         "TypeError: demo my.x needs a parameter seed, so that a run can be repeated"),
        (GOOD.format(name="x").replace("lambda n:", "lambda m:"),
         "my.x can't be described: TypeError: <lambda>() asks for m, which is none of n, seed"),
    ],
)  # fmt: skip
def test_a_broken_file_is_a_problem_and_hides_no_other(folder: Path, source: str, message: str) -> None:
    """Whatever a file does on import, it is one problem with its place, and the good demos are served."""
    (folder / "later.py").write_text(source)
    found = sync.describe(folder)
    assert [sheet.name for sheet in found.sheets] == ["my.good"]
    (problem,) = found.problems
    assert problem.message == message
    assert Path(problem.file).name == "later.py"
    assert problem.hint


async def test_a_process_that_cannot_start_is_a_problem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's reason is told of each file; nothing is raised where a screen would fall over it."""

    async def full(*arguments: object, **options: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", full)
    (problem,) = (await described.describe(folder)).problems
    assert problem.message == "the process that reads it can't be started: Resource temporarily unavailable"


async def test_a_file_that_hangs_is_given_up(folder: Path) -> None:
    """A file that never returns from its import costs its time once, and the others are described."""
    (folder / "a_hang.py").write_text("while True: pass")
    found = await described.describe(folder, seconds=1.5)
    assert [sheet.name for sheet in found.sheets] == ["my.good"]
    assert [p.message for p in found.problems] == [
        "importing the file took more than 1.5 seconds; what takes long belongs in the function that measures"
    ]


async def test_a_file_that_hangs_delays_no_demo_that_is_asked_for(folder: Path) -> None:
    """Of the others nothing is read, though they come first by name."""
    (folder / "a_hang.py").write_text("while True: pass")
    found = await described.describe(folder, asked=described.Wanted("my.good", {"n": "2"}))
    assert isinstance(found.answer, Sheet) and found.answer.xs == (0.0, 1.0)
    assert found.problems == ()


@pytest.mark.slow
async def test_each_file_has_its_time(folder: Path) -> None:
    """Three that take 1.5 s each are no file that hangs for 4."""
    for name in ("one", "two", "three"):
        (folder / f"{name}.py").write_text("import time; time.sleep(1.5)" + GOOD.format(name=name))
    found = await described.describe(folder, seconds=4)
    assert len(found.sheets) == 4 and found.problems == ()


@pytest.mark.skipif(sys.platform != "linux", reason="no subreaper elsewhere")
@pytest.mark.parametrize("then", ["", "while True: pass"])
async def test_what_importing_a_file_starts_ends_with_it(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, then: str
) -> None:
    """A process that left its group and holds the pipe open delays nothing and survives nothing."""
    notes = tmp_path_factory.mktemp("pids")
    (folder / "leaves.py").write_text(
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n"
        f"    open(f'{notes}/{{os.getpid()}}', 'w').close()\n    time.sleep(3600)\n    os._exit(0)\n"
        f"while not os.listdir('{notes}'): pass\n{then}\n"
    )
    found = await described.describe(folder, seconds=3)
    assert [sheet.name for sheet in found.sheets] == ["my.good"]
    (stray,) = (int(path.name) for path in notes.iterdir())
    assert await becomes(lambda: not alive(stray))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends a minute later")
async def test_a_file_that_hangs_dies_with_the_app(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """kill -9 on the app while its child imports leaves nothing."""
    notes = tmp_path_factory.mktemp("pids")
    (folder / "hang.py").write_text(f"import os\nopen(f'{notes}/{{os.getpid()}}', 'w').close()\nwhile True: pass\n")
    app = (
        "import asyncio; from pathlib import Path; from prep.demos.running.described import describe\n"
        f"asyncio.run(describe(Path({str(folder)!r})))"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", app)
    assert await becomes(lambda: any(notes.iterdir()))
    (child,) = (int(path.name) for path in notes.iterdir())
    process.kill()
    await process.wait()
    assert await becomes(lambda: not alive(child))


def test_a_file_that_hangs_delays_no_run_of_another(folder: Path) -> None:
    """A run imports first the file that has its demo's name in it."""
    sheet = sync.sheet("my.good", {}, folder)
    (folder / "a_hang.py").write_text("while True: pass")
    assert sync.complete(sync.run(sheet, folder)).done


def test_a_module_beside_a_users_file_can_be_imported(folder: Path) -> None:
    """Files that begin with _ declare nothing and are shared; a script of such a demo says why there is none."""
    (folder / "_sides.py").write_text("SIDES = 6\n")
    (folder / "dice.py").write_text("import _sides\n" + GOOD.format(name="dice").replace("x * x)", "_sides.SIDES)"))
    sheet = sync.sheet("my.dice", {"n": "1"}, folder)
    assert [point.y for point in sync.run(sheet, folder).points] == [6]
    with pytest.raises(UsageError, match=r"my\.dice uses _sides\.py, which a script can't carry along"):
        script(sheet, folder)


def test_the_line_of_a_mistake_is_told(folder: Path) -> None:
    """Syntax errors and exceptions name their line in the user's file."""
    (folder / "broken.py").write_text("\n\nraise ValueError\n")
    assert sync.describe(folder).problems[0].line == 3
    (folder / "broken.py").write_text("\nx = (\n")
    assert sync.describe(folder).problems[0].line == 2


def test_an_empty_or_missing_folder_has_no_demos(tmp_path: Path) -> None:
    """No folder, no demos, no problem."""
    assert sync.describe(tmp_path / "demos") == described.Own()


def test_the_app_never_imports_a_users_file(folder: Path) -> None:
    """After describing and running, nothing of the user's is in this process."""
    sync.run(sync.sheet("my.good", {}, folder), folder)
    assert not [name for name in sys.modules if "own_demos" in name]


def test_names_are_read_without_running_anything() -> None:
    """Decks learn the names from the source alone, broken files included."""
    assert "bad.good" not in declared_names(OWN)  # declared by a helper: only a run can tell
    assert declared_names(OWN.parent / "nowhere") == ()


@pytest.mark.parametrize("text", ["x = (", "\0", "x = " + "-" * 100_000 + "1", "x = " + "+".join(["1"] * 20_000)])
def test_a_file_that_python_cannot_parse_declares_no_names(tmp_path: Path, text: str) -> None:
    """Half written, or nested more deeply than its parser goes: decks are read all the same."""
    (tmp_path / "broken.py").write_text(text)
    assert declared_names(tmp_path) == ()


def test_a_demo_whose_file_is_broken_is_not_called_unknown(folder: Path) -> None:
    """What is wrong with the file is told to who asks for its demo; another name stays unknown."""
    (folder / "coin.py").write_text(GOOD.format(name="coin").replace("parameters=", "params="))
    with pytest.raises(DemoError, match=r"coin\.py:3: TypeError.*params"):
        sync.sheet("my.coin", {}, folder)
    with pytest.raises(UsageError, match=r"unknown demo my\.goood"):
        sync.sheet("my.goood", {}, folder)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups to kill")
def test_a_process_is_killed_by_its_group_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio's own kill would first reap one that has just ended, and its watcher complain on stderr."""
    monkeypatch.setattr(asyncio.subprocess.Process, "kill", lambda process: pytest.fail("reaped"))
    (tmp_path / "mine.py").write_text("while True: pass\n", encoding="utf-8")
    _, ended = asyncio.run(described._described([tmp_path / "mine.py"], 1.0))
    assert ended and "took more than 1 seconds" in ended[1]


@pytest.mark.parametrize("text", ["while True: pass\n", "import os\nos._exit(3)\n"])
def test_a_child_that_takes_its_time_to_end_leaves_nothing_to_complain_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """On a busy machine it is waited for; asyncio would find its transport open after the loop, and say so aloud."""
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    monkeypatch.setattr(described, "END_SECONDS", 0.0)
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    asyncio.run(described.describe(tmp_path, seconds=1.0))
    gc.collect()
    assert complaints == []


def test_a_sync_services_copy_comes_after_its_original(folder: Path) -> None:
    """The original's demo is run, and the copy is told."""
    copy = folder / "good (conflicted copy).py"
    copy.write_text(GOOD.format(name="good").replace("Mine?", "Theirs?"))
    found = sync.describe(folder)
    assert [sheet.title for sheet in found.sheets] == ["Mine?"]
    assert [problem.file for problem in found.problems] == [str(copy)]


def test_a_merges_conflict_in_a_demo_is_called_by_its_name(folder: Path) -> None:
    """Not as a fault of the language."""
    (folder / "half.py").write_text("x = 1\n<<<<<<< HEAD\nx = 2\n=======\nx = 3\n>>>>>>> laptop\n")
    (problem,) = sync.describe(folder).problems
    assert (problem.line, problem.message) == (2, "a merge left a conflict on lines 2 to 6")
