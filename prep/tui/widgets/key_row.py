"""The last row: what the keys do here. It never wraps, drops from the right, and a toast may replace it for a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from prep.text.span import Span
from prep.text.wrap import wrap
from prep.tui.ink import ink, joined, painted, spread
from prep.tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class Entry:
    """One key and its word."""

    key: str
    word: str
    action: str

    @property
    def width(self) -> int:
        """Columns of "key word"."""
        return len(self.key) + 1 + len(self.word)

    def ink(self, *, main: bool) -> Content:
        """Key in act, word dim; the main action's word in ink."""
        target = f"do:{self.action}"
        word = ink(f" {self.word}", *(() if main else ("dim",)), target=target)
        return joined([ink(self.key, "key", target=target), word])


class KeyRow(Rows):
    """Entries from the left, `? keys` at the right edge."""

    TOAST_SECONDS = 2.0

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[Entry, ...] = ()
        self.last: Entry | None = None
        """Stands at the right edge."""
        self.toast = ""
        self.toast_look = ""
        self.stays = False
        """Whether the sentence waits for the next key."""

    def say(self, entries: Sequence[Entry], last: Entry | None) -> None:
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

    def rows(self) -> list[Content]:
        """One row."""
        width = self.grid.width
        if self.toast:
            looks = (self.toast_look,) if self.toast_look else ()
            lines = wrap((Span(self.toast),), width)  # what went wrong is told to its end
            return [painted(line, *looks) for line in lines]
        gap = 2 if self.grid.narrow else 3
        room = width - (self.last.width + gap if self.last else 0)
        kept = fitting(self.entries, room, gap)
        pieces: list[Content | str] = []
        for number, entry in enumerate(kept):
            pieces += [" " * gap] if number else []
            pieces.append(entry.ink(main=number == 0 and entry.key != "esc"))
        right = self.last.ink(main=False) if self.last else Content("")
        return [spread(joined(pieces), right, width)]


def fitting(entries: Sequence[Entry], room: int, gap: int) -> list[Entry]:
    """As many as fit, dropped from the right; `esc` is the last to go."""
    kept = list(entries)
    while kept and sum(entry.width for entry in kept) + gap * (len(kept) - 1) > room:
        others = [entry for entry in kept if entry.key != "esc"]
        kept.remove(others[-1] if others else kept[-1])
    return kept
