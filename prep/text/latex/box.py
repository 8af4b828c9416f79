"""Rectangles of text with a baseline, and how they are put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len


@dataclass(frozen=True, slots=True)
class Box:
    """A block of rows, all `width` cells wide."""

    lines: tuple[str, ...]
    base: int
    """The row that lines up with its neighbours', from 0."""
    width: int
    tall: bool = False
    """Whether brackets around it must grow; scripts alone don't make it tall."""

    @property
    def level(self) -> str:
        """The row on the baseline."""
        return self.lines[self.base]

    @property
    def up(self) -> int:
        """Rows over the baseline."""
        return self.base

    @property
    def down(self) -> int:
        """Rows under the baseline."""
        return len(self.lines) - self.base - 1

    @property
    def height(self) -> int:
        """Rows in all."""
        return len(self.lines)


def text_box(text: str) -> Box:
    """One row of text."""
    return Box((text,), 0, cell_len(text))


BLANK = text_box("")


def padded(text: str, width: int, align: str = "l") -> str:
    """The text with blanks up to a width: l, c or r; what can't be shared goes to the right."""
    room = max(0, width - cell_len(text))
    left = {"l": 0, "c": room // 2, "r": room}[align]
    return " " * left + text + " " * (room - left)


def beside(boxes: Iterable[Box]) -> Box:
    """Boxes from left to right, their baselines level."""
    boxes = [box for box in boxes if box.width or box.height > 1]
    if not boxes:
        return BLANK
    if len(boxes) == 1:
        return boxes[0]
    up, down = max(box.up for box in boxes), max(box.down for box in boxes)
    lines = tuple(
        "".join(box.lines[box.base + row] if -box.up <= row <= box.down else " " * box.width for box in boxes)
        for row in range(-up, down + 1)
    )
    return Box(lines, up, sum(box.width for box in boxes), any(box.tall for box in boxes))


def touch(left: Box, right: Box) -> bool:
    """Whether the boxes, set side by side, would meet in a row over or under the baseline."""
    rows = range(-min(left.up, right.up), min(left.down, right.down) + 1)
    return any(
        row and left.lines[left.base + row][-1:].strip() and right.lines[right.base + row][:1].strip() for row in rows
    )


def stacked(boxes: Sequence[Box], middle: int, align: str = "c") -> Box:
    """Boxes from top to bottom; the baseline is that of boxes[middle]."""
    width = max(box.width for box in boxes)
    lines = tuple(padded(line, width, align) for box in boxes for line in box.lines)
    base = sum(box.height for box in boxes[:middle]) + boxes[middle].base
    return Box(lines, base, width, any(box.tall for box in boxes))


def paragraph(boxes: Sequence[Box], align: str = "l") -> Box:
    """Boxes from top to bottom as lines of a text: a blank row where parts of two would touch."""
    spread: list[Box] = []
    for index, box in enumerate(boxes):
        if index and (boxes[index - 1].down or box.up):
            spread.append(BLANK)
        spread.append(box)
    return stacked(spread, 0, align)


def fitted(box: Box, width: int, align: str) -> Box:
    """The box widened to a column."""
    return replace(box, lines=tuple(padded(line, width, align) for line in box.lines), width=width)


def indented(box: Box, columns: int) -> Box:
    """The box moved to the right."""
    return beside([text_box(" " * columns), box])


# Top, middle and bottom of a bracket that grows. ⎰⎱ are missing in common fonts, hence ⎧⎩ for two rows.
TALL = {
    "(": "⎛⎜⎝",
    ")": "⎞⎟⎠",
    "[": "⎡⎢⎣",
    "]": "⎤⎥⎦",
    "⌊": "⎢⎢⎣",
    "⌋": "⎥⎥⎦",
    "⌈": "⎡⎢⎢",
    "⌉": "⎤⎥⎥",
    "|": "│││",
    "‖": "║║║",
    "{": "⎧⎪⎩",
    "}": "⎫⎪⎭",
    "⟦": "⎡⎢⎣",
    "⟧": "⎤⎥⎦",
    "/": "╱╱╱",
}
HEARTS = {"{": "⎨", "}": "⎬"}


def delimiter(sign: str, like: Box) -> Box:
    """A bracket as high as the box that it stands beside."""
    if not sign or like.height == 1:
        return text_box(sign)
    return Box(tuple(_grown(sign, like.height, like.base)), like.base, 1)


def _grown(sign: str, height: int, base: int) -> list[str]:
    if sign in "⟨⟩":
        return _angle(sign, height)
    if sign not in TALL:
        return [sign if row == base else " " for row in range(height)]
    top, middle, bottom = tuple(TALL[sign])
    rows = [top, *[middle] * (height - 2), bottom]
    if sign in HEARTS and height > 2:
        rows[height // 2] = HEARTS[sign]
    return rows


def _angle(sign: str, height: int) -> list[str]:
    half = height // 2
    upper, lower = ("╱", "╲") if sign == "⟨" else ("╲", "╱")
    return [upper] * half + [sign] * (height % 2) + [lower] * half
