"""Lines of spans on standard output: coloured in a terminal, plain through a pipe."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from prep.cli.output import drawn, json_text
from prep.text.safe import safe
from prep.text.span import Line, Role, Span

WIDTH = 76
"""Prose is no wider, even on a wide screen (LOOK §2)."""

SGR = {
    Role.DIM: "2",
    Role.FAINT: "2",
    Role.STRONG: "1",
    Role.ACT: "34",
    Role.LINK: "36",
    Role.CARE: "33",
    Role.WRONG: "31",
    Role.RIGHT: "32",
    Role.THEORY: "35",
    Role.CODE: "1",
    Role.KEYWORD: "35",
    Role.STRING: "32",
    Role.NUMBER: "36",
    Role.COMMENT: "2",
    Role.NAME: "34",
}
"""ECMA-48 attributes from the sixteen colours that every terminal theme defines for itself."""


def coloured() -> bool:
    """Whether standard output shows colours and the person wants them (no-color.org: empty it says nothing)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Columns to lay text out for."""
    return min(WIDTH, shutil.get_terminal_size((WIDTH + 4, 24)).columns - 2) if sys.stdout.isatty() else WIDTH


def paint(line: Line, colour: bool) -> str:
    """One row, with attributes when colour is wanted."""
    if not colour:
        return safe(line.text).rstrip()
    texts = ((s.role, safe(s.text)) for s in line.spans)  # a demo of one's own may say anything
    return "".join(f"\x1b[{SGR[role]}m{text}\x1b[0m" if role in SGR else text for role, text in texts)


def show(lines: Iterable[Line]) -> None:
    """Print the rows and hand them to the reader at once."""
    colour = coloured()
    for line in lines:
        drawn(paint(line, colour) + "\n", sys.stdout)
    sys.stdout.flush()


def read(lines: Iterable[Line]) -> None:
    """Show the rows in the person's pager, on a terminal; without one, or through a pipe, print them."""
    words = pager(os.environ) if sys.stdout.isatty() else []
    colour, environment = coloured(), {"LESS": "FRX"} | os.environ  # as git has it: quit if all fits, keep colours
    text = "".join(paint(line, colour) + "\n" for line in lines)
    try:
        if not words:
            raise FileNotFoundError
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl+c is the pager's
        try:
            subprocess.run(words, input=text, text=True, env=environment, check=False)
        finally:
            signal.signal(signal.SIGINT, before)
    except OSError:
        drawn(text, sys.stdout)
        sys.stdout.flush()


def pager(environment: Mapping[str, str], found: Callable[[str], str | None] = shutil.which) -> list[str]:
    """The words of the command that shows long texts: $PAGER, else less where there is one; none: print."""
    try:
        words = shlex.split(environment.get("PAGER", "less"))
    except ValueError:
        return []
    return words if words and words != ["cat"] and environment.get("TERM") != "dumb" and found(words[0]) else []


def say(text: str = "", role: Role = Role.INK) -> None:
    """Print one row in one role."""
    show([Line((Span(text, role),) if text else ())])


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json_text(value, indent=2))
