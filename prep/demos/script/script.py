"""A demo as a script that a person would paste into a notebook: it needs torch alone, and prints theory beside it.

The lesson's text is taken as it stands, so that there is no second one which could say something else. Of a user's
file nothing is imported or run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from prep.demos.catalog import catalog
from prep.demos.catalog.own import files
from prep.demos.declaration.parameter import Choice
from prep.demos.script.excerpt import Excerpt
from prep.demos.script.source import Import, LessonSource, module, parsed
from prep.demos.script.syntax import is_demo
from prep.demos.script.writer import Place
from prep.demos.spec import Sheet, call
from prep.errors import UsageError

PRICE = 10
"""Lines that a script may be longer with the formula of its theory than with what it says for these parameters."""
SHOW = """def show(series, x, y, se=0.0):
    known = {known}
    beside = "" if known is None else f"theory {{known:.6g}}"
    print(f"{{series:16}} {{x:<8g}} {{y:<12.6g}} ± {{2 * se:<8.2g}}", beside)"""


def script(sheet: Sheet, folder: Path | None = None) -> str:
    """Python text that prints what a run of this sheet measures. Raises UsageError where there is no such demo."""
    source, function = _found(sheet.name, folder)
    measure, theory = (source, function.name), _theory(source, function)
    if sheet.name not in catalog.names():
        return _written(sheet, theory, measure, folder)
    formula, table = (_written(sheet, each, measure, folder) for each in (theory, None))
    return formula if formula.count("\n") <= table.count("\n") + PRICE else table


def _written(sheet: Sheet, theory: Place | None, measure: Place, folder: Path | None) -> str:
    """With the formula of a theory, or with what it says."""
    words = {p.name: str(sheet.values[p.name]) for p in sheet.parameters if isinstance(p, Choice)}
    excerpt = Excerpt(sheet.values, words, {theory: {_first(theory)}} if theory else {})
    measured = excerpt.take(theory, measure)
    _refuse_beside(sheet.name, excerpt, folder)
    constants = [*excerpt.constants(), *(() if theory else _table(sheet))]
    notes = {p.name: f"  # {p.note}" if p.note else "" for p in sheet.parameters}
    known = f"{theory[1]}(x).get(series)" if theory else "THEORY.get(series, {}).get(x)"
    parts = [
        [f"# {sheet.title} (prep demo {sheet.span})", *imports(excerpt.imports)],
        [f"{name} = {sheet.values[name]!r}{note}" for name, note in notes.items() if name in excerpt.used],
        constants,
        *excerpt.functions(),
        SHOW.format(known=known).splitlines(),
        measured,
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _first(theory: Place) -> str:
    """The argument that is x, not a parameter."""
    function = theory[0].definitions[theory[1]]
    assert isinstance(function, ast.FunctionDef)
    return function.args.args[0].arg


def _table(sheet: Sheet) -> list[str]:
    """What theory says for these parameters, by series and x."""
    theory = catalog.find(sheet.name).theory
    known = {x: call(theory, sheet.values, x) for x in sheet.xs}
    series = dict.fromkeys(name for row in known.values() for name in row)
    lines = []
    for name in series:
        row = ", ".join(f"{_number(x)}:\0{row[name]:.6g}" for x, row in known.items() if name in row)
        lines += wrap(f'"{name}":\0{{{row}}},', 112, initial_indent="    ", subsequent_indent=" " * 8)
    return ["THEORY = {  # for these parameters, by series and x", *(line.replace("\0", " ") for line in lines), "}"]


def _number(x: float) -> str:
    """In as few digits as give the same number again."""
    return f"{x:g}" if float(f"{x:g}") == x else repr(x)


def _theory(source: LessonSource, function: ast.FunctionDef) -> Place:
    """The function that the declaration calls theory. Raises UsageError where it isn't one of ours or of the file."""
    declared = _declared(function).get("theory")
    if isinstance(declared, ast.Lambda):
        body = ast.copy_location(ast.Return(declared.body), declared.body)
        source.definitions["theory"] = ast.copy_location(ast.FunctionDef("theory", declared.args, [body], []), declared)
        return source, "theory"
    home = source.home(declared.id) if isinstance(declared, ast.Name) else None
    if not home or not isinstance(home[0].definitions[home[1]], ast.FunctionDef):
        raise UsageError("there is no script where theory is no function of the demo's file", "write it as theory=NAME")
    return home


def _refuse_beside(name: str, excerpt: Excerpt, folder: Path | None) -> None:
    """A module of the user's own is not carried along, and isn't there where the script runs. Raises UsageError."""
    for home in excerpt.imports.values():
        beside = f"{home.module.partition('.')[0]}.py"
        if folder and name not in catalog.names() and (folder / beside).is_file():
            raise UsageError(
                f"{name} uses {beside}, which a script can't carry along", "put what it uses into the file of the demo"
            )


def imports(used: dict[str, Import]) -> Iterator[str]:
    """Import statements, modules first."""
    whole, parts = {"import torch"}, dict[str, set[str]]()
    for name, home in used.items():
        if home.name:
            parts.setdefault(home.module, set()).add(_as(home.name, name))
        else:
            whole.add(f"import {_as(home.module, name)}")
    yield from sorted(whole)
    yield from (f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(parts.items()))


def _as(name: str, used: str) -> str:
    return name if used in (name, name.partition(".")[0]) else f"{name} as {used}"


def _found(name: str, folder: Path | None) -> tuple[LessonSource, ast.FunctionDef]:
    for source in _sources(name, folder):
        for statement in source.definitions.values():
            if isinstance(statement, ast.FunctionDef) and _text(_declared(statement).get("name")) == name:
                return source, statement
    raise UsageError(f'there is no script of {name}: no function below a @demo(name="{name}", …) was found')


def _sources(name: str, folder: Path | None) -> Iterator[LessonSource]:
    """Where it may be declared; a user's file that is no Python declares nothing."""
    if name in catalog.names():
        yield module(catalog.module(name))
        return
    for path in files(folder) if folder else ():
        try:
            yield parsed(str(path), path.read_text("utf-8"))
        except (OSError, SyntaxError, ValueError):
            continue


def _text(value: ast.expr | None) -> object:
    return value.value if isinstance(value, ast.Constant) else None


def _declared(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """What stands in its `@demo(…)`."""
    calls = (each for each in function.decorator_list if is_demo(each) and isinstance(each, ast.Call))
    return {word.arg: word.value for each in calls for word in each.keywords if word.arg}
