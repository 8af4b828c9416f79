r"""Commands that take arguments: \frac, \sqrt, \hat, \left … \right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from prep.text.latex.alphabet import ALPHABETS, MARKS, styled
from prep.text.latex.environments import environment, substack
from prep.text.latex.operands import GROUP_ENDS, OperandParser
from prep.text.latex.symbols import CHARACTERS, COMMANDS, DELIMITERS
from prep.text.latex.tokens import quoted
from prep.text.latex.tree import (
    EMPTY,
    Accent,
    Atom,
    AtomKind,
    Fence,
    Fraction,
    Node,
    NodeRow,
    Root,
    Script,
    Stroke,
    unwrap,
)

Command = Callable[[OperandParser, str], Node]
"""Reads a command's arguments; its name is given without the backslash."""

STRETCHED = {
    "underbrace": Stroke(EMPTY, brace=True, over=False),
    "overbrace": Stroke(EMPTY, brace=True, over=True),
    "underline": Stroke(EMPTY, brace=False, over=False),
    "overline": Stroke(EMPTY, brace=False, over=True),
}
SWITCHES = {"bf": "mathbf", "cal": "mathcal", "frak": "mathfrak", "tt": "mathtt"}
"""Commands of old that change the alphabet up to the end of their group."""
CAPITALS = "Hat Bar Tilde Vec Dot Ddot Check Breve Acute Grave"
"""Accents of old, which stand better over another accent."""
ARROWS = {"xrightarrow": "⟶", "xleftarrow": "⟵", "xmapsto": "⟼", "xLeftrightarrow": "⟺", "xRightarrow": "⟹"}


def fraction(parser: OperandParser, name: str) -> Node:
    top, bottom = parser.argument(name), parser.argument(name)
    if "binom" in name:
        return Fence(("(", ")"), (Fraction(top, bottom, bar=False),))
    return Fraction(top, bottom, display=name in ("dfrac", "cfrac"), small=name == "tfrac")


def set_over(top: NodeRow, bottom: NodeRow) -> Node:
    return Fraction(top, bottom)


def chosen(top: NodeRow, bottom: NodeRow) -> Node:
    return Fence(("(", ")"), (Fraction(top, bottom, bar=False),))


INFIXES = {r"\over": set_over, r"\choose": chosen}
"""Plain TeX's fractions: all of a group that stands before the command, over all that stands behind it."""


def general_fraction(parser: OperandParser, name: str) -> Node:
    r"""\genfrac: two brackets, the bar's thickness, a style, and what it puts over what."""
    (left, _), (right, _), (thickness, _), _ = (parser.cursor.raw() for _ in range(4))
    made = Fraction(parser.argument(name), parser.argument(name), bar=not re.match(r"\s*0", thickness))
    signs = (DELIMITERS.get(left.strip("\\ "), ""), DELIMITERS.get(right.strip("\\ "), ""))
    return Fence(signs, (made,)) if any(signs) else made


def root(parser: OperandParser, name: str) -> Node:
    index = parser.option()
    return Root(parser.argument(name), index)


def accent(parser: OperandParser, name: str) -> Node:
    return Accent(parser.argument(name), name.lower())


def stretched(parser: OperandParser, name: str) -> Node:
    return replace(STRETCHED[name], body=parser.argument(name))


def restyled(parser: OperandParser, name: str) -> Node:
    return _in_alphabet(parser.argument(name), name)


def switched(parser: OperandParser, name: str) -> Node:
    return _in_alphabet(parser.row(GROUP_ENDS), SWITCHES[name])


def cancelled(parser: OperandParser, name: str) -> Node:
    """Each sign struck through; what isn't one row of signs is named as cancelled."""
    body = parser.argument(name)
    if text := _plain(body):
        return Atom("".join(unicodedata.normalize("NFC", sign + "\u0338") for sign in text))
    return NodeRow((Atom(name, AtomKind.FUNCTION), Fence(("(", ")"), (body,))))


def upright(parser: OperandParser, name: str) -> Node:
    r"""\mathrm and \operatorname: letters become one name, which a long one applies to what follows."""
    starred = parser.cursor.accept("*")
    body = parser.argument(name)
    text = _plain(body)
    if text is None:
        return body
    if starred or name == "mathop":
        return Atom(text, AtomKind.LIMIT)
    applied = name == "operatorname" or (len(text) > 1 and name != "mathit")
    return Atom(text, AtomKind.FUNCTION if applied and text.strip() else AtomKind.ORDINARY)


def words(parser: OperandParser, name: str) -> Node:
    """Text as it was typed, with its blanks; what stands between dollars in it is a formula."""
    text, start = parser.cursor.raw()
    places = [match.start() for match in re.finditer(r"(?<!\\)\$", text)]
    if len(places) % 2:
        parser.cursor.fail("unexpected '$'", start + places[-1])
    bounds = [-1, *places, len(text)]
    parts = [(text[a + 1 : b], start + a + 1) for a, b in pairwise(bounds)]
    nodes = [parser.formula(*part) if at % 2 else _typed(parser, *part) for at, part in enumerate(parts) if part[0]]
    return nodes[0] if len(nodes) == 1 else NodeRow(tuple(nodes))


def _typed(parser: OperandParser, text: str, start: int) -> Node:
    """Words; a backslash stands before a sign or names a symbol."""

    def shown(match: re.Match[str]) -> str:
        word = match[0].removeprefix("\\")
        if match[0] in ("{", "}") or STRUCTURES.get(word) is words:
            return ""
        if word not in COMMANDS and not word.isspace():
            parser.cursor.fail(f"unknown command \\{word}", start + match.start())
        return COMMANDS[word][0] if word in COMMANDS else " "

    shown_text = re.sub(r"\\(?:[A-Za-z]+|.)|[{}]", shown, text.replace("~", " "), flags=re.DOTALL)
    return Atom(re.sub(r"\s+", " ", shown_text))


def fence(parser: OperandParser, name: str) -> Node:
    r"""\left( … \middle| … \right): \left is read."""
    delimiters = [delimiter(parser, name)]
    bodies: list[Node] = [_trimmed(parser.row(GROUP_ENDS))]
    while parser.cursor.accept(r"\middle"):
        delimiters.append(delimiter(parser, "middle"))
        bodies.append(_trimmed(parser.row(GROUP_ENDS)))
    parser.cursor.expect(r"\right")
    return Fence((*delimiters, delimiter(parser, "right")), tuple(bodies))


def big(parser: OperandParser, name: str) -> Node:
    r"""\big( and its kin: the bracket alone; on a grid of cells its size follows from what it holds."""
    sign = delimiter(parser, name)
    kind = {"l": AtomKind.OPENING, "r": AtomKind.CLOSING, "m": AtomKind.RELATION}.get(name[-1])
    return Atom(sign, kind or CHARACTERS.get(sign, ("", AtomKind.ORDINARY))[1])


def delimiter(parser: OperandParser, name: str) -> str:
    cursor = parser.cursor
    token = cursor.take()
    sign = token.text.removeprefix("\\")
    if token.text == ".":
        return ""
    if token.text == "|":
        return "|"
    if sign not in DELIMITERS or token.text in ("{", "}"):
        found = f", not {quoted(token.text)}" if token.text else ""
        cursor.fail(f"\\{name} needs a bracket{found}", token.start)
    return DELIMITERS[sign]


def overset(parser: OperandParser, name: str) -> Node:
    over, base = parser.argument(name), unwrap(parser.argument(name))
    return Script(base, None, over, limits=True)


def underset(parser: OperandParser, name: str) -> Node:
    under, base = parser.argument(name), unwrap(parser.argument(name))
    return Script(base, under, None, limits=True)


def arrow(parser: OperandParser, name: str) -> Node:
    under = parser.option()
    return Script(Atom(ARROWS[name], AtomKind.RELATION), under, parser.argument(name), limits=True)


def negated(parser: OperandParser, name: str) -> Node:
    node = parser.argument(name)
    inner = unwrap(node)
    if not isinstance(inner, Atom) or not inner.text:
        return node
    return replace(inner, text=unicodedata.normalize("NFC", inner.text[0] + "\u0338") + inner.text[1:])


def modulo(parser: OperandParser, name: str) -> Node:
    mod = Atom("mod ", AtomKind.ORDINARY)
    return NodeRow((Atom(" ", AtomKind.SPACE), Fence(("(", ")"), (NodeRow((mod, parser.argument(name))),))))


def tag(parser: OperandParser, name: str) -> Node:
    """The number of an equation, behind it."""
    starred = parser.cursor.accept("*")
    text, _ = parser.cursor.raw()
    return NodeRow((Atom("    ", AtomKind.SPACE), Atom(text if starred else f"({text})")))


def dropped(parser: OperandParser, name: str) -> Node:
    """A colour, a label: nothing that a formula needs."""
    parser.cursor.raw()
    return Atom("", AtomKind.SPACE)


def room(parser: OperandParser, name: str) -> Node:
    parser.cursor.raw()
    return Atom(" ", AtomKind.SPACE)


def coloured(parser: OperandParser, name: str) -> Node:
    parser.cursor.raw()
    return parser.argument(name)


def itself(parser: OperandParser, name: str) -> Node:
    return parser.argument(name)


def hidden(parser: OperandParser, name: str) -> Node:
    parser.argument(name)
    return Atom("", AtomKind.SPACE)


def _trimmed(row: NodeRow) -> NodeRow:
    """The row without the blanks that were asked for at its beginning."""
    items = row.items
    while items and isinstance(items[0], Atom) and items[0].kind is AtomKind.SPACE:
        items = items[1:]
    return NodeRow(items)


def _plain(node: Node) -> str | None:
    """The text of a node that is nothing but plain atoms."""
    if isinstance(node, Atom):
        return node.text
    if not isinstance(node, NodeRow):
        return None
    texts = [_plain(item) for item in node.items]
    return None if None in texts else "".join(text for text in texts if text is not None)


def _in_alphabet(node: Node, command: str) -> Node:
    """The node with its letters in another alphabet."""
    match node:
        case Atom():
            return replace(node, text=styled(node.text, command))
        case NodeRow():
            return NodeRow(tuple(_in_alphabet(item, command) for item in node.items))
        case Script():
            return replace(node, base=_in_alphabet(node.base, command))
        case Accent():
            return replace(node, body=_in_alphabet(node.body, command))
    return node


STRUCTURES: dict[str, Command] = {
    name: command
    for command, names in (
        (fraction, "frac dfrac tfrac cfrac binom dbinom tbinom"),
        (root, "sqrt"),
        (general_fraction, "genfrac"),
        (accent, " ".join((*(MARKS.keys() - {"overline"}), CAPITALS))),
        (stretched, " ".join(STRETCHED)),
        (restyled, " ".join(ALPHABETS)),
        (switched, " ".join(SWITCHES)),
        (cancelled, "cancel bcancel xcancel"),
        (upright, "mathrm mathit mathsf mathnormal operatorname mathop"),
        (words, "text textrm textbf textit textsf texttt textnormal mbox hbox"),
        (fence, "left"),
        (big, " ".join(size + side for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m"))),
        (overset, "overset stackrel"),
        (underset, "underset"),
        (arrow, " ".join(ARROWS)),
        (negated, "not"),
        (modulo, "pmod"),
        (tag, "tag"),
        (dropped, "color label vspace"),
        (room, "hspace hskip mspace"),
        (coloured, "textcolor colorbox"),
        (itself, "boxed mathord mathbin mathrel mathopen mathclose ensuremath"),
        (hidden, "phantom hphantom vphantom"),
        (substack, "substack"),
        (environment, "begin"),
    )
    for name in names.split()
}
"""Every command with arguments, and what reads them."""
