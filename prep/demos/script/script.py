"""A demo as a script that runs anywhere with torch alone: the lesson's own code and a loop that prints.

The lesson's text is taken as it stands, so that there is no second one which could say something else. Nothing is
imported or run for it, a user's file neither.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from prep.demos.catalog import catalog
from prep.demos.catalog.own import files
from prep.demos.declaration.parameter import Values
from prep.demos.script.excerpt import Excerpt, is_demo
from prep.demos.script.source import Import, Source, module, parsed
from prep.demos.spec import Sheet
from prep.errors import UsageError

LOOP = """if __name__ == "__main__":
    torch.set_num_threads(1)                               # as in prep; more threads only wait for each other
    for point in {call}:
{image}        print(f"{{point.series:16}} {{point.x:<10g}} {{point.y:<12.6g}} ± {{2 * point.se:.2g}}", flush=True)
"""


QUIET = """import warnings

warnings.filterwarnings("ignore", message="Failed to initialize NumPy")  # torch says so where it is alone; nobody minds
"""
IMAGE = """        if isinstance(point, Image):
            rows = (" ".join(f"{y:.3g}" for y in row) for row in point.rows)
            print(f"{point.name} at {point.x:g}:", *rows, sep="\\n  ")
            continue
"""


def script(sheet: Sheet, folder: Path | None = None) -> str:
    """Python text that prints what a run of this sheet measures. Raises UsageError where there is no such demo."""
    source, function = _found(sheet.name, folder)
    excerpt = Excerpt()
    excerpt.take(source, function.name)
    _refuse_beside(sheet.name, excerpt, folder)
    excerpt.imports.add(("torch", Import("torch", "")))
    called = f"{function.name}({', '.join(_arguments(function, sheet.values))})"
    image = IMAGE if any(name == "Image" for _, name in excerpt.places) else ""
    text = "\n\n\n".join([excerpt.text().rstrip(), LOOP.format(call=called, image=image)])
    lines = ['"""' + _told(source, sheet) + '"""', "", "from __future__ import annotations", "", QUIET]
    return "\n".join([*lines, *imports(excerpt.imports), "", text])


def _refuse_beside(name: str, excerpt: Excerpt, folder: Path | None) -> None:
    """A module of the user's own is not carried along, and isn't there where the script runs. Raises UsageError."""
    for _, home in excerpt.imports:
        beside = f"{home.module.partition('.')[0]}.py"
        if folder and name not in catalog.names() and (folder / beside).is_file():
            raise UsageError(
                f"{name} uses {beside}, which a script can't carry along", "put what it uses into the file of the demo"
            )


def _told(source: Source, sheet: Sheet) -> str:
    text = source.docstring or sheet.title
    return f"{text}\n\nFrom prep: prep demo {sheet.span}\n".replace("\\", "\\\\")


def _arguments(function: ast.FunctionDef, values: Values) -> Iterator[str]:
    """Every value that it asks for, by name."""
    for argument in function.args.args + function.args.kwonlyargs:
        if argument.arg in values:
            yield f"{argument.arg}={values[argument.arg]!r}"


def imports(used: Iterable[tuple[str, Import]]) -> Iterator[str]:
    """Import statements, modules first."""
    whole, parts = set(), dict[str, set[str]]()
    for name, home in used:
        if home.module == "__future__" or name == "TYPE_CHECKING":
            continue
        if home.name:
            parts.setdefault(home.module, set()).add(_as(home.name, name))
        else:
            whole.add(f"import {_as(home.module, name)}")
    yield from sorted(whole)
    yield from (f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(parts.items()))


def _as(name: str, used: str) -> str:
    return name if used in (name, name.partition(".")[0]) else f"{name} as {used}"


def _found(name: str, folder: Path | None) -> tuple[Source, ast.FunctionDef]:
    for source in _sources(name, folder):
        for statement in source.definitions.values():
            if isinstance(statement, ast.FunctionDef) and name in _declared(statement):
                return source, statement
    raise UsageError(f'there is no script of {name}: no function below a @demo(name="{name}", …) was found')


def _sources(name: str, folder: Path | None) -> Iterator[Source]:
    """Where it may be declared; a user's file that is no Python declares nothing."""
    if name in catalog.names():
        group, lesson = name.replace("-", "_").split(".")
        yield module(f"prep.demos.library.{group}.{lesson}")
        return
    for path in files(folder) if folder else ():
        try:
            yield parsed(str(path), path.read_text("utf-8"))
        except (OSError, SyntaxError, ValueError):
            continue


def _declared(function: ast.FunctionDef) -> Iterator[object]:
    for decorator in function.decorator_list:
        if is_demo(decorator) and isinstance(decorator, ast.Call):
            yield from (
                word.value.value
                for word in decorator.keywords
                if word.arg == "name" and isinstance(word.value, ast.Constant)
            )
