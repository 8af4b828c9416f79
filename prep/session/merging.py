"""Taking in what another machine logged, and telling everything about it that is not as it should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prep.core.clock import WENT_BACK_MS
from prep.core.event import Event
from prep.core.problem import Problem, Severity
from prep.errors import UsageError
from prep.exchange.copies import is_copy
from prep.exchange.incoming import Entry, Incoming, entries, log_files
from prep.exchange.logfile import joined
from prep.session.library import Library
from prep.session.rescheduling import Move, older
from prep.store.merge import Taken
from prep.store.other import is_database, rows
from prep.text.words import count


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of merging one file."""

    file: str
    read: int
    """Different events in it."""
    new: int
    twice: int
    """Lines that say an event of this file once more."""
    strange: int
    """Events of kinds that this prep doesn't know."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Merging:
    """What came of it all."""

    files: tuple[Merged, ...]
    older: tuple[Move, ...]
    """Cards whose due was decided without what the other machine knew: a reschedule is offered."""

    @property
    def new(self) -> int:
        """Events that were not known."""
        return sum(file.new for file in self.files)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Of all files, in their order."""
        return tuple(problem for file in self.files for problem in file.problems)


def merge(library: Library, paths: Sequence[Path]) -> Merging:
    """Merge log files, folders of them, and other databases. Each file comes in whole or, if it can't be read, not.

    Raises UsageError, StoreError.
    """
    files = [file for path in paths for file in log_files(path)]
    for file in files:
        if library.paths.database.exists() and file.samefile(library.paths.database):
            raise UsageError(f"{file} is the database itself", "name the other machine's")
    done = [_merge(library, file) for file in files]
    if any(taken.new for _, taken in done):
        library.reload()
    touched = None if any(taken.cards is None for _, taken in done) else [c for _, t in done for c in t.cards or ()]
    return Merging(tuple(merged for merged, _ in done), older(library, touched))


def _merge(library: Library, file: Path) -> tuple[Merged, Taken]:
    incoming = Incoming(str(file))
    if is_copy(file.name):
        hint = "once both machines have merged it, delete it"
        incoming.tell(0, Severity.NOTE, "a sync service kept this copy because two machines had changed the file", hint)
    taken = library.store.merge(_dated(incoming, incoming.events(_entries(file)), library.now().ms + WENT_BACK_MS))
    for id in taken.conflicting:
        incoming.tell(incoming.lines[id], Severity.ERROR, f"left out: your log says something else of event {id}")
    problems = tuple(sorted(incoming.problems, key=lambda problem: problem.line))
    return Merged(str(file), incoming.read, taken.new, incoming.twice, incoming.strange, problems), taken


def _entries(file: Path) -> Iterator[Entry]:
    if not is_database(file):
        return entries(file)
    return ((number, joined(columns, body)) for number, columns, body in rows(file))


def _dated(incoming: Incoming, events: Iterable[Event], latest: int) -> Iterator[Event]:
    """The events as they come. Those from the future are told: they count, on the days that they say."""
    ahead, first = 0, 0
    for event in events:
        if event.wall > latest:
            ahead, first = ahead + 1, first or incoming.lines[event.id]
        yield event
    if ahead:
        message = f"{count(ahead, 'event')} from here on {'is' if ahead == 1 else 'are'} dated after now"
        incoming.tell(first, Severity.WARNING, message, "taken in as they are; set the other machine's clock")
