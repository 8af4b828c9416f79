"""How many blanks stand between two neighbours of a row, in one dimension and in two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from prep.text.latex.symbols import INTEGRALS
from prep.text.latex.tree import Atom, AtomKind, CellGrid, Fence, Node, Script

NO_TERM = frozenset(
    [None, AtomKind.BINARY, AtomKind.SIGN, AtomKind.RELATION, AtomKind.OPENING, AtomKind.PUNCTUATION, AtomKind.BIG]
)
"""What stands before a + or − that is a sign; None is nothing."""
NAMES = frozenset([AtomKind.FUNCTION, AtomKind.LIMIT])
OPERATORS = frozenset([AtomKind.BINARY, AtomKind.RELATION])

OPEN_END = re.compile(r"[_^√∛∜](?:[^\W_]|[\u0300-\u036f\u20d0-\u20ff])+$")
"""A script or root without brackets: a letter that followed would seem to belong to it."""


class Spaced(NamedTuple):
    """An item of a row and the blanks before it."""

    gap: int
    node: Node
    kind: AtomKind
    """What it is here: a binary operator without a left side has become a sign."""


def spaced(items: Iterable[Node], *, tight: bool = False, stacked: bool = False) -> Iterator[Spaced]:
    """The visible items with the blanks before each.

    `tight`: inside a script, where operators stand close. `stacked`: limits are drawn beneath, not beside.
    """
    left: Spaced | None = None
    asked = 0
    for node in items:
        if isinstance(node, Atom) and node.kind is AtomKind.SPACE:
            asked += len(node.text)
            continue
        item = Spaced(0, node, _kind_after(left, node))
        needed = 0 if left is None else _tight(left, item) if tight else _gap(left, item, stacked)
        left = item._replace(gap=max(needed, min(asked // 2, 1) if tight else asked))
        asked = 0
        yield left


def kind_of(node: Node) -> AtomKind:
    """An atom's kind, also under its scripts; a bracketed whole opens; everything else is ordinary."""
    base = _base(node)
    if isinstance(base, Fence | CellGrid):
        return AtomKind.OPENING
    return base.kind if isinstance(base, Atom) else AtomKind.ORDINARY


def clings(left: str, right: str) -> bool:
    """Whether `right`, set directly after `left`, would be read as part of its last script or root."""
    return bool(right) and right[0].isalnum() and OPEN_END.search(left) is not None


def _base(node: Node) -> Node:
    while isinstance(node, Script):
        node = node.base
    return node


def _kind_after(left: Spaced | None, node: Node) -> AtomKind:
    kind = kind_of(node)
    is_sign = kind is AtomKind.BINARY and (None if left is None else ending(left)) in NO_TERM
    return AtomKind.SIGN if is_sign else kind


def ending(item: Spaced) -> AtomKind:
    """What an item is to its right neighbour: a bracketed whole closes."""
    return AtomKind.CLOSING if isinstance(_base(item.node), Fence | CellGrid) else item.kind


def _gap(left: Spaced, item: Spaced, stacked: bool) -> int:
    before, kind = ending(left), item.kind
    if (
        _blank_between(left.node, item.node)
        or before is AtomKind.OPENING
        or kind in (AtomKind.CLOSING, AtomKind.PUNCTUATION)
    ):
        return 0
    if kind in OPERATORS or before in OPERATORS:
        return int(not kind is before is AtomKind.RELATION)
    if before is AtomKind.PUNCTUATION:
        return 1
    if before is AtomKind.FUNCTION:
        return int(kind is not AtomKind.OPENING)
    if before is AtomKind.LIMIT:
        return int(kind is not AtomKind.OPENING or isinstance(left.node, Script))
    if before is AtomKind.BIG and kind is not AtomKind.BIG and kind not in NAMES:
        return int(_stands_off(left.node, stacked))
    return int((kind in NAMES or kind is AtomKind.BIG) and not _clasps(left))


def _tight(left: Spaced, item: Spaced) -> int:
    """Inside a script only words need a blank."""
    if _is_word(left.node) or _is_word(item.node):
        return 1
    word_before = left.kind in NAMES and item.kind in (AtomKind.ORDINARY, AtomKind.FUNCTION, AtomKind.LIMIT)
    return int(word_before or (item.kind in NAMES and left.kind is AtomKind.ORDINARY))


def _is_word(node: Node) -> bool:
    """Whether the node is an operator that is spelled out, such as mod."""
    return isinstance(node, Atom) and node.kind is AtomKind.BINARY and node.text.isalpha()


def _stands_off(big: Node, stacked: bool) -> bool:
    """Whether a sum keeps off what it sums: with scripts beside it, but not with limits beneath it."""
    if isinstance(big, Script):
        return not (stacked and big.limits)
    return isinstance(big, Atom) and big.text in INTEGRALS


def _clasps(left: Spaced) -> bool:
    """Whether the item stays close to a name after it: a sign, a bar, a slash."""
    return left.kind is AtomKind.SIGN or (isinstance(left.node, Atom) and left.node.text in ("|", "‖", "/"))


def _blank_between(left: Node, right: Node) -> bool:
    """Whether one of two neighbours is text that brings its own blank."""
    return (isinstance(left, Atom) and left.text.endswith(" ")) or (
        isinstance(right, Atom) and right.text.startswith(" ")
    )
