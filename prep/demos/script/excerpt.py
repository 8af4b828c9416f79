"""Functions with all that they use: as text, without imports of this package."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from prep.demos.script.source import Import, LessonSource
from prep.demos.script.syntax import arguments, bound, names_in, returns_early
from prep.demos.script.writer import Place, Writer
from prep.errors import UsageError


@dataclass(slots=True)
class Excerpt:
    """Definitions, each behind what it uses itself.

    A lesson passes its parameters down under their own names. So an argument of such a name is the run's parameter,
    which the script sets on top, until a call is found that passes something else.
    """

    parameters: Mapping[str, object]
    """Of the run."""
    words: Mapping[str, str]
    """Those that choose among words."""
    free: dict[Place, set[str]] = field(default_factory=dict)
    """Arguments that have a parameter's name and are something else."""
    written: dict[Place, list[str]] = field(default_factory=dict)
    imports: dict[str, Import] = field(default_factory=dict)
    """From elsewhere (the standard library, torch), by the name they are used by."""
    used: set[str] = field(default_factory=set)
    """Parameters that are read."""

    def take(self, theory: Place | None, measure: Place) -> list[str]:
        """Write these and all they use; what a demo measures becomes statements of the script itself."""
        before, lines = None, list[str]()
        while before != self.free:
            before = {place: set(names) for place, names in self.free.items()}
            self.written, self.imports, self.used = {}, {}, set()
            if theory:
                self._add(theory)
            lines = self._statements(measure)
        return lines

    def constants(self) -> list[str]:
        """The lines of what needs no function of the demo."""
        return [line for place, lines in self.written.items() if not self._works(place) for line in lines]

    def functions(self) -> list[list[str]]:
        """Functions and classes, and what is worked out by them."""
        return [lines for place, lines in self.written.items() if self._works(place)]

    def shared(self, place: Place) -> set[str]:
        """Arguments of a function that are the run's parameters."""
        function = place[0].definitions[place[1]]
        if not isinstance(function, ast.FunctionDef):
            return set()
        names = {each.arg for each in function.args.args + function.args.kwonlyargs}
        return (names & self.parameters.keys()) - bound(function) - self.free.get(place, set())

    def writer(self, place: Place, points: bool = False) -> Writer:
        """One that writes this definition."""
        source, definition, own = place[0], place[0].definitions[place[1]], self.shared(place)
        words = {name: word for name, word in self.words.items() if name in own}
        returns = definition.returns if isinstance(definition, ast.FunctionDef) else None
        points = points or bool(returns and "Point" in ast.unparse(returns))
        return Writer(source, words, self.writer, own, bound(definition) | arguments(definition), points)

    def _statements(self, measure: Place) -> list[str]:
        """The body of a function; a call of it where it returns early, or its names would cover others."""
        source, name = measure
        function, writer = source.definitions[name], self.writer(measure, points=True)
        assert isinstance(function, ast.FunctionDef)
        body = writer.reached(function.body)
        if isinstance(body[-1], ast.Return):
            body.pop()
        lines = writer.block(body, 0)
        self._use_all(writer, lines)
        own = writer.local - writer.own
        if not returns_early(body) and not own & {*self.parameters, *(name for _, name in self.written)}:
            return lines
        self._add(measure, points=True)
        passed = [each.arg for each in function.args.args if each.arg in own]
        self.used |= set(passed)
        return [f"{name}({', '.join(passed)})"]

    def _add(self, place: Place, points: bool = False) -> None:
        source, definition = place[0], place[0].definitions[place[1]]
        name = next(name for name, other in source.definitions.items() if other is definition)  # of several, the first
        if any(other == name and home is not source for home, other in self.written):
            raise UsageError(f"a script can't hold two things named {name}", "rename one of them in the demo's files")
        if (source, name) in self.written:
            return
        writer = self.writer((source, name), points)
        told = source.docstrings.get(name, "").split("\n\n")[0]
        lines = self.written[source, name] = writer.definition(definition, " ".join(told.split()))  # it may use itself
        self._use_all(writer, lines)
        self.written[source, name] = self.written.pop((source, name))

    def _use_all(self, writer: Writer, lines: list[str]) -> None:
        """Add what a text needs."""
        for place, argument in writer.refused:
            self.free.setdefault(place, set()).add(argument)
        names = names_in(lines)
        self.used |= (names & self.parameters.keys()) - (writer.local - writer.own)
        for name in sorted(names - writer.local):
            if (origin := writer.source.imports.get(name)) and not origin.ours:
                self.imports[name] = origin
            elif (home := writer.source.home(name)) and home[1] != "Point":
                self._add(home)

    def _works(self, place: Place) -> bool:
        names = {name for source, name in self.written if not _constant(source, name)}
        return not _constant(*place) or bool(names & names_in(self.written[place]))


def _constant(source: LessonSource, name: str) -> bool:
    return isinstance(source.definitions[name], ast.Assign | ast.AnnAssign)
