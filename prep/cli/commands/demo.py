"""`prep demo`: run a live demo, or list them. Creates no files."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from prep.cli import demo_run, page
from prep.cli.page import print_json
from prep.config import load
from prep.demos.catalog import catalog, template
from prep.demos.declaration.parameter import Parameter
from prep.demos.declaration.question import Prediction, read_prediction
from prep.demos.declaration.spelt import spelt
from prep.demos.judging import report
from prep.demos.running import sync
from prep.demos.running.described import Own
from prep.demos.script.script import script
from prep.demos.spec import Sheet
from prep.errors import UsageError
from prep.paths import paths
from prep.view.why import why_rows


def run(args: Namespace) -> int:
    """{demo, parameters, seed, measured, theory, tolerance, verdict, seconds, versions}, or plot and table."""
    if args.new is not None:
        return _new(args.new)
    folder = paths().demos if paths().demos.is_dir() else None
    if args.list or not args.name:
        return _list(args, folder)
    sheet = sync.sheet(args.name, _given(args.parameters), folder)
    if args.script:
        print(script(sheet, folder), end="")
        return 0
    prediction, ascii = None, load(paths().config).ascii
    if args.why:
        page.read(why_rows(spelt(sheet) if ascii else sheet, page.width()))
        return 0
    if not args.json:
        demo_run.introduce(sheet, ascii=ascii)
        prediction = _prediction(sheet, ascii)
    outcome = demo_run.measure(sheet, folder, ascii=ascii)
    if args.json:
        print_json(report.as_json(outcome))
    else:
        demo_run.show_outcome(outcome, prediction, ascii=ascii)
    return 0


def _new(name: str) -> int:
    """Where the file is, and what to do with it."""
    print(template.write(name, paths().demos))
    print(f"prep demo {name} runs it, a card names it `{name}`, prep check --demos --all judges it", file=sys.stderr)
    return 0


def _prediction(sheet: Sheet, ascii: bool) -> Prediction | None:
    """Asked for in a terminal only: a pipe has nobody to guess."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    demo_run.ask(sheet, ascii=ascii)
    while True:
        try:
            return read_prediction(sheet.question, input("> "), sheet.names)
        except UsageError as error:
            print(str(error))
        except EOFError:
            return None


def _given(words: list[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    for word, (key, equals, _) in zip(words, pairs, strict=True):
        if not (key and equals):
            raise UsageError(f"{word!r} is no parameter", "write key=value, such as d_k=8,64")
    names = [key for key, _, _ in pairs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{twice} is given twice", "once is enough")
    return {key: value for key, _, value in pairs}


def _list(args: Namespace, folder: Path | None) -> int:
    """With a name: its parameters; without: every demo, the shipped ones at once, for a person's file may hang."""
    if args.name:
        sheet = sync.sheet(args.name, _given(args.parameters), folder)
        print_json([_entry(sheet)]) if args.json else _print([sheet], whole=True)
        return 0
    shipped = [demo.sheet() for demo in catalog.everything()]
    if not args.json:
        _print(shipped)
    own = sync.describe(folder) if folder else Own()
    if args.json:
        print_json([_entry(sheet) for sheet in (*shipped, *own.sheets)])
    else:
        _print(own.sheets)
    for problem in own.problems:
        print(str(problem), file=sys.stderr)
    return 0


def _print(sheets: Iterable[Sheet], whole: bool = False) -> None:
    """A line each; `whole`: with every parameter."""
    for sheet in sheets:
        print(f"{sheet.name:34} {' '.join(sheet.title.split())}")
        for parameter in sheet.parameters if whole else ():
            print("  {name}={default}  {range}  {note}".format(**_row(parameter)).rstrip())
    sys.stdout.flush()


def _entry(sheet: Sheet) -> dict[str, object]:
    return {"demo": sheet.name, "title": sheet.title, "parameters": list(map(_row, sheet.parameters))}


def _row(parameter: Parameter) -> dict[str, str]:
    return {
        "name": parameter.name,
        "default": parameter.format(parameter.default),
        "range": parameter.range,
        "note": parameter.note,
    }
