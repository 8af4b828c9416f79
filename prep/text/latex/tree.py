"""A formula as a tree. Every node is frozen; a sequence is a tuple."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class AtomKind(Enum):
    """What an atom is to its neighbours (TeX's classes): it decides the spaces around it."""

    ORDINARY = auto()
    BINARY = auto()
    """An operator between two terms."""
    SIGN = auto()
    """A binary operator with nothing on its left."""
    RELATION = auto()
    FUNCTION = auto()
    """A name that is applied to what follows: ln, tr, softmax."""
    LIMIT = auto()
    """A function whose subscript belongs beneath it: max, lim."""
    BIG = auto()
    """A sum, a product, an integral."""
    OPENING = auto()
    CLOSING = auto()
    PUNCTUATION = auto()
    SPACE = auto()


@dataclass(frozen=True, slots=True)
class Atom:
    """A symbol, a number, a name or a run of plain text."""

    text: str
    kind: AtomKind = AtomKind.ORDINARY


@dataclass(frozen=True, slots=True)
class NodeRow:
    """Nodes side by side; as an item of another row it is a braced group."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another."""

    top: Node
    bottom: Node
    bar: bool = True
    """False in a binomial coefficient."""
    display: bool = False
    r"""True for \dfrac: what is inside keeps its full size."""
    small: bool = False
    r"""True for \tfrac: a character such as ½ will do."""


@dataclass(frozen=True, slots=True)
class Root:
    """A square root, or with an index another one."""

    body: Node
    index: Node | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A base with something below or above it."""

    base: Node
    sub: Node | None
    sup: Node | None
    limits: bool = False
    """True if they belong straight beneath and over the base, not beside it."""


@dataclass(frozen=True, slots=True)
class Accent:
    """A hat, bar, tilde, arrow or dots on something."""

    body: Node
    name: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line or a brace along the whole of something."""

    body: Node
    brace: bool
    over: bool


@dataclass(frozen=True, slots=True)
class Fence:
    r"""\left( … \middle| … \right): n bodies between n + 1 delimiters, which may be empty."""

    delimiters: tuple[str, ...]
    bodies: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a grid looks."""

    left: str = ""
    right: str = ""
    align: str = "c"
    """l, c or r for each column, repeated as often as needed."""
    paired: bool = False
    """Columns go in pairs whose halves touch at the relation."""
    display: bool = False
    """Cells keep the full size of a formula on a line of its own."""


@dataclass(frozen=True, slots=True)
class CellGrid:
    """Cells in rows: a matrix, cases, aligned equations."""

    rows: tuple[tuple[Node, ...], ...]
    layout: Layout


Node = Atom | NodeRow | Fraction | Root | Script | Accent | Stroke | Fence | CellGrid

EMPTY = NodeRow(())


def unwrap(node: Node) -> Node:
    """The only item of a row that has one, else the node itself."""
    while isinstance(node, NodeRow) and len(node.items) == 1:
        node = node.items[0]
    return node
