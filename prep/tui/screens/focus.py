"""What the review is narrowed to: topics, tags, a level. Every choice is kept at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from prep.core.card import Card, Deck
from prep.core.kind import Level
from prep.errors import PrepError
from prep.session.library.focus import EVERYTHING, Focus, save_focus
from prep.session.library.library import Library
from prep.text import words
from prep.text.markdown import plain
from prep.text.row import blank, label, row, spread
from prep.text.span import Role, Span
from prep.tui.command import Command
from prep.tui.screens.listed import CHOOSE, ListPage
from prep.tui.widgets.cursor_sheet import MARK_ROOM, CursorItem
from prep.tui.widgets.head import HeadFacts
from prep.tui.widgets.rows import Row


@dataclass(frozen=True, slots=True)
class Narrowing:
    """One thing the review can be narrowed to."""

    group: str
    """"topics", "tags" or "level"."""
    key: str | int
    word: str

    def within(self, focus: Focus) -> bool:
        """Whether the focus names it."""
        return focus.level == self.key if self.group == "level" else self.key in getattr(focus, self.group)

    def turned(self, focus: Focus) -> Focus:
        """The focus with it, or without it if it was there. One level at a time."""
        if self.group == "level":
            return replace(focus, level=None if focus.level == self.key else int(self.key))
        word = str(self.key)
        if self.group == "topics":
            return replace(focus, topics=turned(focus.topics, word))
        return replace(focus, tags=turned(focus.tags, word))


def turned(chosen: tuple[str, ...], word: str) -> tuple[str, ...]:
    """With the word, or without it if it was there."""
    return tuple(each for each in chosen if each != word) if word in chosen else (*chosen, word)


def _keys(card: Card) -> Iterator[tuple[str, str | int]]:
    """(group, key) of the choices that the card belongs to."""
    yield "topics", card.topic
    yield "level", int(card.level)
    yield from (("tags", tag) for tag in card.tags)


class FocusScreen(ListPage):
    """Three lists in one. Nothing chosen is everything."""

    HERE: ClassVar[tuple[Command, ...]] = (
        Command("turn", ("space", "enter"), "choose", "Narrow the review to this, or leave it out again."),
        Command("clear", ("c",), "everything", "Narrow nothing."),
        *(replace(command, word="move") if command.footer else command for command in CHOOSE),
        Command("leave", ("escape", "f"), "home", "Go back to Home."),
    )

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self._counted: tuple[Deck, Counter[tuple[str, str | int]]] = (Deck(()), Counter())

    @property
    def focus_now(self) -> Focus:
        """What holds at the moment."""
        return self.prep.focus

    @property
    def choices(self) -> tuple[Narrowing, ...]:
        """Everything there is, and what is chosen but no longer there, so that it can be left out."""
        deck, focus = self.library.deck, self.focus_now
        topics = {topic.id: plain(topic.title) for topic in deck.topics}
        tags = sorted(str(key) for group, key in self.counts if group == "tags")
        return (
            *(Narrowing("topics", topic, title) for topic, title in topics.items()),
            *(Narrowing("topics", topic, topic) for topic in focus.topics if topic not in topics),
            *(Narrowing("tags", tag, tag) for tag in tags),
            *(Narrowing("tags", tag, tag) for tag in focus.tags if tag not in tags),
            *(Narrowing("level", int(level), level.name.lower()) for level in Level),
        )

    @property
    def counts(self) -> Counter[tuple[str, str | int]]:
        """(group, key) of each choice: how many cards it has. Counted once: a deck may have a hundred thousand."""
        deck = self.library.deck
        if self._counted[0] is not deck:
            self._counted = deck, Counter(key for card in deck.cards for key in _keys(card))
        return self._counted[1]

    def facts(self) -> HeadFacts:
        """How many cards are inside."""
        cards = self.library.deck.cards
        inside = sum(map(self.focus_now.admits, cards))
        return HeadFacts(place="focus", facts=f"{inside:,} of {words.count(len(cards), 'card')}")

    def parts(self) -> Sequence[Row | CursorItem]:
        """Topics, tags, levels."""
        parts: list[Row | CursorItem] = []
        group = ""
        for choice in self.choices:
            if choice.group != group:
                group = choice.group
                parts += blank(0 if self.grid.short and not parts else self.grid.gap)
                parts.append(spread(label(group.upper()), label("cards"), self.grid.width))
            parts.append(self._item(choice))
        return parts

    def count(self) -> int:
        """All choices."""
        return len(self.choices)

    def _item(self, choice: Narrowing) -> CursorItem:
        chosen = choice.within(self.focus_now)
        mark = Span("✓", Role.ACT) if chosen else Span("·", Role.DIM)
        left = row(mark, "  ", Span(choice.word, Role.STRONG if chosen else Role.INK))
        count = self.counts[choice.group, choice.key]
        return CursorItem((spread(left, label(f"{count:,}"), self.grid.width - MARK_ROOM),))

    def offers(self, action: str) -> bool:
        """What would do something."""
        return action != "clear" or bool(self.focus_now)

    def action_turn(self) -> None:
        """Choose, or leave out."""
        self._keep(self.choices[self.cursor].turned(self.focus_now))

    async def action_click(self, at: int) -> None:
        """A click chooses at once."""
        self.action_point(at)
        self.action_turn()

    def action_clear(self) -> None:
        """Everything again."""
        self._keep(EVERYTHING)

    def _keep(self, focus: Focus) -> None:
        self.prep.focus = focus
        self.show()
        try:
            save_focus(self.library.paths, focus)
        except PrepError as error:
            self.tell_error(error)
