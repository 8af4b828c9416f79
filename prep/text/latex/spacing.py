"""How many blanks stand between two neighbours of a row, in one dimension and in two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from prep.text.latex.symbols import INTEGRALS
from prep.text.latex.tree import Atom, Fence, Grid, Kind, Node, Script

BEFORE_A_TERM = frozenset([None, Kind.BINARY, Kind.RELATION, Kind.OPENING, Kind.PUNCTUATION, Kind.BIG])
AFTER_A_TERM = frozenset([None, Kind.RELATION, Kind.CLOSING, Kind.PUNCTUATION])
NAMES = frozenset([Kind.FUNCTION, Kind.LIMIT])
OPERATORS = frozenset([Kind.BINARY, Kind.RELATION])

OPEN_END = re.compile(r"[_^√∛∜](?:[^\W_]|[\u0300-\u036f\u20d0-\u20ff])+$")
"""A script or root without brackets: a letter that followed would seem to belong to it."""


class Spaced(NamedTuple):
    """An item of a row and the blanks before it."""

    gap: int
    node: Node
    kind: Kind
    """What it is here: a binary operator without a left side has become ordinary, a sign."""


def spaced(items: Iterable[Node], *, tight: bool = False, stacked: bool = False) -> Iterator[Spaced]:
    """The items with the blanks before each. `tight`: inside a script. `stacked`: limits are drawn beneath."""
    visible = [node for node in items if not _is_space(node)]
    room = _explicit_room(items)
    before: Kind | None = None
    left: Node | None = None
    for index, node in enumerate(visible):
        after = _opening_kind(visible[index + 1]) if index + 1 < len(visible) else None
        kind = _kind_here(_opening_kind(node), before, after)
        asked = room[index] if not tight else min(room[index] // 2, 1)
        gap = max(asked, _gap(left, before, node, kind, tight=tight, stacked=stacked))
        yield Spaced(0 if left is None and not asked else gap, node, kind)
        before = Kind.CLOSING if isinstance(_base(node), Fence | Grid) else kind
        left = node


def kind_of(node: Node) -> Kind:
    """An atom's kind, also under its scripts; everything else is ordinary."""
    base = _base(node)
    return base.kind if isinstance(base, Atom) else Kind.ORDINARY


def clings(left: str, right: str) -> bool:
    """Whether `right`, set directly after `left`, would be read as part of its last script or root."""
    return bool(right) and right[0].isalnum() and OPEN_END.search(left) is not None


def _base(node: Node) -> Node:
    while isinstance(node, Script):
        node = node.base
    return node


def _is_space(node: Node) -> bool:
    return isinstance(node, Atom) and node.kind is Kind.SPACE and not node.text.strip()


def _explicit_room(items: Iterable[Node]) -> list[int]:
    """The blanks that were asked for before each visible item, and after the last."""
    room = [0]
    for node in items:
        if _is_space(node) and isinstance(node, Atom):
            room[-1] += len(node.text)
        else:
            room.append(0)
    return room


def _opening_kind(node: Node) -> Kind:
    return Kind.OPENING if isinstance(_base(node), Fence | Grid) else kind_of(node)


def _kind_here(kind: Kind, before: Kind | None, after: Kind | None) -> Kind:
    if kind is Kind.BINARY and (before in BEFORE_A_TERM or after in AFTER_A_TERM):
        return Kind.SPACE if before in BEFORE_A_TERM else Kind.ORDINARY
    return kind


def _gap(left: Node | None, before: Kind | None, node: Node, kind: Kind, *, tight: bool, stacked: bool) -> int:
    if before is None or before is Kind.OPENING or kind in (Kind.CLOSING, Kind.PUNCTUATION):
        return 0
    if before is Kind.SPACE and kind is not Kind.RELATION:
        return 0
    if _ends_in_blank(left) or _starts_with_blank(node):
        return 0
    if tight:
        return int((before in NAMES and kind is not Kind.OPENING and kind not in OPERATORS) or _is_word(kind, before))
    if kind in OPERATORS or before in OPERATORS:
        return int(not (kind is before is Kind.RELATION))
    if before is Kind.PUNCTUATION:
        return 1
    if before in NAMES:
        return int(kind is not Kind.OPENING or (before is Kind.LIMIT and isinstance(left, Script)))
    if before is Kind.BIG and kind not in NAMES:
        return int(_keeps_distance(left, stacked))
    return int(kind in NAMES or kind is Kind.BIG) if not _is_bar(left) else 0


def _is_word(kind: Kind, before: Kind) -> bool:
    return kind in NAMES and before is Kind.ORDINARY


def _keeps_distance(big: Node | None, stacked: bool) -> bool:
    """A sum stands off what it sums if a script is beside it; ∑ with its limits beneath does not."""
    if isinstance(big, Script):
        return not (stacked and big.limits)
    return isinstance(big, Atom) and big.text in INTEGRALS


def _is_bar(node: Node | None) -> bool:
    return isinstance(node, Atom) and node.text in ("|", "‖", "/")


def _ends_in_blank(node: Node | None) -> bool:
    return isinstance(node, Atom) and node.text.endswith(" ")


def _starts_with_blank(node: Node) -> bool:
    return isinstance(node, Atom) and node.text.startswith(" ")
