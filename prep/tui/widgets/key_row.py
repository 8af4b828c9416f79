"""The last row: what the keys do here. It never wraps, drops from the right, and a toast may replace it for a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prep.text.row import linked, row, spread
from prep.text.span import Line, Role, Span
from prep.text.wrap import wrap
from prep.tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One key and its word."""

    key: str
    word: str
    action: str

    @property
    def width(self) -> int:
        """Columns of "key word"."""
        return len(self.key) + 1 + len(self.word)

    def line(self, *, main: bool) -> Line:
        """Key in act, word dim; the main action's word in ink."""
        word = Span(f" {self.word}", Role.INK if main else Role.DIM)
        return linked(row(Span(self.key, Role.KEY), word), f"do:{self.action}")


class KeyRow(Rows):
    """Entries from the left, `? keys` at the right edge."""

    TOAST_SECONDS = 2.0

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[KeyEntry, ...] = ()
        self.last: KeyEntry | None = None
        """Stands at the right edge."""
        self.toast = ""
        self.toast_look = ""
        self.stays = False
        """Whether the sentence waits for the next key."""

    def say(self, entries: Sequence[KeyEntry], last: KeyEntry | None) -> None:
        """Show other keys."""
        if (tuple(entries), last) != (self.entries, self.last):
            self.entries, self.last = tuple(entries), last
            self.redraw()

    def tell(self, sentence: str, look: str = "", *, stays: bool = False) -> None:
        """One sentence instead of the keys: for two seconds, or until the next key."""
        self.toast, self.toast_look, self.stays = sentence, look, stays
        self.redraw()
        if not stays:
            self.set_timer(self.TOAST_SECONDS, lambda: self.hush(sentence))

    def hush(self, sentence: str = "") -> None:
        """Take the sentence away (the given one only, so that a newer one keeps its time)."""
        if self.toast and sentence in ("", self.toast):
            self.toast = ""
            self.redraw()

    def rows(self) -> list[Line]:
        """One row."""
        width = self.grid.width
        if self.toast:  # what went wrong is told to its end
            return list(wrap((Span(self.toast, Role(self.toast_look or Role.INK)),), width))
        gap = 2 if self.grid.narrow else 3
        room = width - (self.last.width + gap if self.last else 0)
        kept = fitting(self.entries, room, gap)
        pieces: list[Line | str] = []
        for number, entry in enumerate(kept):
            pieces += [" " * gap] if number else []
            pieces.append(entry.line(main=number == 0 and entry.key != "esc"))
        return [spread(row(*pieces), self.last.line(main=False) if self.last else "", width)]


def fitting(entries: Sequence[KeyEntry], room: int, gap: int) -> list[KeyEntry]:
    """As many as fit, dropped from the right; `esc` is the last to go."""
    kept = list(entries)
    while kept and sum(entry.width for entry in kept) + gap * (len(kept) - 1) > room:
        others = [entry for entry in kept if entry.key != "esc"]
        kept.remove(others[-1] if others else kept[-1])
    return kept
