"""The card on the desk: paints its picture, and brings into view what is acted on."""

from __future__ import annotations

from textual.reactive import var

from prep.text.span import BLANK, Line
from prep.tui.widgets.rows import Rows, ScrollingRows
from prep.view.card.front import pinned
from prep.view.card.sheet import CardPicture, CardRows, card_rows, lay_ahead


class CardSheet(ScrollingRows):
    """The whole card, in rows that scroll."""

    picture: var[CardPicture | None] = var(None, init=False)

    def __init__(self) -> None:
        super().__init__()
        self.starts: dict[str, int] = {}
        """Row in which "back", "point" (the current one), "depth" and "fold" begin."""

    def watch_picture(self) -> None:
        """Another picture."""
        self.redraw()

    def rows(self) -> list[Line]:
        """The whole card."""
        drawn = card_rows(self.picture, self.grid) if self.picture else CardRows([])
        self.starts = drawn.starts
        return drawn.rows

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The pinned line stands in for a question that has been scrolled away."""
        super().watch_scroll_y(old_value, new_value)
        for pinned_line in self.screen.query(Pinned):
            pinned_line.stands = new_value > self.starts.get("cue", 0)

    def prepare(self) -> None:
        """Lay out the back before it is asked for."""
        if self.picture is not None and self.is_attached:  # the screen may have been left since
            lay_ahead(self.picture.asked, self.grid)

    def show_back(self) -> None:
        """On a short screen the answer stands at the top."""
        self.show(self.starts.get("back", 0), top=True)

    def show_depth(self) -> None:
        """The names of what folds open."""
        self.show(self.starts["depth"])

    def show_point(self) -> None:
        """Nobody judges a point unseen: a long fold that is open has pushed it away."""
        if "point" in self.starts:
            self.show(self.starts["point end"])
            self.show(self.starts["point"])

    def show_fold(self) -> None:
        """The open fold comes to the top, with the names of all above it where there is room."""
        if "fold" in self.starts:
            self.show(self.starts["fold"] if self.grid.short else max(0, self.starts["depth"] - 2), top=True)

    def keep_in_view(self) -> None:
        """What is acted on stays visible at another size."""
        if self.is_attached and self.picture is not None:  # left before the refresh that this waited for
            self.show_fold() if self.picture.folds.open is not None else self.show_point()


class Pinned(Rows):
    """The question as one dim line, on a short screen after the reveal; blank while the question itself is seen."""

    picture: var[CardPicture | None] = var(None, init=False)
    stands = var(False, init=False)
    """Whether the question has been scrolled away."""

    def watch_picture(self) -> None:
        """Another picture."""
        self.redraw()

    def rows(self) -> list[Line]:
        """One row or none."""
        picture = self.picture
        if picture is None or not picture.revealed or not self.grid.short:
            return []
        return [pinned(picture.asked, self.grid) if self.stands else BLANK]

    def watch_stands(self) -> None:
        """There or not."""
        self.redraw()
