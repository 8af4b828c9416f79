"""Adding a card: fields with a live preview, read by the parser that reads decks (DESIGN §1, LOOK §9.9)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.widgets import Input, TextArea

from prep.decks.writing.draft import new_card_markdown
from prep.errors import DeckError, PrepError
from prep.session.changes.adding import Added, add_card
from prep.session.changes.composing import questions
from prep.tui import editor
from prep.tui.command import Command
from prep.tui.screens.add_view import KINDS, AddView
from prep.tui.widgets.key_row import KeyRow
from prep.tui.widgets.preview import first_of
from prep.tui.widgets.text_field import KindField

SURE = "not saved yet: F2 saves it, esc again leaves it"
NO_CARD = "a card needs a heading that starts with ##"
CLEARED = ("ask", "answer", "instead", "sound", "must", "markdown")


class AddScreen(AddView):
    """The form. Letters are always text; F-keys, tab and escape act, enter and arrows where no text takes them."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("next_field", ("tab",), "next field", "Go to the next field.", at_once=True),
        Command("field_before", ("shift+tab",), "field before", "Go to the field before.", footer=False, at_once=True),
        Command("go_on", ("enter",), "next field", "In a field of one line: go on.", footer=False, at_once=True),
        Command("turn(1)", ("right",), "kind", "In the first row: take the next kind of card.", label="←→"),
        Command("turn(-1)", ("left",), "kind", "In the first row: take the kind before.", footer=False),
        Command("save", ("f2",), "save", "Save the card; it is asked today."),
        Command("another", ("f3",), "save, add another", "Save the card and begin another one."),
        Command("editor", ("f4",), "editor", "Write the card's Markdown in your editor."),
        Command("preview", ("f5",), "preview", "Show the preview, or the fields again."),
        Command("keys", ("f1",), "keys", "Show the keys of this screen.", footer=False),
        Command("leave", ("escape",), "leave", "Leave the form; asks once if something was typed."),
    )
    _warned = False

    def offers(self, action: str) -> bool:
        """Enter goes on where it begins no line, F5 is for screens without room for both."""
        match action:
            case "add" | "palette":
                return False
            case "go_on":
                return isinstance(self.focused, Input)
            case "turn":
                return not self.as_markdown and not self.previewing
            case "preview":
                return self.grid.narrow
        return True

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """The swap comes early where it is needed; arrows choose a kind in its row, elsewhere they move in a text."""
        here = [c for c in commands if c.action != "turn(1)" or self.query_one(KindField).has_focus]
        return sorted(here, key=lambda command: command.action in ("another", "editor") and self.grid.narrow)

    def word_of(self, command: Command) -> str:
        """What F5 shows next."""
        return "fields" if command.action == "preview" and self.previewing else command.word

    @on(TextArea.Changed)
    @on(Input.Changed)
    def touched(self) -> None:
        """What was typed since the question is worth another one; a field keeps its keys from `on_key`."""
        self._warned = False
        self._was_read()

    def _was_read(self) -> None:
        """What waits for the next key makes way."""
        for row in self.query(KeyRow):
            if row.stays:
                row.hush()

    def action_next_field(self) -> None:
        """The next field."""
        self._was_read()
        self.focus_next()

    def action_go_on(self) -> None:
        """The next field."""
        self.action_next_field()

    def action_field_before(self) -> None:
        """The field before."""
        self._was_read()
        self.focus_previous()

    def action_kind(self, at: int) -> None:
        """Another kind of card."""
        self.kind = KINDS[at]
        asked = questions(self.library, self.line("topic").text)
        if at and asked and not self.line("of").text:
            self.line("of").line.value = asked[-1]
        self.changed()

    def action_turn(self, by: int) -> None:
        """The kind beside it."""
        self.action_kind((KINDS.index(self.kind) + by) % len(KINDS))

    def action_preview(self) -> None:
        """Preview or fields."""
        self.previewing = not self.previewing
        if self.previewing:
            self.set_focus(None)
        self.show()

    # saving

    def action_save(self) -> None:
        """Save and leave."""
        if (added := self._saved()) is not None:
            self.dismiss()
            self.app.call_later(self.prep.tell, told(added))

    def action_another(self) -> None:
        """Save and begin the next one, of the same kind and topic."""
        if (added := self._saved()) is None:
            return
        self.as_markdown = False
        for name in CLEARED:
            self.field(name).area.load_text("")
        self.changed()
        self.field("ask").area.focus()
        self.toast(told(added))

    def _saved(self) -> Added | None:
        """What was saved; None where something is missing, with a sentence that says what."""
        composed = self.composed
        if composed is None:
            self.toast("there is nothing to save yet", "care")
            return None
        if not composed.savable:
            problem = first_of(composed.problems)
            self.toast(problem.message if problem else NO_CARD, "wrong", stays=True)
            return None
        try:
            return add_card(self.library, composed.topic, composed.markdown)
        except PrepError as error:
            self.tell_error(error)
            return None

    # the editor

    def action_editor(self) -> None:
        """The card's Markdown in the editor; from then on the form holds the Markdown itself."""
        written = self.field("markdown").text if self.as_markdown else new_card_markdown(self.draft)
        text = self._edited(self.composed.markdown if self.composed else written)
        self.as_markdown = True
        self.field("markdown").area.load_text(text.rstrip("\n"))
        self.changed()
        self.field("markdown").area.focus()

    def _edited(self, text: str) -> str:
        """The text as the editor left it. Raises DeckError."""
        folder, kept = Path(tempfile.mkdtemp(prefix="prep-")), False
        try:
            path = folder / "card.md"
            path.write_text(text + "\n", "utf-8")
            kept = self.prep.run_editor(editor.command(editor.editor(self.prep.config.editor), path, 1)) is True
            if kept:
                what = f"the editor came back at once; what its window saves stays in {path}"
                raise DeckError(what, "give `editor` in config.toml the flag that makes it wait")
            return path.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise DeckError("what the editor left is not UTF-8 text", "nothing was changed") from error
        except OSError as error:
            raise DeckError(f"the card can't be edited: {error.strerror}", "nothing was changed") from error
        finally:
            if not kept:
                shutil.rmtree(folder)

    def action_leave(self) -> None:
        """Leave; once asked if something would be lost."""
        if self.empty or self._warned:
            self.dismiss()
            return
        self._warned = True
        self.toast(SURE, "care", stays=True)


def told(added: Added) -> str:
    """What the key row says after saving."""
    return f"added {', '.join(added.cards)}: asked today" if added.cards else "added; it is asked today"
