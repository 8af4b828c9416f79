"""How the review is drawn: one screen, updated in place, from the front of a card to its rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.events import Resize
from textual.widget import Widget

from prep.core.card import Card
from prep.core.clock import month
from prep.core.kind import Kind
from prep.errors import PrepError
from prep.session.experiment.record import remembered
from prep.session.review.review import Review
from prep.session.review.snapshot import Progress, Stage, Verdict
from prep.text import words
from prep.tui.screens.card_actions import CHOICES, RENEW, CardChoice, choices_row
from prep.tui.screens.page import Page
from prep.tui.widgets.card_sheet import CardSheet, Picture
from prep.tui.widgets.depth import Folds, names
from prep.tui.widgets.front import pinned
from prep.tui.widgets.head import Facts, Head
from prep.tui.widgets.rating_bar import rating_row, verdict_row
from prep.tui.widgets.rows import Rows


class Pinned(Rows):
    """The question as one dim line, on a short screen after the reveal."""

    def rows(self) -> Sequence[Content]:
        """One row or none."""
        screen = self.screen
        if not isinstance(screen, ReviewView) or not self.grid.short or not screen.revealed:
            return []
        assert screen.review.asked is not None
        return [pinned(screen.review.asked, self.grid)]


class ReviewView(Page):
    """Draws what the review says."""

    def __init__(self, review: Review, told: str = "") -> None:
        super().__init__()
        self.told = told
        """What the key row says at first."""
        self.review = review
        self.progress = review.progress
        self.folds = Folds(0)
        self.hint = False
        self.choosing = False
        """The card actions stand in the desk."""

    # what is drawn

    def body(self) -> Iterator[Widget]:
        """The pinned line and the card."""
        yield Pinned()
        yield CardSheet()

    def on_mount(self) -> None:
        """The first card; the clock runs."""
        super().on_mount()
        self.set_interval(1.0, self._tick)
        self.lay()
        if self.told:
            self.toast(self.told)

    def on_resize(self, event: Resize) -> None:
        """Laid out anew for the new size."""
        super().on_resize(event)
        self.call_after_refresh(self.keep_in_view)

    @property
    def sheet(self) -> CardSheet:
        """The card's rows."""
        return self.query_one(CardSheet)

    @property
    def card(self) -> Card | None:
        """The card on the desk."""
        return self.review.asked.card if self.review.asked else None

    @property
    def subject(self) -> Card | None:
        """The same: a card that is added now begins beside it."""
        return self.card

    @property
    def revealed(self) -> bool:
        """Whether the back is shown."""
        return self.review.stage in (Stage.WALK, Stage.RATE)

    def facts(self) -> Facts:
        """Topic, how far, and the clock of this answer."""
        progress, seconds, card = self.progress, self.review.seconds, self.card
        if card is None:
            return Facts(done=1.0)
        long = seconds > card.limit_seconds
        return Facts(
            place=card.topic,
            facts=how_far(progress, self.grid.narrow),
            clock=f"{'long ' if long else ''}{words.clock(seconds)}",
            long=long,
            done=progress.done / progress.total if progress.total else 0.0,
        )

    @property
    def choices(self) -> Sequence[CardChoice]:
        """The card actions; only an expired fact can be renewed."""
        return [choice for choice in CHOICES if self.expired or choice is not RENEW]

    @property
    def expired(self) -> bool:
        """Whether the card is a dated fact whose month is over."""
        return self.card is not None and "" < self.card.expires < month(self.prep.day())

    def desk(self) -> Sequence[Content]:
        """The ratings, the verdict on a red flag, or the card actions."""
        review, asked = self.review, self.review.asked
        if asked is None:
            return []
        if self.choosing:
            return choices_row(self.choices, self.grid)
        if self.revealed:
            suggested = review.suggestion.rating if review.stage is Stage.RATE else None
            return [rating_row(asked.choices, suggested, self.grid)]
        if asked.card.kind is Kind.RED_FLAG:
            return [verdict_row(review.verdict is Verdict.FLAG, review.verdict is Verdict.STAND, self.grid)]
        return []

    def picture(self) -> Picture | None:
        """What the sheet draws."""
        review = self.review
        if review.asked is None:
            return None
        return Picture(
            asked=review.asked,
            stage=review.stage,
            walk=review.walk,
            suggestion=review.suggestion,
            verdict=review.verdict,
            rightly=review.judged_rightly,
            expired=self.expired,
            hint=self.hint,
            record=self._recorded() if review.stage in (Stage.WALK, Stage.RATE) else "",
            folds=self.folds,
        )

    def _recorded(self) -> str:
        """The record with the card's demo; a card without a demo, or one never predicted, has none."""
        asked = self.review.asked
        if asked is None or not asked.card.demos:
            return ""
        try:
            return remembered(self.review.library, asked.card.demos[0])
        except PrepError:
            return ""  # the next answer will tell what is wrong with the log

    def show(self) -> None:
        """Draw everything that may have changed."""
        if (picture := self.picture()) is not None:
            self.sheet.say(picture)
        self.query_one(Pinned).redraw()
        super().show()

    def lay(self) -> None:
        """Another card, or the same one anew; the summary when none is left."""
        if self.review.stage is Stage.DONE:
            self.prep.finish(self.review)
            return
        self._count()
        self.folds = Folds(len(names(self.card)) if self.card else 0)
        self.hint = self.choosing = False
        self.sheet.scroll_to(y=0, animate=False)
        self.show()
        self.call_after_refresh(self.sheet.prepare)
        self.call_after_refresh(self.review.library.store.database.rest)

    def _count(self) -> None:
        try:
            self.progress = self.review.progress
        except PrepError as error:  # the card is there and can be answered; only its number is old
            self.tell_error(error)

    def page_resumed(self) -> None:
        """Back from another screen, which may have added cards; ticks, fold and scroll are as they were."""
        self._count()
        self.show()

    def day_turned(self) -> None:
        """A new study day has begun: what the buttons do and what is left is computed anew, ticks and clock stay."""
        if self.review.refresh():
            self._count()
            self.show()

    def _tick(self) -> None:
        if self.review.stage is Stage.FRONT:
            self.query_one(Head).say(self.facts())

    def keep_in_view(self) -> None:
        """The current point stays visible; at the reveal on a short screen the answer stands at the top."""
        if not self.is_attached:  # left before the refresh that this waited for
            return
        if self.folds.open is not None:
            self.show_fold()
        else:
            self.show_point()

    def show_point(self) -> None:
        """Nobody judges a point unseen: a long fold that is open has pushed it away."""
        starts = self.sheet.starts
        if self.revealed and "point" in starts:
            self.sheet.show(starts["point end"])
            self.sheet.show(starts["point"])

    def show_fold(self) -> None:
        """The open fold comes to the top, with the names of all above it where there is room."""
        starts = self.sheet.starts
        if "fold" in starts:
            self.sheet.show(starts["fold"] if self.grid.short else max(0, starts["depth"] - 2), top=True)


def how_far(progress: Progress, narrow: bool) -> str:
    """`7 of 24 · 11 min left`."""
    count = f"{min(progress.done + 1, progress.total)} of {progress.total}"
    return count if narrow else f"{count} · {progress.minutes_left} min left"
