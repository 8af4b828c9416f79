"""What the command line does with a hostile world: closed streams, full disks, evil names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from prep.cli.parser import parse
from prep.errors import UsageError
from tests.cli.conftest import Prep

ROOT = Path(__file__).parents[2]


def shell(command: str, home: Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """One line for the shell, in which $PREP is the program."""
    own = {"PREP": f"{sys.executable} -m prep", "PYTHONPATH": str(ROOT), "PREP_HOME": str(home)}
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=os.environ | own, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("command", ["check", "merge", "restore", "add"])
def test_a_path_longer_than_the_system_takes_is_told(prep: Prep, command: str) -> None:
    """One sentence, and no report of a crash."""
    ran = prep(command, "x" * 5_000)
    assert ran.code in (1, 2)
    assert "name too long" in ran.err and "went wrong inside" not in ran.err


@pytest.mark.parametrize("command", ["check", "merge", "restore", "add", "demo", "show"])
def test_a_name_never_drives_the_terminal(prep: Prep, command: str) -> None:
    """Escape sequences in an argument come back as visible characters."""
    ran = prep(command, "\x1b[31m")
    assert "\x1b" not in ran.out + ran.err and ran.code != 0


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows is another")
@pytest.mark.parametrize("command", ["review --plain", "add", ""])
def test_a_closed_stdin_is_an_empty_one(used_home: Path, command: str) -> None:
    """Python's sys.stdin is None then."""
    ran = shell(f"$PREP {command} <&-", used_home)
    assert "went wrong inside" not in ran.stderr and ran.returncode in (0, 1, 2)


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows is another")
def test_errors_never_stray_into_the_data(tmp_path: Path) -> None:
    """With stderr closed, stdout stays empty."""
    assert shell("$PREP nonsense 2>&-", tmp_path).stdout == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_behind_stdout_is_told(tmp_path: Path) -> None:
    """One sentence and exit 1."""
    ran = shell("$PREP check --rules >/dev/full", tmp_path)
    assert (ran.returncode, ran.stderr) == (1, "prep: the output: no space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows guesses a folder for any user")
def test_a_home_of_nobody_is_told(tmp_path: Path) -> None:
    """One sentence, where reporting it as a crash would crash too."""
    ran = shell("PREP_HOME='~nobody-of-that-name/x' $PREP due", tmp_path)
    assert ran.returncode == 1 and ran.stderr.startswith("prep: PREP_HOME is ~nobody-of-that-name/x")


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no folder that is in use")
@pytest.mark.parametrize("told", ["$PREP due", "PREP_HOME=here $PREP due"])
def test_a_folder_that_was_deleted_beneath_us(used_home: Path, tmp_path: Path, told: str) -> None:
    """A whole path to the data is enough; one from here leads nowhere, which is told."""
    (tmp_path / "gone").mkdir()
    ran = shell(f"cd gone && rmdir ../gone && {told}", used_home, tmp_path)
    wanted = (1, "prep: PREP_HOME is here, below a folder that was deleted") if "here" in told else (0, "")
    assert (ran.returncode, next(iter(ran.stderr.splitlines()), "")) == wanted


def test_the_words_of_a_list_may_follow_an_option() -> None:
    """argparse alone takes them before the first option only."""
    args = parse(["demo", "attention.score-std", "--json", "d_k=8", "seed=1"])
    assert (args.json, args.parameters) == (True, ["d_k=8", "seed=1"])
    with pytest.raises(UsageError):
        parse(["demo", "attention.score-std", "--json", "d_k=8", "--sede"])


@pytest.mark.parametrize("person", [True, False])
def test_a_long_reading_of_decks_is_told_once(
    prep: Prep, home: Path, monkeypatch: pytest.MonkeyPatch, person: bool
) -> None:
    """To a person who would wait before an empty screen; a program that reads stderr hears nothing of it."""
    (home / "decks").mkdir(parents=True)
    for name in "abc":
        (home / "decks" / f"{name}.md").write_text(f'# T\n\n```toml\ntopic = "{name}"\n```\n\n## Q? {{#q}}\n\nA.\n')
    monkeypatch.setattr("prep.cli.opened._Waiting.SECONDS", -1.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: person)
    assert prep("due").err == "prep: reading 4 deck files; the next start will be quick\n" * person
