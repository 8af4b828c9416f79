"""The fork that stands ready for the next run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from prep.demos.declaration.message import Done, Point
from prep.demos.running.host import Host
from tests.demos.conftest import OWN, messages_of
from tests.demos.test_host import alive, becomes, gone, noted

OPTIMISER = """
import os, sys, torch
from dataclasses import replace
from prep.child import forks
from prep.demos.running import child
def perform(request, send):
    if request["run"]:
        before = "torch._dynamo" in sys.modules
        child.perform(request, send)
        print(before, "torch._dynamo" in sys.modules, flush=True)
made = forks.Forks(0, lambda line: None, perform, replace(child.AHEAD, load_rest={load}))
made.unlearnt.clear()
while made.patience(1.0) is not None:
    made.prepare()
given = dict(steps="2", n="100")
made.obey(dict(run=1, name="optimiser.adam-first-steps", given=given, wording="", folder=""))
os.waitid(os.P_PID, made.run.pid, os.WEXITED | os.WNOWAIT)
made.leave()
"""

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(sys.platform != "linux", reason="forks, groups and /proc as Linux has them"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def idle(notes: Path) -> AsyncIterator[Host]:
    """A host of whose lessons none is learnt yet."""
    host = Host(OWN, environment={"PREP_TEST_NOTES": str(notes)})
    await host.warm()
    yield host
    await host.close()


def children(host: Host) -> list[int]:
    """What its process has forked."""
    return [int(pid) for pid in Path(f"/proc/{host.pid}/task/{host.pid}/children").read_text().split()]


async def ready(host: Host) -> int:
    """The fork that waits."""
    assert await becomes(lambda: len(children(host)) == 1)
    return children(host)[0]


async def test_the_next_run_takes_the_fork_that_stands_ready(idle: Host) -> None:
    """It is made while nobody waits, and once it has run there is another one."""
    one = await ready(idle)
    assert isinstance((await messages_of(idle, "bad.good"))[-1], Done)
    assert idle._process and idle._process.run_pid == one
    assert await becomes(lambda: children(idle) not in ([], [one]))
    assert not alive(one)


async def test_a_fork_that_was_killed_while_it_waited_is_replaced(idle: Host) -> None:
    """By the next run at the latest."""
    killed = await ready(idle)
    os.kill(killed, signal.SIGKILL)
    assert await becomes(lambda: not alive(killed))
    assert isinstance((await messages_of(idle, "bad.good"))[-1], Done)


async def test_a_run_stops_no_fork_but_its_own(idle: Host) -> None:
    """While a run goes on the next fork is made; it outlives that run."""

    async def two() -> int:
        started = idle.run("bad.endless", {})
        async for message in started:
            if isinstance(message, Point):
                break
        assert await becomes(lambda: len(children(idle)) == 2)
        spare = next(pid for pid in children(idle) if idle._process and pid != idle._process.run_pid)
        await started.aclose()
        return spare

    spare = await two()
    assert await becomes(lambda: children(idle) == [spare])


async def test_nothing_that_waits_outlives_the_host(idle: Host) -> None:
    """Closing it ends the fork too."""
    waiting = await ready(idle)
    await idle.close()
    assert await becomes(lambda: not alive(waiting))


async def test_told_to_end_several_times_it_ends_everything_once(notes: Path) -> None:
    """Linux sends the signal once for each thread that the app had: the second came while the first was obeyed."""
    noted(notes)
    for _ in range(3):
        host = Host(OWN, environment={"PREP_TEST_NOTES": str(notes)})
        async with contextlib.aclosing(host.run("bad.scatters", {})) as messages:
            async for message in messages:
                if isinstance(message, Point):
                    break
            strays, pid = noted(notes), host.pid
            assert pid is not None and len(strays) == 12 and all(map(alive, strays))
            with contextlib.suppress(ProcessLookupError):
                for _ in range(5000):
                    os.kill(pid, signal.SIGTERM)
        assert await becomes(gone(*strays))
        await host.close()


@pytest.mark.parametrize(("load", "told"), [("child.load_optimisers", "True True"), ("lambda: None", "False True")])
async def test_no_run_loads_what_all_optimisers_need(load: str, told: str) -> None:
    """It is there before the run; the control: without it being loaded ahead, the run itself loads it."""
    command = [sys.executable, "-W", "ignore", "-c", OPTIMISER.replace("{load}", load)]
    ran = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    said, _ = await ran.communicate()
    assert said.decode().splitlines()[0] == told
