r"""LaTeX → tree: `\frac{m_t}{1-\beta^t}` becomes Fraction(Script(m, t), Row(1, −, Script(β, t)))."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from prep.text.latex.commands import INFIXES, STRUCTURES
from prep.text.latex.environments import LENGTH, LINES
from prep.text.latex.error import MathError
from prep.text.latex.symbols import CHARACTERS, COMMANDS, INTEGRALS
from prep.text.latex.tokens import END, Cursor, quoted
from prep.text.latex.tree import EMPTY, Atom, AtomKind, CellGrid, Fence, Node, NodeRow, Script, Stroke, unwrap

DEPTH = 40
"""Braces, brackets and arguments inside one another; deeper is a slip, and would exhaust Python's stack."""

PRIMES = {2: "″", 3: "‴"}
NO_ARGUMENT = frozenset(["}", "_", "^", "&", r"\\", r"\right", r"\middle", r"\end", END])


def parse(source: str) -> Node:
    """The tree of a formula. MathError where it can't be read."""
    parser = Parser(Cursor(source))
    rows = [parser.row([r"\\", END])]
    while parser.cursor.accept(r"\\"):
        parser.cursor.skip(LENGTH)
        rows.append(parser.row([r"\\", END]))
    if len(rows) > 1 and not rows[-1].items:
        rows.pop()
    return rows[0] if len(rows) == 1 else CellGrid(tuple((row,) for row in rows), LINES)


class Parser:
    """Recursive descent over a cursor."""

    def __init__(self, cursor: Cursor, depth: int = 0) -> None:
        self.cursor = cursor
        self._depth = depth

    def row(self, ends: Container[str]) -> NodeRow:
        """Items up to a token that ends them, which stays unread. Matching brackets become fences."""
        depth = self._depth
        self._deeper()
        items: list[Node] = []
        openings: list[int] = []
        while (text := self.cursor.text) not in ends:
            if text == END:
                self.cursor.fail("missing '}'" if "}" in ends else "the formula ends too early")
            if infix := INFIXES.get(text):
                self.cursor.take()
                items = [infix(NodeRow(tuple(items)), self.row(ends))]
                break
            items.append(self._item())
            kind = _bracket(items[-1])
            if kind is AtomKind.OPENING:
                self._deeper()
                openings.append(len(items) - 1)
            elif kind is AtomKind.CLOSING and openings:
                self._depth -= 1
                start = openings.pop()
                items[start:] = [_fenced(items[start], items[start + 1 : -1], items[-1])]
        self._depth = depth
        return NodeRow(tuple(items))

    def argument(self, of: str) -> Node:
        """What a command or a script sign applies to: {…} or one token."""
        if self.cursor.text == "{":
            return self._group()
        if self.cursor.text in NO_ARGUMENT:
            sign = of if of in "_^" else f"\\{of}"
            self.cursor.fail(f"{quoted(sign)} lacks what it applies to")
        self._deeper()
        node = self._nucleus(digits=1)
        self._depth -= 1
        return node

    def formula(self, source: str, start: int) -> Node:
        """A formula inside a text, which starts there."""
        try:
            return Parser(Cursor(source), self._depth + 1).row([END])
        except MathError as error:
            raise MathError(error.message, start + error.column) from None

    def option(self) -> Node | None:
        """A command's argument in [ ], if there is one."""
        if not self.cursor.accept("["):
            return None
        row = self.row(["]", END])
        self.cursor.expect("]")
        return unwrap(row)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            self.cursor.fail(f"nested more than {DEPTH} deep")

    def _item(self) -> Node:
        """A nucleus with its subscript, superscript and primes."""
        cursor = self.cursor
        base = EMPTY if cursor.text in ("_", "^") else self._nucleus()
        sub: Node | None = None
        sup: Node | None = None
        limits = _takes_limits(base)
        while True:
            if cursor.accept(r"\limits"):
                limits = True
            elif cursor.accept(r"\nolimits"):
                limits = False
            elif cursor.text == "_":
                if sub is not None:
                    cursor.fail("second subscript")
                sub = self.argument(cursor.take().text)
            elif cursor.text == "^":
                if sup is not None and not _is_primes(sup):
                    cursor.fail("second superscript")
                sup = _joined(sup, self.argument(cursor.take().text))
            elif cursor.text == "'":
                sup = _joined(sup, self._primes())
            else:
                return base if sub is None and sup is None else Script(base, sub, sup, limits)

    def _primes(self) -> Atom:
        count = 0
        while self.cursor.accept("'"):
            count += 1
        return Atom(PRIMES.get(count, "′" * count))

    def _group(self) -> Node:
        self.cursor.expect("{")
        row = self.row(["}"])
        self.cursor.expect("}")
        inner = unwrap(row)
        return row if isinstance(inner, Atom) and inner.kind is not AtomKind.ORDINARY else inner

    def _nucleus(self, digits: int | None = None) -> Node:
        """One symbol, number, group or command; a number of `digits` at most."""
        cursor = self.cursor
        if cursor.text == "{":
            return self._group()
        if cursor.text in ("}", "&", "$", "#", "\\", r"\right", r"\middle", r"\end"):
            cursor.fail(f"unexpected {quoted(cursor.text)}")
        token = cursor.take()
        if token.text.startswith("\\"):
            return self._command(token.text[1:], token.start)
        if token.text.isdecimal():
            return Atom(self._number(token.text, digits))
        return Atom(*CHARACTERS.get(token.text, (token.text, AtomKind.ORDINARY)))

    def _number(self, text: str, digits: int | None) -> str:
        while digits is None and (self.cursor.text.isdecimal() or self.cursor.text == "."):
            text += self.cursor.take().text
        return text

    def _command(self, name: str, start: int) -> Node:
        if symbol := COMMANDS.get(" " if name.isspace() else name):
            return Atom(*symbol)
        if structure := STRUCTURES.get(name):
            return structure(self, name)
        self.cursor.fail(f"unknown command \\{name}", start)


def _takes_limits(base: Node) -> bool:
    if isinstance(base, Atom):
        return base.kind is AtomKind.LIMIT or (base.kind is AtomKind.BIG and base.text not in INTEGRALS)
    return isinstance(base, Stroke) and base.brace


def _bracket(node: Node) -> AtomKind | None:
    """OPENING or CLOSING for a bracket; a closing one may have scripts."""
    if isinstance(node, Script) and isinstance(node.base, Atom) and node.base.kind is AtomKind.CLOSING:
        return AtomKind.CLOSING
    return node.kind if isinstance(node, Atom) and node.kind in (AtomKind.OPENING, AtomKind.CLOSING) else None


def _fenced(opening: Node, body: list[Node], closing: Node) -> Node:
    if isinstance(closing, Script):
        return replace(closing, base=_fenced(opening, body, closing.base))
    left = opening.text if isinstance(opening, Atom) else ""
    right = closing.text if isinstance(closing, Atom) else ""
    return Fence((left, right), (NodeRow(tuple(body)),))


def _is_primes(node: Node) -> bool:
    return isinstance(node, Atom) and node.text[:1] in ("′", "″", "‴")


def _joined(first: Node | None, second: Node) -> Node:
    return second if first is None else NodeRow((first, second))
