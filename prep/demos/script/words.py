"""What the words of a run decide: `law == "uniform"` has an answer where law is a parameter of the kind Choice."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass

UNKNOWN = object()
PLAIN = (
    ast.Constant, ast.Name, ast.Load, ast.Compare, ast.cmpop, ast.UnaryOp, ast.unaryop,
    ast.Subscript, ast.Dict, ast.Tuple, ast.List, ast.Set, ast.IfExp,
)  # fmt: skip
"""What may be worked out: no calls, so that nothing of a user's file runs."""


@dataclass(frozen=True, slots=True)
class Words:
    """Works expressions out as far as words and constants go."""

    words: Mapping[str, str]
    """By the names that stand for them."""
    constant: Callable[[str], ast.stmt | None]
    """The statement that defines a name at the top level of its module."""

    def value(self, node: ast.expr) -> object:
        """The value of an expression that words decide, else UNKNOWN."""
        match node:
            case ast.BoolOp(op=op, values=values):
                return self._any(values, decisive=isinstance(op, ast.Or))
            case ast.Call(func=ast.Name(id="int" | "float" as kind), args=[number]):
                word = self.value(number)
                return UNKNOWN if word is UNKNOWN else {"int": int, "float": float}[kind](str(word))
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if not names & self.words.keys() or not all(isinstance(each, PLAIN) for each in ast.walk(node)):
            return UNKNOWN
        try:
            known = {name: self.words.get(name) or self._literal(name) for name in names}
            return eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}}, known)
        except (ValueError, TypeError, LookupError):
            return UNKNOWN

    def entry(self, table: ast.Dict, key: ast.expr) -> ast.expr | None:
        """What a table has for a word."""
        wanted = self.value(key)
        pairs = zip(table.keys, table.values, strict=True)
        return next((value for each, value in pairs if isinstance(each, ast.Constant) and each.value == wanted), None)

    def case(self, statement: ast.Match) -> list[ast.stmt] | None:
        """The block of the case that a word is; None where no word decides."""
        value = self.value(statement.subject)
        if value is UNKNOWN:
            return None
        for case in statement.cases:
            for option in case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]:
                wild = isinstance(option, ast.MatchAs) and option.pattern is None
                if wild or (isinstance(option, ast.MatchValue) and ast.literal_eval(option.value) == value):
                    return case.body
        return []

    def _any(self, values: list[ast.expr], decisive: bool) -> object:
        """Of `or`; of `and` where False decides."""
        found = [self.value(each) for each in values]
        if any(each is not UNKNOWN and bool(each) is decisive for each in found):
            return decisive
        return UNKNOWN if UNKNOWN in found else not decisive

    def _literal(self, name: str) -> object:
        """Raises ValueError where a name is no constant of plain data."""
        match self.constant(name):
            case ast.Assign(targets=[ast.Name()], value=value):
                return ast.literal_eval(value)
        raise ValueError(name)
