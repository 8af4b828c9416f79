"""How a command line that is being typed may go on: what the shells ask for at `tab`."""

from __future__ import annotations

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Callable, Iterable, Sequence

Names = Callable[[], Iterable[str]]


def goings_on(root: ArgumentParser, words: Sequence[str], names: dict[str, Names]) -> list[str]:
    """What the last word may become, sorted; words: all after `prep`, the last one begun or empty.

    names: by "command argument" or "argument", what may stand there. Nothing is told where a file may stand: shells
    know those.
    """
    *before, begun = words or [""]
    return sorted(word for word in _offered(root, before, begun, names) if word.startswith(begun))


def _offered(root: ArgumentParser, before: Sequence[str], begun: str, names: dict[str, Names]) -> Iterable[str]:
    commands = next(action for action in root._actions if isinstance(action, _SubParsersAction))
    if not before:
        return _options(root) if begun.startswith("-") else commands.choices
    if (command := commands.choices.get(before[0])) is None:
        return ()
    if (asking := _asking(command, before[-1])) is not None:
        return _values(asking, before[0], names)
    if begun.startswith("-"):
        return _options(command)
    standing = _place(command, before[1:])
    return () if standing is None else _values(standing, before[0], names)


def _options(parser: ArgumentParser) -> list[str]:
    return [name for action in parser._actions for name in action.option_strings]


def _asking(command: ArgumentParser, word: str) -> Action | None:
    """The option that this word is, where it wants a value."""
    return next((each for each in command._actions if word in each.option_strings and each.nargs != 0), None)


def _place(command: ArgumentParser, words: Sequence[str]) -> Action | None:
    """The argument that the next word would be."""
    places = [action for action in command._actions if not action.option_strings]
    valued = [n for n, word in enumerate(words) if _asking(command, word) is not None]
    given = sum(not word.startswith("-") and n - 1 not in valued for n, word in enumerate(words))
    if given < len(places):
        return places[given]
    return places[-1] if places and places[-1].nargs in ("*", "+") else None


def _values(action: Action, command: str, names: dict[str, Names]) -> Iterable[str]:
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    known = names.get(f"{command} {action.dest}") or names.get(action.dest)
    return known() if known is not None else ()
