"""The process that judges solutions: torch is imported once, each run of the checks is a fork with limits.

Requests come as lines of JSON on stdin: {"run": id, "name", "folder", "source", "file", "seed", "seconds"} and
{"stop": id}. Answers go out on what was stdout: {"ready": …} or {"broken": sentence} once, then {"run": id, "sent":
result} and, after the last, {"ended": id, "code": exit code}. Where there are no forks a
run happens here, as with demos.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from prep.child.forks import Ahead, Forks, Request, Send, line
from prep.child.limits import limit_memory
from prep.child.quiet import PR_SET_PDEATHSIG, be_nice, prctl, private_pipes
from prep.demos.running import wire
from prep.demos.running.child import load_torch, serve_in_place
from prep.drills import catalog
from prep.drills.result import Judged, Miss, Result, as_json
from prep.drills.running.own import find
from prep.errors import PrepError

MEGABYTES = 1024
"""More memory than a run may take."""
WRITTEN_MEGABYTES = 16
"""The largest file that a solution may write."""


def main() -> None:
    requests, send = private_pipes()
    be_nice()
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    loaded = load_torch()
    send(wire.line(loaded))
    if "broken" in loaded:
        return
    if "--fork" in sys.argv:
        first = catalog.find(catalog.names()[0])
        rehearsal = {"name": first.name, "folder": "", "source": first.reference, "file": first.file, "seed": 0}
        Forks(requests, send, perform, Ahead(rehearsal, catalog.names(), learn)).serve()
    else:
        serve_in_place(requests, send, perform)


def learn(name: str) -> None:
    """Have the drill in memory."""
    catalog.find(name)


def perform(request: Request, send: Send) -> None:
    """One run of the checks, to its end."""
    from prep.drills.running.judging import Printed, judge

    own, printed = os.getpid(), Printed()

    def answer(result: Result) -> None:
        if os.getpid() == own:  # what the solution forks may end as it likes
            send(line({"run": request["run"], "sent": as_json(result)}))

    def late(_: int, frame: FrameType | None) -> None:
        answer(Judged(printed.lines, Miss(f"stopped after {request['seconds']:g} s{place(frame, request['file'])}")))
        os._exit(0)

    try:
        drill = find(request["name"], request["folder"])
        if request["run"]:
            limit_memory(MEGABYTES)
            limit_files()
            limit_time(request["seconds"], late)
        for result in judge(drill, request["source"], request["file"], request["seed"], printed):
            answer(result)
    except PrepError as error:
        answer(Judged((), Miss(str(error))))
    except BaseException as error:  # noqa: BLE001 (whatever it was, the person is told and the child goes on)
        answer(Judged(printed.lines, Miss(f"the checks ended with {type(error).__name__}: {error}")))
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def limit_files() -> None:
    """No large file is written by mistake (not on Windows)."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN_MEGABYTES * 2**20,) * 2)


def limit_time(seconds: float, late: Callable[[int, FrameType | None], None]) -> None:
    """Ask for the alarm; where there is none the other side kills."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def place(frame: FrameType | None, file: str) -> str:
    """In which line of the person's own it was: "in line 7"."""
    while frame is not None:
        if frame.f_code.co_filename == file:
            return f" in line {frame.f_lineno}"
        frame = frame.f_back
    return ""


if __name__ == "__main__":
    main()
