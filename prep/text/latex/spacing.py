"""How many blanks stand between two neighbours of a row, in one dimension and in two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from prep.text.latex.symbols import INTEGRALS
from prep.text.latex.tree import Atom, Fence, Grid, Kind, Node, Script

NO_TERM = frozenset([None, Kind.BINARY, Kind.SIGN, Kind.RELATION, Kind.OPENING, Kind.PUNCTUATION, Kind.BIG])
"""What stands before a + or − that is a sign; None is nothing."""
NAMES = frozenset([Kind.FUNCTION, Kind.LIMIT])
OPERATORS = frozenset([Kind.BINARY, Kind.RELATION])

OPEN_END = re.compile(r"[_^√∛∜](?:[^\W_]|[\u0300-\u036f\u20d0-\u20ff])+$")
"""A script or root without brackets: a letter that followed would seem to belong to it."""


class Spaced(NamedTuple):
    """An item of a row and the blanks before it."""

    gap: int
    node: Node
    kind: Kind
    """What it is here: a binary operator without a left side has become a sign."""


def spaced(items: Iterable[Node], *, tight: bool = False, stacked: bool = False) -> Iterator[Spaced]:
    """The visible items with the blanks before each.

    `tight`: inside a script, where operators stand close. `stacked`: limits are drawn beneath, not beside.
    """
    left: Spaced | None = None
    asked = 0
    for node in items:
        if isinstance(node, Atom) and node.kind is Kind.SPACE:
            asked += len(node.text)
            continue
        item = Spaced(0, node, _kind_after(left, node))
        needed = 0 if left is None else _tight(left, item) if tight else _gap(left, item, stacked)
        left = item._replace(gap=max(needed, min(asked // 2, 1) if tight else asked))
        asked = 0
        yield left


def kind_of(node: Node) -> Kind:
    """An atom's kind, also under its scripts; a bracketed whole opens; everything else is ordinary."""
    base = _base(node)
    if isinstance(base, Fence | Grid):
        return Kind.OPENING
    return base.kind if isinstance(base, Atom) else Kind.ORDINARY


def clings(left: str, right: str) -> bool:
    """Whether `right`, set directly after `left`, would be read as part of its last script or root."""
    return bool(right) and right[0].isalnum() and OPEN_END.search(left) is not None


def _base(node: Node) -> Node:
    while isinstance(node, Script):
        node = node.base
    return node


def _kind_after(left: Spaced | None, node: Node) -> Kind:
    kind = kind_of(node)
    is_sign = kind is Kind.BINARY and (None if left is None else _ending(left)) in NO_TERM
    return Kind.SIGN if is_sign else kind


def _ending(item: Spaced) -> Kind:
    """What an item is to its right neighbour: a bracketed whole closes."""
    return Kind.CLOSING if isinstance(_base(item.node), Fence | Grid) else item.kind


def _gap(left: Spaced, item: Spaced, stacked: bool) -> int:
    before, kind = _ending(left), item.kind
    if _blank_between(left.node, item.node) or before is Kind.OPENING or kind in (Kind.CLOSING, Kind.PUNCTUATION):
        return 0
    if kind in OPERATORS or before in OPERATORS:
        return int(not kind is before is Kind.RELATION)
    if before is Kind.PUNCTUATION:
        return 1
    if before is Kind.FUNCTION:
        return int(kind is not Kind.OPENING)
    if before is Kind.LIMIT:
        return int(kind is not Kind.OPENING or isinstance(left.node, Script))
    if before is Kind.BIG and kind is not Kind.BIG and kind not in NAMES:
        return int(_stands_off(left.node, stacked))
    return int((kind in NAMES or kind is Kind.BIG) and not _clasps(left))


def _tight(left: Spaced, item: Spaced) -> int:
    """Inside a script only words need a blank."""
    if _is_word(left.node) or _is_word(item.node):
        return 1
    word_before = left.kind in NAMES and item.kind in (Kind.ORDINARY, Kind.FUNCTION, Kind.LIMIT)
    return int(word_before or (item.kind in NAMES and left.kind is Kind.ORDINARY))


def _is_word(node: Node) -> bool:
    """Whether the node is an operator that is spelled out, such as mod."""
    return isinstance(node, Atom) and node.kind is Kind.BINARY and node.text.isalpha()


def _stands_off(big: Node, stacked: bool) -> bool:
    """Whether a sum keeps off what it sums: with scripts beside it, but not with limits beneath it."""
    if isinstance(big, Script):
        return not (stacked and big.limits)
    return isinstance(big, Atom) and big.text in INTEGRALS


def _clasps(left: Spaced) -> bool:
    """Whether the item stays close to a name after it: a sign, a bar, a slash."""
    return left.kind is Kind.SIGN or (isinstance(left.node, Atom) and left.node.text in ("|", "‖", "/"))


def _blank_between(left: Node, right: Node) -> bool:
    """Whether one of two neighbours is text that brings its own blank."""
    return (isinstance(left, Atom) and left.text.endswith(" ")) or (
        isinstance(right, Atom) and right.text.startswith(" ")
    )
