"""What a running demo tells its screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from prep.demos.outcome import Outcome


@dataclass
class Grown(Message):
    """A run has said something new."""

    outcome: Outcome

    def can_replace(self, message: Message) -> bool:
        """Of several snapshots that wait, the newest is enough."""
        return isinstance(message, Grown)
