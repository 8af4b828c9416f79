"""Taking in what another machine logged, and telling everything about it that is not as it should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from prep.copies import is_copy
from prep.core.clock import WENT_BACK_MS
from prep.core.event import Event
from prep.core.problem import Problem, Severity
from prep.errors import UsageError
from prep.exchange.incoming import Entry, Incoming, entries, log_files, no_text
from prep.exchange.logfile import joined
from prep.session.changes.rescheduling import Move, older
from prep.session.library.library import Library
from prep.store.log.foreign import is_database, rows
from prep.store.merge import Taken
from prep.text.words import count


@dataclass(frozen=True, slots=True)
class Merged:
    """What one file held."""

    file: str
    read: int
    """Different events in it."""
    twice: int
    """Lines that say an event of this file once more."""
    strange: int
    """Events of kinds that this prep doesn't know."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Merging:
    """What came of it all."""

    files: tuple[Merged, ...]
    new: int
    """Events that were not known."""
    older: tuple[Move, ...]
    """Cards whose due was decided without what the other machine knew: a reschedule is offered."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Of all files, in their order."""
        return tuple(problem for file in self.files for problem in file.problems)


def merge(library: Library, paths: Sequence[Path]) -> Merging:
    """Merge log files, folders of them, and other databases, in one transaction: all come in or, if one can't be read,
    none.

    Raises UsageError, StoreError.
    """
    files = [file for path in paths for file in log_files(path)]
    for file in files:
        if library.paths.database.exists() and file.samefile(library.paths.database):
            raise UsageError(f"{file} is the database itself", "name the other machine's")
    sources = [Incoming(str(file)) for file in files]
    latest = library.now().ms + WENT_BACK_MS
    pairs = list(zip(sources, files, strict=True))
    read = (_dated(source, source.events(_entries(source, file)), latest) for source, file in pairs)
    taken = library.store.merge(chain.from_iterable(read))
    for source, file in pairs:
        _tell_more(source, file, taken)
    if taken.new:
        library.reload()
    return Merging(tuple(map(_merged, sources)), taken.new, older(library, taken.cards))


def _tell_more(source: Incoming, file: Path, taken: Taken) -> None:
    """What only shows beside the file's lines."""
    if is_copy(file.name):
        hint = "once both machines have merged it, delete it"
        source.tell(0, Severity.NOTE, "a sync service kept this copy because two machines had changed the file", hint)
    for id in taken.conflicting:
        if line := source.lines.get(id):
            source.tell(line, Severity.ERROR, f"left out: your log says something else of event {id}")


def _merged(source: Incoming) -> Merged:
    problems = tuple(sorted(source.problems, key=lambda problem: problem.line))
    return Merged(source.file, source.read, source.twice, source.strange, problems)


def _entries(source: Incoming, file: Path) -> Iterator[Entry]:
    if not is_database(file):
        if why := no_text(file):
            source.tell(0, Severity.ERROR, *why)
        return iter(()) if why else entries(file)
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
