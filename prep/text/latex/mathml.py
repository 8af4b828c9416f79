"""Tree → MathML, which browsers draw and print."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from prep.text.latex.spacing import NAMES, ending, spaced
from prep.text.latex.tree import (
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
)

SIGNS = frozenset(AtomKind) - NAMES - {AtomKind.ORDINARY, AtomKind.SPACE}
THIN = '<mspace width="0.17em"/>'
TERMS = frozenset([AtomKind.ORDINARY, *NAMES])
BEFORE = TERMS | {AtomKind.CLOSING}
ALIGN = {"l": "left", "c": "center", "r": "right"}
ACCENTS = {
    "hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~", "vec": "→",
    "overrightarrow": "→", "overleftarrow": "←", "dot": "˙", "ddot": "¨", "check": "ˇ", "breve": "˘", "acute": "´",
    "grave": "`", "mathring": "˚",
}  # fmt: skip
"""As signs that stand alone, over what they belong to."""
WIDE = frozenset(("widehat", "overline", "widetilde", "overrightarrow", "overleftarrow"))
LINE, BRACE_OVER, BRACE_UNDER = "‾", "⏞", "⏟"


def mathml(node: Node) -> str:
    """The node as a MathML element."""
    match node:
        case Atom():
            return _atom(node)
        case NodeRow():
            return _row(node.items)
        case Fraction():
            return _fraction(node)
        case Root():
            parts = [mathml(part) for part in (node.body, node.index) if part is not None]
            return _element("mroot" if len(parts) > 1 else "msqrt", *parts)
        case Script():
            return _script(node)
        case Accent():
            sign = _sign(ACCENTS[node.name], stretchy=str(node.name in WIDE).lower())
            return _element("mover", mathml(node.body), sign, accent="true")
        case Stroke():
            return _stroke(node)
        case Fence():
            return _fence(node)
        case CellGrid():
            return _grid(node)


def _element(name: str, *parts: str, **attributes: str) -> str:
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{said}>{''.join(parts)}</{name}>"


def _sign(text: str, **attributes: str) -> str:
    return _element("mo", escape(text), **attributes)


def _atom(atom: Atom, *, sign: bool = False) -> str:
    """A number, a letter (which is slanted), a name, words, a sign. sign: a minus without anything on its left."""
    text = atom.text
    if atom.kind is AtomKind.SPACE:
        return f'<mspace width="{len(text) / 4:g}em"/>' if text else ""
    if sign:
        return _sign(text, form="prefix")
    if atom.kind in SIGNS:
        return _sign(text, **({"stretchy": "false"} if atom.kind in (AtomKind.OPENING, AtomKind.CLOSING) else {}))
    if text[:1].isdecimal():
        return _element("mn", escape(text))
    words = len(text) > 1 and not text.isalpha() and atom.kind not in NAMES
    return _element("mtext" if words else "mi", escape(text.replace(" ", "\u00a0")))


def _row(items: Sequence[Node]) -> str:
    """Names stand apart from what they are applied to, and from a factor on their left; browsers don't see to it."""
    parts: list[str] = []
    shown = spaced(items)
    left: AtomKind | None = None
    for node in items:
        if isinstance(node, Atom) and node.kind is AtomKind.SPACE:
            parts.append(mathml(node))
            continue
        item = next(shown)
        if left in BEFORE and item.kind in TERMS and (left in NAMES or item.kind in NAMES):
            parts.append(THIN)
        sign = item.kind is AtomKind.SIGN
        parts.append(_atom(node, sign=sign) if isinstance(node, Atom) else mathml(node))
        left = ending(item)
    return _element("mrow", *parts)


def _fraction(node: Fraction) -> str:
    attributes = {} if node.bar else {"linethickness": "0"}
    if node.display:
        attributes["displaystyle"] = "true"
    return _element("mfrac", mathml(node.top), mathml(node.bottom), **attributes)


def _script(node: Script) -> str:
    parts = [mathml(node.base), *(mathml(part) for part in (node.sub, node.sup) if part is not None)]
    if len(parts) == 3:
        return _element("munderover" if node.limits else "msubsup", *parts)
    names = ("munder", "msub") if node.sub is not None else ("mover", "msup")
    return _element(names[0] if node.limits else names[1], *parts)


def _stroke(node: Stroke) -> str:
    line = (BRACE_OVER if node.over else BRACE_UNDER) if node.brace else LINE
    return _element("mover" if node.over else "munder", mathml(node.body), _sign(line, stretchy="true"))


def _fence(node: Fence) -> str:
    first, *others = node.delimiters
    parts = [_bracket(first, "prefix")]
    for at, (body, delimiter) in enumerate(zip(node.bodies, others, strict=True), start=1):
        parts += [mathml(body), _bracket(delimiter, "postfix" if at == len(others) else "infix")]
    return _element("mrow", *parts)


def _bracket(text: str, form: str) -> str:
    return _sign(text, form=form, fence="true", stretchy="true") if text else ""


def _grid(node: CellGrid) -> str:
    layout = node.layout
    rows = [_element("mtr", *(_cell(cell, at, layout.align) for at, cell in enumerate(row))) for row in node.rows]
    table = _element("mtable", *rows, **({"displaystyle": "true"} if layout.display else {}))
    return _element("mrow", _bracket(layout.left, "prefix"), table, _bracket(layout.right, "postfix"))


def _cell(cell: Node, column: int, align: str) -> str:
    side = ALIGN[align[column % len(align)]]
    return _element("mtd", mathml(cell), style=f"text-align:{side}")
