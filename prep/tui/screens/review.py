"""The review's keys: each tells the session what was pressed, then draws what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.events import Key

from prep.core.event import Rating
from prep.core.kind import Kind
from prep.core.problem import first_new
from prep.session.review.snapshot import Stage, Undone, Verdict
from prep.tui.command import Command
from prep.tui.screens.card_actions import BURY, RENEW, RESET, SUSPEND, CardChoice
from prep.tui.screens.review_keys import CHOOSING, FRONT, REVEALED, REVIEW, WALKING
from prep.tui.screens.review_view import ReviewView
from prep.tui.widgets.depth import Folds
from prep.tui.widgets.rating_bar import until

HELD_SECONDS = 0.1
"""A held key comes again within this, 92 ms on the slowest usual setting; nobody presses one twice as fast."""


class ReviewScreen(ReviewView):
    """The review."""

    HERE: ClassVar[tuple[Command, ...]] = REVIEW
    _space_at = float("-inf")
    """When the space bar came last, by the clock of its events."""

    def offers(self, action: str) -> bool:
        """By stage."""
        if self.choosing or action in CHOOSING:
            return self.choosing and (action == "cancel" or any(choice.action == action for choice in self.choices))
        if not self._fits(action):
            return False
        match action:
            case "flag" | "stand":
                return self._red_flag
            case "reveal":
                return not self._red_flag or self.review.verdict is not None
            case "hint":
                return bool(self.card and self.card.hint) and not self.hint
            case "demo":
                return bool(self.card and self.card.demos)
            case "more" | "tab":
                return self.folds.count > 0
            case "turn":
                return self.folds.focus is not None
        return True

    def _fits(self, action: str) -> bool:
        """Whether the action belongs to this stage."""
        stages = {Stage.FRONT: FRONT, Stage.WALK: REVEALED | WALKING, Stage.RATE: REVEALED | {"take"}}
        others = FRONT | REVEALED | WALKING | {"take"}
        return action not in others or action in stages.get(self.review.stage, frozenset())

    @property
    def _red_flag(self) -> bool:
        return self.card is not None and self.card.kind is Kind.RED_FLAG

    def order(self, commands: Sequence[Command]) -> Sequence[Command]:
        """With a fold in focus its keys come before the others."""
        if self.folds.focus is None or self.choosing:
            return [command for command in commands if command.action not in ("tab", "scroll_down")]
        first = ("skip", "take", "turn", "tab", "scroll_down", "undo")
        return sorted((c for c in commands if c.action in first), key=lambda c: first.index(c.action))

    def word_of(self, command: Command) -> str:
        """What space will do, and whether enter opens or closes."""
        asked = self.review.asked
        if command.action == "take" and asked is not None:
            choice = asked.choice(self.review.suggestion.rating or Rating.GOOD)
            return f"{choice.rating.word} · {until(choice)}"
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
        if self.grid.short:
            self.sheet.show(self.sheet.starts.get("back", 0), top=True)
            self.call_after_refresh(self.keep_in_view)  # once pinned line and desk have taken their rows

    def action_flag(self) -> None:
        """Flag the statement."""
        self.review.judge(Verdict.FLAG)
        self.show()

    def action_stand(self) -> None:
        """Let the statement stand."""
        self.review.judge(Verdict.STAND)
        self.show()

    def action_hint(self) -> None:
        """Show the hint."""
        self.hint = True
        self.show()

    def action_said(self) -> None:
        """The current point was said."""
        self._mark(said=True)

    def action_missed(self) -> None:
        """The current point was missed."""
        self._mark(said=False)

    def _mark(self, *, said: bool) -> None:
        self.review.mark(said)
        self.show()
        self.show_point()

    def action_skip(self) -> None:
        """Leave the rest of the points unjudged."""
        self.review.skip()
        self.show()

    def action_take(self) -> None:
        """Take the suggested rating, else Good."""
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

    def action_undo(self) -> None:
        """Step back in the walk; else take back the newest action."""
        if self.review.back():
            self.show()
            self.show_point()
            return
        self._turn(self.review.undo, "nothing to undo")

    def action_redo(self) -> None:
        """Give back what was undone last."""
        self._turn(self.review.redo, "nothing to redo")

    def _turn(self, turn: Callable[[], Undone | None], nothing: str) -> None:
        if (undone := turn()) is None:
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
        self.sheet.show(self.sheet.starts["depth"])

    def _fold(self, folds: Folds) -> None:
        self.folds = folds
        self.show()
        self.show_fold()

    # beside the review

    def action_demo(self) -> None:
        """Run the card's demo."""
        if (card := self.card) is not None:
            self.prep.open("demo", card, card.demos[0])

    def action_topic(self) -> None:
        """Read the whole topic."""
        if (card := self.card) is not None:
            self.prep.open("topic", card.topic)

    def action_edit(self) -> None:
        """Open the card's source in the editor; the same card returns, read again, or as it was if it can't be."""
        before = self.review.library.serious
        if (card := self.card) is None or not self.prep.edit(card):
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

    def action_bury(self) -> None:
        """Bury the card until tomorrow."""
        self._do(BURY)

    def action_suspend(self) -> None:
        """Suspend the card."""
        self._do(SUSPEND)

    def action_reset(self) -> None:
        """Make the card a new one."""
        self._do(RESET)

    def action_renew(self) -> None:
        """The fact holds for another year."""
        self._do(RENEW)

    def _do(self, choice: CardChoice) -> None:
        if (card := self.card) is None:
            return
        choice.does(self.review.library, card)
        self.review.go_on()
        self.lay()
        self.toast(f"{choice.done}: {card.id}")
