"""After a pass: the person's solution beside the reference, as a diff."""

from __future__ import annotations

import ast
import difflib

from prep.drills.drill import Drill
from prep.text.row import label, spread
from prep.text.span import BLANK, Line, Role, Span
from prep.text.words import count
from prep.text.wrap import chop, cut, wrap


def solution_rows(drill: Drill, source: str, width: int) -> list[Line]:
    """Both, line by line, then why the checks ask for what people miss."""
    lines = list(difflib.ndiff(bare(source).splitlines(), bare(drill.reference).splitlines()))
    lines = [line for line in lines if not line.startswith("?")]
    differ = sum(line.startswith("+") for line in lines)
    facts = label(f"{count(differ, 'line')} differ" if differ != 1 else "1 line differs")
    rows = [spread(label("YOURS AND A REFERENCE"), facts, width)]
    for line in lines:
        rows += _side(line, width)
    if drill.why:
        rows += [BLANK, label("WHY"), *wrap((Span(" ".join(drill.why.split())),), width)]
    return rows


def bare(source: str) -> str:
    """The code without comments and layout, so that only what differs in meaning is shown."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and isinstance(node, ast.FunctionDef | ast.Module | ast.ClassDef) and len(body) > 1:
            first = body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                del body[0]
    return ast.unparse(tree)


def _side(line: str, width: int) -> list[Line]:
    mark, text = line[0], line[2:]
    role = {"-": Role.WRONG, "+": Role.RIGHT}.get(mark, Role.INK)
    sign = {"-": "−", "+": "+"}.get(mark, " ")
    room = max(8, width - 4)
    pieces = list(cut((Span(text, role),), chop(text, room, room))) or [()]
    return [Line((Span(f"{sign}   ", role), *spans)) for spans in pieces]
