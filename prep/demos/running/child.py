"""The process that runs demos. The only one that ever loads torch; it never touches a CUDA device itself.

Requests come as lines of JSON on stdin: {"run": id, "name", "given", "wording", "folder"} and {"stop": id}. Answers
go out on what was stdout: {"ready": …} or {"broken": sentence} once, then {"run": id, "sent": message} and, after
the last, {"ended": id, "code": exit code}. The end of stdin ends everything.

On Linux every run is a fork (see prep/child/forks.py), and whatever it does dies with it. Elsewhere (macOS forks crash
after Accelerate, Windows has none) it runs here, and whoever wants it stopped kills this process.
"""

from __future__ import annotations

import os
import platform
import queue
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from prep.child.forks import Ahead, Forks
from prep.child.limits import limit_memory
from prep.child.quiet import PR_SET_PDEATHSIG, be_nice, prctl, private_pipes
from prep.demos.catalog import catalog
from prep.demos.declaration.message import DOCTOR, Ready
from prep.demos.running import wire
from prep.demos.running.run import failure, learn, stream
from prep.demos.running.workshop import find
from prep.demos.spec import Sheet

Send = Callable[[bytes], None]
Request = dict[str, Any]


def main() -> None:
    requests, send = private_pipes()
    be_nice()
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    loaded = load_torch()
    send(wire.line(loaded))
    if "broken" in loaded:
        return  # the next run starts afresh and looks again
    if "--fork" in sys.argv:
        Forks(requests, send, perform, AHEAD).serve()
    else:
        serve_in_place(requests, send, perform)


def load_torch() -> dict[str, object]:
    """Import torch, warm its first operations, and say so; or say what to do about it."""
    try:
        import torch

        torch.set_num_threads(1)  # with two, small operations ran 10 to 100 times slower
        torch.randn(8, 8).double().softmax(-1)  # no autograd: its threads would not survive a fork
        torch.randn(8, 8) @ torch.randn(8, 8)
    except ModuleNotFoundError as error:
        missing = error.name or "torch"
        return {"broken": f"demos need torch: pip install {missing.partition('.')[0]}{DOCTOR}"}
    except Exception as error:  # noqa: BLE001 (a broken install raises OSError, AttributeError, anything)
        told = " ".join(str(error).split())[:160]
        return {"broken": f"torch is installed but doesn't load ({type(error).__name__}: {told}); reinstall it{DOCTOR}"}
    versions = (("torch", str(torch.__version__)), ("python", platform.python_version()))
    return {"ready": Ready(versions, torch.get_num_threads())}


def load_optimisers() -> None:
    """Import what the first step of any torch.optim imports: 1.5 s, which every fork would pay anew."""
    import torch._dynamo  # noqa: F401


def learn_lesson(name: str) -> None:
    """Import it and work out its theory."""
    learn(catalog.find(name))


AHEAD = Ahead(
    {"name": "softmax.overflow", "given": {}, "wording": "", "folder": ""},
    catalog.names(),
    learn_lesson,
    load_optimisers,
)


def perform(request: Request, send: Send) -> None:
    """One run, to its end."""
    own = os.getpid()

    def answer(sent: object) -> None:
        if os.getpid() == own:  # what the demo forks may end as it likes
            send(wire.line({"run": request["run"], "sent": sent}))

    try:
        folder = Path(request["folder"]) if request["folder"] else None
        demo = find(request["name"], folder)
        for message in stream(demo, demo.read(request["given"]), request["wording"]):
            if isinstance(message, Sheet):
                limit_memory(message.limits.megabytes)
            answer(message)
    except BaseException as error:  # noqa: BLE001 (one sentence, whatever it was; sys.exit and a panic of Rust's too)
        answer(failure(request["name"], error))


def serve_in_place(requests: int, send: Send, perform: Callable[[Request, Send], None]) -> None:
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
            perform(request, send)
            send(wire.line({"ended": request["run"], "code": 0}))


if __name__ == "__main__":
    main()
