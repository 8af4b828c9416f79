"""A card with everything that its deck says, and what the log says of it."""

from __future__ import annotations

from prep.core.card import Card
from prep.core.clock import day_date
from prep.core.event import HELD_FOR_EVER, Event, EventKind
from prep.session.library.history import CardHistory
from prep.session.library.listing import standing
from prep.session.writing.record import attempt_words
from prep.text.row import label, row
from prep.text.span import BLANK, Line
from prep.text.words import count
from prep.view.card import depth
from prep.view.card.back import INSTEAD, plainly
from prep.view.card.points import REQUIRED


def whole(found: CardHistory, width: int) -> list[Line]:
    """The card as it stands, its schedule, and every rating."""
    events = [row(event_words(event)) for event in found.events] or [row("never asked")]
    return [*card_lines(found.card, width), BLANK, label("HISTORY"), *events, row(standing_words(found))]


def card_lines(card: Card, width: int) -> list[Line]:
    """What is asked, what must be said, all depth."""
    head = label(f"{card.full_id} · {card.kind} · {card.level.name.lower()}")
    rows = [head, *plainly(f"**{card.cue}**", width), BLANK, *plainly(card.answer, width)]
    if card.say_instead or card.sound:
        said = "\n\n".join(filter(None, (card.sound, card.say_instead)))
        rows += [BLANK, label(INSTEAD), *plainly(said, width)]
    if card.must_say:
        points = (f"- {point.text}{f' ({REQUIRED})' if point.required else ''}" for point in card.must_say)
        rows += [BLANK, label("MUST SAY"), *plainly("\n".join(points), width)]
    return [*rows, *depth.lines(card, width)]


def standing_words(found: CardHistory) -> str:
    """Where it stands now."""
    state = found.state
    words = [standing(state, found.day), count(state.reps, "answer"), count(state.lapses, "lapse")]
    if state.reviewed:
        words.append(f"stability {state.reviewed.memory.stability:.1f} days")
        words.append(f"difficulty {state.reviewed.memory.difficulty:.1f}")
    if found.recall is not None:
        words.append(f"recall {100 * found.recall:.0f} %")
    return " · ".join(words)


def event_words(event: Event) -> str:
    """Date, what happened, what followed."""
    words = [day_date(event.day).isoformat(), event.rating.word if event.rating else event.kind.value]
    if event.kind is EventKind.WRITTEN:
        words += [str(event.body.get("drill", "")), attempt_words(event.body)]
    if event.ms is not None:
        words.append(f"{event.ms / 1000:.0f} s")
    if event.kind is EventKind.RATED and event.due_at is not None:
        words.append("again in some minutes")
    elif event.kind is EventKind.HELD:
        words.append(_hold(event.due_day))
    elif event.due_day is not None:
        words.append(f"due {day_date(event.due_day).isoformat()}")
    if event.missed:
        words.append("missed " + ", ".join(event.missed))
    return "  ".join(words)


def _hold(until: int | None) -> str:
    if until is None:
        return "no longer"
    return "until released" if until >= HELD_FOR_EVER else f"until {day_date(until).isoformat()}"
