"""A fork for each run, and one that stands ready for the next: what a fork costs is paid while nobody waits."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from prep.child.quiet import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, end_children, prctl

IDLE_SECONDS = 0.3
"""With nothing to do for so long, learn the first thing that runs will need, ahead of its first run."""
NEXT_SECONDS = 0.05
"""Then the next one, so long after it."""
Send = Callable[[bytes], None]
Request = dict[str, Any]
Perform = Callable[[Request, Send], None]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is done while nobody waits, so that runs find it done."""

    rehearsal: Request
    """A run of 10 ms for nobody: it touches the pages that every run touches, which a fork copies when they are
    touched."""
    names: tuple[str, ...] = ()
    """What requests name, to be learnt one after the other."""
    learn: Callable[[str], None] = lambda name: None
    """Have in memory what a run of this name needs."""
    load_rest: Callable[[], None] = lambda: None
    """Have in memory what some run may import."""


def line(message: Mapping[str, object]) -> bytes:
    """A message as a line, newline included."""
    return (json.dumps(message, ensure_ascii=False) + "\n").encode()


@dataclass(slots=True)
class Fork:
    """A process that waits for its request on a pipe, or performs it."""

    pid: int
    pipe: int
    """Where it is told; what it reads ends it when this end is closed without a word."""
    stale: set[str] = field(default_factory=set)
    """What was learnt after it was made."""

    def ask(self, request: Request) -> bool:
        """Whether it could be told: it may have been killed."""
        try:
            os.write(self.pipe, line(request))
        except BrokenPipeError:
            return False
        finally:
            os.close(self.pipe)
        return True

    def over(self) -> bool:
        """Whether it has ended; it is reaped only after its group is gone, so that the id is still its."""
        return bool(os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT))

    def end(self) -> int:
        """Kill it and its group, and reap it: its exit code."""
        over = self.over()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        os.kill(self.pid, signal.SIGKILL)  # should it have left its group
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status) if over else -signal.SIGKILL


class Forks:
    """One run at a time, the newest wins."""

    def __init__(self, requests: int, send: Send, perform: Perform, ahead: Ahead) -> None:
        self.requests, self.send, self.perform, self.ahead = requests, send, perform, ahead
        self.loaded = False
        """Whether all that runs may import is in the memory that forks inherit."""
        self.number = 0
        """Of the current run; 0: none."""
        self.run: Fork | None = None
        self.spare: Fork | None = None
        self.unlearnt = list(ahead.names)
        """What isn't in the memory that forks inherit."""
        self.woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self.leave())
        prctl(PR_SET_CHILD_SUBREAPER, 1)  # what a demo leaves behind becomes ours to end
        gc.collect()

    def serve(self) -> None:
        """Until stdin ends."""
        waiting, idle = b"", IDLE_SECONDS
        while True:
            readable, _, _ = select.select([self.requests, self.woken], [], [], self.patience(idle))
            if not readable:
                self.prepare()
            idle = IDLE_SECONDS if readable else NEXT_SECONDS
            if self.woken in readable:
                os.read(self.woken, 4096)
                self.notice_end()
            if self.requests in readable:
                chunk = os.read(self.requests, 65536)
                if not chunk:
                    self.leave()
                *lines, waiting = (waiting + chunk).split(b"\n")
                for request in lines:
                    self.obey(json.loads(request))

    def patience(self, idle: float) -> float | None:
        """How long to wait for a request before something is prepared; None where nothing is left to prepare."""
        if self.spare is None:
            return 0.0 if self.run is None else idle
        return idle if self.run is None and (self.unlearnt or self.spare.stale or not self.loaded) else None

    def prepare(self) -> None:
        """A fork that stands ready, then name after name, what is loaded last, then a fork that knows it all."""
        if self.spare is None:
            self.spare = self.fork()
        elif self.unlearnt:
            name = self.unlearnt.pop(0)
            with contextlib.suppress(Exception):  # its run will say what is wrong with it
                self.ahead.learn(name)
            self.spare.stale.add(name)
        else:
            if not self.loaded:
                self.loaded = True
                with contextlib.suppress(Exception):  # a run will say what is wrong with it
                    self.ahead.load_rest()
            self.retire()

    def obey(self, request: Request) -> None:
        if "stop" in request:
            if request["stop"] == self.number:
                self.end()
            return
        self.end()
        if self.spare and (request["name"] in self.spare.stale or self.spare.over()):
            self.retire()
        fork, self.spare = self.spare or self.fork(), None
        if not fork.ask(request):
            fork.end()
            fork = self.fork()
            fork.ask(request)
        self.number, self.run = request["run"], fork
        self.send(line({"pid": fork.pid}))

    def fork(self) -> Fork:
        """One more process, which waits."""
        gc.freeze()  # forks then share the pages of what is there
        request, pipe = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(pipe)
            self.be_the_run(request)
        os.close(request)
        os.setpgid(pid, pid)  # both sides say so: neither may come too late
        return Fork(pid, pipe)

    def be_the_run(self, pipe: int) -> None:
        """In the fork: its own group, nothing of ours in reach, then the demo."""
        code = 1
        try:
            os.setpgid(0, 0)
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            os.close(self.requests)
            if not select.select([pipe], [], [], 0)[0]:  # nobody waits yet
                self.perform({"run": 0, **self.ahead.rehearsal}, lambda nothing: None)
            with os.fdopen(pipe, "rb") as told:
                request = told.read()
            if request:
                self.perform(json.loads(request), self.send)
            code = 0
        finally:
            os._exit(code)  # torch's own teardown is slow, and not ours to run

    def notice_end(self) -> None:
        """If the run's process is over, say so."""
        if self.spare and self.spare.over():
            self.retire()
        if self.run and self.run.over():
            self.end()
        elif not self.run:
            self.end_strays()

    def end(self) -> None:
        """End the run, everything it started, and everything that slipped out of its group."""
        if not self.run:
            return
        code = self.run.end()
        self.end_strays()
        self.send(b"\n" + line({"ended": self.number, "code": code}))  # a killed run may have left half a line
        self.number, self.run = 0, None

    def retire(self) -> None:
        """The one that stands ready is of no use any more."""
        if self.spare:
            os.close(self.spare.pipe)
            self.spare.end()
            self.spare = None

    def leave(self) -> None:
        """End everything, then itself. The signal comes once for each thread that the app had: once is enough."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for fork in (self.run, self.spare):
            with contextlib.suppress(ChildProcessError):  # it may just have been reaped by what the signal interrupted
                if fork:
                    fork.end()
        self.run = self.spare = None
        self.end_strays()
        os._exit(0)

    def end_strays(self) -> None:
        """Every child but the one that stands ready."""
        end_children(self.spare.pid if self.spare else 0)
