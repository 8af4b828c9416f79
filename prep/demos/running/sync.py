"""Demos for code without an event loop: the command line, `prep check`, tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Message
from prep.demos.declaration.outcome import Outcome
from prep.demos.running import described
from prep.demos.running.host import Host
from prep.demos.spec import Sheet
from prep.errors import DemoError

Heard = Callable[[Message | Sheet], None]


def torch_trouble() -> DemoError | None:
    """Why demos don't run here, and the command that mends it; None where torch loads, as a child tries (2 s)."""
    return asyncio.run(_torch_trouble())


def describe(folder: Path, asked: described.Wanted | None = None) -> described.Own:
    """The user's demos and what is wrong with their files."""
    return asyncio.run(described.describe(folder, asked=asked))


def sheet(name: str, given: Mapping[str, str], folder: Path | None = None, wording: str = "") -> Sheet:
    """The page of a demo for these values, the user's included; `wording`: the question in a card's own words.

    Raises UsageError, DemoError.
    """
    if folder is None or name in catalog.names():
        return catalog.sheet(name, given, wording)
    known = describe(folder, described.Wanted(name, dict(given), wording))
    return known.sheet(name, given, wording) or catalog.find(name, tuple(s.name for s in known.sheets)).sheet()


def run(wanted: Sheet, folder: Path | None = None, heard: Heard = lambda message: None) -> Outcome:
    """Run it to its end in a process of its own; `heard` sees each message as it comes. Ctrl-C ends it too."""
    return asyncio.run(_run(wanted, folder, heard))


def complete(outcome: Outcome) -> Outcome:
    """The same, if it ran to its end. Raises DemoError with the sentence that says why it didn't."""
    if outcome.failed:
        raise DemoError(outcome.failed.sentence)
    return outcome


async def _torch_trouble() -> DemoError | None:
    host = Host()
    try:
        return await host.trouble()
    finally:
        await host.close()


async def _run(wanted: Sheet, folder: Path | None, heard: Heard) -> Outcome:
    host = Host(folder)
    try:
        return await collect(host, wanted, heard)
    finally:
        await host.close()


async def collect(host: Host, wanted: Sheet, heard: Heard = lambda message: None) -> Outcome:
    """Everything that a run says."""
    outcome = Outcome(wanted)
    async with contextlib.aclosing(host.run(wanted.name, wanted.given, wanted.wording)) as messages:
        async for message in messages:
            outcome = outcome.add(message)
            heard(message)
    return outcome
