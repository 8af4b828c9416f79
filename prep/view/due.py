"""What is due today, one kind a row."""

from __future__ import annotations

from prep.session.home.due import Due
from prep.text.row import row
from prep.text.span import Line
from prep.text.words import count


def due_lines(due: Due) -> list[Line]:
    """How many of each kind, the new ones, the minutes they take."""
    numbers = [*((kind.value, number) for kind, number in due.due.items()), ("new", due.new)]
    return [*(row(f"{name:10} {number:4}") for name, number in numbers), row(f"about {count(due.minutes, 'minute')}")]
