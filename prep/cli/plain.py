"""The review line by line: for pipes, screen readers and slow connections (DESIGN §6)."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.cells import cell_len

from prep.cli import page
from prep.core.event import Rating
from prep.errors import StoreError
from prep.session.review.review import MORE_NEW, Review
from prep.session.review.snapshot import Asked, Call, ReviewStage
from prep.text.span import Line, Role
from prep.view.card import back, front, points, ratings

KEYS = "h hint, d demo, u undo, U redo, q leave; each prompt names its other keys"
"""What `?` tells: the words that mean the same at every prompt."""

Read = Callable[[str], str | None]
"""Shows a prompt and returns the next line without its end; None at the end of input."""


def read_stdin(prompt: str) -> str | None:
    """The next line of standard input."""
    print(prompt, end=" ", flush=True)
    line = sys.stdin.readline()
    if not line or not sys.stdin.isatty():
        print()
    return line.strip() if line else None


class PlainReview:
    """Words in, lines out; the review itself decides what they do."""

    def __init__(self, review: Review, read: Read, demo: Callable[[Review, Read], None]) -> None:
        self.review = review
        self.read = read
        self.demo = demo
        self._covered = False
        """A demo stands before the card."""

    def run(self) -> None:
        """Until no card waits and none is asked for, `q`, or the end of input."""
        while self.review.stage is not ReviewStage.DONE or self._further():
            if self.review.stage is ReviewStage.FRONT:
                page.show(self._front())
            if not self._card():
                return

    def look_back(self) -> None:
        """The shell has let it go on: the card is seen again, unless a demo covers it."""
        if not self._covered:
            self.review.look_back()

    def _further(self) -> bool:
        """With nothing due: more new cards, or the least remembered ahead of their day; False for neither."""
        offered: dict[str, tuple[str, Callable[[], bool]]] = {}
        if (card := self.review.again) is not None:
            offered["o"] = f"{card.id} once more", self._once_more
        if self.review.can_bring_new():
            offered["n"] = "more new cards", lambda: self.review.more_new(MORE_NEW)
        if self.review.can_study_ahead():
            offered["c"] = "continue with the least remembered", self.review.study_ahead
        if not offered or self.review.over:
            return False
        words = ", ".join(f"{key} {word}" for key, (word, _) in offered.items())
        chosen = self.read(f"{self._why()} {words}, enter end >") or ""
        if chosen in ("u", "U"):
            self._turn(chosen)
            return self.review.stage is not ReviewStage.DONE or self._further()
        return chosen in offered and offered[chosen][1]()

    def _why(self) -> str:
        again = self.review.again
        return f"Only {again.id} is left, and it was just asked." if again else "Nothing more is due."

    def _once_more(self) -> bool:
        self.review.once_more()
        return self.review.stage is not ReviewStage.DONE

    def _card(self) -> bool:
        """One card until it leaves the desk; False to quit."""
        asked = self.review.asked
        while self.review.asked is asked and asked is not None:
            word = self.read(self._prompt())
            if word is None or word == "q":
                return False
            if not self._common(word) and not self._staged(word):
                page.say(f"{word!r} means nothing here; ? tells the keys.", Role.CARE)
            if asked.day != self.review.library.day() and self.review.refresh():
                asked = self.review.asked
        return True

    def _prompt(self) -> str:
        match self.review.stage:
            case ReviewStage.FRONT if self._red_flag:
                return "f flag it, s let it stand, enter look, ? keys >"
            case ReviewStage.FRONT:
                return "enter reveal, ? keys >"
            case ReviewStage.WALK:
                return asking(self._point(), "y said, n missed, Y all said, enter skip >")
            case _:
                suggested = self.review.suggestion
                page.say(suggested.reason, Role.DIM)
                taken = f"enter {suggested.rating.word} >" if suggested.rating else "1 to 4, how did it go? >"
                recalls = self.asked.aim.recalls if self.asked.aim else ()
                return asking(ratings.line(self.review.waits, recalls), taken)

    @property
    def asked(self) -> Asked:
        """The card on the desk."""
        assert self.review.asked is not None
        return self.review.asked

    def _front(self) -> list[Line]:
        progress = self.review.progress
        return front.lines(self.asked, f"{progress.done + 1} of {progress.total}", page.width())

    def _point(self) -> str:
        walk = self.review.walk
        assert walk.current is not None
        return points.line(walk.points[walk.current])

    @property
    def _red_flag(self) -> bool:
        return self.review.asked is not None and self.review.asked.card.kind.judged

    def _common(self, word: str) -> bool:
        """Words that mean the same at every prompt; False if this is none of them."""
        if word == "h":
            page.show(back.plainly(self.asked.card.hint or "This card has no hint.", page.width()))
        elif word == "d":
            self._covered = True
            self.review.look_away()
            self.demo(self.review, self.read)
            self._covered = False
            self.look_back()
        elif word in ("u", "U"):
            self._turn(word)
        elif word == "?":
            page.say(KEYS, Role.DIM)
        else:
            return False
        return True

    def _turn(self, word: str) -> None:
        """Take back the newest tick, else the newest action; `U` gives back what was undone last."""
        if word == "u" and self.review.back():
            return
        turned = self.review.undo() if word == "u" else self.review.redo()
        page.say(turned.sentence if turned else f"nothing to {'undo' if word == 'u' else 'redo'}", Role.DIM)

    def _staged(self, word: str) -> bool:
        """Words whose meaning depends on the stage; False if it has none here."""
        if self.review.stage is ReviewStage.FRONT:
            return self._look(word)
        if word in ("1", "2", "3", "4"):
            return self._rate(Rating(int(word)))
        if self.review.stage is ReviewStage.RATE:
            return word == "" and self.review.suggestion.rating is not None and self._rate(None)
        if word in ("y", "n"):
            self.review.mark(said=word == "y")
        elif word == "Y":
            self.review.say_rest()
        elif word == "":
            self.review.skip()
        else:
            return False
        return True

    def _look(self, word: str) -> bool:
        if self._red_flag and word in ("f", "s"):
            self.review.judge(Call.FLAG if word == "f" else Call.STAND)
        elif word != "":
            return False
        self.review.reveal()
        page.show(back.lines(self.asked, page.width(), self.review.verdict, self.review.judged_rightly))
        return True

    def _rate(self, rating: Rating | None) -> bool:
        try:
            rated = self.review.rate(rating)
        except StoreError:
            if self.review.asked is None or not sys.stdin.isatty():
                raise  # it is saved, and nothing more can be read; or the rest of the pipe was meant for other cards
            page.say("Not saved; the card stays. Try again.", Role.WRONG)
            return True
        if rated is not None:
            page.say(ratings.rated_line(rated))
        return True


def asking(what: str, keys: str) -> str:
    """What is asked and the keys that answer; on a row of their own where a terminal would break them in a word."""
    fits = cell_len(f"{what}  {keys} ") + 3 <= page.width()
    return f"{what}  {keys}" if fits else f"{what}\n  {keys}"
