"""A module as text: which statement defines each of its names, and where its imports come from. Imports nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import prep

PACKAGE = Path(prep.__file__).parent


@dataclass(frozen=True, slots=True)
class Import:
    """What a name in a module was imported as."""

    module: str
    name: str
    """In that module; empty where the module itself was imported."""

    @property
    def ours(self) -> bool:
        """Whether its source is in this package: a script has to carry it along."""
        return self.module == "prep" or self.module.startswith("prep.")


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed module."""

    name: str
    """As imported, "prep.demos.library.shared.random_entries"; the path of a user's file."""
    text: str
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    """By name, in the order of the file; what stands under `if TYPE_CHECKING` included."""
    docstrings: dict[str, ast.stmt] = field(default_factory=dict)
    """The string under an assignment."""
    imports: dict[str, Import] = field(default_factory=dict)
    """At the top level, by the name that the module uses."""

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and other.name == self.name

    @property
    def docstring(self) -> str:
        """What the file begins with."""
        return ast.get_docstring(ast.parse(self.text)) or ""


@cache
def module(name: str) -> Source:
    """A module of this package, found by its name and not imported."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    return parsed(name, (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8"))


def is_module(name: str) -> bool:
    """Whether this package has such a module."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def parsed(name: str, text: str) -> Source:
    """The source of a module. Raises SyntaxError."""
    source, before = Source(name, text), ""
    for statement in _statements(ast.parse(text).body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            source.imports.update(_imported(statement))
        elif before and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            source.docstrings[before] = statement
        names = list(_defined(statement))
        source.definitions.update(dict.fromkeys(names, statement))
        before = names[0] if names and isinstance(statement, ast.Assign | ast.AnnAssign) else ""
    return source


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING"):
            yield from statement.body
        else:
            yield statement


def _imported(statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Import]]:
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            yield alias.asname or alias.name.partition(".")[0], Import(alias.name, "")
            continue
        home = statement.module or ""
        inner = Import(home, alias.name)
        if inner.ours and is_module(f"{home}.{alias.name}"):
            inner = Import(f"{home}.{alias.name}", "")
        yield alias.asname or alias.name, inner


def _defined(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
