"""What a lesson's docstring derives: question on the first line, derivation, then `Source:` or `Sources:`."""

from __future__ import annotations

import re
from inspect import cleandoc

SOURCE = re.compile(r"^Sources?:", re.MULTILINE)


def derivation(docstring: str) -> str:
    """What stands between the question and the sources; empty where nothing does."""
    return SOURCE.split(cleandoc(docstring).partition("\n\n")[2])[0].strip("\n")
