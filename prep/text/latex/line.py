"""Tree → one line: fractions with a slash, scripts in Unicode where every character has a form."""

from __future__ import annotations

from rich.cells import cell_len

from prep.text.latex.alphabet import VULGAR, accented, lowered, raised
from prep.text.latex.spacing import NAMES, Spaced, clings, kind_of, spaced
from prep.text.latex.tree import (
    Accent,
    Atom,
    Fence,
    Fraction,
    Grid,
    Kind,
    Line,
    Node,
    Root,
    Row,
    Script,
    unwrap,
)

ACCENT_NAMES = {"widehat": "hat", "widetilde": "tilde", "overrightarrow": "vec"}
ROOTS = {"3": "∛", "4": "∜"}
FACTORS = frozenset([Kind.ORDINARY, Kind.OPENING, Kind.CLOSING, Kind.FUNCTION, Kind.LIMIT, Kind.BIG])


def line(node: Node, *, tight: bool = False) -> str:
    """The node as one line. `tight`: inside a script, without blanks around operators."""
    match node:
        case Atom():
            return node.text
        case Row():
            return _row(node, tight)
        case Fraction():
            return _fraction(node, tight)
        case Root():
            return _root(node, tight)
        case Script():
            return _script(node, tight)
        case Accent():
            return _accent(node, tight)
        case Line():
            return _line(node, tight)
        case Fence():
            return _fence(node, tight)
        case Grid():
            return _grid(node)


def _row(row: Row, tight: bool) -> str:
    text = ""
    items = list(spaced(row.items, tight=tight))
    for index, item in enumerate(items):
        piece = line(item.node, tight=tight)
        if _is_slashed(item.node) and _is_factor(items, index):
            piece = f"({piece})"
            if index and items[index - 1].kind in NAMES:
                item = item._replace(gap=0)
        gap = item.gap or int(clings(text, piece))
        text += " " * gap + piece
    return text


def _is_slashed(node: Node) -> bool:
    return isinstance(node, Fraction) and node.bar and vulgar(node) is None


def _is_factor(items: list[Spaced], index: int) -> bool:
    """Whether a neighbour would be read as multiplied with only one part of the fraction."""
    left = items[index - 1] if index else None
    right = items[index + 1] if index + 1 < len(items) else None
    return (left is not None and left.kind in FACTORS - {Kind.BIG} and items[index].gap < 2) or (
        right is not None and right.kind in FACTORS and right.gap < 2
    )


def vulgar(node: Fraction) -> str | None:
    """The one character of a fraction such as ½."""
    return VULGAR.get((line(node.top), line(node.bottom))) if node.bar else None


def _fraction(node: Fraction, tight: bool) -> str:
    if (character := vulgar(node)) is not None:
        return character
    top, bottom = line(node.top, tight=tight), line(node.bottom, tight=tight)
    if not node.bar:
        return f"{top} choose {bottom}"
    if not _divides_safely(node.top):
        top = f"({top})"
    if not (is_unit(node.bottom) or _is_differential(node.bottom)):
        bottom = f"({bottom})"
    return f"{top}/{bottom}"


def _divides_safely(top: Node) -> bool:
    """Whether `top/…` divides all of it without brackets: a unit, or a product of units."""
    if is_unit(top):
        return True
    if not isinstance(top, Row):
        return False
    items = list(spaced(top.items))
    return all(
        item.kind in (Kind.ORDINARY, Kind.SPACE, Kind.OPENING)
        and item.gap < 2
        and (is_unit(item.node) or _is_slashed(item.node) or item.kind is Kind.SPACE)
        for item in items
    )


def is_unit(node: Node) -> bool:
    """Whether the node's line holds together by itself: a symbol, a call, a bracket."""
    node = unwrap(node)
    match node:
        case Atom():
            return " " not in node.text.strip() or node.kind in NAMES
        case Script():
            return kind_of(node) not in (Kind.BIG, Kind.LIMIT)
        case Fraction():
            return vulgar(node) is not None
        case Row():
            return _is_call(node) or _is_norm(node)
        case Grid():
            return bool(node.layout.left and node.layout.right)
    return True


def _is_call(row: Row) -> bool:
    """A function with its argument in brackets: exp(x), q(y|x), but not n(n − 1)."""
    if len(row.items) != 2:
        return False
    name, fence = row.items
    if not isinstance(fence, Fence):
        return False
    if kind_of(name) in (Kind.FUNCTION, Kind.LIMIT):
        return True
    letter = isinstance(name, Atom | Script | Accent) and not line(name)[:1].isdigit()
    inner = fence.bodies[0]
    items = inner.items if isinstance(inner, Row) else (inner,)
    return letter and all(item.kind is not Kind.BINARY for item in spaced(items))


def _is_norm(row: Row) -> bool:
    """|x| or ‖x‖."""
    bars = [index for index, item in enumerate(row.items) if _bar(item)]
    return len(bars) == 2 and bars[0] == 0 and bars[1] == len(row.items) - 1


def _bar(node: Node) -> bool:
    base = node.base if isinstance(node, Script) else node
    return isinstance(base, Atom) and base.text in ("|", "‖")


def _is_differential(node: Node) -> bool:
    """∂x, dx: the two belong together."""
    if not isinstance(node, Row) or len(node.items) != 2:
        return False
    sign, variable = node.items
    text = line(sign)
    return text[:1] in ("∂", "d", "𝛛") and is_unit(variable) and not isinstance(variable, Fence)


def _root(node: Root, tight: bool) -> str:
    body = line(node.body, tight=tight)
    sign = "√"
    if node.index is not None:
        index = line(node.index, tight=True)
        sign = ROOTS.get(index) or (raised(index) or f"({index})") + "√"
    return sign + (body if is_plain(node.body) or in_parentheses(node.body) else f"({body})")


def is_plain(node: Node) -> bool:
    """Whether a root sign before the node can only mean all of it: a symbol, perhaps with a subscript."""
    node = unwrap(node)
    match node:
        case Atom():
            return node.text.isalnum() or cell_len(node.text) == 1
        case Script():
            return node.sup is None and not node.limits and is_plain(node.base)
        case Accent():
            return is_plain(node.body)
    return False


def in_parentheses(node: Node) -> bool:
    """Whether the node is one bracketed whole."""
    node = unwrap(node)
    return isinstance(node, Fence) and node.delimiters == ("(", ")")


def _script(node: Script, tight: bool) -> str:
    base = line(node.base, tight=tight)
    if _needs_brackets(node):
        base = f"({base})"
    if node.limits and kind_of(node) not in (Kind.BIG, Kind.LIMIT, Kind.FUNCTION):
        sub = f"_{{{line(node.sub, tight=True)}}}" if node.sub else ""
        sup = f"^{{{line(node.sup, tight=True)}}}" if node.sup else ""
        return base + sub + sup
    sub, sup = subscript(node.sub), superscript(node.sup)
    if kind_of(node) is Kind.BIG and node.sub and node.sup and "^(" in sup:
        return f"{base}_{{{line(node.sub, tight=True)}}}^{{{line(node.sup, tight=True)}}}"
    return base + sub + sup


def _needs_brackets(node: Script) -> bool:
    base = node.base
    if isinstance(base, Script):
        return base.sup is not None and node.sup is not None
    if isinstance(base, Line) and base.brace:
        return not is_unit(base.body)
    return isinstance(base, Fraction | Root) or not is_unit(base) or (isinstance(base, Row) and len(base.items) > 1)


def subscript(node: Node | None) -> str:
    """₁ where Unicode has the characters, _Q or _model for a word, _{i,j} for the rest."""
    if node is None:
        return ""
    text = line(node, tight=True)
    return lowered(text) or ("_" + text if text.isalnum() or len(text) == 1 else f"_{{{text}}}")


def superscript(node: Node | None) -> str:
    """² where Unicode has the characters, ^Q for one sign, ^(−x²/2) for the rest."""
    if node is None:
        return ""
    text = line(node, tight=True)
    if short := raised(text):
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


def _line(node: Line, tight: bool) -> str:
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


def _grid(node: Grid) -> str:
    text = ""
    for cells in node.rows:
        row = _paired(cells) if node.layout.paired else _listed(cells)
        text += (_joint(text, cells) if text else "") + row
    right = node.layout.right or ("}" if node.layout.left == "{" else "")
    left = node.layout.left or ("{" if node.layout.right == "}" else "")
    return left + text + right


def _paired(cells: tuple[Node, ...]) -> str:
    """The halves around an alignment point, joined; pairs apart."""
    pairs = [Row(tuple(_items(cells[i]) + _items(cells[i + 1]) if i + 1 < len(cells) else _items(cells[i])))
             for i in range(0, len(cells), 2)]  # fmt: skip
    return "  ".join(filter(None, (line(pair).strip() for pair in pairs)))


def _listed(cells: tuple[Node, ...]) -> str:
    text = ""
    for index, cell in enumerate(cells):
        joint = (" " if text.endswith((",", ";")) else ", ") if index else ""
        text += joint + line(cell).strip()
    return text


def _joint(text: str, cells: tuple[Node, ...]) -> str:
    """What stands between two rows: nothing if the next one goes on with a relation or an operator."""
    items = [item for cell in cells for item in _items(cell)]
    goes_on = bool(items) and kind_of(items[0]) in (Kind.RELATION, Kind.BINARY)
    return " " if goes_on or text.endswith((",", ";")) else "; "


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Row) else (node,)
