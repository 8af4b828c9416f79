"""What the lists of cards share: looking, marking, practising, and acting on what is marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from prep.core.card import Card
from prep.core.query import Word
from prep.session.changes.actions import CardAction, act_on, redo, undo
from prep.session.library.library import Library
from prep.session.library.shelf import ShelvedCard, shelved
from prep.text import words
from prep.text.row import cut, label
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.rows import Row
from prep.view.library import card_detail, card_head, card_row

ACTIONS = {
    "suspend": ("s", CardAction.SUSPEND, "Ask them no more until they are released."),
    "bury": ("b", CardAction.BURY, "Leave them until tomorrow."),
    "reset": ("r", CardAction.RESET, "Make them new again; the history stays."),
    "release": ("l", CardAction.RELEASE, "Let them be asked again."),
}
IN_ACTIONS = frozenset(("act_on", "stop_acting"))


class CardList(ListPage):
    """Cards with kind, cue, when they come and what is remembered of them."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("look", ("enter",), "look", "Show the card with all it says and its history."),
        Command("mark", ("space",), "mark", "Mark this card, or take the mark away."),
        Command("mark_all", ("v",), "mark all", "Mark all cards that are listed, or none.", footer=False),
        Command("practise", ("r",), "practise", "Ask the marked cards now, due or not; without marks this one."),
        Command("edit", ("e",), "edit", "Open the card's file in the editor."),
        Command("act", ("x",), "actions", "Suspend, bury, reset or release the marked cards, or this one."),
        Command("read", ("t",), "read", "Read the whole topic as a page.", footer=False),
        Command("copy", ("c",), "copy", "Copy the ids of the marked cards, or of this one.", footer=False),
        Command("undo", ("u",), "undo", "Take back your newest action.", footer=False),
        Command("redo", ("U",), "redo", "Give back what was undone last.", footer=False),
        *(Command(f"act_on('{name}')", (key,), name, help, palette=False) for name, (key, _, help) in ACTIONS.items()),
        Command("stop_acting", ("escape", "x"), "back to the list", "Leave the actions.", palette=False),
        *CHOOSE,
        Command("leave", ("escape",), "back", "Go back."),
    )
    TOPICS: ClassVar[bool] = False
    """Whether a row names its topic."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.marked: set[str] = set()
        self.acting = False
        self._shelved: dict[str, ShelvedCard] = {}

    # what is listed

    @property
    def cards(self) -> Sequence[Card]:
        """In their order."""
        raise NotImplementedError

    @property
    def sought(self) -> Sequence[Word]:
        """Words to light up."""
        return ()

    def above(self) -> list[Row]:
        """Rows over the list."""
        return []

    def parts(self) -> Sequence[Row | CursorItem]:
        """The cards."""
        width = self.grid.width - MARK_ROOM
        head = [label(""), Line((*label("  ").spans, *card_head(self.grid, width, topics=self.TOPICS).spans))]
        return [*self.above(), *(head if self.cards else []), *map(self._item, self.cards)]

    def count(self) -> int:
        """All of them."""
        return len(self.cards)

    def _item(self, card: Card) -> CursorItem:
        return CursorItem(
            (
                card_row(
                    self.shelved(card),
                    self.grid,
                    self.grid.width - MARK_ROOM,
                    marked=card.full_id in self.marked,
                    topics=self.TOPICS,
                    sought=self.sought,
                ),
            )
        )

    def shelved(self, card: Card) -> ShelvedCard:
        """How it stands; read once until something changes."""
        if (found := self._shelved.get(card.full_id)) is None or found.card is not card:
            found = self._shelved[card.full_id] = shelved(self.library, card)
        return found

    def forget(self) -> None:
        """States may have changed."""
        self._shelved.clear()

    # where keys act

    @property
    def at(self) -> Card | None:
        """The card at the cursor."""
        return self.cards[self.cursor] if self.cursor < len(self.cards) else None

    @property
    def subject(self) -> Card | None:
        """A new card begins beside it."""
        return self.at

    @property
    def chosen(self) -> list[Card]:
        """The marked cards; without marks the one at the cursor."""
        marked = [card for card in self.cards if card.full_id in self.marked]
        return marked or ([self.at] if self.at else [])

    def desk(self) -> Sequence[Row]:
        """What the card is, or what an action would touch."""
        if self.acting:
            return [label(f"{words.count(len(self.chosen), 'card')}, one undo")]
        return [cut(card_detail(self.shelved(self.at)), self.grid.width)] if self.at else []

    def offers(self, action: str) -> bool:
        """The actions have keys of their own while they are offered."""
        if self.acting:
            return action in IN_ACTIONS or action in ("keys", "step")
        if action in IN_ACTIONS:
            return False
        return self.at is not None or action not in {c.action for c in CardList.HERE} - {"leave", "undo", "redo"}

    def marks(self) -> str:
        """For the head."""
        marked = sum(card.full_id in self.marked for card in self.cards)
        return f" · {marked} marked" if marked else ""

    def page_resumed(self) -> None:
        """Something may have been rated or changed meanwhile."""
        self.forget()
        self.show()

    def decks_changed(self) -> None:
        """A card may have other words."""
        self.page_resumed()

    def action_look(self) -> None:
        """The card whole."""
        if self.at is not None:
            self.prep.open("library.card", self.at.full_id)

    def action_mark(self) -> None:
        """Mark it, and go on to the next."""
        if self.at is not None:
            self.marked ^= {self.at.full_id}
            self.action_step(1)

    def action_mark_all(self) -> None:
        """All, or none when all are marked."""
        listed = {card.full_id for card in self.cards}
        self.marked = set() if listed <= self.marked else listed
        self.show()

    def action_practise(self) -> None:
        """Ask them now."""
        self.prep.practise([card.full_id for card in self.chosen])

    async def action_edit(self) -> None:
        """In the editor."""
        if self.at is not None and await self.prep.edit(self.at):
            self.page_resumed()

    def action_read(self) -> None:
        """Its topic."""
        if self.at is not None:
            self.prep.open("topic", self.at.topic, self.at.full_id)

    def action_copy(self) -> None:
        """To the clipboard."""
        chosen = [card.full_id for card in self.chosen]
        self.app.copy_to_clipboard("\n".join(chosen))
        self.toast(f"copied {chosen[0] if len(chosen) == 1 else words.count(len(chosen), 'id')}")

    def action_act(self) -> None:
        """Offer the actions."""
        self.acting = True
        self.show()

    def action_stop_acting(self) -> None:
        """Back to the list."""
        self.acting = False
        self.show()

    async def action_act_on(self, name: str) -> None:
        """One action with all that is chosen."""
        chosen = self.chosen
        await self.prep.aside(act_on, self.library, chosen, ACTIONS[name][1])
        self.acting = False
        self.marked.clear()
        self.page_resumed()
        self.toast(
            f"{name}: {chosen[0].full_id if len(chosen) == 1 else words.count(len(chosen), 'card')}; u undoes it"
        )

    async def action_undo(self) -> None:
        """Take back the newest action."""
        self._turned(await self.prep.aside(undo, self.library), "nothing to undo")

    async def action_redo(self) -> None:
        """Give it back."""
        self._turned(await self.prep.aside(redo, self.library), "nothing to redo")

    def _turned(self, done: object, nothing: str) -> None:
        self.page_resumed()
        self.toast(getattr(done, "sentence", nothing))
