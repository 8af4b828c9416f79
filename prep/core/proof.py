"""An event as the log keeps it, column by column, and the number that proves it: a bit that flips later shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b

from prep.core.event import Event

PROOF = "proof"
"""What the number is called, in the database and in exported logs."""

BYTES = 6
"""A changed event passes for itself once in 281 million million times; JSON's readers hold so many bits exactly."""

_said = json.JSONEncoder(separators=(",", ":"), default=repr).encode
"""Bytes, which no column holds unless a bit has flipped, prove nothing and break nothing."""


def columns(event: Event) -> tuple[str | int | None, ...]:
    """What stands in the log's columns, in their order."""
    return (
        event.id,
        event.action,
        event.device,
        event.at,
        event.wall,
        event.offset,
        event.day,
        event.kind.value,
        event.card,
        event.target,
        None if event.rating is None else int(event.rating),
        event.ms,
        event.due_day,
        event.due_at,
        json.dumps(dict(event.body), ensure_ascii=False, separators=(",", ":")) if event.body else "{}",
    )


def proof(row: Sequence[object]) -> int:
    """The proof of one row's columns: BLAKE2b, 48 bits, of them as a JSON array in ASCII without spaces. 6 µs."""
    return int.from_bytes(blake2b(_said(row).encode(), digest_size=BYTES).digest(), "big")


def proof_of(event: Event) -> int:
    """The proof of an event as prep writes it."""
    return proof(columns(event))
