"""The problems of one file, gathered while it is read: all of them, never only the first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from prep.core.problem import Problem
from prep.decks.problems.rules import RULES

CONFLICT = "merge-conflict"


@dataclass(slots=True)
class Report:
    """Grows by `add`. Lines come in counted from 0, as tokens have them; problems count from 1."""

    file: str
    path: str
    lines: Sequence[str] = ()
    problems: list[Problem] = field(default_factory=list)

    def add(self, rule: str, line: int | None, message: str, hint: str = "", column: int = 0, lines: int = 1) -> None:
        """One more problem: on that line and `lines` - 1 below it, or with the whole file where `line` is None."""
        source = self.lines[line] if line is not None and line < len(self.lines) else ""
        severity = RULES[rule].severity
        number = 0 if line is None else line + 1
        last = number + lines - 1 if lines > 1 else 0
        self.problems.append(Problem(self.file, number, column, severity, message, hint, rule, source, self.path, last))

    def in_order(self) -> tuple[Problem, ...]:
        """From top to bottom, each once; within a merge's conflict whatever else is wrong follows from it."""
        conflicts = [each for each in self.problems if each.rule == CONFLICT]
        told = (each for each in self.problems if each in conflicts or not any(c.covers(each.line) for c in conflicts))
        return tuple(sorted(dict.fromkeys(told), key=lambda each: (each.line, each.column)))


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The nearest known word as a hint, else the other hint."""
    by_lower = {each.lower(): each for each in known}
    near = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.5)
    return f"did you mean {by_lower[near[0]]}?" if near else otherwise
