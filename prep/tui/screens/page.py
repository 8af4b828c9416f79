"""What all screens share: head, body, desk and key row; commands; toasts; clicks that press keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.await_complete import AwaitComplete
from textual.events import Key, Resize, ScreenResume
from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from prep.errors import PrepError
from prep.text.span import BLANK
from prep.tui.command import Command, bindings, name_of
from prep.tui.ink import LOOKS
from prep.tui.screens.scrolling import SCROLLS, Scrolling
from prep.tui.widgets.head import Hairline, Head, HeadFacts
from prep.tui.widgets.key_row import KeyEntry, KeyRow
from prep.tui.widgets.rows import Drawn, Pressed, Row, Rows
from prep.tui.widgets.too_small import TooSmall
from prep.view.grid import PAGE, Grid

if TYPE_CHECKING:
    from prep.core.card import Card
    from prep.tui.shell import Shell

KEYS = Command("keys", ("question_mark", "f1"), "keys", "Show the keys of this screen.", palette=False)
PALETTE = Command("palette", ("p",), "palette", "Find a command by its name.", footer=False, palette=False)
ADD = Command("add", ("a",), "add", "Add a card.", footer=False)
SEARCH = Command("search", ("slash",), "search", "Find any card by what it says or how it stands.", footer=False)
LEAVE = Command("leave", ("escape",), "back", "Go back.", footer=False)
BACK = Command("back", ("q",), "back", "Go back, where nothing is typed.", footer=False, palette=False)
EVERYWHERE = (KEYS, PALETTE, ADD, SEARCH, LEAVE, BACK)


class DeskRows(Rows):
    """The rows that act, between hairline and keys; empty on most screens."""

    def rows(self) -> Sequence[Row]:
        """As the screen says; on a tall one a blank row stands over the keys."""
        rows = cast("Page", self.screen).desk()
        return [*rows, BLANK] if rows and self.grid.tall else rows


class Page(Scrolling):
    """A page of text between two hairlines.

    A screen declares its commands in `HERE`, says in `offers` which of them would do something now, yields its
    body from `body`, and calls `show` whenever something has changed. What a person can act on, a `PrepError`, may
    come out of any action: it is told in the key row.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = set(LOOKS)
    HERE: ClassVar[tuple[Command, ...]] = ()
    """This screen's own commands, in the order of the key row."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        """The commands become bindings; one key may stand for several commands that are never offered together."""
        cls.BINDINGS = list(bindings((*cls.HERE, *EVERYWHERE)))
        super().__init_subclass__(**arguments)

    @property
    def prep(self) -> Shell:
        """The app, as pages know it."""
        return cast("Shell", self.app)

    @property
    def widest(self) -> int:
        """Columns of the widest page: 76, and 116 on the screens that have a wide one."""
        return PAGE

    @property
    def subject(self) -> Card | None:
        """The card that this page is about, if it is about one: a new card begins beside it."""
        return None

    @property
    def typing(self) -> bool:
        """Whether letters are being typed: then `?` is one of them, and the key row doesn't name it."""
        return False

    @property
    def grid(self) -> Grid:
        """The page's grid at the terminal's present size."""
        return Grid(*self.app.size, self.widest)

    # what a screen fills in

    def body(self) -> Iterator[Widget]:
        """The widgets between head and desk."""
        yield from ()

    def facts(self) -> HeadFacts:
        """What the head says."""
        return HeadFacts()

    def desk(self) -> Sequence[Row]:
        """Rows between hairline and keys."""
        return []

    def offers(self, action: str) -> bool:
        """Whether this command would do something now; a key that would do nothing is not shown."""
        return True

    def word_of(self, command: Command) -> str:
        """The footer's word for a command, as exact as the moment allows."""
        return command.word

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """The offered commands in the order of the key row."""
        return commands

    def takes(self, key: str) -> bool:
        """Whether this key would do now what it will do in the end; it waits until the app is asked to `feed`."""
        return True

    # what they share

    def compose(self) -> ComposeResult:
        """Head, body, desk, keys."""
        yield TooSmall()
        yield Head(self.facts())
        yield from self.body()
        yield Hairline()
        yield DeskRows()
        yield KeyRow()

    def on_mount(self) -> None:
        """The keys as they are at first."""
        self.show_keys()

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Seen again."""
        if self.is_mounted:
            self.page_resumed()

    def on_resize(self, event: Resize) -> None:
        """Every row is laid out anew for the new width and height; without room for a page one line says so."""
        self.set_class(not self.grid.big_enough, "-too-small")
        for widget in self.query(Drawn):
            widget.redraw()
        self.show()

    def show(self) -> None:
        """Draw head, desk and keys anew."""
        self.query_one(Head).facts = self.facts()
        self.query_one(DeskRows).redraw()
        self.show_keys()

    def show_keys(self) -> None:
        """Draw the key row anew."""
        footer = [command for command in self.declared if command.footer and command is not KEYS]
        here = self.order([command for command in footer if self.offered(command.action)])
        entries = [KeyEntry(command.key, self.word_of(command), command.action) for command in here]
        last = KeyEntry(KEYS.key, KEYS.word, KEYS.action) if self.offered(KEYS.action) and not self.typing else None
        for row in self.query(KeyRow):
            row.say(entries, last)

    @property
    def declared(self) -> tuple[Command, ...]:
        """This screen's commands, then those of every screen."""
        own = {command.action for command in self.HERE}
        return (*self.HERE, *(command for command in EVERYWHERE if command.action not in own))

    def commands(self) -> list[Command]:
        """Those that would do something now."""
        return [command for command in self.declared if self.offered(command.action)]

    def in_palette(self) -> Iterator[SystemCommand]:
        """The same commands for the palette."""
        for command in self.commands():
            if command.palette:
                sentence = f"{command.help} ({command.key})"
                yield SystemCommand(self.word_of(command), sentence, partial(self.run_action, command.action))

    def offered(self, action: str) -> bool:
        """Whether a command would do something now."""
        return bool(self.check_action(name_of(action), ()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Textual asks this before a key acts; nobody presses keys of a page that isn't shown."""
        if self.has_class("-too-small"):
            return False
        if action in ("add", "search"):
            return self.offers("add" if action == "add" else "palette") and self.prep.library is not None
        if action in SCROLLS:
            return self.scrolls
        if action == "back":
            return self.offers("palette") and self.offered("leave")
        known = any(name_of(command.action) == action for command in (*self.HERE, *EVERYWHERE))
        return self.offers(action) if known else super().check_action(action, parameters)

    def page_resumed(self) -> None:
        """Another screen was left and this one is seen again."""
        self.show()

    def decks_changed(self) -> None:
        """A deck was saved, and read again, while this page is seen."""
        self.show()

    def keep(self) -> None:
        """The app ends: keep what was typed here."""

    def day_turned(self) -> None:
        """A new study day has begun."""

    def toast(self, sentence: str, look: str = "", *, stays: bool = False) -> None:
        """One sentence in the key row."""
        for row in self.query(KeyRow):  # none in a page that is being left: keys typed ahead still reach it
            row.tell(sentence, look, stays=stays)

    def tell_error(self, error: PrepError) -> None:
        """What went wrong and what to do, until the next key."""
        self.toast(f"{error}; {error.hint}" if error.hint else f"{error}", "wrong", stays=True)

    async def _dispatch_message(self, message: Message) -> None:
        """As `Guarded.run_action`, for what isn't a key: a page that stands goes on standing. Textual's public hook,
        `on_event`, isn't told of the text of a field or the end of a worker."""
        try:
            await super()._dispatch_message(message)
        except PrepError as error:
            if not self.is_mounted:
                raise
            self.tell_error(error)

    def on_key(self, event: Key) -> None:
        """A sentence that stays has been read when the next key comes."""
        for row in self.query(KeyRow):
            row.hush()

    @on(Worker.StateChanged)
    def worker_ended(self, event: Worker.StateChanged) -> None:
        """A fault in a page's worker is the app's to tell, as any other."""
        if event.state is not WorkerState.ERROR or event.worker.error is None:
            return
        if isinstance(error := event.worker.error, PrepError):
            self.tell_error(error)
        else:
            self.prep.fault(error)

    @on(Pressed)
    async def press(self, event: Pressed) -> None:
        """A click does what the key does; a link leads where it leads."""
        event.stop()
        kind, _, rest = event.target.partition(":")
        if kind == "do":
            await self.run_action(rest)
        else:
            self.prep.follow(event.target)

    def action_keys(self) -> None:
        """Show the keys of this screen."""
        self.prep.show_keys_of(self)

    def action_palette(self) -> None:
        """Find a command by its name."""
        self.app.action_command_palette()

    def action_add(self) -> None:
        """Add a card."""
        self.prep.open("add", self.subject)

    def action_search(self) -> None:
        """Find a card."""
        self.prep.open("library.search")

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()

    async def action_back(self) -> None:
        """The same."""
        await self.run_action("leave")

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave, once and whole: what ends a screen that another one covers, or that has been left, must not end the
        other; and a page whose widgets aren't there yet would look for them while it goes."""
        if self.is_active and self.is_mounted:
            return super().dismiss(result)
        if self.is_active:
            self.call_later(self._leave, result)
        return AwaitComplete()

    def _leave(self, result: Any) -> None:
        self.dismiss(result)  # what it returns is not to be awaited here
