"""What is loaded when, and how the app ends when something goes wrong."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from prep.errors import DeckError
from prep.paths import Paths
from prep.tui import editor
from prep.tui.app import PrepApp
from prep.tui.start import NEVER, run_app
from tests.clock import HandClock
from tests.tui.running import Opener

FIRST_FRAME = """
import sys
from prep.config import Config
from prep.paths import paths
from prep.system_clock import SystemClock
from prep.tui.app import PrepApp
{before}
class Probe(PrepApp):
    def _import_library(self):
        print(*sorted({{"sqlalchemy", "torch", "markdown_it"}} & set(sys.modules)))
        self.exit()

Probe(paths(), Config(), SystemClock()).run(headless=True)
"""

MAIN = """
import sys
from functools import partialmethod
from prep.tui.app import PrepApp
PrepApp.run = partialmethod(PrepApp.run, headless=True)
from prep.cli import app as command
command.in_terminal = lambda: True
{before}
from prep.cli.main import main
sys.exit(main([]))
"""


def run(home: Path, script: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """A script in a process of its own, on a data folder of its own."""
    environment = {**os.environ, "PREP_HOME": str(home)}
    command = [sys.executable, "-c", script.format(before=before)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_first_frame_needs_no_sqlalchemy(tmp_path: Path) -> None:
    """Nor torch, nor the Markdown parser: they would cost as much as Textual itself."""
    done = run(tmp_path, FIRST_FRAME)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


def test_first_frame_probe_can_fail(tmp_path: Path) -> None:
    """The probe sees SQLAlchemy when something has loaded it."""
    assert run(tmp_path, FIRST_FRAME, "import prep.session.library.library, prep.store.card_rows").stdout.split() == [
        "markdown_it",
        "sqlalchemy",
    ]


@pytest.mark.parametrize(
    "fault",
    [
        "PrepApp._import_library = lambda self: 1 / 0",
        "PrepApp.on_worker_state_changed = lambda self, event: 1 / 0",
        "PrepApp._import_library = lambda self: self.run_worker(lambda: 1 / 0, group='library', thread=True, "
        "exit_on_error=False)",
        "import asyncio\nasync def fail(): 1 / 0\n"
        "PrepApp._import_library = lambda self: asyncio.get_running_loop().call_soon(lambda: 1 / 0)",
    ],
    ids=["handler", "message", "thread", "loop"],
)
def test_a_fault_is_one_sentence_and_a_file(tmp_path: Path, fault: str) -> None:
    """No traceback reaches the terminal; it stands in a file whose path is told."""
    done = run(tmp_path, MAIN, fault)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    assert "something went wrong inside prep: ZeroDivisionError" in done.stderr
    (crash,) = (tmp_path / "log").glob("crash-*.txt")
    assert str(crash) in done.stderr
    assert "Traceback" in crash.read_text()


def test_a_damaged_database_is_one_sentence(used_home: Path) -> None:
    """The app ends with what to do, not with a crash."""
    (used_home / "prep.db").write_bytes(b"this is no database" * 500)
    done = run(used_home, MAIN)
    assert done.returncode == 1
    assert done.stderr.startswith("prep: ")
    assert "Traceback" not in done.stderr + done.stdout


def test_a_setting_out_of_range_is_one_sentence(tmp_path: Path) -> None:
    """Before the app opens."""
    (tmp_path / "config.toml").write_text("retention = 3")
    done = run(tmp_path, MAIN)
    assert done.returncode == 1
    assert "retention is 3" in done.stderr


TERMINAL = """
from types import SimpleNamespace
from prep.cli.commands import review
review.sys = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
"""


def test_a_mistyped_topic_ends_the_app_with_what_was_meant(used_home: Path) -> None:
    """As in line mode: a review of nothing would say that nothing is due."""
    script = MAIN.replace("main([])", "main(['review', '--topic', 'attention-scalin'])")
    done = run(used_home, script, TERMINAL)
    assert done.returncode == 2
    assert "did you mean attention-scaling?" in done.stderr


async def test_edit_returns_to_the_same_card(opened: Opener, home: Path) -> None:
    """`e` opens the card's line in the editor; the card comes back with its new text and its schedule."""
    calls: list[list[str]] = []
    file = home / "decks" / "attention-scaling.md"

    def edit(words: list[str]) -> None:
        calls.append(words)
        file.write_text(file.read_text().replace("Why is the attention", "Say why the attention"))

    async with opened(editor="vi -n") as it:
        it.app.run_editor = edit
        await it.press("enter", "e")
        assert "Say why the attention dot product" in it.frame
        assert calls == [["vi", "-n", "+8", str(file)]]


async def test_a_missing_editor_is_told(opened: Opener) -> None:
    """What is wrong and what to do stand where the keys were, to the last word; the card stays."""
    async with opened(editor="/no/such/editor") as it:
        it.app.run_editor = editor.run
        await it.press("enter", "e")
        assert "the editor /no/such/editor can't be started" in it.frame
        assert "`editor` in config.toml" in it.frame
        assert it.keys.endswith("that is there")
        await it.press("h")
        assert it.keys.startswith("space reveal")


def test_the_terminal_comes_back_from_a_missing_editor() -> None:
    """Textual's `suspend` doesn't resume after an exception, so none passes through it; all is drawn anew."""
    told: list[str] = []

    class Suspending:
        @contextmanager
        def suspend(self) -> Iterator[None]:
            yield
            told.append("resumed")

        def refresh(self, **options: bool) -> None:
            told.append("refreshed")

    with pytest.raises(DeckError, match="can't be started"):
        editor.run_in_front(Suspending(), ["/no/such/editor"])  # type: ignore[arg-type]
    assert told == ["resumed", "refreshed"]


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["vi"], ["vi", "+9", "a b.md"]),
        (["/usr/bin/code", "-n"], ["/usr/bin/code", "-n", "--wait", "--goto", "a b.md:9"]),
        (["hx"], ["hx", "a b.md:9"]),
        (["subl"], ["subl", "--wait", "a b.md:9"]),
        (["zed", "--wait"], ["zed", "--wait", "a b.md:9"]),
        (["gvim"], ["gvim", "-f", "+9", "a b.md"]),
        (["kate"], ["kate", "--block", "-l", "9", "a b.md"]),
        (["notepad"], ["notepad", "a b.md"]),
    ],
)
def test_editors_are_told_the_line(words: list[str], command: list[str]) -> None:
    """Each in its own way; a path with a blank is one word."""
    assert editor.command(words, Path("a b.md"), 9) == command


@pytest.mark.parametrize(
    ("setting", "environment", "words"),
    [
        ("emacs -nw", {"EDITOR": "vi"}, ["emacs", "-nw"]),
        ("", {"VISUAL": "code -n", "EDITOR": "vi"}, ["code", "-n"]),
        ("", {"EDITOR": "vi"}, ["vi"]),
    ],
)
def test_which_editor(setting: str, environment: dict[str, str], words: list[str]) -> None:
    """The setting, then $VISUAL, then $EDITOR."""
    assert editor.editor(setting, environment) == words


def test_a_command_with_blanks_in_its_path() -> None:
    """Quotes hold it together on every system; a backslash is Windows' own."""
    assert editor.split(r'"C:\\Program Files\\vim.exe" -f', posix=False) == [r"C:\\Program Files\\vim.exe", "-f"]
    assert editor.split("'/usr/bin/my editor' -w", posix=True) == ["/usr/bin/my editor", "-w"]


async def test_home_shows_numbers_before_the_library_is_open(opened: Opener, places: object) -> None:
    """The second time, the first frame has today's counts already."""
    from prep.config import Config
    from prep.tui.app import PrepApp

    async with opened():
        pass

    class Early(PrepApp):
        def _import_library(self) -> None:
            pass

    async with Early(places, Config(), HandClock()).run_test() as pilot:  # type: ignore[arg-type]
        await pilot.pause()
        frame = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
        assert "2 of them new" in frame
        await pilot.press("u", "c", "a")
        assert pilot.app.library is None  # type: ignore[attr-defined]


def test_an_editor_with_a_quote_that_never_ends_is_told() -> None:
    """What a person wrote into config.toml or $EDITOR is no fault of the app's, and doesn't end it."""
    with pytest.raises(DeckError, match="quote that never ends"):
        editor.editor("vim 'unclosed", {})


async def test_old_garbage_is_looked_for_by_the_clock(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking through all objects takes a tenth of a second: not in the midst of a key press, but every minute."""
    looked = asyncio.Event()

    def seen(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            looked.set()

    monkeypatch.setattr(PrepApp, "TIDY_SECONDS", 0.01)
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], NEVER)
    gc.callbacks.append(seen)
    try:
        async with opened():
            looked.clear()
            await asyncio.wait_for(looked.wait(), 5)
    finally:
        gc.callbacks.remove(seen)
        gc.set_threshold(*thresholds)


def test_no_key_waits_for_old_garbage(places: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app's process never looks through all objects of itself."""
    thresholds = gc.get_threshold()
    monkeypatch.setattr(PrepApp, "run", lambda self: None)
    try:
        run_app()
        assert gc.get_threshold() == (*thresholds[:2], NEVER)
    finally:
        gc.set_threshold(*thresholds)
        gc.enable()


@pytest.mark.parametrize(
    ("words", "waits"),
    [
        (["vim"], True),
        (["subl", "--wait"], True),
        (["emacsclient"], True),
        (["emacsclient", "-n"], False),
        (["open", "-t"], False),
        (["my-editor"], False),
    ],
)
def test_which_editors_come_back_when_the_file_is_closed(words: list[str], waits: bool) -> None:
    """Those in the terminal, unless they are told not to, and windows that are told to wait."""
    assert editor.waits(words) is waits


def test_an_unknown_editor_that_comes_back_at_once_may_have_a_window() -> None:
    """`true` is gone before anybody could have read a word."""

    class Terminal:
        @contextmanager
        def suspend(self) -> Iterator[None]:
            yield

        def refresh(self, **options: bool) -> None:
            pass

    assert editor.run_in_front(Terminal(), ["true"])  # type: ignore[arg-type]
