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
        return self.module.partition(".")[0] == "prep"


@dataclass(frozen=True, slots=True, eq=False)
class LessonSource:
    """A parsed module."""

    name: str
    """As imported, "prep.demos.library.shared.sample"; the path of a user's file."""
    lines: list[bytes]
    """Of its text: positions in a syntax tree count bytes."""
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    """By name, in the order of the file; what stands under `if TYPE_CHECKING` included."""
    docstrings: dict[str, str] = field(default_factory=dict)
    """Of functions, and of constants: the string under an assignment."""
    imports: dict[str, Import] = field(default_factory=dict)
    """At the top level, by the name that the module uses."""

    def home(self, name: str) -> tuple[LessonSource, str] | None:
        """Where a name of this package that the module uses is defined."""
        origin = self.imports.get(name)
        if origin and origin.ours and origin.name:
            return module(origin.module).home(origin.name)
        return (self, name) if name in self.definitions else None

    def part(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places (line, byte)."""
        lines = self.lines[start[0] - 1 : end[0]]
        lines[-1] = lines[-1][: end[1]]
        lines[0] = lines[0][start[1] :]
        return b"\n".join(lines).decode()


@cache
def module(name: str) -> LessonSource:
    """A module of this package, found by its name and not imported."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    return parsed(name, (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8"))


def parsed(name: str, text: str) -> LessonSource:
    """The source of a module. Raises SyntaxError."""
    source, before = LessonSource(name, text.encode().split(b"\n")), ""
    for statement in _statements(ast.parse(text).body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            source.imports.update(_imported(statement))
        elif before and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            source.docstrings[before] = str(statement.value.value)
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            source.docstrings[statement.name] = ast.get_docstring(statement) or ""
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
        else:
            yield alias.asname or alias.name, Import(statement.module or "", alias.name)


def _defined(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
