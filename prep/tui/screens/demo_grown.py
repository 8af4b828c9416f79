"""What a running demo tells its screen."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from textual.message import Message

from prep.demos.declaration.message import Failed, Failure
from prep.demos.declaration.outcome import Outcome
from prep.demos.running.host import Host
from prep.demos.spec import Sheet


@dataclass
class Grown(Message):
    """A run has said something new."""

    outcome: Outcome
    number: int
    """Which run it is of."""

    def can_replace(self, message: Message) -> bool:
        """Of several snapshots that wait, the newest is enough."""
        return isinstance(message, Grown)


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
