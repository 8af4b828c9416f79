"""How the form is drawn; its keys are in `add.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantBlur, DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Input, TextArea

from prep.core.card import Card
from prep.core.kind import Kind
from prep.decks.writing.draft import Draft
from prep.session.changes.composing import Composed, compose, goal, likely_topic, questions, read_card
from prep.session.library.demo_names import known_demos
from prep.session.library.library import Library
from prep.text.markdown import plain
from prep.tui.grid import PAGE, WIDE_PAGE
from prep.tui.screens.page import Page
from prep.tui.widgets.head import Facts
from prep.tui.widgets.preview import Preview
from prep.tui.widgets.rows import Drawn
from prep.tui.widgets.text_field import LABEL_ROOM, KindField, LineField, TextField

GAP = 4
"""Columns between fields and preview."""
KINDS = tuple(Kind)
SPOKEN = 80
"""Words of an answer that can be said in about thirty seconds."""
WORDS = {
    Kind.QUESTION: ("ASK", "ANSWER"),
    Kind.FOLLOW_UP: ("ASK", "ANSWER"),
    Kind.RED_FLAG: ("A CANDIDATE SAYS", "WHAT IS WRONG"),
}


def spoken(text: str) -> tuple[str, bool]:
    """`21 of 80 words`."""
    count = len(plain(text).split())
    return (f"{count} of {SPOKEN} words", count > SPOKEN) if count else ("", False)


def such_as(topics: Sequence[str], room: int) -> str:
    """`such as dpo, grpo`: as many as fit into a row, one at least; a wrapped list would end in a comma."""
    named = accumulate(topics, lambda row, topic: f"{row}, {topic}")
    rows = [f"such as {names}" for names in named]
    return max((row for row in rows if len(row) <= room), default=rows[0], key=len)


def how_to_require(text: str) -> tuple[str, bool]:
    """How a point is marked as one that has to be said."""
    return "a line each, ! if required", False


class AddView(Page):
    """Fields, and beside them the card that they make."""

    CSS_PATH = "../add.tcss"
    AUTO_FOCUS = "#ask TextArea"

    def __init__(self, library: Library, card: Card | None = None) -> None:
        super().__init__()
        self.library = library
        self.kind = Kind.QUESTION
        self.composed: Composed | None = None
        self.as_markdown = False
        """The card is written as a whole, not field by field."""
        self.previewing = False
        """When narrow: the preview in the place of the fields."""
        self._topic = card.topic if card else likely_topic(library)
        self._of = card.parent.rpartition("/")[2] if card and card.parent else card.id if card else ""
        self._known = known_demos(library.paths.demos)
        self._goal = ("", "")
        self._last: Widget | None = None
        """The field that had the cursor last."""

    # what is drawn

    @property
    def widest(self) -> int:
        """Two columns of 56 where there is room."""
        return WIDE_PAGE if self.app.size.width >= 112 else PAGE

    @property
    def typing(self) -> bool:
        """Fields take the letters."""
        return True

    @property
    def column(self) -> int:
        """Columns of the fields, and of the preview."""
        width = self.grid.width
        return width if self.grid.narrow else (width - GAP) // 2

    def body(self) -> Iterator[Widget]:
        """Fields and preview."""
        topics = [topic.id for topic in self.library.deck.topics]
        with Horizontal(id="form"):
            with VerticalScroll(id="fields", can_focus=False):
                yield KindField()
                yield LineField("topic", "topic", topics)
                yield LineField("of", "of")
                yield TextField("ASK", "ask")
                yield TextField("ANSWER", "answer", spoken)
                yield TextField("SAY INSTEAD", "instead")
                yield TextField("SOUND COUNTERPART", "sound")
                yield TextField("MUST SAY", "must", how_to_require)
                yield LineField("demo", "demo", sorted(self._known.names))
                yield TextField("MARKDOWN", "markdown")
            with Vertical(id="preview-column"):
                yield Preview()

    def facts(self) -> Facts:
        """Which file the card will go to."""
        file = self._goal[1]
        return Facts(place="add a card", facts=f"your decks · {file}" if file else "")

    def on_mount(self) -> None:
        """An empty form for the topic one came from."""
        super().on_mount()
        self.set_class(bool(self.prep.ascii), "-ascii")
        self.line("topic").line.value = self._topic
        if topics := [topic.id for topic in self.library.deck.topics]:
            self.line("topic").line.placeholder = such_as(topics, self.column - LABEL_ROOM - 1)
        self.line("of").line.value = self._of
        if not self._topic:
            self.line("topic").line.focus()
        self.changed()

    def on_resize(self, event: Resize) -> None:
        """Other columns."""
        super().on_resize(event)
        self.show()

    def show(self) -> None:
        """Draw everything that may have changed."""
        grid, apart = self.grid, 0 if self.grid.short else self.grid.gap
        narrow = grid.narrow
        form, fields, beside = (self.query_one(name) for name in ("#form", "#fields", "#preview-column"))
        form.styles.padding = (apart, 0, 0, grid.left)
        fields.styles.width = self.column + (1 if narrow else 2)
        fields.styles.padding = (0, 0 if narrow else 1, 0, 0)
        beside.styles.width = self.column + 1
        beside.styles.margin = (0, 0, 0, 0 if narrow else GAP - 2)
        fields.display = not (narrow and self.previewing)
        beside.display = not narrow or self.previewing
        self._show_fields(self.grid.gap)
        if fields.display and self.focused is None and self._last is not None and grid.big_enough:
            self._last.focus()  # what was hidden had lost it
        self.query_one(Preview).say(self.composed)
        for drawn in self.query(Drawn):
            if drawn.screen is self and drawn.parent is not self:
                drawn.redraw()
        super().show()

    def _show_fields(self, gap: int) -> None:
        """The fields that this kind has, a gap between their groups."""
        red_flag, whole = self.kind is Kind.RED_FLAG, self.as_markdown
        seen = {"kind": not whole, "topic": True, "of": self.kind is not Kind.QUESTION and not whole, "ask": not whole}
        seen |= {"answer": not whole, "instead": red_flag and not whole, "sound": red_flag and not whole}
        seen |= {"must": not whole, "demo": not whole, "markdown": whole}
        for name, is_seen in seen.items():
            field = self.query_one(f"#{name}")
            field.display = is_seen
            if name not in ("kind", "topic", "of"):
                field.styles.margin = (gap, 0, 0, 0)
        ask, answer = WORDS[self.kind]
        self.field("ask").say(ask)
        self.field("answer").say(answer)
        for name in ("instead", "sound", "must", "markdown"):
            self.field(name).say()
        for name in ("topic", "of", "demo"):
            self.line(name).say()
        self.query_one(KindField).say(KINDS.index(self.kind))

    # the fields

    def field(self, name: str) -> TextField:
        """A field of several lines."""
        return self.query_one(f"#{name}", TextField)

    def line(self, name: str) -> LineField:
        """A field of one line."""
        return self.query_one(f"#{name}", LineField)

    @property
    def draft(self) -> Draft:
        """What was typed."""
        asked, red_flag = self.kind is not Kind.QUESTION, self.kind is Kind.RED_FLAG
        return Draft(
            kind=self.kind,
            cue=self.field("ask").text,
            answer=self.field("answer").text,
            must_say=tuple(self.field("must").text.split("\n")),
            demo=self.line("demo").text,
            sound=self.field("sound").text if red_flag else "",
            say_instead=self.field("instead").text if red_flag else "",
            of=self.line("of").text if asked else "",
        )

    @property
    def empty(self) -> bool:
        """Nothing was typed that would be lost."""
        names = ("markdown",) if self.as_markdown else ("ask", "answer", "instead", "sound", "must")
        return not any(self.field(name).text.strip() for name in names)

    @on(TextArea.Changed)
    @on(Input.Changed)
    def changed(self) -> None:
        """Read it again; a form without a word has no problems yet."""
        topic = self.line("topic").text
        if self._goal[0] != topic:
            self._goal = (topic, goal(self.library, topic))
            self.line("of").offer(questions(self.library, topic))
        if self.empty:
            self.composed = None
        elif self.as_markdown:
            self.composed = read_card(self._known, topic, self.field("markdown").text)
        else:
            self.composed = compose(self.library, self._known, topic, self.draft)
        self.show()

    @on(DescendantFocus)
    @on(DescendantBlur)
    def moved(self) -> None:
        """The label of the field in focus is lit."""
        self._last = self.focused or self._last
        self._show_fields(self.grid.gap)
        self.show_keys()
