"""The user's own demos: `demos/*.py` of the data folder, imported only in a process that may die of it."""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from prep.child.quiet import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, end_children, prctl, private_pipes
from prep.conflict import HINT, conflicts, message
from prep.core.problem import Problem, Severity
from prep.demos.catalog import catalog
from prep.demos.catalog.own import files, names_in
from prep.demos.declaration.contradiction import Contradiction, refuse_contradiction
from prep.demos.running import wire
from prep.demos.running.run import said
from prep.demos.spec import Demo, Sheet
from prep.errors import UsageError

LONGEST_SECONDS = 60
"""After so long nobody waits for an answer any more: a file that hangs ends by itself should the app be gone."""


def load(path: Path) -> tuple[Demo, ...]:
    """The demos that a file declares. Raises whatever the file raises.

    It finds modules beside it, `_shared.py`, after all others: none of them can pose as a library.
    """
    if (beside := str(path.parent)) not in sys.path:
        sys.path.append(beside)
    spec = spec_from_file_location(f"prep_own_demos.{path.stem}", path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look up their own module
    spec.loader.exec_module(module)
    return catalog.declared(module)


def find(name: str, folder: Path | None) -> Demo:
    """The demo of this name: a shipped one, else the user's. Raises UsageError; broken files are passed over."""
    if name in catalog.names() or folder is None:
        return catalog.find(name)
    known: list[str] = []
    for path in sorted(files(folder), key=lambda path: name not in names_in(path)):  # one that hangs blocks no other
        demos = () if isinstance(loaded := _loaded(path), Problem) else loaded
        for demo in demos:
            if demo.name == name:
                return demo
            known.append(demo.name)
    return catalog.find(name, tuple(known))


Answer = dict[str, Sheet | str]
"""{"answer": a sheet with the values that were asked for, or the sentence that refuses them}."""


def describe(path: Path, taken: set[str], asked: Mapping[str, Any] | None = None) -> Iterator[Sheet | Problem | Answer]:
    """What a file declares, with default values, and what is wrong with it. `taken` names grow by its own.

    `asked`: {"name", "given", "wording"} of a demo that is wanted with certain values as well.
    """
    loaded = _loaded(path)
    if isinstance(loaded, Problem):
        yield loaded
        return
    if not loaded:
        yield _problem(
            path,
            0,
            Severity.WARNING,
            "the file declares no demo",
            "put @demo(…) over a function, or begin the file's name with _",
        )
    for demo in loaded:
        if demo.name in catalog.names():
            yield _problem(
                path,
                _line(demo),
                Severity.ERROR,
                f"{demo.name} is the name of a shipped demo",
                f"choose another, such as my.{demo.name.rpartition('.')[2]}",
            )
        elif demo.name in taken:
            yield _problem(
                path, _line(demo), Severity.ERROR, f"another @demo declares {demo.name} already", "rename one"
            )
        else:
            taken.add(demo.name)
            yield _sheet(path, demo)
            if asked and asked["name"] == demo.name:
                yield {"answer": _answer(demo, asked)}


def _loaded(path: Path) -> tuple[Demo, ...] | Problem:
    try:
        return load(path)
    except BaseException as error:  # noqa: BLE001 (a user's file may raise anything; it becomes a problem)
        return _broken(path, error)


def _sheet(path: Path, demo: Demo) -> Sheet | Problem:
    try:
        sheet = refuse_contradiction(demo.sheet())
        wire.line(sheet)
        return sheet
    except Contradiction as wrong:
        said, hint = f"{demo.name} can't be described: {wrong}", "mend the file; other demos are not affected"
        return _problem(path, _line(demo), Severity.ERROR, said, hint)
    except BaseException as error:  # noqa: BLE001 (so may the functions it declares)
        return _broken(path, error, f"{demo.name} can't be described: ")


def _answer(demo: Demo, asked: Mapping[str, Any]) -> Sheet | str:
    try:
        return refuse_contradiction(demo.sheet(demo.read(asked["given"]), asked["wording"]))
    except UsageError as refused:
        return str(refused)
    except BaseException as error:  # noqa: BLE001 (as above)
        return f"{demo.name} can't be asked with these values: {said(error)}"


def _line(demo: Demo) -> int:
    """Where its @demo(…) begins."""
    return getattr(getattr(demo.measure, "__code__", None), "co_firstlineno", 0)


def _broken(path: Path, error: BaseException, what: str = "") -> Problem:
    if isinstance(error, SyntaxError) and (broken := conflicts(path.read_text(encoding="utf-8", errors="replace"))):
        return _problem(path, broken[0].start + 1, Severity.ERROR, message(broken[0]), HINT)
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
    number = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 0
    told = said(error)
    hint = "mend the file; other demos are not affected"
    if isinstance(error, ModuleNotFoundError) and error.name == "torch":
        hint = "import torch inside the function that measures, so that listing works without it"
    return _problem(path, number or 0, Severity.ERROR, f"{what}{type(error).__name__}{': ' * bool(told)}{told}", hint)


def _problem(path: Path, line: int, severity: Severity, message: str, hint: str) -> Problem:
    return Problem(str(path), line, 0, severity, message, hint, "demo-file")


def main() -> None:
    """Describe the files named on the command line: a line naming each file before it is imported, then its sheets.

    The first word says which demo is asked for with which values: JSON, null for none.
    """
    _, send = private_pipes()
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    prctl(PR_SET_CHILD_SUBREAPER, 1)  # what importing a file leaves behind becomes ours to end
    if sys.platform != "win32":
        signal.alarm(LONGEST_SECONDS)  # not only Linux has apps that die
    taken: set[str] = set()
    asked, *names = sys.argv[1:]
    for name in names:
        send(wire.line({"file": name}))
        for found in describe(Path(name), taken, json.loads(asked)):
            send(wire.line({"found": found}))
    end_children()
    send(wire.line({"file": ""}))


def _leave() -> None:
    """The app is gone, or waits no longer."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_children()
    os._exit(1)


if __name__ == "__main__":
    main()
