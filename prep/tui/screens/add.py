"""Adding a card: fields with a live preview, read by the parser that reads decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Input, TextArea

from prep.core.card import Card
from prep.decks.writing.draft import new_card_markdown
from prep.errors import DeckError, PrepError
from prep.session.changes.adding import Added, add_card
from prep.session.changes.composing import Composed, compose, goal, likely_topic, questions, read_card
from prep.session.changes.unsaved import Drawer, StillOpen, Unsaved
from prep.session.library.demo_names import known_demos
from prep.session.library.library import Library
from prep.tui import editor
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.widgets.form import KINDS, CardForm
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.key_row import KeyRow
from prep.tui.widgets.preview import Preview
from prep.tui.widgets.rows import Drawn
from prep.tui.widgets.text_field import KindField
from prep.view.card.preview import first_of
from prep.view.grid import PAGE, WIDE_PAGE

SURE = "not saved yet: F2 saves it, esc again leaves it"
KEPT = "here is what you were writing: F2 saves it, esc twice gives it up"
NO_CARD = "a card needs a heading that starts with ##"
NOT_ASKED = "saved, but it isn't asked: c on Home says why"
GAP = 4
"""Columns between fields and preview."""


class AddScreen(Page):
    """The form. Letters are always text; F-keys, tab and escape act, enter and arrows where no text takes them."""

    CSS_PATH = "../add.tcss"
    AUTO_FOCUS = "#ask TextArea"
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

    def __init__(self, library: Library, card: Card | None = None) -> None:
        super().__init__()
        self.library = library
        self.composed: Composed | None = None
        self.previewing = False
        """When narrow: the preview in the place of the fields."""
        self._begun_at = card
        self._known = known_demos(library.paths.demos)
        self._goal = ("", "")
        self._drawer = Drawer(library.paths)
        self._last: Widget | None = None
        """The field that had the cursor last."""
        self._warned = False
        self._written: Unsaved | None = None
        """What was read last."""
        self._ended = False
        """The card is saved, or given up: there is nothing left to keep."""
        self._told = False
        """That it can't be kept."""

    # what is drawn

    @property
    def widest(self) -> int:
        """Two columns of 56 where there is room."""
        return WIDE_PAGE if self.app.size.width >= 112 else PAGE

    @property
    def typing(self) -> bool:
        """Fields take the letters."""
        return True

    @property
    def column(self) -> int:
        """Columns of the fields, and of the preview."""
        width = self.grid.width
        return width if self.grid.narrow else (width - GAP) // 2

    @property
    def form(self) -> CardForm:
        """The fields."""
        return self.query_one(CardForm)

    def body(self) -> Iterator[Widget]:
        """Fields and preview."""
        topics = [topic.id for topic in self.library.deck.topics]
        with Horizontal(id="form"):
            yield CardForm(topics, sorted(self._known.names))
            with Vertical(id="preview-column"):
                yield Preview()

    def facts(self) -> HeadFacts:
        """Which file the card will go to."""
        file = self._goal[1]
        return HeadFacts(place="add a card", facts=f"your decks · {file}" if file else "")

    def on_mount(self) -> None:
        """An empty form for the topic one came from."""
        super().on_mount()
        self.set_class(bool(self.prep.ascii), "-ascii")
        card = self._begun_at
        topic = card.topic if card else likely_topic(self.library)
        of = card.parent.rpartition("/")[2] if card and card.parent else card.id if card else ""
        self.form.begin(topic, of, self.column)
        self._take_up()
        self.changed()

    def _take_up(self) -> None:
        """What was being written when the app ended."""
        try:
            kept = self._drawer.take_up()
        except PrepError as error:
            self._told = True  # what can't be read isn't written over
            self.tell_error(error)
            return
        if kept is not None:
            self.form.restore(kept)
            self.toast(KEPT, "care")

    def on_unmount(self) -> None:
        """The place where it was kept is another window's."""
        self._drawer.close()

    def on_resize(self, event: Resize) -> None:
        """Other columns."""
        super().on_resize(event)
        self.show()
        self.call_after_refresh(self.form.follow_caret)

    def show(self) -> None:
        """Draw everything that may have changed."""
        grid, apart = self.grid, 0 if self.grid.short else self.grid.gap
        narrow, fields = grid.narrow, self.form
        whole, beside = (self.query_one(name) for name in ("#form", "#preview-column"))
        whole.styles.padding = (apart, 0, 0, grid.left)
        fields.styles.width = self.column + (1 if narrow else 2)
        fields.styles.padding = (0, 0 if narrow else 1, 0, 0)
        beside.styles.width = self.column + 1
        beside.styles.margin = (0, 0, 0, 0 if narrow else GAP - 2)
        fields.display = not (narrow and self.previewing)
        beside.display = not narrow or self.previewing
        fields.say(grid.gap)
        if fields.display and self.focused is None and self._last is not None and grid.big_enough:
            self._last.focus()  # what was hidden had lost it
        self.query_one(Preview).composed = self.composed
        for drawn in self.query(Drawn):
            if drawn.screen is self and drawn.parent is not self:
                drawn.redraw()
        super().show()

    def changed(self) -> None:
        """Read it again; a form without a word has no problems yet."""
        form = self.form
        self._written = form.unsaved
        topic = form.line("topic").text
        if self._goal[0] != topic:
            self._goal = (topic, goal(self.library, topic))
            form.line("of").offer(questions(self.library, topic))
        if form.empty:
            self.composed = None
        elif form.as_markdown:
            self.composed = read_card(self.library, self._known, topic, form.markdown)
        else:
            self.composed = compose(self.library, self._known, topic, form.draft)
        self.keep()
        self.show()
        self.call_after_refresh(form.follow_caret)

    @on(TextArea.SelectionChanged)
    def caret_moved(self) -> None:
        """Nobody types blind."""
        self.call_after_refresh(self.form.follow_caret)

    def keep(self) -> None:
        """Keep what was typed, from the first letter until it is saved or given up."""
        if self._ended or self._told or not self.query(CardForm):  # a form that isn't built yet holds nothing
            return
        try:
            if self.form.untouched:
                self._drawer.forget()
            else:
                self._drawer.keep(self.form.unsaved)
        except PrepError as error:
            self._told = True
            self.tell_error(error)

    def _end(self) -> None:
        """Nothing is left to keep."""
        self._ended = True
        self._drawer.forget()

    @on(DescendantFocus)
    @on(DescendantBlur)
    def moved(self) -> None:
        """The label of the field in focus is lit."""
        self._last = self.focused or self._last
        self.form.say(self.grid.gap)
        self.show_keys()

    # keys

    def offers(self, action: str) -> bool:
        """Enter goes on where it begins no line, F5 is for screens without room for both."""
        match action:
            case "add" | "palette":
                return False
            case "go_on":
                return isinstance(self.focused, Input)
            case "turn":
                return not self.form.as_markdown and not self.previewing
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
        if self.form.unsaved == self._written:
            return  # the form was begun, cleared or taken up
        self._warned = False
        self._was_read()
        self.changed()

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
        form = self.form
        form.kind = KINDS[at]
        asked = questions(self.library, form.line("topic").text)
        if at and asked and not form.line("of").text:
            form.line("of").line.value = asked[-1]
        self.changed()

    def action_turn(self, by: int) -> None:
        """The kind beside it."""
        self.action_kind((KINDS.index(self.form.kind) + by) % len(KINDS))

    def action_preview(self) -> None:
        """Preview or fields."""
        self.previewing = not self.previewing
        if self.previewing:
            self.set_focus(None)
        self.show()

    # saving

    async def action_save(self) -> None:
        """Save and leave."""
        if not self._ended and (added := await self._saved()) is not None:
            self._end()
            self.dismiss()
            self.app.call_later(self.prep.tell, told(added))

    async def action_another(self) -> None:
        """Save and begin the next one, of the same kind and topic."""
        if self._ended or (added := await self._saved()) is None:
            return
        self.form.clear()
        self.changed()
        self.form.field("ask").area.focus()
        self.toast(told(added))

    async def _saved(self) -> Added | None:
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
            added: Added = await self.prep.aside(add_card, self.library, composed.topic, composed.markdown)
            return added
        except PrepError as error:
            self.tell_error(error)
            return None

    # the editor

    def action_editor(self) -> None:
        """The card's Markdown in the editor; from then on the form holds the Markdown itself."""
        form = self.form
        written = form.markdown if form.as_markdown else new_card_markdown(form.draft)
        form.load(self._edited(self.composed.markdown if self.composed else written))
        self.changed()
        form.field("markdown").area.focus()

    def _edited(self, text: str) -> str:
        """The text as the editor left it. Raises DeckError."""
        try:
            with self._drawer.lent(text + "\n") as path:
                if self.prep.run_editor(editor.command(editor.editor(self.prep.config.editor), path, 1)) is True:
                    raise StillOpen(path)
                return path.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise DeckError("what the editor left is not UTF-8 text", "nothing was changed") from error
        except OSError as error:
            raise DeckError(f"the card can't be edited: {error.strerror}", "nothing was changed") from error

    def action_leave(self) -> None:
        """Leave; once asked if something would be lost."""
        if self.form.untouched or self._warned:
            self._end()
            self.dismiss()
            return
        self._warned = True
        self.toast(SURE, "care", stays=True)


def told(added: Added) -> str:
    """What the key row says after saving."""
    return f"added {', '.join(added.cards)}: asked today" if added.cards else NOT_ASKED
