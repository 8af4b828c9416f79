"""The words after `prep`, understood."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn

from prep import __version__
from prep.cli.command import COMMANDS, Subcommand
from prep.errors import UsageError


class CommandLineParser(ArgumentParser):
    """argparse with errors as values: the sentence is printed in one place, with what was probably meant."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"{self.prog} --help shows what there is")


def parser() -> CommandLineParser:
    """The whole command line."""
    root = CommandLineParser(
        prog="prep", description="Rehearse machine learning interviews. Without a command: the app."
    )
    root.add_argument("--version", action="version", version=f"prep {__version__}")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", parser_class=CommandLineParser)
    for command in COMMANDS:
        command.arguments(commands.add_parser(command.name, help=command.summary, description=command.summary))
    return root


def parse(argv: Sequence[str]) -> Namespace:
    """At least one word, understood. Raises UsageError with "did you mean" for a typo."""
    names = [command.name for command in COMMANDS]
    if not argv[0].startswith("-") and argv[0] not in names:
        raise UsageError(f"there is no command {argv[0]!r}", _meant(argv[0], names) or "prep --help lists them")
    args, unknown = parser().parse_known_args(argv)
    own = next((c for c in COMMANDS if c.name == args.command), None)
    if unknown and not _take_late(args, unknown, own):
        raise UsageError(f"unexpected {unknown[0]!r}", _meant(unknown[0], _options(own)))
    return args


def _options(command: Subcommand | None) -> list[str]:
    """What may be written after this command, or after `prep` alone."""
    return [name for action in _probe(command)._actions for name in action.option_strings]


def _take_late(args: Namespace, words: list[str], command: Subcommand | None) -> bool:
    """argparse ends a list of words at the first option: `demo NAME --json d_k=8`. What follows belongs to it too."""
    lists = [action.dest for action in _probe(command)._actions if action.nargs == "*"]
    if not lists or any(word.startswith("-") for word in words):
        return False
    setattr(args, lists[0], [*getattr(args, lists[0]), *words])
    return True


def _probe(command: Subcommand | None) -> ArgumentParser:
    probe = ArgumentParser()
    if command is None:
        probe.add_argument("--version")
    else:
        command.arguments(probe)
    return probe


def _meant(word: str, known: Sequence[str]) -> str:
    near = [name for name in known if name.startswith(word)] or get_close_matches(word, known, n=1)
    return f"did you mean {near[0]}?" if near else ""
