"""A problem with something a person wrote: a value, never an exception."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a problem is. Only an error makes `prep check` exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend, with the place where to mend it."""

    file: str
    """Path as the person knows it: relative to the folder that was read."""
    line: int
    """Counted from 1; 0 when the whole file is meant."""
    column: int
    """Counted from 1 in characters; 0 when the whole line is meant."""
    severity: Severity
    message: str
    """One sentence without a full stop: what is wrong."""
    hint: str = ""
    """What to do about it."""
    rule: str = ""
    """Name of the rule, as `prep check --rules` lists it."""
    source: str = ""
    """The offending line as it stands in the file."""
    path: str = ""
    """The file to open, where `file` alone doesn't lead to it."""
    last_line: int = 0
    """Where it is about several lines, the last of them."""

    def covers(self, line: int) -> bool:
        """Whether it is about this line."""
        return self.line <= line <= max(self.line, self.last_line)

    @property
    def told(self) -> str:
        """In the app: its line and what is wrong."""
        return f"{self.file}{f':{self.line}' if self.line else ''}: {self.message}"

    def __str__(self) -> str:
        place = ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}: {self.severity}: {self.message}{hint}"


def first_new(before: Iterable[Problem], after: Iterable[Problem]) -> Problem | None:
    """The first problem that wasn't there before, errors first; one whose line has moved is the same."""
    known = Counter(map(_what, before))
    new = []
    for problem in after:
        known[_what(problem)] -= 1
        if known[_what(problem)] < 0:
            new.append(problem)
    return next((problem for problem in new if problem.severity is Severity.ERROR), new[0] if new else None)


def _what(problem: Problem) -> tuple[str, str, str]:
    return problem.path or problem.file, problem.rule, problem.message
