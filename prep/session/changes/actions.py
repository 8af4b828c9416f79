"""What a person does to cards outside rating them, and taking it back: one action, one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from prep.core.card import Card
from prep.core.clock import Moment, day_date
from prep.core.event import HELD_FOR_EVER, EventDraft, EventKind
from prep.decks.writing import renewal as renewals
from prep.decks.writing.renewal import Renewal
from prep.errors import PrepError
from prep.session.library.library import Library
from prep.store import records
from prep.store.records import Action
from prep.text.words import count

RENEWED = "renewed"
"""Key of a `held` event's body: the renewal of a dated fact, which is no hold but an action to take back."""


class CardAction(StrEnum):
    """The card actions behind `x`; each is undone by `u`."""

    BURY = "bury"
    """Not today."""
    SUSPEND = "suspend"
    """Not until released."""
    RELEASE = "release"
    RESET = "reset"
    """A new card again; its history stays in the log."""


@dataclass(frozen=True, slots=True)
class Undone:
    """An action that was taken back or given back."""

    sentence: str
    """"undone: Hard on why-scale"."""
    card: str | None
    """Full id of the card that returns to the desk, if it is one card's action."""
    action: str


def append(library: Library, drafts: Sequence[EventDraft]) -> Action:
    """Log one action now. It is on disk when this returns. Raises StoreError."""
    now = library.now()
    return library.store.append(drafts, now, library.config.day_of(now))


def act(library: Library, card: Card, action: CardAction) -> Action:
    """Bury, suspend, release or reset a card."""
    return act_on(library, [card], action)


def act_on(library: Library, cards: Sequence[Card], action: CardAction) -> Action:
    """The same with several, in one action that one undo takes back."""
    return append(library, [_draft(card.full_id, action, library.day()) for card in cards])


def release(library: Library, cards: Sequence[Card]) -> int:
    """Let those of these cards that are held be asked again, in one action; how many they were."""
    day = library.day()
    held = [card.full_id for card in cards if library.store.state(card.full_id).held(day)]
    if held:
        append(library, [_draft(card, CardAction.RELEASE, day) for card in held])
    return len(held)


def _draft(card: str, action: CardAction, day: int) -> EventDraft:
    match action:
        case CardAction.BURY:
            return EventDraft(EventKind.HELD, card=card, due_day=day + 1)
        case CardAction.SUSPEND:
            return EventDraft(EventKind.HELD, card=card, due_day=HELD_FOR_EVER)
        case CardAction.RELEASE:
            return EventDraft(EventKind.HELD, card=card)
        case CardAction.RESET:
            return EventDraft(EventKind.RESET, card=card)


def renew(library: Library, card: Card) -> Action:
    """Say that a dated fact was checked this month and holds for a year. Raises DeckError, StoreError.

    The deck file is changed; what the log keeps is how to take that back. The hold stays what it is.
    """
    today = day_date(library.day())
    library.await_turn()
    renewal = renewals.renew(card, (f"{today:%Y-%m}", f"{today.year + 1}-{today:%m}"), library.paths.decks)
    held = library.store.state(card.full_id).held_until
    library.reload()
    try:
        return append(
            library, [EventDraft(EventKind.HELD, card.full_id, due_day=held, body={RENEWED: renewal.plain()})]
        )
    except PrepError:
        _turn_file(library, card.full_id, renewal, back=True)
        raise


def undo(library: Library) -> Undone | None:
    """Take back this device's newest action; None when there is none left."""
    return _turn(library, library.store.undo, library.store.redo, "undone")


def redo(library: Library) -> Undone | None:
    """Give back what was undone last; None when there is nothing to give back."""
    return _turn(library, library.store.redo, library.store.undo, "redone")


Turn = Callable[[Moment, int], records.UndoneAction | None]


def _turn(library: Library, turn: Turn, back: Turn, word: str) -> Undone | None:
    now = library.now()
    done = turn(now, library.config.day_of(now))
    if done is None:
        return None
    sentence = f"{word}: {_what(done)}"
    if (renewal := Renewal.read(done.body.get(RENEWED))) and done.card:
        try:
            if not _turn_file(library, done.card, renewal, back=word == "undone"):
                sentence += ", but its months were changed since and stay"
        except PrepError:
            back(library.now(), library.day())
            raise
    return Undone(sentence, done.card if done.cards == 1 else None, done.target)


def _turn_file(library: Library, full_id: str, renewal: Renewal, *, back: bool) -> bool:
    """Change the deck file as the log was changed; False if somebody else has changed the months meanwhile."""
    if (card := library.card(full_id)) is None:
        return False
    decks = library.paths.decks
    turned = renewals.take_back(card, renewal) if back else renewals.renew_again(card, renewal, decks)
    library.reload()
    return turned


def _what(done: records.UndoneAction) -> str:
    """The action in the menu's word, and the card: "suspend why-scale", "Hard on why-scale", "new parameters"."""
    said = _said(done)
    if not done.cards:
        return said
    return f"{said} {done.card.rpartition('/')[2] if done.card and done.cards == 1 else count(done.cards, 'card')}"


def _said(done: records.UndoneAction) -> str:
    match done.kind:
        case EventKind.RATED if done.rating:
            return f"{done.rating.word} on"
        case EventKind.HELD:
            return "renew" if RENEWED in done.body else _hold(done.due_day)
        case EventKind.RESET:
            return CardAction.RESET
        case EventKind.PLACED:
            return "reschedule"
        case EventKind.FITTED:
            return "new parameters on" if done.cards else "new parameters"
        case EventKind.PLANNED:
            return f"the plan {name}" if (name := done.body.get("name")) else "the end of a plan"
    return done.kind


def _hold(until: int | None) -> CardAction:
    if until is None:
        return CardAction.RELEASE
    return CardAction.SUSPEND if until >= HELD_FOR_EVER else CardAction.BURY
