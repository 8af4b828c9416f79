"""What all screens with a cursor list share: stepping, pointing, and the list drawn anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.events import Resize
from textual.widget import Widget

from prep.tui.command import Command, name_of
from prep.tui.screens.page import Page
from prep.tui.widgets.cursor_sheet import CursorItem, CursorSheet
from prep.tui.widgets.rows import Row

CHOOSE = (
    Command("step(1)", ("down", "j"), "choose", "Go down.", palette=False, label="↑↓"),
    Command("step(-1)", ("up", "k"), "choose", "Go up.", footer=False, palette=False),
    Command("page_step(1)", ("pagedown", "ctrl+d"), "page", "Go down a page.", footer=False, palette=False),
    Command("page_step(-1)", ("pageup", "ctrl+u"), "page", "Go up a page.", footer=False, palette=False),
    Command("first", ("home", "g"), "first", "Go to the first.", footer=False, palette=False),
    Command("last", ("end", "G"), "last", "Go to the last.", footer=False, palette=False),
)
CHOOSING = frozenset(name_of(command.action) for command in CHOOSE)


class ListPage(Page):
    """A page with one list."""

    def __init__(self) -> None:
        super().__init__()
        self.cursor = 0

    def parts(self) -> Sequence[Row | CursorItem]:
        """Heads and items."""
        raise NotImplementedError

    def count(self) -> int:
        """How many items there are."""
        return sum(isinstance(part, CursorItem) for part in self.parts())

    def body(self) -> Iterator[Widget]:
        """The list."""
        yield CursorSheet(self.parts())

    def on_mount(self) -> None:
        """The list for the first time."""
        super().on_mount()
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Laid out anew for the new size."""
        super().on_resize(event)
        self.query_one(CursorSheet).show(0)  # from the top, so that a size always shows the same rows
        self.show()

    def show(self) -> None:
        """Draw everything anew."""
        self.cursor = max(0, min(self.cursor, self.count() - 1))
        self.query_one(CursorSheet).say(self.parts(), self.cursor)
        super().show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to choose from where there are two items."""
        if action in CHOOSING:
            return self.count() > 1
        return super().check_action(action, parameters)

    def action_step(self, by: int) -> None:
        """The item above or below."""
        self.action_point(self.cursor + by)

    def action_page_step(self, by: int) -> None:
        """Some items further."""
        self.action_point(self.cursor + by * max(1, self.query_one(CursorSheet).size.height // 3))

    def action_first(self) -> None:
        """The first item."""
        self.action_point(0)

    def action_last(self) -> None:
        """The last item."""
        self.action_point(self.count() - 1)

    async def action_click(self, at: int) -> None:
        """A click goes to an item; on the one at the cursor it does what the first key does."""
        if at == self.cursor:
            await self.run_action(self.commands()[0].action)
        else:
            self.action_point(at)

    def action_point(self, at: int) -> None:
        """This item."""
        self.cursor = max(0, min(at, self.count() - 1))
        self.show()
