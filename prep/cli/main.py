"""The way in: run one command, and let no traceback reach a person."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Literal, TextIO

from prep.errors import PrepError


def run(words: Sequence[str]) -> int:
    """Import what the words ask for and run it."""
    if not words:
        from prep.cli.app import open_app

        return open_app()  # its first frame waits for no parser: 3 ms to import one, 5 to tell it all commands
    from prep.cli.parser import parse

    args = parse(words)
    code = import_module(f"prep.cli.commands.{args.command}").run(args)
    return int(code or 0)


def main(argv: Sequence[str] | None = None) -> int:
    """The console script. Returns the exit code: 0, 1 (found problems), 2 (wrong usage)."""
    os.umask(0o077)  # what prep writes is this person's alone
    _reopen_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A Windows pipe or LANG=C would choke on √; a question mark is better than no answer.
            stream.reconfigure(encoding="utf-8", errors="replace")
    from prep.cli.output import harmless

    with harmless():
        return _ended(sys.argv[1:] if argv is None else argv)


def _ended(words: Sequence[str]) -> int:
    """Run it; what went wrong is told in one sentence."""
    try:
        return run(words)
    except PrepError as error:
        tell(error)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone (prep log | head): nothing is wrong. Python would complain at exit without this.
        _drop_output()
        return 0
    except OSError as error:
        # A full disk behind stdout, a path longer than the system takes: the world outside, no fault of prep's.
        tell(PrepError(f"{error.filename or 'the output'}: {(error.strerror or str(error)).lower()}"))
        _drop_output()
        return 1
    except Exception as error:  # noqa: BLE001 - the last line of defence; the traceback goes into a file
        from prep.crash import report

        tell(report(error))
        return 1


def tell(error: PrepError) -> None:
    """The sentence, then what to do; what a file or an argument is called must not drive the terminal."""
    print(f"prep: {error}", file=sys.stderr)
    if error.hint:
        print(f"  {error.hint}", file=sys.stderr)


def _reopen_closed() -> None:
    """A stream that the caller closed (`<&-`) is None in Python: it reads as empty, and takes what is written."""
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")


def _drop_output() -> None:
    """What stdout still holds goes nowhere: Python would complain at exit that it can't be written."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = _nothing("w")


def _nothing(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")
