"""Functions as a script has them: their own text, with what a run's words decide decided.

Words are parameters of the kind Choice. `if law == "uniform"` is answered where law is a word of the run, so only one
branch is written. Annotations, docstrings, assertions and images are left out; yielded points are shown.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from prep.demos.script.source import Source

Place = tuple[Source, str]
"""A name where it is defined."""
WIDTH, SHORT = 120, 80
"""Of a line, and of an expression that stands in place of a call."""
UNKNOWN = object()
PLAIN = (
    ast.Constant, ast.Name, ast.Load, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop, ast.UnaryOp, ast.unaryop,
    ast.Subscript, ast.Dict, ast.Tuple, ast.List, ast.Set, ast.IfExp,
)  # fmt: skip
"""What may be worked out here: no calls, nothing of a user's code runs."""


@dataclass(slots=True)
class Writer:
    """Writes one definition of a module."""

    source: Source
    words: Mapping[str, str]
    """Of the run, by the names that stand for them in this definition."""
    other: Callable[[Place], Writer]
    """One for another definition."""
    own: set[str]
    """Arguments that are the run's parameters wherever it is called: they needn't be passed."""
    local: set[str]
    """Names that it binds itself."""
    points: bool = False
    """Whether it yields points: they are shown where they are made."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What stands for its arguments, where it is written into the expression that calls it."""
    calls: bool = False
    """Calls stay calls: with expressions in their place the line would be too long."""
    sources: set[Source] = field(default_factory=set)
    """Modules whose names are in the text."""
    refused: list[tuple[Place, str]] = field(default_factory=list)
    """Arguments that turned out to be something else than the run's parameter."""

    def definition(self, statement: ast.stmt, told: str = "") -> list[str]:
        """All its lines; what its docstring says first stands at the end of the first one."""
        lines = self.statement(statement, 0)
        first = f"  # {told}"
        fits = told and "#" not in lines[0] and len(lines[0] + first) <= WIDTH and lines[0].strip()[0] != "@"
        return [lines[0] + first, *lines[1:]] if fits else lines

    def block(self, body: Iterable[ast.stmt], indent: int) -> list[str]:
        """The statements of a block that are reached."""
        return [line for statement in self.reached(body) for line in self.statement(statement, indent)]

    def reached(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Decided branches in place of the question; nothing behind a return."""
        found: list[ast.stmt] = []
        for statement in body:
            match statement:
                case ast.If(test=test) if (value := self.known(test)) is not UNKNOWN:
                    found += self.reached(statement.body if value else statement.orelse)
                case ast.Match(subject=subject) if (value := self.known(subject)) is not UNKNOWN:
                    found += self.reached(_case(statement, value))
                case (
                    ast.Expr(value=ast.Constant())
                    | ast.Import(names=[ast.alias(name="torch")])
                    | ast.Assert()
                    | ast.Pass()
                ):
                    pass
                case ast.Expr(value=ast.Call(func=ast.Name(id="require_device"))):
                    pass
                case _:
                    found.append(statement)
            if found and isinstance(found[-1], ast.Return):
                break
        match found[-2:]:
            case [
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value),
                ast.Return(value=ast.Name(id=same)),
            ] if name == same and value:
                found[-2:] = [ast.copy_location(ast.Return(value), found[-2])]
        return found

    def statement(self, statement: ast.stmt, indent: int) -> list[str]:
        """Its lines; none where nothing of it is left."""
        lines = self._statement(statement, indent)
        if not self.calls and any(len(line) > WIDTH for line in lines):
            self.calls = True
            lines = self._statement(statement, indent)
            self.calls = False
        return lines

    def _statement(self, statement: ast.stmt, indent: int) -> list[str]:
        pad = " " * indent
        match statement:
            case ast.FunctionDef() | ast.ClassDef():
                return self._defined(statement, indent)
            case ast.If() | ast.For() | ast.While() | ast.With():
                return self._compound(statement, indent)
            case ast.Expr(value=ast.Yield(value=ast.expr() as sent)) if self.points:
                return self._lines(statement, self.text(sent), pad) if not self._images(sent) else []
            case ast.Expr(value=ast.YieldFrom(value=ast.GeneratorExp(generators=[each]) as sent)) if self.points:
                head = f"{pad}for {self.text(each.target)} in {self.text(each.iter)}:"
                return [head, f"{pad}    {self.text(sent.elt)}"] if not self._images(sent.elt) else []
            case ast.Expr(value=ast.YieldFrom(value=sent)) if self.points:
                text = self.text(sent) if "Point" in self._returned(sent) else f"list({self.text(sent)})"
                return self._lines(statement, text, pad) if not self._images(sent) else []
            case ast.AnnAssign(value=ast.expr()) | ast.Return(value=ast.expr()) if not self._is("return", statement):
                word = "return" if isinstance(statement, ast.Return) else f"{self.text(statement.target)} ="
                return self._lines(statement, f"{word} {self._generic(statement).partition(' = ')[2]}", pad)
        return self._lines(statement, self.text(statement), pad)

    def _defined(self, statement: ast.FunctionDef | ast.ClassDef, indent: int) -> list[str]:
        pad = " " * indent
        head = [f"{pad}@{self.text(each)}" for each in statement.decorator_list if not is_demo(each)]
        if isinstance(statement, ast.ClassDef):
            bases = ", ".join(map(self.text, statement.bases))
            head += [f"{pad}class {statement.name}{f'({bases})' * bool(bases)}:"]
            fields = [each for each in statement.body if isinstance(each, ast.AnnAssign)]
            head += [f"{pad}    {self.source.part(start(each), end(each))}" for each in fields]
            return head + self.block([each for each in statement.body if each not in fields], indent + 4)
        head += [f"{pad}def {statement.name}({self.arguments(statement.args)}):"]
        return head + (self.block(statement.body, indent + 4) or [f"{pad}    pass"])

    def arguments(self, given: ast.arguments) -> str:
        """A signature without annotations, and without the run's parameters."""
        names = [*given.posonlyargs, *given.args]
        defaults = [None] * (len(names) - len(given.defaults)) + given.defaults
        pairs = [*zip(names, defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
        written = [a.arg + (f"={self.text(d)}" if d else "") for a, d in pairs if a.arg not in self.own]
        if given.kwonlyargs and not given.vararg:
            written.insert(len(written) - len(given.kwonlyargs), "*")
        stars = [f"{star}{each.arg}" for star, each in (("*", given.vararg), ("**", given.kwarg)) if each]
        return ", ".join(written + stars)

    def _compound(self, statement: ast.If | ast.For | ast.While | ast.With, indent: int) -> list[str]:
        pad = " " * indent
        body = self.block(statement.body, indent + 4)
        other = self.block(getattr(statement, "orelse", ()), indent + 4)
        if not body and not other:
            return []
        place, pieces = start(statement), []
        for child in _children(statement):
            if start(child) >= start(statement.body[0]):
                break
            pieces += [self.source.part(place, start(child)), self.text(child)]
            place = end(child)
        colon = self.source.part(place, start(statement.body[0])).partition("\n")[0]
        lines = self._lines(statement, "".join(pieces) + _clean(colon), pad, comment=False) + (
            body or [f"{pad}    pass"]
        )
        if other and isinstance(statement, ast.If) and len(other) and other[0].startswith(f"{pad}    if "):
            nested = self.reached(statement.orelse)
            if len(nested) == 1:
                return [*lines, f"{pad}el{other[0].lstrip()}", *(line[4:] for line in other[1:])]
        return [*lines, f"{pad}else:", *other] if other else lines

    def _lines(self, statement: ast.stmt, text: str, pad: str, comment: bool = True) -> list[str]:
        """With its comments; on one line if it fits there."""
        above = self.source.lines[: statement.lineno - 1]
        notes = []
        while above and (note := above.pop().decode().strip()).startswith("#"):
            notes.insert(0, pad + note)
        last = self.source.lines[(statement.end_lineno or 1) - 1][statement.end_col_offset or 0 :].decode()
        text = _joined(text, WIDTH - len(pad)) + (_clean(f"  {last.strip()}") if comment and "#" in last else "")
        shift = len(pad) - statement.col_offset
        first, *rest = text.split("\n")
        return [*notes, pad + first, *(" " * max(0, len(r) - len(r.lstrip()) + shift) + r.lstrip() for r in rest)]

    def _images(self, sent: ast.expr) -> bool:
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

    def _is(self, word: str, statement: ast.stmt) -> bool:
        """Whether the text of a statement begins so."""
        return self.source.part(start(statement), end(statement)).startswith(word)

    def home(self, name: str) -> Place | None:
        """Where a name is defined at the top level of a module of ours."""
        return None if name in self.local else self.source.home(name)

    def known(self, node: ast.expr) -> object:
        """Its value where the run's words decide it."""
        if isinstance(node, ast.BoolOp):
            values = [self.known(each) for each in node.values]
            decides = isinstance(node.op, ast.Or)
            if any(value is not UNKNOWN and bool(value) is decides for value in values):
                return decides
            return UNKNOWN if UNKNOWN in values else not decides
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("int", "float")
            and node.args
        ):
            word = self.known(node.args[0])
            return UNKNOWN if word is UNKNOWN else {"int": int, "float": float}[node.func.id](str(word))
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if not names & self.words.keys() or not all(isinstance(n, PLAIN) for n in ast.walk(node)):
            return UNKNOWN
        try:
            values = {name: self.words.get(name) or self._literal(name) for name in names}
            return eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}}, values)  # plain data only
        except (ValueError, TypeError, LookupError):
            return UNKNOWN

    def _literal(self, name: str) -> object:
        """A constant of a module. Raises ValueError where it is worked out."""
        home = self.home(name)
        constant = home and home[0].definitions[home[1]]
        if not isinstance(constant, ast.Assign) or not isinstance(constant.targets[0], ast.Name):
            raise ValueError(name)
        return ast.literal_eval(constant.value)

    def text(self, node: ast.AST) -> str:
        """The node as it stands in the source, with what is known written in."""
        written = self._decided(node)
        return self._generic(node) if written is None else written

    def _generic(self, node: ast.AST) -> str:
        pieces, place = [], start(node)
        for child in () if isinstance(node, ast.JoinedStr) else _children(node):
            pieces += [self.source.part(place, start(child)), self.text(child)]
            place = end(child)
        return "".join(pieces) + self.source.part(place, end(node))

    def _decided(self, node: ast.AST) -> str | None:
        if isinstance(node, ast.expr) and (value := self.known(node)) is not UNKNOWN:
            return f'"{value}"' if isinstance(value, str) and '"' not in value else repr(value)
        match node:
            case ast.Name(id=name) if name in self.given:
                return self.given[name]
            case ast.Name(id=name) if home := self.home(name):
                self.refused += [(home, argument) for argument in self.other(home).own]
                return "show" if home[1] == "Point" else home[1]
            case ast.IfExp(test=test) if (value := self.known(test)) is not UNKNOWN:
                return self.text(node.body if value else node.orelse)
            case ast.BoolOp(op=op, values=values) if any(self.known(each) is not UNKNOWN for each in values):
                word = " or " if isinstance(op, ast.Or) else " and "
                return word.join(self.text(each) for each in values if self.known(each) is UNKNOWN)
            case ast.Subscript(value=ast.Dict() as table, slice=key) if found := self._chosen(table, key):
                return self.text(found)
            case ast.Call(func=ast.Attribute(value=ast.Dict() as table, attr="get"), args=[key, other]) if (
                self.known(key) is not UNKNOWN
            ):
                return self.text(self._chosen(table, key) or other)
            case ast.Call(func=ast.Attribute(value=value, attr="to"), args=[device]) if self.known(device) == "cpu":
                return self.text(value)
            case ast.Call(func=ast.Name(id=name)) if home := self.home(name):
                return self._called(node, home)
            case ast.keyword(arg=str(name), value=value):
                return f"{name}={self.text(value)}"
        return None

    def _chosen(self, table: ast.Dict, key: ast.expr) -> ast.expr | None:
        """The entry of a table that a word names."""
        wanted = self.known(key)
        pairs = zip(table.keys, table.values, strict=True)
        return next((v for k, v in pairs if isinstance(k, ast.Constant) and k.value == wanted), None)

    def _called(self, node: ast.Call, home: Place) -> str:
        """A call, without the run's parameters; or the expression that it stands for."""
        function, writer = home[0].definitions[home[1]], self.other(home)
        names = [a.arg for a in function.args.args] if isinstance(function, ast.FunctionDef) else []
        passed = dict(zip(names, node.args, strict=False)) | {k.arg: k.value for k in node.keywords if k.arg}
        for name in writer.own:
            value = passed.get(name)
            if not isinstance(value, ast.Name) or value.id != name or name not in self.own:
                self.refused.append((home, name))
        if (
            not self.calls
            and isinstance(function, ast.FunctionDef)
            and (written := self._inside(function, writer, passed))
        ):
            return written
        kept = [arg for i, arg in enumerate(node.args) if i >= len(names) or names[i] not in writer.own]
        kept += [k for k in node.keywords if k.arg not in writer.own]
        return f"{'show' if home[1] == 'Point' else home[1]}({', '.join(map(self.text, kept))})"

    def _inside(self, function: ast.FunctionDef, writer: Writer, passed: Mapping[str, ast.expr]) -> str:
        """A short function of one expression as that expression; empty where it can't stand here."""
        body = writer.reached(function.body)
        returned = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
        passed = {name: value for name, value in passed.items() if name not in writer.own}
        free = {a.arg for a in function.args.args + function.args.kwonlyargs} - writer.own
        if not returned or function.decorator_list or passed.keys() != free:
            return ""
        known = {name: word for name, value in passed.items() if isinstance(word := self.known(value), str)}
        if not all(isinstance(value, ast.Name | ast.Constant) for value in passed.values()):
            return ""
        writer.given = {name: self.text(value) for name, value in passed.items() if name not in known}
        writer.words = {**writer.words, **known}
        nodes = list(ast.walk(returned))
        used = {node.id for node in nodes if isinstance(node, ast.Name)} - free
        if used & (self.local - self.own) or bound(function) & set(writer.given.values()) or function.name in used:
            return ""
        if any(isinstance(node, ast.JoinedStr) for node in nodes):
            return ""
        text = _joined(writer.text(returned), SHORT)
        if "\n" in text or len(text) > SHORT:
            return ""
        self.refused += writer.refused
        self.sources |= {writer.source, *writer.sources}
        whole = isinstance(
            ast.parse(text, mode="eval").body, ast.Call | ast.Name | ast.Constant | ast.Subscript | ast.Tuple
        )
        return text if whole else f"({text})"


def start(node: ast.AST) -> tuple[int, int]:
    """Line and byte where it begins."""
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def end(node: ast.AST) -> tuple[int, int]:
    """Line and byte behind it."""
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def is_demo(decorator: ast.expr) -> bool:
    """Whether it is `@demo(…)`."""
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return getattr(called, "id", getattr(called, "attr", "")) == "demo"


def inside(definition: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a definition but those of its decorators."""
    skipped = {id(node) for each in getattr(definition, "decorator_list", ()) for node in ast.walk(each)}
    return (node for node in ast.walk(definition) if id(node) not in skipped)


def own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a statement but those of functions inside."""
    yield statement
    for child in ast.iter_child_nodes(statement) if not isinstance(statement, ast.FunctionDef) else ():
        yield from own_nodes(child)


def bound(definition: ast.AST) -> set[str]:
    """Names that a definition binds inside, its own arguments aside."""
    found = set[str]()
    for node in inside(definition):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Lambda(args=arguments):
                found |= {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
            case ast.FunctionDef(name=name, args=arguments) if node is not definition:
                found |= {name, *(each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg))}
            case ast.ClassDef(name=name) if node is not definition:
                found.add(name)
    return found


def _children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly inside that have a place, in the order of the text."""

    def placed(inside: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(inside):
            yield from [child] if hasattr(child, "lineno") else placed(child)

    return sorted(placed(node), key=start)


def _case(statement: ast.Match, value: object) -> list[ast.stmt]:
    """The block of the case that a word is."""
    for case in statement.cases:
        options = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
        for option in options:
            wild = isinstance(option, ast.MatchAs) and option.pattern is None
            if wild or (isinstance(option, ast.MatchValue) and ast.literal_eval(option.value) == value):
                return case.body
    return []


def _clean(text: str) -> str:
    """Without what is said to a checker."""
    return re.sub(r"\s*# (type: ignore|noqa).*", "", text)


def _joined(text: str, width: int) -> str:
    """On one line, if it fits, and without parentheses that hold one word; where that means the same."""
    line = " ".join(part.strip() for part in text.split("\n")) if "#" not in text else text
    line = re.sub(r",? ([)\]}])", r"\1", re.sub(r"([(\[{]) ", r"\1", line)) if "\n" in text else line
    line = re.sub(r"(?<![\w)\]\"'])\((-?[\w.]+)\)", r"\1", line)
    with suppress(SyntaxError):
        if "\n" in line or (len(line) <= width and ast.dump(ast.parse(line)) == ast.dump(ast.parse(text))):
            return line
    return text
