"""A function with everything it uses, as one text without imports of this package: the statements themselves, verbatim.

Only where two modules give one name to different things is a name changed: `lookup.draw` becomes `lookup_draw`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from prep.demos.script.source import Import, Source, module

Place = tuple[Source, str]
"""A name where it is defined."""


@dataclass(slots=True)
class Excerpt:
    """What one function needs, collected."""

    places: dict[Place, None] = field(default_factory=dict)
    """In the order in which they were met."""
    imports: set[tuple[str, Import]] = field(default_factory=set)
    """From elsewhere (the standard library, torch), each with the name it is used by."""
    renamed: dict[Place, str] = field(default_factory=dict)

    def take(self, source: Source, name: str) -> None:
        """This name, if the module defines or imports it, and what it uses in turn."""
        home = source.imports.get(name)
        if home and not home.ours:
            self.imports.add((name, home))
        elif home and home.name:
            self.take(module(home.module), home.name)
        elif name in source.definitions and (source, name) not in self.places:
            self.places[source, name] = None
            for used in _used(source, source.definitions[name]):
                self.take(*used)

    def text(self) -> str:
        """All statements: modules that others build on first, each in its own order."""
        self.renamed = _names(list(self.places))
        return "\n\n\n".join(self._statements()) + "\n"

    def _statements(self) -> Iterator[str]:
        constants: list[str] = []
        for source in _ordered(self.places):
            for name, statement in source.definitions.items():
                if (source, name) not in self.places or name != _first(source, statement):
                    continue
                written = self._written(source, name, statement)
                if isinstance(statement, ast.Assign | ast.AnnAssign):
                    constants.append(written)
                    continue
                if constants:
                    yield "\n".join(constants)
                    constants = []
                yield written
        if constants:
            yield "\n".join(constants)

    def _written(self, source: Source, name: str, statement: ast.stmt) -> str:
        """Its own lines, without the decorator that declares a demo."""
        lines = source.text.encode().split(b"\n")
        for line, start, end, new in sorted(self._edits(source, statement), reverse=True):
            lines[line] = lines[line][:start] + new.encode() + lines[line][end:]
        last = source.docstrings.get(name, statement)
        first = statement.lineno - 1
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            kept = [d.lineno - 1 for d in statement.decorator_list if not is_demo(d)]
            first = min([*kept, first])
        text = [line.decode() for line in lines[first : last.end_lineno]]
        indent = len(text[0]) - len(text[0].lstrip())  # what stood under TYPE_CHECKING
        return "\n".join(line[indent:].rstrip() for line in text)

    def _edits(self, source: Source, statement: ast.stmt) -> Iterator[tuple[int, int, int, str]]:
        """(line, first byte, last byte, new text) of names that are written otherwise in a script."""
        for node in ast.walk(statement):
            place = _place(source, node)
            if place not in self.renamed or not isinstance(node, ast.Name | ast.Attribute):
                continue
            old, new = ast.unparse(node), self.renamed[place]
            if old != new and node.end_col_offset is not None:
                yield node.lineno - 1, node.col_offset, node.end_col_offset, new
        name = getattr(statement, "name", "")
        if name and self.renamed.get((source, name), name) != name:
            start = statement.col_offset + (6 if isinstance(statement, ast.ClassDef) else 4)
            yield statement.lineno - 1, start, start + len(name), self.renamed[source, name]


def is_demo(decorator: ast.expr) -> bool:
    """Whether it is `@demo(…)`."""
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return getattr(called, "id", getattr(called, "attr", "")) == "demo"


def _used(source: Source, statement: ast.stmt) -> Iterator[Place]:
    """Names of the top level that a statement reads, demo's declaration aside."""
    skipped = {id(node) for d in getattr(statement, "decorator_list", ()) if is_demo(d) for node in ast.walk(d)}
    local = _local(statement)
    for node in ast.walk(statement):
        if id(node) not in skipped and not (isinstance(node, ast.Name) and node.id in local):
            place = _place(source, node)
            if place:
                yield place


def _place(source: Source, node: ast.AST) -> Place | None:
    """Where a name, or an attribute of one of our modules, is defined."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        home = source.imports.get(node.value.id)
        return _home(module(home.module), node.attr) if home and home.ours and not home.name else None
    return _home(source, node.id) if isinstance(node, ast.Name) else None


def _home(source: Source, name: str) -> Place | None:
    home = source.imports.get(name)
    if home and home.ours:
        return _home(module(home.module), home.name) if home.name else None
    return (source, name) if home or name in source.definitions else None


def _local(statement: ast.stmt) -> set[str]:
    """Names bound inside a function, which hide those of the module."""
    if not isinstance(statement, ast.FunctionDef):
        return set()
    stored = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    given = {n.arg for n in ast.walk(statement) if isinstance(n, ast.arg)}
    return stored | given


def _names(places: list[Place]) -> dict[Place, str]:
    """A name of its own for each: its own name, unless another has it or some function hides it."""
    hidden = {name for source, own in places for name in _local(source.definitions[own])}
    found: dict[Place, str] = {}
    for source, name in places:
        alone = all(other is source for other, same in places if same == name)
        taken = (not alone or name in hidden) and (source, name) != places[0]
        found[source, name] = f"{source.name.rpartition('.')[2]}_{name}".replace("__", "_") if taken else name
    return found


def _ordered(places: dict[Place, None]) -> list[Source]:
    """Modules after those from which they import."""
    wanted, found = {source for source, _ in places}, dict[Source, None]()
    seen: set[Source] = set()

    def visit(source: Source) -> None:
        if source not in seen:
            seen.add(source)  # types may be imported in a circle
            for home in source.imports.values():
                if home.ours:
                    visit(module(home.module))
            found[source] = None

    for source, _ in places:
        visit(source)
    return [source for source in found if source in wanted]


def _first(source: Source, statement: ast.stmt) -> str:
    """The first of several names that one statement defines: it is written once."""
    return next(name for name, other in source.definitions.items() if other is statement)
