"""A host of demos that says what a test wrote, when the test lets it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence

from prep.demos.catalog import catalog
from prep.demos.declaration.message import Done, Expected, Failed, Message, Point, Progress, Ready, Theory
from prep.demos.declaration.outcome import Outcome
from prep.demos.running.host import Host
from prep.demos.spec import Sheet

VERSIONS = (("torch", "2.13.0"),)
STDS = {8: 2.80, 64: 8.00, 128: 11.29, 512: 22.62}
"""What the frames show."""


class FakeHost(Host):
    """Each run sends `script`; where that has None it waits until the test opens the gate."""

    def __init__(self, script: Sequence[Message | None]) -> None:
        super().__init__()
        self.script = script
        self.gate = asyncio.Event()
        self.runs: list[dict[str, str]] = []
        """The parameters of every run."""
        self.ended = 0
        """Runs that were left, by themselves or by being stopped."""
        self.closed = False

    async def run(
        self, name: str, given: Mapping[str, str], wording: str = ""
    ) -> AsyncGenerator[Message | Sheet, None]:
        """The script."""
        self.runs.append(dict(given))
        try:
            yield Ready(VERSIONS)
            if name in catalog.names():
                yield catalog.sheet(name, given, wording)
            for message in self.script:
                if message is None:
                    await self.gate.wait()
                else:
                    yield message
        finally:
            self.ended += 1

    async def close(self) -> None:
        """Remember it."""
        self.closed = True


class NoHost(FakeHost):
    """The process can't be started at all."""

    async def run(
        self, name: str, given: Mapping[str, str], wording: str = ""
    ) -> AsyncGenerator[Message | Sheet, None]:
        """What the system says."""
        for _ in ():
            yield Ready(())
        raise OSError(11, "Resource temporarily unavailable")


def score_std(*, gate_after: int | None = None) -> list[Message | None]:
    """A run of attention.score-std with its defaults; the gate stands behind so many widths."""
    curve = tuple(Expected("std", 8 * 2 ** (n / 8) / 2**0.5, (8 * 2 ** (n / 8) / 2**0.5) ** 0.5) for n in range(57))
    expected = tuple(Expected("std", x, x**0.5) for x in STDS)
    theory = Theory(tuple(sorted((*curve, *expected), key=lambda each: each.x)))
    script: list[Message | None] = []
    for number, (x, y) in enumerate(STDS.items(), 1):
        script += [Point("std", x, y, 0.03 + 0.005 * (x > 100)), Point("mean", x, 0.0, 0.01)]
        script += [theory] if number == 1 else []
        script += [Progress(number, len(STDS), "widths")]
        script += [None] if number == gate_after else []
    remark = "The spread grows like √dₖ, not dₖ: from 8 to 512 the width grows 64-fold, the spread 8-fold."
    return [*script, Done(0.4, remark, tuple(Expected("std", x, 0.2 * x**0.5) for x in STDS))]


def failing(failed: Failed) -> list[Message | None]:
    """One point, then the end."""
    return [Point("std", 8, 2.8, 0.03), failed]


def plain_outcome() -> Outcome:
    """A finished run of score-std."""
    outcome = Outcome(catalog.sheet("attention.score-std", {}))
    for message in score_std():
        outcome = outcome.add(message) if message is not None else outcome
    return outcome
