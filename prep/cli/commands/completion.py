"""`prep completion SHELL`: a script by which the shell completes prep's commands, options and names."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from prep.cli.completing import Names, goings_on
from prep.cli.parser import parser

if TYPE_CHECKING:
    from prep.core.card import Deck

# Each asks prep itself at `tab`, so a new command, card or demo needs no new script.
SCRIPTS = {
    "bash": """\
_prep() {
    local IFS=$'\\n'
    COMPREPLY=($(prep completion bash -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
}
complete -o default -F _prep prep
""",
    "zsh": """\
#compdef prep
_prep() {
    local found="$(prep completion zsh -- "${(@)words[1,CURRENT]}" 2>/dev/null)"
    if [[ -n $found ]]; then compadd -- "${(@f)found}"; else _files; fi
}
compdef _prep prep
""",
    "fish": """\
complete -c prep -a '(prep completion fish -- (commandline -opc) (commandline -ct) 2>/dev/null)'
""",
}


def run(args: Namespace) -> int:
    """Print the shell's script; with the words of a line, how its last one may go on."""
    if args.words:
        for word in goings_on(parser(), args.words[1:], NAMES):
            print(word)
    else:
        print(SCRIPTS[args.shell], end="")
    return 0


def _topics() -> list[str]:
    return [topic.id for topic in _deck().topics]


def _cards() -> list[str]:
    return [card.full_id for card in _deck().cards]


def _deck() -> Deck:
    from prep.config import load
    from prep.paths import paths
    from prep.session.library.reader import DeckReader

    places = paths()
    return DeckReader(places, load(places.config)).read().deck


def _demos() -> list[str]:
    from prep.demos.catalog import catalog
    from prep.demos.catalog.own import declared_names
    from prep.paths import paths

    return [*catalog.names(), *declared_names(paths().demos)]


def _drills() -> tuple[str, ...]:
    from prep.drills import catalog

    return catalog.names()


def _settings() -> list[str]:
    from prep.config import SETTINGS

    return list(SETTINGS)


NAMES: dict[str, Names] = {
    "topic": _topics,
    "id": _cards,
    "ids": _cards,
    "demo name": _demos,
    "write name": _drills,
    "key": _settings,
}
"""By command and argument, or by argument, what may stand there."""
