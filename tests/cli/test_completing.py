"""What `tab` offers on a command line of prep."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from prep.cli.completing import Names, goings_on
from prep.cli.parser import parser

NAMES: dict[str, Names] = {
    "topic": lambda: ["softmax", "lora"],
    "ids": lambda: ["lora/rank", "lora/start"],
    "demo name": lambda: ["attention.rank"],
}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("un", ["undo"]),
        ("--v", ["--version"]),
        ("nonsense ", []),
        ("review --p", ["--plain"]),
        ("review --topic ", ["lora", "softmax"]),
        ("review --topic lora --level ", ["1", "2", "3"]),
        ("review --plain lo", []),
        ("read lo", ["lora"]),
        ("read lora ", []),
        ("release lora/rank lora/s", ["lora/start"]),
        ("demo ", ["attention.rank"]),
        ("demo --json at", ["attention.rank"]),
        ("demo attention.rank ", []),
        ("merge ", []),
        ("completion f", ["fish"]),
    ],
)
def test_what_may_stand_there_is_offered(line: str, offered: list[str]) -> None:
    """Commands, their options, the values of an option, the names of an argument; nothing where a file may stand."""
    assert goings_on(parser(), line.split(" "), NAMES) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_by_the_script(home: Path) -> None:
    """The script as a shell runs it: the line's words go to prep, what prep says comes back as completions."""
    python = shlex.quote(sys.executable)
    script = f"""
        prep() {{ PREP_HOME={shlex.quote(str(home))} {python} -m prep "$@"; }}
        eval "$(prep completion bash)"
        COMP_WORDS=(prep write softmax.st); COMP_CWORD=2; _prep; printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "softmax.stable\n"
