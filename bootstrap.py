"""The only two commands a newcomer needs; nothing but Python 3.11 and pip has to be there.

python3 bootstrap.py run [ARG…]         opens prep; arguments are prep's own, such as `review --plain`
python3 bootstrap.py test [ARG…]        runs the tests; arguments are pytest's own, such as `tests/core -x`
python3 bootstrap.py tool NAME [ARG…]   runs one of the tools that came with the tests: ruff, mypy, lint-imports
python3 bootstrap.py sync               only installs

The first call makes a virtual environment beside the checkout (PREP_VENV names another place) and installs prep and
its tests there, from the pinned versions; later calls start at once. What was interrupted, the next call makes good.
"""

import sys

if sys.version_info < (3, 11):  # older ones must be able to parse this file, to say the next line
    sys.exit("prep needs Python 3.11 or newer; {} is {}.".format(sys.executable, sys.version.split()[0]))

import contextlib
import hashlib
import importlib.util
import itertools
import os
import queue
import re
import shutil
import signal
import subprocess
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent
BIN = "Scripts" if os.name == "nt" else "bin"
SUFFIX = ".exe" if os.name == "nt" else ""
SUITE = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
"""Three processes, for a part of the suite's time is waiting. Tests of a file share a process and what they make there;
files come in the order of tests/conftest.py."""
STAMP = "prep-stamp"
UNFINISHED = "unfinished"
TAG = str(sys.implementation.cache_tag)
"""This Python's name, such as cpython-311: an environment of another Python won't do."""
CAUSES = {
    "No space left on device": "the disk is full; prep needs about 1 GB, and up to 6 GB where PyTorch comes with CUDA",
    "Temporary failure in name resolution": "the package index can't be reached; is there a network?",
    "NameResolutionError": "the package index can't be reached; is there a network?",
    "NewConnectionError": "the package index can't be reached; is there a network?",
    "Read timed out": "the network is too slow or was cut; call it again, what was fetched is kept",
    "Permission denied": "a file or folder may not be written",
}
"""What pip prints, and what it means for a person."""


class Failure(Exception):
    """Something a person can act on."""


def main(arguments: list[str]) -> int:
    """Install what is missing, then do what was asked. Returns the exit code."""
    command, *rest = arguments or ["--help"]
    if command not in ("run", "test", "tool", "sync") or (command == "tool" and not rest):
        print(__doc__)
        return 0 if command in ("-h", "--help") else 2
    try:
        home = environment()
        sync(home)
    except Failure as failure:
        print(f"prep: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nprep: interrupted; the next call begins again", file=sys.stderr)
        return 130
    if command == "run":
        return become([str(home / BIN / f"prep{SUFFIX}"), *rest])
    if command == "test":
        os.chdir(ROOT)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of the suite's 300 processes compiles prep anew
        return become([str(python(home)), "-m", "pytest", *(rest or SUITE)])  # a part is quicker in one process
    if command == "tool":
        os.chdir(ROOT)
        return become([str(home / BIN / f"{rest[0]}{SUFFIX}"), *rest[1:]])
    return 0


def become(command: list[str]) -> int:
    """Replace this process by the command, so that signals and the terminal are its own; Windows can only call it."""
    if not os.path.isfile(command[0]):
        sys.exit(f"prep: there is no {command[0]}")
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)


def environment() -> Path:
    """The folder of the virtual environment: beside the checkout, or within where nothing may be written beside it."""
    chosen = os.environ.get("PREP_VENV")
    if chosen:
        return Path(chosen).expanduser().absolute()
    beside, within = ROOT.parent / f"{ROOT.name}-venv", ROOT / ".venv"
    if beside.exists() or os.access(ROOT.parent, os.W_OK):
        return beside
    if within.exists() or os.access(ROOT, os.W_OK):
        return within
    raise Failure(f"neither {ROOT.parent} nor {ROOT} may be written; name a folder for the environment in PREP_VENV")


def python(home: Path) -> Path:
    """The environment's own Python."""
    return home / BIN / f"python{SUFFIX}"


def wanted() -> str:
    """What the environment must have been made from: this checkout, its requirements and its pins."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256(b"\0".join([*parts, str(ROOT).encode()])).hexdigest()


def sync(home: Path) -> None:
    """Make the environment and install, unless its stamp says that all of it is there. Raises Failure.

    The stamp tells who made the environment, by which Python, and from what. What bootstrap made itself is made anew
    when it is broken; what was found is only added to, because it may hold a person's own things.
    """
    stamp, ready = home / STAMP, python(home).exists()
    maker, made_by, made_from = (stamp.read_text() if stamp.is_file() else "found - -").split()
    if ready and (made_by, made_from) == (TAG, wanted()):
        return
    fresh = not home.exists() or not any(home.iterdir())
    broken = maker == "made" and (made_by != TAG or made_from == UNFINISHED or not ready)
    if not (fresh or broken or ready):
        raise Failure(f"{home} is in the way: it is no virtual environment; move it or set PREP_VENV")
    try:
        if broken:
            shutil.rmtree(home)
        home.mkdir(parents=True, exist_ok=True)
        maker = "made" if fresh else maker
        stamp.write_text(f"{maker} {TAG} {UNFINISHED}")
        install(home, create=fresh or broken)
        stamp.write_text(f"{maker} {TAG} {wanted()}")
    except OSError as error:
        raise Failure(f"the environment can't be made in {home}: {error.strerror or error}") from error


def install(home: Path, create: bool) -> None:
    """Fill the environment: PyTorch and all, or all but PyTorch where it can't be had. Raises Failure."""
    work = Work(home / "prep-install.log")
    work.say(f"installing into {home}")
    if create:
        work.say("once; with PyTorch it takes a few minutes and 1 GB or more")
    if create:
        missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
        if missing:
            version = "{}.{}".format(*sys.version_info)
            raise Failure(
                f"this Python has no {missing[0]} module; on Debian and Ubuntu: sudo apt install python{version}-venv"
            )
        if not work.run([getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(home)]):
            raise Failure(work.explain())
    pip = [str(python(home)), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    pip += ["--progress-bar", "off", "-c", "constraints.txt"]
    if work.run([*pip, "-e", ".[dev]"]):
        return
    if not work.blames("torch"):
        raise Failure(work.explain())
    work.say("PyTorch can't be installed here, so live demos won't run; all else does without it")
    work.say(f"to try again later: {python(home)} -m pip install torch")
    if not (work.run([*pip, *without_torch()]) and work.run([*pip, "--no-deps", "-e", "."])):
        raise Failure(work.explain())


def without_torch() -> list[str]:
    """Every requirement of pyproject.toml, run-time and tests, but PyTorch."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [
        requirement
        for requirement in project["dependencies"] + project["optional-dependencies"]["dev"]
        if not re.match(r"torch\b", requirement)
    ]


class Work:
    """Commands that take long: one line tells what they are at, a log file keeps what they say."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.lines: list[str] = []
        """What the newest command said."""
        self.start = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def say(self, sentence: str) -> None:
        """Tell something that stays on the screen."""
        print(f"prep: {sentence}", file=sys.stderr, flush=True)

    def run(self, command: list[str]) -> bool:
        """Run a command in the checkout and show that it lives. Returns whether it succeeded."""
        self.lines = []
        process = None
        try:
            with ctrl_c_waits():
                process = subprocess.Popen(
                    command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    encoding="utf-8", errors="replace", start_new_session=True,
                )  # fmt: skip
            self._follow(process)
            return process.wait() == 0
        except BaseException:
            if process is not None:
                stop(process)
            raise
        finally:
            self._clear()
            with self.log.open("a", encoding="utf-8") as log:
                print("$", *command, *("\n" + line for line in self.lines), file=log)

    def _follow(self, process: subprocess.Popen[str]) -> None:
        """Show what the process says until it has said all."""
        said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=_feed, args=(process.stdout, said), daemon=True).start()
        every = 0.1 if self.terminal else 10  # a terminal's line turns; a log gets a line now and then
        due = time.monotonic() + every
        for turn in itertools.count():
            try:
                line = said.get(timeout=max(0.0, due - time.monotonic()))
            except queue.Empty:
                due += every
                self._show(turn)
                continue
            if line is None:
                return
            self.lines.append(line)

    def _show(self, turn: int) -> None:
        doing = next((line.strip() for line in reversed(self.lines) if line.strip()), "preparing")
        doing = re.sub(r"https?://\S+/|\(from .*", "", doing)
        text = f"{time.monotonic() - self.start:4.0f} s  {doing}"
        if self.terminal:
            width = shutil.get_terminal_size().columns - 3
            print("\r" + "|/-\\"[turn % 4], text[:width].ljust(width), end="", file=sys.stderr, flush=True)
        else:
            self.say(text)

    def _clear(self) -> None:
        if self.terminal:
            print("\r" + " " * (shutil.get_terminal_size().columns - 1), end="\r", file=sys.stderr, flush=True)

    def _errors(self) -> list[str]:
        """What was said from the first error on; all of it where none is marked."""
        return list(itertools.dropwhile(lambda line: not line.startswith("ERROR"), self.lines)) or self.lines

    def blames(self, package: str) -> bool:
        """Whether the newest command failed over this package."""
        return any(re.search(rf"\b{package}\b", line) for line in self._errors())

    def explain(self) -> str:
        """Why the newest command failed: the cause where it is known, the end of what was said, and the log's place."""
        said = "\n".join(self.lines)
        cause = next((cause for needle, cause in CAUSES.items() if needle in said), "the installation failed")
        tail = "".join(f"\n    {line}" for line in self._errors()[-8:])
        return f"{cause}{tail}\n  all of it is in {self.log}"


@contextlib.contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """What comes while a command is being started would leave it running, and writing where the next call begins."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(signal.SIGINT, None)


def stop(process: subprocess.Popen[str]) -> None:
    """End a command with all that it started, so that nothing writes on while the next call begins again."""
    if os.name == "nt":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _feed(stream: "IO[str] | None", said: "queue.SimpleQueue[str | None]") -> None:
    """Pass on every line of the stream, then None."""
    for line in stream or ():
        said.put(line.rstrip())
    said.put(None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
