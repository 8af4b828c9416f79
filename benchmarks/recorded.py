"""A file system as a power cut leaves it: every write of a program as strace saw it, replayed up to any moment.

What was flushed by then is there. Of the rest anything may be missing or torn at 512 bytes; names appear in their
order, as a journal writes them, and surely once their folder was flushed. What lies in a folder whose own name is
missing is missing, too.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

CALLS = "openat,write,pwrite64,fsync,fdatasync,rename,unlink,mkdir,lseek,ftruncate,close"
LINE = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
SECTOR = 512
FOLDER = -1
"""In the place of a file's number."""


@dataclass(slots=True)
class Write:
    """Bytes at a place of a file; without bytes the file is cut there."""

    at: int
    data: bytes | None
    flushed: int | None = None
    """The step from which on it is surely on the disk."""


@dataclass(slots=True)
class Named:
    """A name in a folder that now leads to a file, to a new folder, or nowhere."""

    step: int
    path: str
    file: int | None
    flushed: int | None = None


@dataclass(slots=True)
class Recording:
    """Everything that a program did below one folder, step by step."""

    home: str
    files: list[list[tuple[int, Write]]] = field(default_factory=list)
    names: list[Named] = field(default_factory=list)
    said: list[tuple[int, str]] = field(default_factory=list)
    """What it wrote to standard output, by step: an acknowledgement."""
    steps: int = 0
    _open: dict[int, list[int | str]] = field(default_factory=dict)
    _now: dict[str, int] = field(default_factory=dict)

    def take(self, call: str, words: str, gave: int) -> None:
        """One call of the system, as strace prints it."""
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(words)]
        self.steps += 1
        match call:
            case "openat" if gave >= 0:
                self._opened(texts[0].decode(), words, gave)
            case "close":
                self._open.pop(int(words), None)
            case "write" | "pwrite64" if gave >= 0:
                self._written(words, texts[0][:gave], call == "write")
            case "lseek" if gave >= 0 and (at := self._open.get(int(words.split(",")[0]))):
                at[1] = gave
            case "ftruncate" if at := self._open.get(int(words.split(",")[0])):
                self.files[int(at[0])].append((self.steps, Write(int(words.split(",")[1]), None)))
            case "fsync" | "fdatasync" if at := self._open.get(int(words)):
                self._flushed(at[0])
            case "rename" | "unlink" | "mkdir" if gave == 0:
                self._renamed(call, *(text.decode() for text in texts))

    def _opened(self, path: str, words: str, handle: int) -> None:
        if not path.startswith(self.home):
            return
        if "O_DIRECTORY" in words or (path not in self._now and "O_CREAT" not in words):
            self._open[handle] = [path, 0]  # a folder
            return
        if path not in self._now:
            self.files.append([])
            self._name(path, len(self.files) - 1)
        elif "O_TRUNC" in words:
            self.files[self._now[path]].append((self.steps, Write(0, None)))
        self._open[handle] = [self._now[path], 0]

    def _renamed(self, call: str, path: str, new: str = "") -> None:
        if call == "mkdir" and path.startswith(self.home):
            self.names.append(Named(self.steps, path, FOLDER))
        elif call == "unlink":
            self._name(path, None)
        elif path in self._now:
            self._name(new, self._now[path])
            self._name(path, None)

    def _written(self, words: str, data: bytes, goes_on: bool) -> None:
        handle = int(words.split(",")[0])
        if handle == 1:
            self.said.append((self.steps, data.decode()))
        elif (at := self._open.get(handle)) and isinstance(at[0], int):
            place = int(at[1]) if goes_on else int(words.rsplit(",", 1)[1])
            self.files[at[0]].append((self.steps, Write(place, data)))
            if goes_on:
                at[1] = place + len(data)

    def _flushed(self, what: int | str) -> None:
        if isinstance(what, int):
            for _, write in self.files[what]:
                write.flushed = self.steps if write.flushed is None else write.flushed
            return
        for name in self.names:
            if str(Path(name.path).parent) == what:
                name.flushed = self.steps if name.flushed is None else name.flushed

    def _name(self, path: str, file: int | None) -> None:
        self.names.append(Named(self.steps, path, file))
        if file is None:
            self._now.pop(path, None)
        else:
            self._now[path] = file

    def begin(self, files: dict[str, bytes]) -> None:
        """What lies there at the start, flushed long ago."""
        for path, data in files.items():
            self.files.append([(0, Write(0, data, 0))])
            self._name(path, len(self.files) - 1)
            self.names[-1].flushed = 0

    def image(self, step: int, chance: Random) -> dict[str, bytes]:
        """Path → content after a power cut at that step."""
        kept = chance.choice(("none", "all", "some"))
        there: dict[str, int] = {}
        open_names = [name for name in self.names if name.step <= step and not _by(name.flushed, step)]
        most = {"none": 0, "all": len(open_names)}.get(kept, chance.randint(0, len(open_names)))
        lucky = {id(name) for name in open_names[:most]}
        for name in self.names:
            if name.step <= step and (_by(name.flushed, step) or id(name) in lucky):
                there.pop(name.path, None)
                if name.file is not None:
                    there[name.path] = name.file
        lost = {name.path for name in self.names if name.file == FOLDER} - {*there}
        return {
            path: self._content(file, step, kept, chance)
            for path, file in there.items()
            if file != FOLDER and lost.isdisjoint(map(str, Path(path).parents))
        }

    def _content(self, file: int, step: int, kept: str, chance: Random) -> bytes:
        data = bytearray()
        for at, write in self.files[file]:
            if at > step:
                break
            if _by(write.flushed, step) or kept == "all":
                _put(data, write.at, write.data)
            elif kept == "some" and write.data is None:
                _put(data, write.at, None) if chance.random() < 0.5 else None
            elif kept == "some" and write.data is not None:
                for start in range(0, len(write.data), SECTOR):
                    if chance.random() < 0.7:
                        _put(data, write.at + start, write.data[start : start + SECTOR])
        return bytes(data)


def _by(flushed: int | None, step: int) -> bool:
    return flushed is not None and flushed <= step


def _put(data: bytearray, at: int, new: bytes | None) -> None:
    if new is None:
        del data[at:]
        return
    data.extend(bytes(max(0, at - len(data))))
    data[at : at + len(new)] = new


def recorded(command: list[str], folder: Path, trace: Path, environment: dict[str, str]) -> Recording:
    """Run the command under strace, which writes into `trace`, and record what it does in and below the folder."""
    found = Recording(str(folder))
    found.begin({str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    words = ["strace", "-o", str(trace), "-xx", "-s", "10000000", "-e", f"trace={CALLS}", *command]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the recorded program failed: {done.stderr}")
    for line in trace.read_text().splitlines():
        if call := LINE.match(line):
            found.take(call[1], call[2], int(call[3]))
    return found
