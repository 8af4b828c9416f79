"""Syntax trees: where a node stands in its text, what a definition binds, what a statement means."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress

Spot = tuple[int, int]
"""Line and byte."""


def start(node: ast.AST) -> Spot:
    """Where it begins."""
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def end(node: ast.AST) -> Spot:
    """Behind it."""
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly inside that have a place, in the order of the text."""

    def placed(inner: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(inner):
            yield from [child] if hasattr(child, "lineno") else placed(child)

    return sorted(placed(node), key=start)


def is_demo(decorator: ast.expr) -> bool:
    """Whether it is `@demo(…)`."""
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return getattr(called, "id", getattr(called, "attr", "")) == "demo"


def inside(definition: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a definition but those of its decorators."""
    skipped = {id(node) for each in getattr(definition, "decorator_list", ()) for node in ast.walk(each)}
    return (node for node in ast.walk(definition) if id(node) not in skipped)


def arguments(definition: ast.AST) -> set[str]:
    """Names of its arguments, and of those of functions inside."""
    return {each.arg for each in inside(definition) if isinstance(each, ast.arg)}


def bound(definition: ast.AST) -> set[str]:
    """Names that a definition binds inside, its own arguments aside."""
    found = set[str]()
    for node in inside(definition):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Lambda():
                found |= arguments(node)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if node is not definition:
                found |= {name, *arguments(node)}
    return found


def returns_early(statements: list[ast.stmt]) -> bool:
    """Whether one of them returns, functions inside aside."""
    inner = [statement for each in statements for statement in _blocks(each)]
    return any(isinstance(each, ast.Return) for each in statements) or (bool(inner) and returns_early(inner))


def _blocks(statement: ast.stmt) -> list[ast.stmt]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return []
    return [each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.stmt)]


def names_in(lines: list[str]) -> set[str]:
    """Names that a text of statements reads or binds."""
    return {node.id for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.Name)}


def joined(text: str, width: int) -> str:
    """On one line, if it fits, and without parentheses that hold one word; where that means the same."""
    line = text
    if "\n" in text and "#" not in text:
        line = " ".join(part.strip() for part in text.split("\n"))
        line = re.sub(r",? ([)\]}])", r"\1", re.sub(r"([(\[{]) ", r"\1", line))
    line = re.sub(r"(?<![\w)\]\"'])\((-?[\w.]+)\)", r"\1", line)
    with suppress(SyntaxError):
        if "\n" in line or (len(line) <= width and ast.dump(ast.parse(line)) == ast.dump(ast.parse(text))):
            return line
    return text
