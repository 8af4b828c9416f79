"""What parsing gave, file by file, kept from one start to the next: a file that hasn't changed costs one `stat`.

Never a truth: whatever is missing, damaged or from another version of prep is made again, and told nowhere.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from json import dumps, loads
from pathlib import Path

import prep
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.parsed import ParsedFile
from prep.decks.reading.reading import NOTHING_READ, Reading
from prep.decks.reading.serialise import frozen, thawed
from prep.plain_file import MOST, plain_bytes

FORMAT = 4
TICK_NS = 2_000_000_000
"""How coarse the clock of a file system may be (FAT's): what was changed just before it was read may be changed once
more without a sign, so that its bytes are compared the next time."""
PARTS = ("core", "text", "decks", "demos")
"""What decks may import, and the demos that their cards name."""
LARGEST = 20 * MOST
"""Bytes of an entry: far more than a file of the largest size gives, and soon read."""
UNUSED = 100
"""So many entries more than are used may lie in the folder, of decks that are not there today."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as the system shows it without opening it."""

    size: int
    changed: tuple[int, int]
    """ns since the epoch: its content, and anything about it."""
    node: int
    """The file's number: another file in its place has another. Devices are numbered anew when a machine starts."""
    at: int
    """ns since the epoch: when it was looked at."""

    def shows(self, now: Seen) -> bool:
        """Whether the file is surely the same still."""
        same = (self.size, self.changed, self.node) == (now.size, now.changed, now.node)
        return same and self.settled

    @property
    def settled(self) -> bool:
        """Whether any later change shows."""
        return max(self.changed) + TICK_NS < self.at


@dataclass(frozen=True, slots=True)
class _Entry:
    seen: Seen
    digest: str
    """Of the file's bytes."""
    file: ParsedFile


class ParseCache:
    """The entries of one folder, one small file each, and in memory those that were asked for."""

    def __init__(self, folder: Path, stamp: str, now: Callable[[], int] = time.time_ns) -> None:
        """stamp: as `stamp` makes it; entries with another one are made again. now: ns since the epoch."""
        self.stamp = stamp
        self.parsed = 0
        """How often `parsed` was asked."""
        self._folder = folder
        self._now = now
        self._entries: dict[str, _Entry] = {}
        self._newest: tuple[object, Reading] = ((), NOTHING_READ)

    def file(self, path: Path, name: str, shipped: bool, parsed: Callable[[bytes], ParsedFile]) -> ParsedFile:
        """The file as it is now, without its document; `parsed` is asked where its bytes are others than they were.

        Raises OSError, and what `parsed` raises.
        """
        key, seen = _key(path, name, shipped), look(path, self._now())
        entry = self._entries.get(key) or self._load(key, path, name, shipped)
        if entry is None or not entry.seen.shows(seen):
            data = plain_bytes(path)
            digest = _digest(data)
            if entry is None or entry.digest != digest:
                body = frozen(parsed(data))
                self.parsed += 1
                entry = _Entry(seen, digest, thawed(body, name, str(path), shipped))
                self._save(key, entry, body)
            elif seen.settled:
                entry = replace(entry, seen=seen)
                self._save(key, entry, frozen(entry.file))
        self._entries[key] = entry
        return entry.file

    def reading(self, files: object, made: Callable[[], Reading]) -> Reading:
        """What the files say together: the newest one again if they, and what goes with them, are the same."""
        if self._newest[0] != files:
            self._newest = files, made()
        return self._newest[1]

    def prune(self, files: int) -> None:
        """Once all `files` files were asked for: what else lies here may go, if it is much."""
        with suppress(OSError):
            unused = [name for name in os.listdir(self._folder) if name not in self._entries]
            for name in unused if len(unused) > files + UNUSED else ():
                os.unlink(self._folder / name)

    def _load(self, key: str, path: Path, name: str, shipped: bool) -> _Entry | None:
        try:
            check, _, rest = plain_bytes(self._folder / key, LARGEST).partition(b"\n")
            head, _, body = rest.partition(b"\n")
            stamp, size, changed, node, at, digest = loads(head)
            if stamp != self.stamp or check.decode() != _digest(rest):
                return None
            return _Entry(Seen(size, tuple(changed), node, at), digest, thawed(body, name, str(path), shipped))
        except (OSError, ValueError, TypeError, KeyError, IndexError):
            return None

    def _save(self, key: str, entry: _Entry, body: bytes) -> None:
        """In one step: whoever reads, this process or another, finds the old entry or the new one (FAULTS 124)."""
        seen = entry.seen
        head = dumps([self.stamp, seen.size, seen.changed, seen.node, seen.at, entry.digest]).encode()
        rest = b"\n".join((head, body))
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, new = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(b"\n".join((_digest(rest).encode(), rest)))
                os.replace(new, self._folder / key)
            except OSError:
                os.unlink(new)  # a full disk isn't filled further


def look(path: Path, at: int) -> Seen:
    """The file as the system shows it. Raises OSError."""
    found = os.stat(path)
    return Seen(found.st_size, (found.st_mtime_ns, found.st_ctime_ns), found.st_ino, at)


def stamp(known: KnownDemos) -> str:
    """What parsed files follow from besides their text: prep itself, its Markdown parser, the names of demos."""
    return _digest(dumps([FORMAT, sys.version, sorted(known.names), _programme()]).encode())


@cache
def _programme() -> tuple[tuple[str, int, int], ...]:
    """(path, size, ns of change) of the files of prep and of other libraries that parsing may run."""
    package = Path(prep.__file__).parent
    own = [*package.glob("*.py"), *(path for part in PARTS for path in (package / part).rglob("*.py"))]
    others = [find_spec(name) for name in ("markdown_it", "mdit_py_plugins", "rich")]
    paths = [*sorted(own), *(Path(spec.origin) for spec in others if spec and spec.origin)]
    found = ((str(path), path.stat()) for path in paths)
    return tuple((path, at.st_size, at.st_mtime_ns) for path, at in found)


def _key(path: Path, name: str, shipped: bool) -> str:
    """The entry's file name. A file in two folders has two names, and is the person's in one of them."""
    return _digest(b"\0".join((os.fsencode(path), name.encode(), b"%d" % shipped)))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=20).hexdigest()
