"""Tree → one line: fractions with a slash, scripts in Unicode where every character has a form."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.cells import cell_len

from prep.text.latex.alphabet import accented, lowered, raised, raised_limit
from prep.text.latex.spacing import Spaced, clings, kind_of, spaced
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
    unwrap,
)
from prep.text.latex.units import (
    divides_safely,
    in_parentheses,
    is_divisor,
    is_plain,
    is_slashed,
    needs_brackets,
    vulgar,
)

ACCENT_NAMES = {"widehat": "hat", "widetilde": "tilde", "overrightarrow": "vec"}
WORD = re.compile(r"[^\W_ᵢ-ᵪₐ-ₜⱼ⁰-₎²³¹]+")
ROOTS = {"3": "∛", "4": "∜"}
CLINGING = frozenset([AtomKind.ORDINARY, AtomKind.OPENING, AtomKind.CLOSING])
FACTORS = CLINGING | {AtomKind.FUNCTION, AtomKind.LIMIT, AtomKind.BIG}


def line(node: Node, *, tight: bool = False) -> str:
    """The node as one line. `tight`: inside a script, without blanks around operators."""
    match node:
        case Atom():
            return node.text
        case NodeRow():
            return _row(node, tight)
        case Fraction():
            return _fraction(node, tight)
        case Root():
            return _root(node, tight)
        case Script():
            return _script(node, tight)
        case Accent():
            return _accent(node, tight)
        case Stroke():
            return _line(node, tight)
        case Fence():
            return _fence(node, tight)
        case CellGrid():
            return _grid(node, tight)


def _row(row: NodeRow, tight: bool) -> str:
    text = ""
    items = list(spaced(row.items, tight=tight))
    for index, (gap, node, _) in enumerate(items):
        piece = line(node, tight=tight)
        if is_slashed(node) and _is_factor(items, index):
            piece = f"({piece})"
            gap = 0 if index and items[index - 1].kind is AtomKind.FUNCTION else gap
        elif isinstance(node, Fraction) and text[-1:].isdigit() and not gap:
            piece = f"({_slashed(node, tight)})"  # 3½ would be read as a mixed number
        text += " " * (gap or int(clings(text, piece))) + piece
    return text


def _is_factor(items: list[Spaced], index: int) -> bool:
    """Whether a neighbour would seem to belong to one part of the fraction only."""
    if index + 1 < len(items) and items[index + 1].kind in FACTORS and items[index + 1].gap < 2:
        return True
    if index == 0 or items[index].gap > 1:
        return False
    kind = items[index - 1].kind
    return kind is AtomKind.FUNCTION or (kind in CLINGING and items[index].gap == 0)


def _fraction(node: Fraction, tight: bool) -> str:
    return vulgar(node) or _slashed(node, tight)


def _slashed(node: Fraction, tight: bool) -> str:
    top, bottom = line(node.top, tight=tight), line(node.bottom, tight=tight)
    if not node.bar:
        return f"{top} choose {bottom}"
    if not divides_safely(node.top):
        top = f"({top})"
    return f"{top}/{bottom}" if is_divisor(node.bottom, node.top) else f"{top}/({bottom})"


def _root(node: Root, tight: bool) -> str:
    body = line(node.body, tight=tight)
    sign = "√"
    if node.index is not None:
        index = line(node.index, tight=True)
        sign = ROOTS.get(index) or (raised(index) or f"({index})") + "√"
    return sign + (body if is_plain(node.body) or in_parentheses(node.body) else f"({body})")


def _script(node: Script, tight: bool) -> str:
    base = line(node.base, tight=tight)
    if needs_brackets(node):
        base = f"({base})"
    if node.limits and kind_of(node) not in (AtomKind.BIG, AtomKind.LIMIT, AtomKind.FUNCTION):
        sub = f"_{{{line(node.sub, tight=True)}}}" if node.sub else ""
        sup = f"^{{{line(node.sup, tight=True)}}}" if node.sup else ""
        return base + sub + sup
    form = raised_limit if kind_of(node) is AtomKind.BIG else raised
    sub, sup = subscript(node.sub), superscript(node.sup, form)
    if kind_of(node) is AtomKind.BIG and node.sub and node.sup and ("{" in sub or "(" in sup):
        return f"{base}_{{{line(node.sub, tight=True)}}}^{{{line(node.sup, tight=True)}}}"
    return base + sub + sup


def subscript(node: Node | None) -> str:
    """₁ where Unicode has the characters, _Q or _model for a word, _{i,j} for the rest."""
    if node is None:
        return ""
    text = line(node, tight=True)
    return lowered(text) or ("_" + text if WORD.fullmatch(text) or len(text) == 1 else f"_{{{text}}}")


def superscript(node: Node | None, form: Callable[[str], str | None] = raised) -> str:
    """² where Unicode has the characters, ^Q for one sign, ^(−x²/2) for the rest."""
    if node is None:
        return ""
    text = line(node, tight=True)
    if short := form(text):
        return short
    return "^" + text if len(text) == 1 or in_parentheses(node) else f"^({text})"


def _accent(node: Accent, tight: bool) -> str:
    body = unwrap(node.body)
    if isinstance(body, Script):
        moved = Script(Accent(body.base, node.name), body.sub, body.sup, body.limits)
        return line(moved, tight=tight)
    text = line(body, tight=tight)
    if cell_len(text) == 1:
        return accented(text, node.name)
    return f"{ACCENT_NAMES.get(node.name, node.name)}({text})"


def _line(node: Stroke, tight: bool) -> str:
    text = line(node.body, tight=tight)
    if node.brace:
        return text
    if node.over and cell_len(text) == 1:
        return accented(text, "bar")
    if text.isalnum():
        return "".join(character + ("\u0305" if node.over else "\u0332") for character in text)
    return f"{'over' if node.over else 'under'}line({text})"


def _fence(node: Fence, tight: bool) -> str:
    text = node.delimiters[0]
    for index, body in enumerate(node.bodies, start=1):
        delimiter = node.delimiters[index]
        inside = index < len(node.bodies) and not tight
        text += line(body, tight=tight) + (f" {delimiter} " if inside else delimiter)
    return text


def _grid(node: CellGrid, tight: bool) -> str:
    text = ""
    for cells in node.rows:
        row = _paired(cells) if node.layout.paired else _listed(cells, tight)
        text += (_joint(text, cells, node) if text else "") + row
    right = node.layout.right or ("}" if node.layout.left == "{" else "")
    left = node.layout.left or ("{" if node.layout.right == "}" else "")
    return left + text + right


def _paired(cells: tuple[Node, ...]) -> str:
    """The halves around an alignment point, joined; pairs apart."""
    halves = [_items(cell) for cell in cells]
    pairs = [NodeRow(sum(halves[index : index + 2], ())) for index in range(0, len(cells), 2)]
    return "  ".join(filter(None, (line(pair).strip() for pair in pairs)))


def _listed(cells: tuple[Node, ...], tight: bool) -> str:
    text = ""
    for index, cell in enumerate(cells):
        joint = (" " if text.endswith((",", ";")) else ", ") if index else ""
        text += joint + line(cell, tight=tight).strip()
    return text


def _joint(text: str, cells: tuple[Node, ...], grid: CellGrid) -> str:
    """What stands between two rows: nothing if the next one goes on with a relation or an operator."""
    items = [item for cell in cells for item in _items(cell)]
    goes_on = grid.layout.display and items and kind_of(items[0]) in (AtomKind.RELATION, AtomKind.BINARY)
    return " " if goes_on or text.endswith((",", ";")) else "; "


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, NodeRow) else (node,)
