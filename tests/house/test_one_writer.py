"""One place writes to a terminal, `cli/output.py`: what goes around it is named here, with the reason why it may."""

from __future__ import annotations

import re
from pathlib import Path

PREP = Path(__file__).parents[2] / "prep"
AROUND = re.compile(
    r"__std(?:out|err)__|\bstd(?:out|err)\.(?:buffer|fileno)|\bos\.(?:write|writev|system|popen)\b|/dev/tty"
    r"|(?<!def )\bdrawn\(|\bfrom os import|\bConsole\("
)
"""Ways to a terminal past the stream that shows control characters."""
ALLOWED = {
    "cli/page.py": "rows in colour, each word made safe",
    "cli/demo_run.py": "a bar of prep's own, its unit made safe",
    "cli/main.py": "a reader that has gone is replaced by nowhere",
    "tui/terminal.py": "one sequence of prep's own",
    "child/quiet.py": "a pipe to the parent",
    "child/forks.py": "a pipe to the child",
}


def test_what_goes_around_the_one_writer_is_known() -> None:
    """No other file of prep does, and none is named that doesn't any more."""
    found = {path.relative_to(PREP).as_posix() for path in PREP.rglob("*.py") if AROUND.search(path.read_text("utf-8"))}
    assert found == {*ALLOWED}


def test_ways_around_are_recognised() -> None:
    """The control: each is found, and what goes through the stream is left alone."""
    for way in (
        "sys.__stdout__.write(name)", "sys.stderr.buffer.write(b)", "os.write(1, b)", "drawn(name, sys.stdout)",
        "open('/dev/tty', 'w')", "os.dup2(pipe, sys.stdout.fileno())", "os.system(f'echo {name}')", "Console().print()",
        "from os import write",
    ):  # fmt: skip
        assert AROUND.search(way), way
    for through in ("print(name, file=sys.stderr)", "sys.stdout.write(name)", "def drawn(self)", "path.write_text(t)"):
        assert not AROUND.search(through), through
