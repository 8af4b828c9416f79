"""`prep log`: one event a line, or monthly files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from prep.cli.opened import library
from prep.cli.output import json_text
from prep.core.clock import Moment, day_date
from prep.core.event import HELD_FOR_EVER, Event, EventKind
from prep.exchange.logfile import export, flat
from prep.session.experiment.record import in_words
from prep.session.writing.record import attempt_words
from prep.store.log.events import stream
from prep.text.words import count

RECENT = 1000
"""Actions that are remembered by their words: a whole log of a million would take 200 MB."""


def run(args: Namespace) -> int:
    """Print or export the log, oldest first."""
    with library() as opened, closing(stream(opened.store.database)) as events:
        if args.export:
            written = export(events, Path(args.export))
            print(f"{count(len(written), 'file')} in {args.export}")
            return 0
        for line in map(json_text, map(flat, events)) if args.json else _lines(events):
            print(line)
    return 0


def _lines(events: Iterable[Event]) -> Iterator[str]:
    """A line an event; what was undone is told by its own words, where it isn't long ago."""
    recent: dict[str, str] = {}
    for event in events:
        undone = recent.get(event.target or "") if event.kind is EventKind.UNDONE else None
        yield _line(event, undone or event.card or _plan_name(event) or event.target or "")
        recent.setdefault(event.action, f"{event.kind} {undone or event.card or ''}".rstrip())
        if len(recent) > RECENT:
            del recent[next(iter(recent))]


def _plan_name(event: Event) -> str:
    """Of a plan that was made or changed; its end has none."""
    return str(event.body.get("name", "")) if event.kind is EventKind.PLANNED else ""


def _line(event: Event, what: str) -> str:
    """Local time, what happened, to which card, and what followed."""
    local = Moment(event.wall, event.offset).local
    words = [f"{local:%Y-%m-%d %H:%M:%S}", f"{event.kind:8}", what]
    if event.rating:
        words.append(event.rating.word)
    if event.due_day is not None and event.due_day < HELD_FOR_EVER:
        words.append(f"until {day_date(event.due_day)}" if event.due_at is None else "in steps")
    if event.kind is EventKind.WRITTEN:
        words += [str(event.body.get("drill", "")), attempt_words(event.body)]
    if event.kind is EventKind.MEASURED:
        words += [str(event.body.get("demo", "")), in_words(event.body.get("verdict"))]
    return "  ".join(word for word in words if word)
