"""What a merge leaves in a text where two sides changed the same lines, and nobody has decided yet."""

from __future__ import annotations

import re

HINT = "keep the lines that should stay, and take out those that start with <<<<<<<, ======= and >>>>>>>"

_START = re.compile(r"<{7}(?:\s|$)")
_END = re.compile(r">{7}(?:\s|$)")
_NEWLINE = re.compile(r"\r\n?|\n")


def conflicts(text: str) -> tuple[range, ...]:
    """The lines of each conflict, counted from 0, from its first marker to its last; a lone marker is one, too.

    A line of ======= marks one only between the two others: under a line of text it makes a heading of it. Markers
    stand at the start of a line whatever is around them: they are no part of a list, a quote or a code fence.
    """
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return ()
    found: list[range] = []
    start: int | None = None
    for number, line in enumerate(_NEWLINE.split(text)):
        if _START.match(line):
            found += [range(start, start + 1)] if start is not None else []
            start = number
        elif _END.match(line):
            found.append(range(number if start is None else start, number + 1))
            start = None
    return (*found, range(start, start + 1)) if start is not None else tuple(found)


def message(lines: range) -> str:
    """A conflict in words; lines: as `conflicts` has them."""
    first, last = lines.start + 1, lines.stop
    return f"a merge left a conflict on {f'line {first}' if first == last else f'lines {first} to {last}'}"
