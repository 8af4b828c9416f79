"""A run as a row of snapshots."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from prep.demos.declaration.message import Failed, Failure
from prep.demos.declaration.outcome import Outcome
from prep.demos.declaration.sheet import Sheet
from prep.demos.running.host import Host


async def snapshots(host: Host, plan: Sheet) -> AsyncGenerator[Outcome, None]:
    """What is known after each message of a run; the last one is no longer running."""
    outcome = Outcome(plan)
    try:
        async with aclosing(host.run(plan.name, plan.given, plan.wording)) as messages:
            async for message in messages:
                outcome = outcome.add(message)
                yield outcome
    except OSError as error:
        said = f"the process that runs demos can't be started: {error.strerror or error}"
        yield (outcome := outcome.add(Failed(Failure.DIED, said)))
    if outcome.running:
        yield outcome.add(Failed(Failure.DIED, f"{plan.name} ended without a result"))
