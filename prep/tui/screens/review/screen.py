"""The review: each key tells the session what was pressed, then the screen shows what the session says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual.events import Key, Resize
from textual.reactive import var
from textual.widget import Widget

from prep.core.card import Card
from prep.core.clock import month
from prep.core.event import Rating
from prep.core.problem import first_new
from prep.core.stopwatch import clock
from prep.drills.catalog import drill_of
from prep.errors import PrepError
from prep.session.changes.actions import Undone
from prep.session.experiment.record import remembered
from prep.session.review.review import Review
from prep.session.review.snapshot import Asked, Call, ReviewProgress, ReviewStage
from prep.text import words
from prep.text.span import Line
from prep.tui.command import Command
from prep.tui.screens.page import Page
from prep.tui.screens.review.actions import BURY, CHOICES, RENEW, RESET, SUSPEND, CardChoice, choices_row
from prep.tui.screens.review.keys import CHOOSING, FRONT, REVEALED, REVIEW, WALKING
from prep.tui.widgets.card_sheet import CardSheet, Pinned
from prep.tui.widgets.head import Head, HeadFacts
from prep.view.card.depth import Folds, names
from prep.view.card.ratings import aimed, rating_row, verdict_row
from prep.view.card.sheet import CardPicture

HELD_SECONDS = 0.1
"""A held key comes again within this, 92 ms on the slowest usual setting; nobody presses one twice as fast."""


class ReviewScreen(Page):
    """The review: one screen, updated in place, from the front of a card to its rating."""

    HERE: ClassVar[tuple[Command, ...]] = REVIEW
    picture: var[CardPicture | None] = var(None, init=False)
    """What is drawn of the card."""

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
        self._space_at = float("-inf")
        """When the space bar came last, by the clock of its events."""

    # what is drawn

    def body(self) -> Iterator[Widget]:
        """The pinned line and the card."""
        yield Pinned().data_bind(ReviewScreen.picture)
        yield CardSheet().data_bind(ReviewScreen.picture)

    def on_mount(self) -> None:
        """The first card; the clock runs."""
        super().on_mount()
        self.set_interval(1.0, self._tick)
        self.app.app_suspend_signal.subscribe(self, lambda app: self.review.look_away(), immediate=True)
        self.app.app_resume_signal.subscribe(self, lambda app: self._look_back(), immediate=True)
        self.lay()
        if self.review.stage in (ReviewStage.WALK, ReviewStage.RATE):  # it was left there
            self._show_back()
        if self.told:
            self.toast(self.told)

    def on_resize(self, event: Resize) -> None:
        """Laid out anew for the new size."""
        super().on_resize(event)
        self.call_after_refresh(self.sheet.keep_in_view)

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

    def facts(self) -> HeadFacts:
        """Topic, how far, and the clock of this answer."""
        progress, seconds, card = self.progress, self.review.seconds, self.card
        if card is None:
            return HeadFacts(done=1.0)
        long = seconds > card.limit_seconds
        return HeadFacts(
            place=card.topic,
            facts=how_far(progress, self.grid.narrow),
            clock=f"{'long ' if long else ''}{clock(seconds)}",
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

    def desk(self) -> Sequence[Line]:
        """The ratings, the verdict on a red flag, or the card actions."""
        review = self.review
        if review.asked is None:
            return []
        if self.choosing:
            return choices_row(self.choices, self.grid.width)
        if review.stage is not ReviewStage.FRONT:
            suggested = review.suggestion.rating if review.stage is ReviewStage.RATE else None
            recalls = review.asked.aim.recalls if review.asked.aim else ()
            return [rating_row(review.waits, suggested, self.grid, recalls)]
        return [verdict_row(review.verdict, self.grid)] if self._red_flag else []

    def show(self) -> None:
        """Draw everything that may have changed."""
        if (asked := self.review.asked) is not None:
            self.picture = self._pictured(asked)
        super().show()

    def _pictured(self, asked: Asked) -> CardPicture:
        review = self.review
        return CardPicture(
            asked=asked,
            stage=review.stage,
            walk=review.walk,
            suggestion=review.suggestion,
            verdict=review.verdict,
            rightly=review.judged_rightly,
            expired=self.expired,
            hint=self.hint,
            record="" if review.stage is ReviewStage.FRONT else self._recorded(asked.card),
            folds=self.folds,
        )

    def _recorded(self, card: Card) -> str:
        """The record with the card's demo; a card without a demo, or one never predicted, has none."""
        if not card.demos:
            return ""
        try:
            return remembered(self.review.library, card.demos[0])
        except PrepError:
            return ""  # the next answer will tell what is wrong with the log

    def lay(self) -> None:
        """Another card, or the same one anew; the summary when none is left."""
        if self.review.stage is ReviewStage.DONE:
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
        self.review.look_back()
        self._count()
        self.show()

    def on_screen_suspend(self) -> None:
        """Another screen covers this one."""
        self.review.look_away()

    def _look_back(self) -> None:
        """The editor or the shell has given the terminal back; another screen may still cover this one."""
        if self.is_active:
            self.review.look_back()

    def day_turned(self) -> None:
        """A new study day has begun: what the buttons do and what is left is computed anew, ticks and clock stay."""
        if self.review.refresh():
            self._count()
            self.show()

    def _tick(self) -> None:
        if self.review.stage is ReviewStage.FRONT:
            self.query_one(Head).facts = self.facts()

    # what the keys would do

    def offers(self, action: str) -> bool:
        """By stage."""
        if self.choosing or action in CHOOSING:
            return self.choosing and (action == "cancel" or any(choice.action == action for choice in self.choices))
        if not self._fits(action):
            return False
        match action:
            case "demo" | "write":
                return self._leads_to(action)
            case "flag" | "stand":
                return self._red_flag
            case "reveal":
                return not self._red_flag or self.review.verdict is not None
            case "hint":
                return bool(self.card and self.card.hint) and not self.hint
            case "more" | "tab":
                return self.folds.count > 0
            case "turn":
                return self.folds.focus is not None
            case "undo":
                return self.review.stage is not ReviewStage.FRONT or self.review.undoable
        return True

    def _leads_to(self, action: str) -> bool:
        """Whether the card has a demo, or a drill."""
        if self.card is None:
            return False
        return bool(self.card.demos) if action == "demo" else drill_of(self.card.full_id) is not None

    def _fits(self, action: str) -> bool:
        """Whether the action belongs to this stage."""
        stages = {
            ReviewStage.FRONT: FRONT,
            ReviewStage.WALK: REVEALED | WALKING,
            ReviewStage.RATE: REVEALED | {self._space},
        }
        others = FRONT | REVEALED | WALKING | {"take", "ask"}
        return action not in others or action in stages.get(self.review.stage, frozenset())

    @property
    def _space(self) -> str:
        """What space does once the list is done: without a suggestion it asks how it went."""
        return "take" if self.review.suggestion.rating else "ask"

    @property
    def _red_flag(self) -> bool:
        return self.card is not None and self.card.kind.judged

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """With a fold in focus its keys come before the others."""
        if self.folds.focus is None or self.choosing:
            return [command for command in commands if command.action not in ("tab", "scroll_down")]
        first = ("skip", "take", "ask", "turn", "tab", "scroll_down", "undo")
        return sorted((c for c in commands if c.action in first), key=lambda c: first.index(c.action))

    def word_of(self, command: Command) -> str:
        """What space will do, and whether enter opens or closes."""
        asked = self.review.asked
        suggested = self.review.suggestion.rating
        if command.action == "take" and asked is not None and suggested is not None:
            choice = asked.choice(suggested)
            said = f"{choice.rating.word} · {words.interval(self.review.wait(choice))}"
            return said if asked.aim is None else f"{said} · {aimed(asked.aim, choice.rating, self.grid)}"
        if command.action == "turn":
            return "close" if self.folds.open == self.folds.focus else "open"
        return command.word

    # keys

    def on_key(self, event: Key) -> None:
        """A space bar that is held down acts once: repeated, it would reveal and rate one unseen card after another."""
        if event.key != "space":
            return
        gone, self._space_at = event.time - self._space_at, event.time
        if gone < HELD_SECONDS:
            event.stop()

    def action_reveal(self) -> None:
        """Stop the clock and show the back."""
        self.review.reveal()
        self.show()
        self._show_back()

    def _show_back(self) -> None:
        if self.grid.short:
            self.sheet.show_back()
            self.call_after_refresh(self.sheet.keep_in_view)  # once pinned line and desk have taken their rows

    def action_flag(self) -> None:
        """Flag the statement."""
        self.review.judge(Call.FLAG)
        self.show()

    def action_stand(self) -> None:
        """Let the statement stand."""
        self.review.judge(Call.STAND)
        self.show()

    def action_hint(self) -> None:
        """Show the hint."""
        self.hint = True
        self.show()

    def action_said(self) -> None:
        """The current point was said."""
        self._mark(said=True)

    def action_all_said(self) -> None:
        """All open points were said."""
        self.review.say_rest()
        self.show()
        self.sheet.show_point()

    def action_missed(self) -> None:
        """The current point was missed."""
        self._mark(said=False)

    def _mark(self, *, said: bool) -> None:
        self.review.mark(said)
        self.show()
        self.sheet.show_point()

    def action_point(self, number: int) -> None:
        """This point of the list, which was clicked: the current one was said, a judged one is turned over."""
        self.review.turn_over(number)
        self.show()
        self.sheet.show_point()

    def action_skip(self) -> None:
        """Leave the rest of the points unjudged."""
        self.review.skip()
        self.show()

    def action_ask(self) -> None:
        """Nothing was judged, so nothing is suggested."""
        self.toast("how did it go? 1 Again, 2 Hard, 3 Good, 4 Easy")

    def action_take(self) -> None:
        """Take the suggested rating."""
        self._rate(None)

    def action_rate(self, rating: int) -> None:
        """Rate, at any time after the reveal."""
        self._rate(Rating(rating))

    def _rate(self, rating: Rating | None) -> None:
        if (rated := self.review.rate(rating)) is None:
            return
        self.lay()
        if rated.suggested is not None and rated.rating > rated.suggested:
            self.toast(f"{rated.rating.word}, above the suggested {rated.suggested.word}", "dim")

    async def action_undo(self) -> None:
        """Step back in the walk, then to the front; there take back the newest action."""
        if self.review.back():
            if self.review.stage is ReviewStage.FRONT:
                self.folds = Folds(self.folds.count)
                self.sheet.scroll_to(y=0, animate=False)
            self.show()
            self.sheet.show_point()
            return
        await self._turn(self.review.undo, "nothing to undo")

    async def action_redo(self) -> None:
        """Give back what was undone last."""
        await self._turn(self.review.redo, "nothing to redo")

    async def _turn(self, turn: Callable[[], Undone | None], nothing: str) -> None:
        if (undone := await self.prep.aside(turn)) is None:
            self.toast(nothing, "dim")
            return
        self.lay()
        self.toast(undone.sentence)

    def action_more(self) -> None:
        """Open the next fold."""
        self._fold(self.folds.more())

    def action_turn(self) -> None:
        """Open or close the fold in focus."""
        if self.folds.focus is not None:
            self._fold(self.folds.turn(self.folds.focus))

    def action_fold(self, fold: int) -> None:
        """Open or close this fold: its name was clicked."""
        self._fold(self.folds.turn(fold))

    def action_tab(self) -> None:
        """Move the focus to the next fold."""
        self.folds = self.folds.next()
        self.show()
        self.sheet.show_depth()

    def _fold(self, folds: Folds) -> None:
        self.folds = folds
        self.show()
        self.sheet.show_fold()

    # beside the review

    def action_leave(self) -> None:
        """Go back; the ticks of a revealed card stay for the next review."""
        self.prep.leave_behind(self.review.left)
        super().action_leave()

    def action_demo(self) -> None:
        """Run the card's demo."""
        if (card := self.card) is not None:
            self.prep.open("demo", card, card.demos[0])

    def action_write(self) -> None:
        """Write the card's drill."""
        if (card := self.card) is not None and (drill := drill_of(card.full_id)) is not None:
            self.prep.open("drill", drill.name, card)

    def action_topic(self) -> None:
        """Read the whole topic."""
        if (card := self.card) is not None:
            self.prep.open("topic", card.topic, card.full_id)

    async def action_edit(self) -> None:
        """Open the card's source in the editor; the same card returns, read again, or as it was if it can't be."""
        before = self.review.library.serious
        if (card := self.card) is None or not await self.prep.edit(card):
            return
        broken = first_new(before, self.review.library.serious)
        if broken is None or self.review.library.card(card.full_id) is not None:
            self.review.stay()
            self.lay()
        if broken is not None:
            self.toast(broken.told, "wrong", stays=True)

    def decks_changed(self) -> None:
        """The card on the desk is another one now, or the page is as it was."""
        now = None if self.card is None else self.review.library.card(self.card.full_id)
        if now is not None and self.card is not None and now.text != self.card.text:
            self.review.stay()
            self.lay()
        self.show()

    def action_choose(self) -> None:
        """Show the card actions in the desk."""
        self.choosing = True
        self.show()

    def action_cancel(self) -> None:
        """Leave the card actions."""
        self.choosing = False
        self.show()

    async def action_bury(self) -> None:
        """Bury the card until tomorrow."""
        await self._do(BURY)

    async def action_suspend(self) -> None:
        """Suspend the card."""
        await self._do(SUSPEND)

    async def action_reset(self) -> None:
        """Make the card a new one."""
        await self._do(RESET)

    async def action_renew(self) -> None:
        """The fact holds for another year."""
        await self._do(RENEW)

    async def _do(self, choice: CardChoice) -> None:
        if (card := self.card) is None:
            return
        await self.prep.aside(choice.does, self.review.library, card)
        self.review.go_on()
        self.lay()
        self.toast(f"{choice.done}: {card.id}")


def how_far(progress: ReviewProgress, narrow: bool) -> str:
    """`7 of 24 · 11 min left`."""
    count = f"{min(progress.done + 1, progress.total)} of {progress.total}"
    return count if narrow else f"{count} · {progress.minutes_left} min left"
