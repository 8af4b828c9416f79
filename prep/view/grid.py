"""Where things stand on a page: width, margin and breakpoints (LOOK §2)."""

from __future__ import annotations

from dataclasses import dataclass

SMALLEST = (40, 12)
PAGE = 76
WIDE_PAGE = 116
"""Of the screens that have a wide page, from 112 columns on."""
CUE = 72
"""What is bold wraps earlier: a heading as wide as its text looks like text."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of one terminal size."""

    columns: int
    rows: int
    limit: int = PAGE
    """Widest page: 76 columns, 116 for the two screens that have a wide page."""

    @property
    def margin(self) -> int:
        """Least margin on each side."""
        return 1 if self.columns < 50 else 2

    @property
    def width(self) -> int:
        """Columns of the page."""
        return max(1, min(self.limit, self.columns - 2 * self.margin))

    @property
    def left(self) -> int:
        """First column of the page."""
        return max(0, (self.columns - self.width) // 2)

    @property
    def cue(self) -> int:
        """Columns for what is asked and what to say."""
        return min(CUE, self.width)

    @property
    def tiny(self) -> bool:
        """Under 50 columns: no intervals on the desk."""
        return self.columns < 50

    @property
    def narrow(self) -> bool:
        """Under 72 columns: details shorten."""
        return self.columns < 72

    @property
    def wide(self) -> bool:
        """112 columns and more."""
        return self.columns >= 112

    @property
    def short(self) -> bool:
        """Under 24 rows: the question is pinned after the reveal."""
        return self.rows < 24

    @property
    def tall(self) -> bool:
        """34 rows and more: groups stand two rows apart."""
        return self.rows >= 34

    @property
    def gap(self) -> int:
        """Blank rows between groups."""
        return 2 if self.tall else 1

    @property
    def big_enough(self) -> bool:
        """Whether prep can be drawn at all."""
        return self.columns >= SMALLEST[0] and self.rows >= SMALLEST[1]


@dataclass(frozen=True, slots=True)
class ColumnGrid(Grid):
    """A grid without margins, exactly `limit` columns wide."""

    @property
    def width(self) -> int:
        """Columns of the column."""
        return max(1, self.limit)

    @property
    def left(self) -> int:
        """The container has the margin."""
        return 0
