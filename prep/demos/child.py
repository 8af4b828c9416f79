"""The process that runs demos. The only one that ever loads torch; it never touches a CUDA device itself.

Requests come as lines of JSON on stdin: {"run": id, "name", "given", "wording", "folder"} and {"stop": id}. Answers
go out on what was stdout: {"ready": …} or {"broken": sentence} once, then {"run": id, "sent": message} and, after
the last, {"ended": id, "code": exit code}. The end of stdin ends everything.

On Linux every run is a fork: 15 to 40 ms to its first result, and whatever it does dies with it. Elsewhere (macOS
forks crash after Accelerate, Windows has none) it runs here, and whoever wants it stopped kills this process.
"""

from __future__ import annotations

import contextlib
import gc
import os
import platform
import queue
import select
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from prep.demos import catalog, wire
from prep.demos.message import Ready
from prep.demos.quiet import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, be_nice, prctl, private_pipes
from prep.demos.run import failure, learn, stream
from prep.demos.spec import Sheet
from prep.demos.workshop import find

IDLE_SECONDS = 0.3
"""With nothing to do for so long, import a lesson and work out its theory, ahead of its first run."""

Send = Callable[[bytes], None]
Request = dict[str, Any]


def main() -> None:
    requests, send = private_pipes()
    be_nice()
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    loaded = _load_torch()
    send(wire.line(loaded))
    if "broken" in loaded:
        return                                         # the next run starts afresh and looks again
    if "--fork" in sys.argv:
        Forks(requests, send).serve()
    else:
        serve_in_place(requests, send)


def _load_torch() -> dict[str, object]:
    """Import torch, warm its first operations, and say so; or say what to do about it."""
    try:
        import torch

        torch.set_num_threads(1)                       # with two, small operations ran 10 to 100 times slower
        torch.randn(8, 8).double().softmax(-1)         # no autograd: its threads would not survive a fork
        torch.randn(8, 8) @ torch.randn(8, 8)
    except ModuleNotFoundError as error:
        missing = error.name or "torch"
        return {"broken": f"demos need torch: pip install {missing.partition('.')[0]} (prep doctor tells how)"}
    except Exception as error:  # noqa: BLE001 (a broken install raises OSError, AttributeError, anything)
        told = " ".join(str(error).split())[:160]
        return {"broken": f"torch is installed but doesn't load ({type(error).__name__}: {told}); "
                          "reinstall it (prep doctor tells how)"}
    return {"ready": Ready((("torch", str(torch.__version__)), ("python", platform.python_version())))}


def perform(request: Request, send: Send) -> None:
    """One run, to its end."""
    def answer(sent: object) -> None:
        send(wire.line({"run": request["run"], "sent": sent}))

    try:
        folder = Path(request["folder"]) if request["folder"] else None
        demo = find(request["name"], folder)
        values = demo.read(request["given"])
    except Exception as error:  # noqa: BLE001 (one sentence, whatever it was)
        answer(failure(request["name"], error))
        return
    for message in stream(demo, values, request["wording"]):
        if isinstance(message, Sheet):
            _limit_memory(message.limits.megabytes)
        answer(message)


class Forks:
    """One fork for each run; one at a time, the newest wins."""

    def __init__(self, requests: int, send: Send) -> None:
        self.requests, self.send = requests, send
        self.run, self.pid = 0, 0                      # the current run and its process; 0: none
        self.unlearnt = list(catalog.names())          # lessons that aren't in the memory that forks inherit
        self.woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self.leave())
        prctl(PR_SET_CHILD_SUBREAPER, 1)               # what a demo leaves behind becomes ours to end
        gc.collect()
        gc.freeze()                                    # forks then share their pages

    def serve(self) -> None:
        waiting = b""
        while True:
            idle = IDLE_SECONDS if self.unlearnt and not self.pid else None
            readable, _, _ = select.select([self.requests, self.woken], [], [], idle)
            if not readable:
                with contextlib.suppress(Exception):   # its run will say what is wrong with it
                    learn(catalog.find(self.unlearnt.pop(0)))
            if self.woken in readable:
                os.read(self.woken, 4096)
                self.notice_end()
            if self.requests in readable:
                chunk = os.read(self.requests, 65536)
                if not chunk:
                    self.leave()
                *lines, waiting = (waiting + chunk).split(b"\n")
                for line in lines:
                    self.obey(wire.value(line))

    def obey(self, request: Request) -> None:
        if "stop" in request:
            if request["stop"] == self.run:
                self.end()
            return
        self.end()
        self.run, self.pid = request["run"], os.fork()
        if self.pid == 0:
            self.be_the_run(request)
        os.setpgid(self.pid, self.pid)                 # both sides say so: neither may come too late
        self.send(wire.line({"pid": self.pid}))

    def be_the_run(self, request: Request) -> None:
        """In the fork: its own group, nothing of ours in reach, then the demo."""
        code = 1
        try:
            os.setpgid(0, 0)
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            os.close(self.requests)
            perform(request, self.send)
            code = 0
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        finally:
            os._exit(code)                             # torch's own teardown is slow, and not ours to run

    def notice_end(self) -> None:
        """If the run's process is over, say so; wait(2) only after its group is gone, so that the id is still its."""
        if self.pid and os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            self.end()
        elif not self.pid:
            _end_children()

    def end(self) -> None:
        """End the run, everything it started, and everything that slipped out of its group."""
        if not self.pid:
            return
        over = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        _kill_group(self.pid)
        _, status = os.waitpid(self.pid, 0)
        _end_children()
        code = os.waitstatus_to_exitcode(status) if over else -signal.SIGKILL
        self.send(b"\n" + wire.line({"ended": self.run, "code": code}))   # a killed run may have left half a line
        self.run = self.pid = 0

    def leave(self) -> None:
        if self.pid:
            _kill_group(self.pid)
        _end_children()
        os._exit(0)


def serve_in_place(requests: int, send: Send) -> None:
    """Runs in this very process, one after the other; what a run leaves behind ends with our process group."""
    waiting: queue.Queue[Request] = queue.Queue()

    def listen() -> None:
        with os.fdopen(requests, "rb") as lines:
            for line in lines:
                waiting.put(wire.value(line))
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        request = waiting.get()
        if "run" in request:
            send(wire.line({"pid": os.getpid()}))
            try:
                perform(request, send)
                code = 0
            except SystemExit:
                code = 1
            send(wire.line({"ended": request["run"], "code": code}))


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)                       # should it have left its group


def _end_children() -> None:
    """Kill and reap every child that this process has, until there is none."""
    while True:
        for child in _children():
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as listed:
            return [int(pid) for pid in listed.read().split()]
    except OSError:
        return []


def _limit_memory(megabytes: int) -> None:
    """Allow this process so much more address space than it has (Linux only)."""
    if sys.platform != "linux":
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as statm:
        now = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + megabytes * 2**20, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
