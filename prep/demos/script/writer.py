"""Functions as a script has them: their own text, of what a run's words decide only the branch that is taken.

Annotations, docstrings, assertions and images are left out; points are shown where they are made.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from prep.demos.script.source import LessonSource
from prep.demos.script.syntax import Spot, children, end, is_demo, joined, start
from prep.demos.script.words import UNKNOWN, Words

Place = tuple[LessonSource, str]
"""A name where it is defined."""
WIDTH = 120
"""Of a line."""


@dataclass(slots=True)
class Writer:
    """Writes one definition of a module."""

    source: LessonSource
    words: Mapping[str, str]
    """Of the run, by the names that stand for them in this definition."""
    other: Callable[[Place], Writer]
    """One for another definition."""
    own: set[str]
    """Arguments that are the run's parameters wherever it is called: they needn't be passed."""
    local: set[str]
    """All its arguments, and the names that it binds itself."""
    points: bool = False
    """Whether it yields points."""
    refused: list[tuple[Place, str]] = field(default_factory=list)
    """Arguments that turned out to be something else than the run's parameter."""

    def definition(self, statement: ast.stmt, told: str) -> list[str]:
        """All its lines; what its docstring says first stands at the end of the first one."""
        first, *rest = self.statement(statement, 0)
        noted = f"{first}  # {told}"
        fits = told and "#" not in first and first[0] != "@" and len(noted) <= WIDTH
        return [noted if fits else first, *rest]

    def block(self, body: Iterable[ast.stmt], indent: int) -> list[str]:
        """The statements of a block that are reached."""
        return [line for statement in self.reached(body) for line in self.statement(statement, indent)]

    def reached(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Decided branches in place of the question; nothing behind a return, nothing that only checks."""
        found: list[ast.stmt] = []
        for statement in body:
            match statement:
                case ast.If(test=test) if (value := self._value(test)) is not UNKNOWN:
                    found += self.reached(statement.body if value else statement.orelse)
                case ast.Match() if (case := self._words.case(statement)) is not None:
                    found += self.reached(case)
                case ast.Assert() | ast.Pass() | ast.Import(names=[ast.alias(name="torch", asname=None)]):
                    pass
                case ast.Expr(value=ast.Constant() | ast.Call(func=ast.Name(id="require_device"))):
                    pass
                case _:
                    found.append(statement)
            if found and isinstance(found[-1], ast.Return):
                break
        return found

    def statement(self, statement: ast.stmt, indent: int) -> list[str]:
        """Its lines; none where nothing of it is left."""
        match statement:
            case ast.FunctionDef():
                return self._function(statement, indent)
            case ast.ClassDef(decorator_list=decorators, body=body):
                head = [f"{' ' * indent}@{self.text(each)}" for each in decorators]
                defaults = any(isinstance(each, ast.AnnAssign) and each.value for each in body)  # they need their types
                written = self._lines(statement, self._generic(statement), indent) if defaults else None
                return [*head, *(written or self._compound(statement, indent))]
            case ast.If() | ast.For() | ast.While() | ast.With():
                return self._compound(statement, indent)
            case ast.Expr(value=ast.Yield(value=ast.expr() as sent) | ast.YieldFrom(value=sent)) if self.points:
                return [] if self._is_image(sent) else self._shown(statement, sent, indent)
            case ast.AnnAssign(value=ast.expr(), annotation=annotation):
                text = f"{self.text(statement.target)} = {self._from(end(annotation), statement)}"
                return self._lines(statement, text, indent)
            case ast.Return(value=ast.expr()):
                text = self._from(start(statement), statement).removeprefix("return").strip()
                whole = "\n" not in text or text[0] in "([{"
                return self._lines(statement, f"return {text}" if whole else f"return ({text})", indent)
        return self._lines(statement, self.text(statement), indent)

    def _shown(self, statement: ast.stmt, sent: ast.expr, indent: int) -> list[str]:
        """What is yielded, as a statement: where a point is made, it is shown."""
        pad, whole = " " * indent, isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
        if isinstance(sent, ast.GeneratorExp) and not whole and len(sent.generators) == 1:
            head = f"{pad}for {self.text(sent.generators[0].target)} in {self.text(sent.generators[0].iter)}:"
            return [] if self._is_image(sent.elt) else [head, f"{pad}    {self.text(sent.elt)}"]
        text = self.text(sent)
        return self._lines(statement, text if whole or "Point" in self._returned(sent) else f"list({text})", indent)

    def _function(self, function: ast.FunctionDef, indent: int) -> list[str]:
        pad, outer = " " * indent, self.points
        head = [f"{pad}@{self.text(each)}" for each in function.decorator_list if not is_demo(each)]
        self.points = outer if indent == 0 else bool(function.returns and "Point" in ast.unparse(function.returns))
        body = self.block(function.body, indent + 4)
        self.points = outer
        return [*head, f"{pad}def {function.name}({self._signature(function.args)}):", *(body or [f"{pad}    pass"])]

    def _signature(self, given: ast.arguments) -> str:
        """Without annotations, and without the run's parameters."""
        plain = copy.deepcopy(given)
        plain.args = [each for each in plain.args if each.arg not in self.own]
        plain.kw_defaults = [
            d for a, d in zip(plain.kwonlyargs, plain.kw_defaults, strict=True) if a.arg not in self.own
        ]
        plain.kwonlyargs = [each for each in plain.kwonlyargs if each.arg not in self.own]
        for each in ast.walk(plain):
            if isinstance(each, ast.arg):
                each.annotation = None
        return ast.unparse(plain)

    def _compound(self, statement: ast.If | ast.For | ast.While | ast.With | ast.ClassDef, indent: int) -> list[str]:
        body = self.block(statement.body, indent + 4)
        other = self.block(getattr(statement, "orelse", ()), indent + 4)
        if not body and not other:
            return []
        pieces, spot = [], start(statement)
        for child in (each for each in children(statement) if spot <= start(each) < start(statement.body[0])):
            pieces += [self.source.part(spot, start(child)), self.text(child)]
            spot = end(child)
        colon = _clean(self.source.part(spot, start(statement.body[0])).partition("\n")[0])
        head = self._lines(statement, "".join(pieces) + colon, indent, comment=False)
        lines, pad = [*head, *(body or [" " * (indent + 4) + "pass"])], " " * indent
        if (
            isinstance(statement, ast.If)
            and len(self.reached(statement.orelse)) == 1
            and other[0].startswith(f"{pad}    if ")
        ):
            return [*lines, f"{pad}el{other[0].lstrip()}", *(line[4:] for line in other[1:])]
        return [*lines, f"{pad}else:", *other] if other else lines

    def _lines(self, statement: ast.stmt, text: str, indent: int, comment: bool = True) -> list[str]:
        """With the comment behind; on one line if it fits there."""
        pad = " " * indent
        last, byte = end(statement)
        behind = self.source.lines[last - 1][byte:].decode().strip()
        note = _clean(f"  {behind}") if comment and behind.startswith("#") else ""
        first, *rest = (joined(text, WIDTH - indent - len(note)) + note).split("\n")
        shift = indent - statement.col_offset
        return [pad + first, *(" " * (len(r) - len(r.lstrip()) + shift) + r.lstrip() for r in rest)]

    def _is_image(self, sent: ast.expr) -> bool:
        """Whether what is yielded is for a screen only."""
        told = self._returned(sent)
        return "Image" in told and "Point" not in told

    def _returned(self, sent: ast.expr) -> str:
        """What a called function says that it returns."""
        called = sent.func if isinstance(sent, ast.Call) else None
        home = self.home(called.id) if isinstance(called, ast.Name) else None
        function = home[0].definitions[home[1]] if home else None
        returns = function.returns if isinstance(function, ast.FunctionDef) else None
        return ast.unparse(returns) if returns else home[1] if home else ""

    def home(self, name: str) -> Place | None:
        """Where a name is defined at the top level of a module of ours."""
        return None if name in self.local else self.source.home(name)

    @property
    def _words(self) -> Words:
        return Words(self.words, lambda name: home[0].definitions[home[1]] if (home := self.home(name)) else None)

    def _value(self, node: ast.expr) -> object:
        return self._words.value(node) if self.words else UNKNOWN

    def text(self, node: ast.AST) -> str:
        """The node as it stands in the source, with what is decided written in."""
        if isinstance(node, ast.expr) and (value := self._value(node)) is not UNKNOWN:
            return f'"{value}"' if isinstance(value, str) and '"' not in value else repr(value)
        chosen = self._branch(node)
        if isinstance(chosen, ast.AST):
            return self.text(chosen)
        return self._generic(node) if chosen is None else chosen

    def _generic(self, node: ast.AST) -> str:
        return self._from(start(node), node)

    def _from(self, spot: Spot, node: ast.AST) -> str:
        """The text of a node from here on; of an assignment from behind its sign."""
        pieces, first = [], spot
        inner = () if isinstance(node, ast.JoinedStr) else children(node)  # 3.11 misplaces what is in f-strings
        for child in (each for each in inner if start(each) >= first):  # a decorator stands before
            pieces += [self.source.part(spot, start(child)), self.text(child)]
            spot = end(child)
        return ("".join(pieces) + self.source.part(spot, end(node))).lstrip(" =")

    def _branch(self, node: ast.AST) -> ast.expr | str | None:
        """What stands for a node: a part of it that words choose, or another text."""
        match node:
            case ast.IfExp(test=test) if (value := self._value(test)) is not UNKNOWN:
                return node.body if value else node.orelse
            case ast.BoolOp(op=op, values=values) if any(self._value(each) is not UNKNOWN for each in values):
                word = " or " if isinstance(op, ast.Or) else " and "
                return word.join(self.text(each) for each in values if self._value(each) is UNKNOWN)
            case ast.Subscript(value=ast.Dict() as table, slice=key):
                return self._words.entry(table, key)
            case ast.Call(func=ast.Attribute(value=ast.Dict() as table, attr="get"), args=[key, other]):
                return self._words.entry(table, key) or (other if self._value(key) is not UNKNOWN else None)
            case ast.Call(func=ast.Attribute(value=value, attr="to"), args=[device]) if self._value(device) == "cpu":
                return value
            case ast.Call(func=ast.Name(id=name)) if home := self.home(name):
                return self._call(node, home)
            case ast.Name(id=name):
                return self._name(name)
        return None

    def _name(self, name: str) -> str | None:
        home = self.home(name)
        if home:
            self.refused += [(home, argument) for argument in self.other(home).own]
        return ("show" if home[1] == "Point" else home[1]) if home else None

    def _call(self, node: ast.Call, home: Place) -> str:
        """A call, without the run's parameters."""
        function, writer = home[0].definitions[home[1]], self.other(home)
        names = [each.arg for each in function.args.args] if isinstance(function, ast.FunctionDef) else []
        passed = dict(zip(names, node.args, strict=False)) | {k.arg: k.value for k in node.keywords if k.arg}
        for name in writer.own:
            value = passed.pop(name, None)
            if not isinstance(value, ast.Name) or value.id != name or name not in self.own:
                self.refused.append((home, name))
        kept = [self.text(arg) for i, arg in enumerate(node.args) if i >= len(names) or names[i] not in writer.own]
        kept += [
            f"{k.arg}={self.text(k.value)}" if k.arg else self.text(k) for k in node.keywords if k.arg not in writer.own
        ]
        return f"{'show' if home[1] == 'Point' else home[1]}({', '.join(kept)})"


def _clean(text: str) -> str:
    """Without what is said to a checker."""
    return re.sub(r"\s*# (type: ignore|noqa).*", "", text)
