"""What a person narrowed the review to, kept beside the database from one start to the next."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.errors import StoreError
from prep.paths import Paths
from prep.plain_file import plain_bytes
from prep.whole_file import make_folder, write_whole

if TYPE_CHECKING:  # an app that shows its first frame has no card yet
    from prep.core.card import Card

FILE = "focus.json"


@dataclass(frozen=True, slots=True)
class Focus:
    """What a person narrows the review to; empty means everything."""

    topics: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    level: int | None = None
    """Just this level; None: all."""

    def admits(self, card: Card) -> bool:
        """Whether the card is inside."""
        return (
            (not self.topics or card.topic in self.topics)
            and (not self.tags or bool(set(self.tags) & set(card.tags)))
            and (self.level is None or card.level == self.level)
        )

    def __bool__(self) -> bool:
        return bool(self.topics or self.tags or self.level is not None)


EVERYTHING = Focus()


def load_focus(paths: Paths) -> Focus:
    """The focus as it was kept; a file that is missing or damaged is no focus, for nothing is lost with it."""
    try:
        return _focus(json.loads(plain_bytes(paths.home / FILE)))
    except (OSError, ValueError, RecursionError):
        return EVERYTHING


def save_focus(paths: Paths, focus: Focus) -> None:
    """Keep it, in one step: another reader sees the old one or the new one. Raises StoreError."""
    kept = {"topics": focus.topics, "tags": focus.tags, "level": focus.level}
    try:
        make_folder(paths.home)
        write_whole(paths.home / FILE, json.dumps(kept).encode())
    except OSError as error:
        hint = f"make {paths.home} writable; until then the focus holds for this session"
        raise StoreError(f"the focus can't be kept: {error.strerror}", hint) from error


def focus_words(focus: Focus) -> str:
    """The focus in a few words, for the head: "attention-scaling · numerics · senior"."""
    level = [Level(focus.level).name.lower()] if focus.level is not None else []
    topics = [topic.rpartition("/")[2] for topic in focus.topics]
    return " · ".join([*topics, *focus.tags, *level])


def _focus(kept: Any) -> Focus:
    """What was read, checked. Raises ValueError."""
    if not isinstance(kept, dict):
        raise ValueError
    level = kept.get("level")
    return Focus(_words(kept.get("topics")), _words(kept.get("tags")), None if level is None else int(Level(level)))


def _words(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(word, str) and word.isprintable() for word in given):
        raise ValueError
    return tuple(given)
