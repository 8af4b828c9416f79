"""A review: one card at a time, from the front to a rating that is on disk before the next card shows."""

from __future__ import annotations

from collections.abc import Sequence

from prep.core.card import Card
from prep.core.clock import DAY_MS
from prep.core.event import EventDraft, Rating
from prep.core.schedule import RatingChoice
from prep.core.stopwatch import Stopwatch
from prep.core.walk import PointMark, Suggestion, Walk, suggest
from prep.session.changes import actions
from prep.session.changes.actions import Undone
from prep.session.library.focus import EVERYTHING, Focus
from prep.session.library.library import Library
from prep.session.review.desk import Desk
from prep.session.review.snapshot import Asked, Call, Left, Rated, ReviewProgress, ReviewStage, Summary
from prep.session.review.summary import summary
from prep.session.review.tally import Tally
from prep.text.words import duration

MORE_NEW = 5
"""New cards that are brought at a time beyond the day's limit."""
AHEAD = 20
"""Cards that are studied ahead at a time."""
AT_ONCE_MS = 60_000
"""A card that came less than this ago comes again only if the person wants it."""
NOTHING = "nothing is due, and there is nothing to study ahead"


class Review:
    """The state of a review. Screens and the line mode call it and draw what it says.

    Every method that changes something raises `StoreError` before anything is shown as saved.
    """

    def __init__(
        self,
        library: Library,
        focus: Focus = EVERYTHING,
        *,
        limit: int | None = None,
        minutes: int | None = None,
        only: Sequence[str] = (),
        practice: bool = False,
    ) -> None:
        """only: full ids of the very cards to ask, in this order, due or not; each once. practice: the log says that
        they were asked because somebody chose them."""
        self.library = library
        self.desk = Desk(library, focus)
        self.today = self.desk.today
        self.tally = Tally(library.config.answer_cap_minutes * 60)
        self.stage = ReviewStage.DONE
        self.asked: Asked | None = None
        self.walk = Walk.of(())
        self.verdict: Call | None = None
        self._focus = focus
        self._limit = limit
        self._minutes = minutes
        self._only = tuple(only)
        self._practice = practice
        self.again: Card | None = None
        """All that may be asked, though it came less than a minute ago: the person says whether to stop."""
        self.undoable = False
        """Whether this device has an action to take back."""
        self._passed: set[str] = set()
        """Cards of `only` that were left without a rating."""
        self._shown: list[str] = []
        self._watch = Stopwatch()
        self._next()

    # what stands on the desk

    @property
    def progress(self) -> ReviewProgress:
        """Cards done, cards in all, minutes left."""
        answered = self.tally.cards
        left = len(self._left) if self._only else self.today.total()
        done = len(answered - self.today.in_steps())
        if self._limit is not None:
            left = min(left, max(0, self._limit - len(answered)) + len(answered) - done)
        return ReviewProgress(done, done + left, self.today.minutes(left))

    @property
    def left_today(self) -> int:
        """Cards that still wait today, whatever this review was asked for."""
        return self.today.total()

    @property
    def seconds(self) -> float:
        """The speaking clock: it runs on the front while that is seen, and stops at the reveal."""
        return self._watch.at(self._awake) / 1000

    @property
    def judged_rightly(self) -> bool | None:
        """On a red flag, whether the verdict was right; None without one."""
        if self.asked is None or self.verdict is None:
            return None
        return (self.verdict is Call.STAND) == self.asked.sound

    @property
    def suggestion(self) -> Suggestion:
        """The rating that the ticks suggest, and why; before the reveal there is none."""
        if self.asked is None or self.stage not in (ReviewStage.WALK, ReviewStage.RATE):
            return Suggestion(None, "")
        red_flag = self.asked.card.kind.judged
        return suggest(self.walk, self.seconds, self.asked.card.limit_seconds, self.judged_rightly, red_flag)

    def wait(self, choice: RatingChoice) -> float:
        """In how many days the card on the desk comes again; 0 where its step is cut short, for nothing else waits."""
        days = choice.step / DAY_MS if choice.step else choice.days
        if self._ends_with_this or choice.step > self.today.settings().learn_ahead_ms:
            return days
        return 0 if choice.step and self.today.alone(self._shown) else days

    @property
    def waits(self) -> tuple[float, ...]:
        """The same for Again, Hard, Good and Easy."""
        return tuple(self.wait(choice) for choice in self.asked.choices) if self.asked else ()

    # what a person does

    def look_away(self) -> None:
        """Something else stands before the card, or the shell: that is no thinking time."""
        self._watch = self._watch.stopped(self._awake)

    def look_back(self) -> None:
        """The card is seen again."""
        if self.stage is ReviewStage.FRONT:
            self._watch = self._watch.started(self._awake)

    def judge(self, verdict: Call) -> None:
        """Flag the statement or let it stand; changeable until the reveal."""
        if self.stage is ReviewStage.FRONT:
            self.verdict = verdict

    def reveal(self) -> None:
        """Stop the clock and show the answer."""
        if self.stage is not ReviewStage.FRONT or self.asked is None:
            return
        self.look_away()
        # The sound counterpart of a red flag holds; what its flawed twin lacks can't be judged on it.
        self.walk = Walk.of(() if self.asked.sound else self.asked.card.must_say)
        self.stage = ReviewStage.RATE if self.walk.done else ReviewStage.WALK

    def mark(self, said: bool) -> None:
        """Judge the current point and step on."""
        if self.stage is ReviewStage.WALK:
            self._set_walk(self.walk.mark(PointMark.SAID if said else PointMark.MISSED))

    def say_rest(self) -> None:
        """All points that are open were said."""
        if self.stage is ReviewStage.WALK:
            self._set_walk(self.walk.say_rest())

    def turn_over(self, point: int) -> None:
        """This point the other way round: the current one was said, what was said was missed."""
        if self.stage in (ReviewStage.WALK, ReviewStage.RATE):
            self._set_walk(self.walk.turn_over(point))

    def skip(self) -> None:
        """Leave the rest of the points unjudged."""
        if self.stage is ReviewStage.WALK:
            self._set_walk(self.walk.skip())

    def back(self) -> bool:
        """Take the newest tick back, without one the reveal; False before it. The answer was seen outside the clock."""
        if self.stage not in (ReviewStage.WALK, ReviewStage.RATE):
            return False
        if self.walk.back() != self.walk:
            self._set_walk(self.walk.back())
            return True
        self.walk, self.stage = Walk.of(()), ReviewStage.FRONT
        self.look_back()
        return True

    def rate(self, rating: Rating | None = None) -> Rated | None:
        """Apply the choice the button shows, write it, and lay the next card.

        Without a rating: the suggested one; nothing where there is none, for nobody knows how it went. An answer given
        across the rollover counts on the new day.
        """
        if self.stage not in (ReviewStage.WALK, ReviewStage.RATE):
            return None
        self.refresh()
        if (asked := self.asked) is None:
            return None
        suggested = self.suggestion.rating
        if (given := rating or suggested) is None:
            return None
        choice = asked.choice(given).made(self.library.now())
        wait = self.wait(choice)
        action = actions.append(self.library, [self._draft(asked, choice)])
        rated = Rated(asked.card, choice.rating, choice, wait, suggested)
        self.tally.add(action.id, rated, self.seconds, self.walk, self.judged_rightly)
        self._next()
        return rated

    def undo(self) -> Undone | None:
        """Take back this device's newest action; its card returns to the desk."""
        undone = actions.undo(self.library)
        if undone is not None:
            self._next(undone.card)
        return undone

    def redo(self) -> Undone | None:
        """Give back what was undone last; its card leaves the desk, as it did the first time."""
        redone = actions.redo(self.library)
        if redone is not None:
            self._next()
        return redone

    def bring(self, full_id: str) -> None:
        """Lay this very card, whatever waits."""
        self._next(full_id)

    def once_more(self) -> None:
        """Lay the card that came a moment ago: nothing else waits, and the person doesn't want to stop."""
        if self.again is not None:
            self.bring(self.again.full_id)

    def go_on(self) -> None:
        """Leave the card without a rating (it was buried, suspended, edited away) and lay the next."""
        if self.asked is not None:
            self._passed.add(self.asked.card.full_id)
        self._next()

    def stay(self) -> None:
        """Lay the same card anew, from the front, if its text has changed; else ticks and clock stay."""
        if self.asked is not None and self.library.card(self.asked.card.full_id) != self.asked.card:
            self.bring(self.asked.card.full_id)

    def more_new(self, cards: int) -> bool:
        """Introduce so many new cards beyond today's limit; False when there are none."""
        self.today.bring_new(cards)
        return self._further()

    def study_ahead(self, cards: int = AHEAD) -> bool:
        """Continue though nothing is due: so many cards before their day, the least remembered first.

        False when there are none. Ratings count with the days that have really passed.
        """
        return self.today.look_ahead(cards) and self._further()

    def go_beyond(self) -> str:
        """Where nothing may be asked: bring new cards beyond the limit, else cards ahead of their day. Why not, if so.

        A learning step that still runs is what the day wants: it is waited for.
        """
        if (until := self.today.waits_until()) is not None:
            return f"the next card comes in {duration((until - self.library.now().ms) / 1000)}"
        return "" if self.more_new(MORE_NEW) or self.study_ahead() else NOTHING

    def can_bring_new(self) -> bool:
        """Whether `more_new` would find a card."""
        return self.today.can_bring_new(self._shown)

    def can_study_ahead(self) -> bool:
        """Whether `study_ahead` would find a card."""
        return self.today.can_look_ahead()

    def _further(self) -> bool:
        """Go on beyond what this review was asked for."""
        if self._only or self.over:
            self._only, self._limit, self._minutes = (), None, None
        self._next()
        return self.asked is not None

    @property
    def left(self) -> Left | None:
        """What somebody leaves behind who stops among ticks; None without any, and among cards chosen by id."""
        if self.asked is None or self._only or self.walk.back() == self.walk:
            return None
        return Left(self.asked, self.walk, self.verdict, self._watch, self._focus)

    def take_up(self, left: Left) -> None:
        """Lay the card that was left, its ticks and clock as they were, if nothing has happened to it since."""
        card = left.asked.card
        state = self.library.store.state(card.full_id)
        if (
            self._only
            or left.focus != self._focus
            or (self.library.card(card.full_id), state) != (card, left.asked.state)
        ):
            return
        self.bring(card.full_id)
        self.asked, self.verdict, self._watch = self.desk.relay(left.asked), left.verdict, left.watch
        self._set_walk(left.walk)

    def refresh(self) -> bool:
        """Compute the choices anew if the study day has turned, or another window has answered the card meanwhile;
        ticks and clock stay. True if so."""
        if self.asked is None:
            return False
        same_day = self.asked.day == self.library.day()
        if same_day and self.asked.state == self.library.store.state(self.asked.card.full_id):
            return False
        self.asked = self.desk.relay(self.asked)
        return True

    def summary(self) -> Summary:
        """The end of the session in numbers."""
        self.tally.follow(self.library.store)
        return summary(self.library, self.tally)

    # inside

    @property
    def _awake(self) -> int:
        return self.library.clock.awake()

    def _set_walk(self, walk: Walk) -> None:
        self.walk = walk
        self.stage = ReviewStage.RATE if walk.done else ReviewStage.WALK

    @property
    def _left(self) -> list[str]:
        """What is still to be asked of `only`."""
        gone = self.tally.cards | self._passed
        return [card for card in self._only if card not in gone and self.library.card(card)]

    def _next(self, wanted: str | None = None) -> None:
        # The desk is cleared first: if reading the next card fails, the last one can't be rated a second time.
        before, self.asked, self.again, self.stage = self.asked, None, None, ReviewStage.DONE
        self.tally.follow(self.library.store)
        self.undoable = self.library.store.undoable()
        if wanted is None and self._only:
            wanted = next(iter(self._left), None)
        over = wanted is None and (self._only or self.over)
        asked = None if over else self.desk.next(self._shown, wanted)
        if wanted is None and before is not None and asked is not None and _at_once(before, asked):
            self.again, asked = asked.card, None
        self.asked = asked
        self.walk, self.verdict, self._watch = Walk.of(()), None, Stopwatch()
        if self.asked is not None:
            self.stage = ReviewStage.FRONT
            self._shown.append(self.asked.card.full_id)
            self.look_back()

    @property
    def over(self) -> bool:
        """Whether the review has reached the number of cards or minutes that it was asked for."""
        return self._reached(len(self.tally.cards), self.tally.seconds)

    def _reached(self, cards: int, seconds: float) -> bool:
        if self._limit is not None and cards >= self._limit:
            return True
        return self._minutes is not None and seconds >= 60 * self._minutes

    @property
    def _ends_with_this(self) -> bool:
        """Whether the answer to the card on the desk leaves nothing to wait for in this review."""
        if self.asked is None or self._only:
            return True
        cards = self.tally.cards | {self.asked.card.full_id}
        return self._reached(len(cards), self.tally.seconds + self.tally.capped(self.seconds))

    def _draft(self, asked: Asked, choice: RatingChoice) -> EventDraft:
        body: dict[str, object] = {
            "reps": asked.state.reps,
            "retention": self.library.config.retention,
            "suggested": self.suggestion.rating,
            "said": list(self.walk.keys(PointMark.SAID)),
            "missed": list(self.walk.keys(PointMark.MISSED)),
            "mode": "practice" if self._practice else "ahead" if asked.early else "review",
        }
        if asked.recall is not None:
            body["recall"] = asked.recall
        if asked.card.kind.judged:
            body["variant"] = "sound" if asked.sound else "flawed"
            body["verdict"] = self.verdict
        return choice.draft(asked.card.full_id, round(self.seconds * 1000), body)


def _at_once(before: Asked, after: Asked) -> bool:
    """Whether the same card would follow upon itself, six times in as many seconds."""
    return before.card.full_id == after.card.full_id and after.shown_at - before.shown_at < AT_ONCE_MS
