"""The way in: parse the words, run one command, and let no traceback reach a person."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Literal, NoReturn, TextIO

from prep import __version__
from prep.cli.command import COMMANDS, Command
from prep.errors import PrepError, UsageError


class Parser(ArgumentParser):
    """argparse with errors as values: the sentence is printed in one place, with what was probably meant."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"{self.prog} --help shows what there is")


def parser() -> Parser:
    """The whole command line."""
    root = Parser(prog="prep", description="Rehearse machine learning interviews. Without a command: the app.")
    root.add_argument("--version", action="version", version=f"prep {__version__}")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        command.arguments(commands.add_parser(command.name, help=command.summary, description=command.summary))
    return root


def parse(argv: Sequence[str]) -> Namespace:
    """The words understood. Raises UsageError with "did you mean" for a typo."""
    if not argv:
        return Namespace(command=None)  # the app: its first frame need not wait 5 ms for a parser of all commands
    names = [command.name for command in COMMANDS]
    if argv and not argv[0].startswith("-") and argv[0] not in names:
        raise UsageError(f"there is no command {argv[0]!r}", _meant(argv[0], names) or "prep --help lists them")
    args, unknown = parser().parse_known_args(argv)
    own = next((c for c in COMMANDS if c.name == args.command), None)
    if unknown and not _take_late(args, unknown, own):
        raise UsageError(f"unexpected {unknown[0]!r}", _meant(unknown[0], _options(own)))
    return args


def _options(command: Command | None) -> list[str]:
    """What may be written after this command, or after `prep` alone."""
    return [name for action in _probe(command)._actions for name in action.option_strings]


def _take_late(args: Namespace, words: list[str], command: Command | None) -> bool:
    """argparse ends a list of words at the first option: `demo NAME --json d_k=8`. What follows belongs to it too."""
    lists = [action.dest for action in _probe(command)._actions if action.nargs == "*"]
    if not lists or any(word.startswith("-") for word in words):
        return False
    setattr(args, lists[0], [*getattr(args, lists[0]), *words])
    return True


def _probe(command: Command | None) -> ArgumentParser:
    probe = ArgumentParser()
    if command is None:
        probe.add_argument("--version")
    else:
        command.arguments(probe)
    return probe


def _meant(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else ""


def run(args: Namespace) -> int:
    """Import the command's module and run it."""
    name = args.command or "app"
    code = import_module(f"prep.cli.commands.{name}").run(args)
    return int(code or 0)


def main(argv: Sequence[str] | None = None) -> int:
    """The console script. Returns the exit code: 0, 1 (found problems), 2 (wrong usage)."""
    _reopen_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A Windows pipe or LANG=C would choke on √; a question mark is better than no answer.
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        return run(parse(sys.argv[1:] if argv is None else argv))
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
    from prep.text.safe import safe

    print(safe(f"prep: {error}"), file=sys.stderr)
    if error.hint:
        print(safe(f"  {error.hint}"), file=sys.stderr)


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
