"""What becomes of a solution that misbehaves, and what a failure says; one warm process for all."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from prep.drills import catalog
from prep.drills.result import Checked, Judged, Miss, Result
from prep.drills.running.judge import Attempt, Judge

NAME = "softmax.stable"
GOOD = catalog.find(NAME).reference

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(sys.platform != "linux", reason="forks and limits as Linux has them"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judge() -> AsyncIterator[Judge]:
    """A warm judge."""
    made = Judge()
    await made.warm()
    yield made
    await made.close()


async def said(judge: Judge, source: str) -> list[Result]:
    """All that a run says."""
    return [result async for result in judge.run(Attempt(NAME, source, "mine.py", 1))]


async def miss(judge: Judge, source: str) -> Miss:
    """Why it didn't pass."""
    results = await said(judge, source)
    found = next((result.miss for result in results if result.miss), None)
    assert found is not None
    return found


async def test_a_right_solution_passes_all_checks(judge: Judge) -> None:
    """The control for all that follows."""
    *checked, last = await said(judge, f"print('here')\n{GOOD}")
    assert last == Judged(("here",))
    assert len(checked) == len(catalog.find(NAME).checks)
    assert all(isinstance(each, Checked) and each.miss is None for each in checked)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def softmax(x, dim):\n    return x.softmax(dim)", "calls softmax, which this drill asks you to write"),
        ("import torch.nn.functional as F\ndef softmax(x, dim):\n    return F.softmax(x, dim)", "calls softmax"),
        ("import torch\ndef softmax(x, dim):\n    return torch.ops.aten._softmax(x, dim, False)", "calls softmax"),
        ("import torch\ndef softmax(x, dim):\n    return torch.nn.Softmax(dim)(x)", "calls softmax"),
        (
            "def softmax(x, dim):\n    try:\n        return x.softmax(dim)\n    except Exception:\n        return x",
            "calls softmax",
        ),
        (GOOD.replace("    e =", "    for _ in range(30): x = x + 0\n    e ="), "more than 24 operations"),
        ("def softmax(x, dim):\n    return x.exp_()", "changes its argument number 1"),
        ("def softmax(x, dim):\n    ...", "returned nothing (None), expected a tensor of shape (3, 4)"),
        ("def softmax(x, dim):\n    return x[0]", "returned shape (4,), expected (3, 4)"),
        ("def softmax(x):\n    return x", "raised TypeError"),
        ("def other(x, dim):\n    return x", "there is no function softmax in your file"),
        ("def softmax(x, dim):\n    return y", "raised NameError in line 2"),
        ("import numpi", "raised ModuleNotFoundError in line 1"),
        ("def softmax(x, dim)\n    pass", "line 1 can't be read"),
        ("import sys\nsys.exit()", "raised SystemExit in line 2"),
        ("import os\nos._exit(3)", "ended by itself (exit code 3)"),
        ("import ctypes\nctypes.string_at(0)", "SIGSEGV"),
        ("import torch\ntorch.zeros(2**31)", "allocate memory"),
    ],
)
async def test_what_is_wrong_is_said_in_one_sentence(judge: Judge, source: str, says: str) -> None:
    """Whatever it was called as, caught or not, and whatever became of the process."""
    assert says in (await miss(judge, source)).says


async def test_a_wrong_value_tells_where_and_what_it_looks_like(judge: Judge) -> None:
    """The sum along the last dimension in place of dim gives what a named mistake gives."""
    found = await miss(judge, GOOD.replace("e.sum(dim,", "e.sum(-1,"))
    assert found.like == "the sum always ran over the last dimension"
    assert found.expected and found.got and "at [" in found.worst


async def test_an_overflow_is_told_as_nan(judge: Judge) -> None:
    """exp(100) is infinite in float32, and infinity over infinity is nan."""
    assert (await miss(judge, GOOD.replace("(x - x.amax(dim, keepdim=True)).exp()", "x.exp()"))).says.endswith("nan")


async def test_output_is_bounded(judge: Judge) -> None:
    """Its end is kept."""
    last = (await said(judge, f"print('x\\n' * 10**6 + 'end')\n{GOOD}"))[-1]
    assert isinstance(last, Judged) and last.printed[-1] == "end" and len(last.printed) <= 40


async def test_a_newer_run_replaces_an_older_one(judge: Judge) -> None:
    """An endless loop of an older save ends, and says nothing more."""
    older = asyncio.create_task(said(judge, "while True: pass"))
    await asyncio.sleep(0)
    newer = await said(judge, GOOD)
    assert newer[-1] == Judged()
    assert await older == []


async def test_an_endless_loop_is_told_with_its_line(judge: Judge) -> None:
    """Where it was when its time was over."""
    attempt = Attempt(NAME, "def softmax(x, dim):\n    while True:\n        pass", "mine.py", 1, seconds=0.1)
    (last,) = [result async for result in judge.run(attempt)]
    assert isinstance(last, Judged) and last.miss is not None
    assert last.miss.says in ("stopped after 0.1 s in line 2", "stopped after 0.1 s in line 3")
