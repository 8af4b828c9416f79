"""The process that runs demos: warm, stopped, abused, killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from prep.demos.declaration.message import Done, Failed, Failure, Message, Point, Ready
from prep.demos.running.host import Host
from prep.demos.spec import Sheet
from tests.demos.conftest import OWN, messages_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
SOURCE = (OWN / "misbehaving.py").read_text(encoding="utf-8").splitlines()
RAISES, MUTE, EXIT, INTERRUPT, PANIC = (
    next(i for i, line in enumerate(SOURCE, 1) if line.startswith(f"    {statement}"))
    for statement in ("raise ValueError", "raise Mute", "sys.exit", "raise KeyboardInterrupt", "raise PanicException")
)
linux = pytest.mark.skipif(sys.platform != "linux", reason="forks, groups and /proc as Linux has them")


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie doesn't)."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


async def becomes(true: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether it comes true; looks again after each turn of the loop."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.005)
    return True


def gone(*pids: int) -> Callable[[], bool]:
    """Whether none of these processes runs any more."""
    return lambda: not any(map(alive, pids))


def noted(notes: Path) -> list[int]:
    """The processes that misbehaving demos started, and forget them."""
    pids = [int(path.name) for path in notes.iterdir()]
    for path in notes.iterdir():
        path.unlink()
    return pids


async def test_a_warm_host_says_its_versions(host: Host) -> None:
    """Ready names torch and Python, for the log and for JSON."""
    ready = await host.warm()
    assert isinstance(ready, Ready)
    assert dict(ready.versions).keys() == {"torch", "python"}


@linux
async def test_a_demo_runs_though_our_folder_was_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MKL ends a process that stands nowhere: the child gets ground to stand on."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    host = Host()
    assert isinstance(await host.warm(), Ready)
    await host.close()


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("crash", Failure.DIED, "the demo died (SIGSEGV, Segmentation fault); prep itself is not affected"),
        ("exit", Failure.DIED, "the demo ended by itself (exit code 3); prep itself is not affected"),
        ("sys-exit", Failure.RAISED, f"bad.sys-exit raised SystemExit: 4 (misbehaving.py line {EXIT})"),
        ("interrupts", Failure.RAISED, f"bad.interrupts raised KeyboardInterrupt (misbehaving.py line {INTERRUPT})"),
        (
            "panics",
            Failure.RAISED,
            f"bad.panics raised PanicException: called `unwrap()` on a `None` value (misbehaving.py line {PANIC})",
        ),
        ("closes", Failure.DIED, "the demo ended by itself (exit code 1); prep itself is not affected"),
        ("spin", Failure.TOO_LONG, "bad.spin was stopped after 0.3 seconds, its limit"),
        ("silent", Failure.TOO_LONG, "bad.silent was stopped after 0.3 seconds, its limit"),
        ("memory", Failure.TOO_MUCH, "bad.memory needs more memory than it may use; choose smaller parameters"),
        ("flood", Failure.TOO_MUCH, "bad.flood sent 5,000 points and would send more; it may send 5,000"),
        ("raises", Failure.RAISED, f"bad.raises raised ValueError: two lines ␛[31m (misbehaving.py line {RAISES})"),
        ("mute", Failure.RAISED, f"bad.mute raised Mute (misbehaving.py line {MUTE})"),
        (
            "long-name",
            Failure.RAISED,
            f"bad.long-name sent a point of the series '{'y' * 39}…; it declares y; the demo's code must be mended",
        ),
        (
            "nan",
            Failure.RAISED,
            "bad.nan sent a value that is not a number (y at 1 is nan ± 0); the demo's code must be mended",
        ),
    ],
)
@linux
async def test_a_demo_that_fails_says_so_in_one_sentence(host: Host, name: str, kind: Failure, sentence: str) -> None:
    """Crash, exit, hang, hunger, flood, exception: one sentence (159), and the same host runs the next demo."""
    await host.warm()
    before = host.pid
    assert (await messages_of(host, f"bad.{name}"))[-1] == Failed(kind, sentence)
    assert isinstance((await messages_of(host, "bad.good"))[-1], Done)
    assert host.pid == before


@linux
async def test_what_a_demo_scribbles_is_no_answer(host: Host) -> None:
    """Lines that look like answers and hold no message, and one that is nested too deeply."""
    messages = await messages_of(host, "bad.scribbles")
    assert all(isinstance(message, Message | Sheet) for message in messages)
    assert isinstance(messages[-1], Done)


@linux
async def test_a_process_that_a_demo_forks_has_no_say(host: Host) -> None:
    """It leaves by sys.exit, and the run goes on to its end."""
    messages = await messages_of(host, "bad.fork-exits")
    assert not [message for message in messages if isinstance(message, Failed)]
    assert isinstance(messages[-1], Done)


async def test_garbage_on_every_stream_is_not_heard(host: Host) -> None:
    """What a demo prints, also by writing to fd 0, 1 and 2, reaches neither protocol nor terminal (162)."""
    messages = await messages_of(host, "bad.garbage")
    assert [m for m in messages if isinstance(m, Point)] == [Point("y", 1.0, 1.0)]
    assert isinstance(messages[-1], Done)


@linux
@pytest.mark.parametrize("name", ["forks", "escapes"])
async def test_nothing_that_a_demo_started_survives_it(host: Host, notes: Path, name: str) -> None:
    """Forked children end with the run, and so does a process that left its group and session."""
    assert isinstance((await messages_of(host, f"bad.{name}"))[-1], Done)
    pids = noted(notes)
    assert pids
    assert await becomes(lambda: not any(map(alive, pids)))


@linux
async def test_closing_the_iterator_ends_the_run(host: Host, notes: Path) -> None:
    """A run that nobody reads any longer is killed, and the host isn't."""
    async with contextlib.aclosing(host.run("bad.endless", {})) as messages:
        async for message in messages:
            if isinstance(message, Point):
                break
        (pid,) = noted(notes)
        assert alive(pid)
    assert await becomes(lambda: not alive(pid))
    assert host.pid


@linux
async def test_cancelling_the_task_ends_the_run(host: Host, notes: Path) -> None:
    """A cancelled worker leaves nothing running."""
    started = asyncio.Event()

    async def worker() -> None:
        async with contextlib.aclosing(host.run("bad.endless", {})) as messages:
            async for message in messages:
                if isinstance(message, Point):
                    started.set()

    for _ in range(5):  # now and then while the next message arrives
        started.clear()
        task = asyncio.create_task(worker())
        await started.wait()
        (pid,) = noted(notes)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await becomes(gone(pid))


@linux
async def test_a_new_run_replaces_the_old_one(host: Host, notes: Path) -> None:
    """Arrow keys rerun at once: the old run is killed and its iterator just ends."""
    old = host.run("bad.endless", {})
    async for message in old:
        if isinstance(message, Point):
            break
    (pid,) = noted(notes)
    assert isinstance((await messages_of(host, "bad.good"))[-1], Done)
    assert not [message async for message in old if isinstance(message, Done | Failed)]
    assert await becomes(lambda: not alive(pid))


@linux
async def test_of_two_runs_at_once_one_goes_on(notes: Path) -> None:
    """Both asked for before the process was warm: the later one runs, the earlier one just ends."""
    host = Host(OWN, environment={"PREP_TEST_NOTES": str(notes)})
    both = await asyncio.gather(messages_of(host, "bad.endless"), messages_of(host, "bad.good"))
    assert isinstance(both[1][-1], Done)
    assert not isinstance(both[0][-1], Done | Failed)
    await host.close()
    assert not any(map(alive, noted(notes)))


async def test_an_unknown_demo_is_refused(host: Host) -> None:
    """The child looks in both places and suggests names from both."""
    assert (await messages_of(host, "bad.goood"))[-1] == Failed(
        Failure.REFUSED, "unknown demo bad.goood (did you mean bad.good?)"
    )


@linux
async def test_a_host_that_dies_is_started_again(notes: Path) -> None:
    """kill -9 on the host in the middle of a run: the run is told as died, its child dies, and the next run works."""
    host = Host(OWN, environment={"PREP_TEST_NOTES": str(notes)})
    messages = []
    async with contextlib.aclosing(host.run("bad.endless", {})) as running:
        async for message in running:
            messages.append(message)
            if isinstance(message, Point):
                assert host.pid
                os.kill(host.pid, signal.SIGKILL)
    assert messages[-1] == Failed(
        Failure.DIED, "the process that runs demos died (SIGKILL, Killed); it starts again with the next run"
    )
    (pid,) = noted(notes)
    assert await becomes(lambda: not alive(pid))
    assert isinstance((await messages_of(host, "bad.good"))[-1], Done)
    await host.close()


@linux
@pytest.mark.parametrize(("name", "processes"), [("bad.endless", 2), ("bad.scatters", 13)])
async def test_everything_dies_with_the_app(notes: Path, name: str, processes: int) -> None:
    """kill -9 on the app in the middle of a run leaves neither host nor run, nor what left the run's group."""
    app = (
        "import asyncio, sys; from pathlib import Path; from prep.demos.running.host import Host\n"
        "async def main():\n"
        f"    host = Host(Path({str(OWN)!r}), environment={{'PREP_TEST_NOTES': {str(notes)!r}}})\n"
        f"    async for message in host.run({name!r}, {{}}):\n"
        "        print(host.pid, flush=True)\n"
        "asyncio.run(main())"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", app, stdout=subprocess.PIPE)
    assert process.stdout
    pids = {int(await process.stdout.readline())}
    assert await becomes(lambda: len(list(notes.iterdir())) == processes - 1)
    pids |= set(noted(notes))
    assert all(map(alive, pids)) and len(pids) == processes
    process.kill()
    await process.wait()
    assert await becomes(lambda: not any(map(alive, pids)))


@linux
async def test_without_forks_a_stop_leaves_a_warm_spare(notes: Path) -> None:
    """As on macOS and Windows: a stop kills the process, another one is there already, and good runs share one."""
    host = Host(OWN, forks=False, environment={"PREP_TEST_NOTES": str(notes)})
    assert isinstance((await messages_of(host, "bad.good"))[-1], Done)
    first = host.pid
    assert isinstance((await messages_of(host, "bad.garbage"))[-1], Done)
    assert host.pid == first
    async with contextlib.aclosing(host.run("bad.endless", {})) as messages:
        async for message in messages:
            if isinstance(message, Point):
                break
    assert isinstance((await messages_of(host, "bad.good"))[-1], Done)
    assert host.pid != first
    assert not any(map(alive, noted(notes)))
    await host.close()
