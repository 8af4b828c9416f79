"""What holds together by itself: which parts of a formula need brackets when it is one line."""

from __future__ import annotations

from prep.text.latex.alphabet import VULGAR
from prep.text.latex.spacing import NAMES, kind_of, spaced
from prep.text.latex.tree import (
    EMPTY,
    Accent,
    Atom,
    AtomKind,
    CellGrid,
    Fence,
    Fraction,
    Node,
    NodeRow,
    Root,
    Script,
    Stroke,
    unwrap,
)


def is_unit(node: Node) -> bool:
    """Whether nothing can come between the node's parts: a symbol, a call, a bracket."""
    node = unwrap(node)
    match node:
        case Atom():
            return " " not in node.text.strip() or node.kind in NAMES
        case Script():
            return kind_of(node) not in (AtomKind.BIG, AtomKind.LIMIT)
        case Fraction():
            return vulgar(node) is not None
        case NodeRow():
            return not node.items or _is_call(node) or _is_norm(node)
        case CellGrid():
            return bool(node.layout.left and node.layout.right)
    return True


def is_plain(node: Node) -> bool:
    """Whether a root sign before the node can only mean all of it: a symbol, perhaps with a subscript."""
    node = unwrap(node)
    match node:
        case Atom():
            return node.text.isalnum() or len(node.text) == 1
        case Script():
            return node.sup is None and not node.limits and is_plain(node.base)
        case Accent():
            return is_plain(node.body)
    return False


def divides_safely(top: Node) -> bool:
    """Whether `top/…` divides all of it: a unit, or a product of units."""
    if is_unit(top):
        return True
    return isinstance(top, NodeRow) and all(
        item.kind in (AtomKind.ORDINARY, AtomKind.SIGN, AtomKind.OPENING)
        and item.gap < 2
        and (is_unit(item.node) or is_slashed(item.node))
        for item in spaced(top.items)
    )


def is_divisor(bottom: Node, top: Node) -> bool:
    """Whether `top/bottom` divides by all of the bottom: a unit, ∂x, or dx under another d."""
    if is_unit(bottom):
        return True
    sign = _differential(bottom)
    return sign == "∂" or (sign == "d" and _leading(top) == "d")


def needs_brackets(script: Script) -> bool:
    """Whether the base must be bracketed, so that the script is about all of it."""
    base = script.base
    match base:
        case Script():
            return base.sup is not None and script.sup is not None
        case Stroke(brace=True):
            return not is_unit(base.body)
        case NodeRow():
            return len(base.items) > 1
        case Fraction() | Root():
            return True
    return not is_unit(base)


def in_parentheses(node: Node) -> bool:
    """Whether the node is one bracketed whole."""
    node = unwrap(node)
    return isinstance(node, Fence) and node.delimiters == ("(", ")")


def is_slashed(node: Node) -> bool:
    """Whether the node's line is a fraction with a slash."""
    return isinstance(node, Fraction) and node.bar and vulgar(node) is None


def vulgar(node: Fraction) -> str | None:
    """The one character of a fraction such as ½."""
    top, bottom = unwrap(node.top), unwrap(node.bottom)
    if node.bar and isinstance(top, Atom) and isinstance(bottom, Atom):
        return VULGAR.get((top.text, bottom.text))
    return None


def _is_call(row: NodeRow) -> bool:
    """A function with its argument in brackets: exp(x), q(y|x), but not n(n − 1)."""
    if len(row.items) != 2:
        return False
    name, fence = row.items
    if not isinstance(fence, Fence):
        return False
    if kind_of(name) in NAMES:
        return True
    inner = fence.bodies[0]
    items = inner.items if isinstance(inner, NodeRow) else (inner,)
    return _is_letter(name) and all(item.kind is not AtomKind.BINARY for item in spaced(items))


def _is_letter(node: Node) -> bool:
    while isinstance(node, Script | Accent):
        node = node.base if isinstance(node, Script) else node.body
    return isinstance(node, Atom) and not node.text[:1].isdigit()


def _is_norm(row: NodeRow) -> bool:
    """|x| or ‖x‖."""
    bars = [index for index, item in enumerate(row.items) if _is_bar(item)]
    return bars == [0, len(row.items) - 1]


def _is_bar(node: Node) -> bool:
    base = node.base if isinstance(node, Script) else node
    return isinstance(base, Atom) and base.text in ("|", "‖")


def _differential(node: Node) -> str:
    """The d or ∂ of a differential such as dx or ∂sⱼ, or nothing."""
    if isinstance(node, NodeRow) and len(node.items) == 2 and not isinstance(node.items[1], Fence):
        return _leading(node) if is_unit(node.items[1]) else ""
    return ""


def _leading(node: Node) -> str:
    """The symbol that a node begins with."""
    while isinstance(node, NodeRow | Script) and node != EMPTY:
        node = node.base if isinstance(node, Script) else node.items[0]
    return node.text if isinstance(node, Atom) else ""
