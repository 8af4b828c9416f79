"""One warm process for every test of the demos: torch takes seconds to import."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from prep.demos.declaration.message import Message
from prep.demos.declaration.outcome import Outcome
from prep.demos.running.host import Host
from prep.demos.running.sync import collect
from prep.demos.spec import Sheet

OWN = Path(__file__).with_name("own")


@pytest.fixture(scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the misbehaving demos note the processes that must not survive."""
    return tmp_path_factory.mktemp("notes")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def host(notes: Path) -> AsyncIterator[Host]:
    """A warm host that knows the misbehaving demos."""
    running = Host(OWN, environment={"PREP_TEST_NOTES": str(notes)})
    yield running
    await running.close()


async def outcome_of(host: Host, sheet: Sheet) -> Outcome:
    """A complete run of a shipped demo."""
    outcome = await collect(host, sheet)
    assert outcome.failed is None, outcome.failed
    return outcome


async def messages_of(host: Host, name: str) -> list[Message | Sheet]:
    """All that a run of one of the user's demos says."""
    async with contextlib.aclosing(host.run(name, {})) as messages:
        return [message async for message in messages]
