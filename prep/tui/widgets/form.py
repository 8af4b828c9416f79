"""The fields in which a card is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, TextArea

from prep.core.kind import USUAL, Kind
from prep.decks.writing.draft import CardDraft
from prep.session.changes.unsaved import Unsaved
from prep.text.markdown import plain
from prep.tui.widgets.text_field import LABEL_ROOM, KindField, LineField, TextField

KINDS = tuple(Kind)
SPOKEN = 80
"""Words of an answer that can be said in about thirty seconds."""
LONG = 5_000
"""Characters of an answer whose words are counted as they are written: far too many, whatever its marks."""
WORDS = {
    False: ("ASK", "ANSWER"),
    True: ("A CANDIDATE SAYS", "WHAT IS WRONG"),
}
BY_FIELD = ("ask", "answer", "instead", "sound", "must")
"""The fields of several lines that are the card, if it isn't written as a whole."""
LINES, TEXTS = ("topic", "of", "demo"), (*BY_FIELD, "markdown")
"""All fields that take text: of one line, of several."""


class CardForm(VerticalScroll, can_focus=False):
    """One field below the other; which of them are seen follows the kind of card."""

    def __init__(self, topics: Sequence[str], demos: Sequence[str]) -> None:
        super().__init__(id="fields")
        self.kind = USUAL
        self.as_markdown = False
        """The card is written as a whole, not field by field."""
        self._topics, self._demos = topics, demos
        self._topic = ""
        """The one that it began with."""

    def compose(self) -> ComposeResult:
        """All fields, also those that aren't seen now."""
        yield KindField()
        yield LineField("topic", "topic", self._topics)
        yield LineField("of", "of")
        yield TextField("ASK", "ask")
        yield TextField("ANSWER", "answer", spoken)
        yield TextField("SAY INSTEAD", "instead")
        yield TextField("SOUND COUNTERPART", "sound")
        yield TextField("MUST SAY", "must", how_to_require)
        yield LineField("demo", "demo", self._demos)
        yield TextField("MARKDOWN", "markdown")

    def field(self, name: str) -> TextField:
        """A field of several lines."""
        return self.query_one(f"#{name}", TextField)

    def line(self, name: str) -> LineField:
        """A field of one line."""
        return self.query_one(f"#{name}", LineField)

    def begin(self, topic: str, of: str, columns: int) -> None:
        """An empty form for this topic. columns: of a field."""
        self.line("topic").line.value = self._topic = topic
        if self._topics:
            self.line("topic").line.placeholder = such_as(self._topics, columns - LABEL_ROOM - 1)
        self.line("of").line.value = of
        if not topic:
            self.line("topic").line.focus()

    def clear(self) -> None:
        """The next card, of the same kind and topic."""
        self.as_markdown, self.line("demo").line.value = False, ""
        self._topic = self.line("topic").line.value
        for name in (*BY_FIELD, "markdown"):
            self.field(name).area.load_text("")

    @property
    def unsaved(self) -> Unsaved:
        """All that stands in it, also in fields that aren't seen now."""
        lines = {name: self.line(name).line.value for name in LINES}
        return Unsaved(self.kind, self.as_markdown, lines | {name: self.field(name).text for name in TEXTS})

    def restore(self, unsaved: Unsaved) -> None:
        """As it stood."""
        self.kind, self.as_markdown = unsaved.kind, unsaved.whole
        for name in LINES:
            self.line(name).line.value = unsaved.texts.get(name, "")
        for name in TEXTS:
            area = self.field(name).area
            area.load_text(unsaved.texts.get(name, ""))
            area.move_cursor(area.document.end)

    def follow_caret(self) -> None:
        """Scroll to the row in which one types: a text grows beyond the screen, one that was kept is there at once."""
        field = self.screen.focused
        if not isinstance(field, TextArea | Input) or self not in field.ancestors or not self.region:
            return
        row = field.cursor_screen_offset.y
        beyond = max(0, row + 1 - self.region.bottom) + min(0, row - self.region.y)
        if beyond:
            self.scroll_relative(y=beyond, animate=False)

    def load(self, markdown: str) -> None:
        """From now on the card is written as a whole."""
        self.as_markdown = True
        self.field("markdown").area.load_text(markdown.rstrip("\n"))

    @property
    def draft(self) -> CardDraft:
        """What was typed."""
        red_flag = self.kind.judged
        return CardDraft(
            kind=self.kind,
            cue=self.field("ask").text,
            answer=self.field("answer").text,
            must_say=tuple(self.field("must").text.split("\n")),
            demo=self.line("demo").text,
            sound=self.field("sound").text if red_flag else "",
            say_instead=self.field("instead").text if red_flag else "",
            of=self.line("of").text if self.kind.hangs else "",
        )

    @property
    def markdown(self) -> str:
        """What was typed as a whole."""
        return self.field("markdown").text

    @property
    def untouched(self) -> bool:
        """Nothing was typed that would be lost."""
        return self.empty and self.line("topic").line.value == self._topic

    @property
    def empty(self) -> bool:
        """Nothing of a card stands there."""
        if self.as_markdown:
            return not self.markdown.strip()
        return not (self.line("demo").text or any(self.field(name).text.strip() for name in BY_FIELD))

    def say(self, gap: int) -> None:
        """The fields that this kind has, a gap between their groups, each with its label as it should be now."""
        seen = set(self._seen())
        for name in ("kind", "topic", "of", *BY_FIELD, "demo", "markdown"):
            field = self.query_one(f"#{name}")
            field.display = name in seen
            if name not in ("kind", "topic", "of"):
                field.styles.margin = (gap, 0, 0, 0)
        ask, answer = WORDS[self.kind.judged]
        self.field("ask").say(ask)
        self.field("answer").say(answer)
        for name in ("instead", "sound", "must", "markdown"):
            self.field(name).say()
        for name in ("topic", "of", "demo"):
            self.line(name).say()
        self.query_one(KindField).say(KINDS.index(self.kind))

    def _seen(self) -> Iterator[str]:
        """Names of the fields that are seen."""
        yield "topic"
        if self.as_markdown:
            yield "markdown"
            return
        yield from ("kind", "ask", "answer", "must", "demo")
        yield from ("of",) if self.kind.hangs else ()
        yield from ("instead", "sound") if self.kind.judged else ()


def spoken(text: str) -> tuple[str, bool]:
    """`21 of 80 words`."""
    count = len((plain(text) if len(text) < LONG else text).split())
    return (f"{count} of {SPOKEN} words", count > SPOKEN) if count else ("", False)


def such_as(topics: Sequence[str], room: int) -> str:
    """`such as dpo, grpo`: as many as fit into a row, one at least; a wrapped list would end in a comma."""
    named = accumulate(topics, lambda row, topic: f"{row}, {topic}")
    rows = [f"such as {names}" for names in named]
    return max((row for row in rows if len(row) <= room), default=rows[0], key=len)


def how_to_require(text: str) -> tuple[str, bool]:
    """How a point is marked as one that has to be said."""
    return "a line each, ! if required", False
