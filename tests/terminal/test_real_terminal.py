"""prep in a real terminal, as a person has it."""

from __future__ import annotations

import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.tmux import Tmux

pytestmark = [
    pytest.mark.skipif(shutil.which("tmux") is None or sys.platform != "linux", reason="needs tmux on Linux"),
    pytest.mark.slow,
]

ROOT = Path(__file__).resolve().parents[2]
PREP = [sys.executable, "-m", "prep"]
Start = Callable[..., Tmux]


@pytest.fixture
def environment(used_home: Path) -> dict[str, str]:
    return {"PREP_HOME": str(used_home), "PYTHONPATH": str(ROOT), "TERM": "screen-256color", "LANG": "C.UTF-8"}


@pytest.fixture
def start(environment: dict[str, str]) -> Start:
    def start(*words: str, width: int = 80, height: int = 24) -> Tmux:
        return Tmux([*PREP, *words], environment, width, height)

    return start


def log(environment: dict[str, str]) -> str:
    done = subprocess.run([*PREP, "log"], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (60, 20)])
def test_a_card_is_asked_answered_and_logged(
    start: Start, environment: dict[str, str], width: int, height: int
) -> None:
    """Home, a card, its walk, a rating, undo, the end: nothing is wider than the terminal, the log has it all."""
    with start(width=width, height=height) as terminal:
        terminal.wait("cards today")
        terminal.press("Enter")
        terminal.wait("Say it aloud. Then look.")
        terminal.press("Space")
        terminal.wait("said it")
        terminal.press("y", "n")
        terminal.wait("✗")
        terminal.press("3")
        terminal.wait("Say it aloud. Then look.")
        terminal.press("u")
        terminal.wait("undone: Good")
        terminal.press("Escape")
        seen = terminal.wait("cards today")
        assert max(map(len, seen.splitlines())) <= width
        terminal.press("q")
        terminal.wait("exit=0")
    assert [line.split()[2] for line in log(environment).splitlines()][-2:] == ["rated", "undone"]


@pytest.mark.parametrize(
    ("words", "back", "reveal", "rate", "rated"),
    [
        ("review", "reveal", "Space", ["4"], "2 of 10"),
        ("review --plain", "-m prep review", "Enter", ["4", "Enter"], "rated Easy"),
    ],
)
def test_ctrl_z_goes_back_to_the_shell(
    environment: dict[str, str], words: str, back: str, reveal: str, rate: list[str], rated: str
) -> None:
    """`fg` brings the card back and keys work. The answer's time has none of the shell's, in which it stays for as long
    as prep took to start: whatever the machine, the clock would tell."""
    with Tmux(["bash", "--norc", "-i"], environment, 80, 24) as terminal:
        began = time.monotonic()
        terminal.press(f"{shlex.join(PREP)} {words}", "Enter")
        terminal.wait("reveal")
        start = time.monotonic() - began
        terminal.press("C-z")
        terminal.wait("Stopped")
        terminal.press(f"clear; echo $((6 * 7)); sleep {start:.2f}; fg", "Enter")
        terminal.wait("42")  # by then nothing stands there that was typed before
        terminal.wait(back)
        terminal.press(reveal)
        terminal.wait("Again" if reveal == "Space" else "said, n missed")
        terminal.press(*rate)
        terminal.wait(rated)
        took = time.monotonic() - began
        terminal.press("q", "Enter")
        database = Path(environment["PREP_HOME"]) / "prep.db"
        [(ms,)] = sqlite3.connect(database).execute("select ms from event where kind = 'rated'")
        assert ms / 1000 < took - 1.5 * start


def test_a_terminal_too_small_says_so_and_comes_back(start: Start) -> None:
    """One line; the card is there again when the terminal has grown."""
    with start("review") as terminal:
        terminal.wait("Say it aloud. Then look.")
        terminal.resize(36, 10)
        terminal.wait("prep needs 40x12, this is 36x10")
        terminal.resize(80, 24)
        terminal.wait("Say it aloud. Then look.")


def test_a_demo_runs_from_the_command_line(start: Start) -> None:
    """Its question, then the plot, the numbers and the verdict in the scrollback."""
    with start("demo", "attention.score-std", "d_k=8,16", height=50) as terminal:
        terminal.wait("a tenth counts\n>")
        terminal.press("4", "Enter")
        seen = terminal.wait("exit=0")
        assert "theory √16 = 4.00" in seen and "all three agree" in seen


def test_a_damaged_database_leaves_the_terminal_whole(start: Start, environment: dict[str, str]) -> None:
    """One sentence with what to do, and an echoing prompt after it."""
    (Path(environment["PREP_HOME"]) / "prep.db").write_bytes(b"no database at all" * 400)
    with start() as terminal:
        seen = terminal.wait("exit=1")
        assert "prep: " in seen and "Traceback" not in seen
        terminal.press("e", "c", "h", "o")
        terminal.wait("\necho")


@pytest.mark.parametrize("name", ["TERM", "HUP", "QUIT"])
def test_a_signal_ends_the_app_and_leaves_the_terminal_whole(start: Start, tmp_path: Path, name: str) -> None:
    """The alternate screen is left, and the exit code is the one that shells give the signal."""
    with start() as terminal:
        terminal.wait("cards today")
        terminal.signal(name)
        assert f"exit={128 + getattr(signal, f'SIG{name}')}" in terminal.wait("exit=")
        assert terminal.told("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1"
