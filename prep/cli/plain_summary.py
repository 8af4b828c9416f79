"""The end of a review in lines."""

from __future__ import annotations

from prep.cli import page
from prep.core.event import Rating
from prep.session.review.review import Review
from prep.session.review.tomorrow import Tomorrow
from prep.text.markdown import plain
from prep.text.span import Role
from prep.text.words import count, duration, percent


def show_summary(review: Review) -> None:
    """What was done, what was missed, what comes tomorrow."""
    end = review.summary()
    page.say()
    if not end.done:
        page.say("Nothing is due. " + _tomorrow(end.tomorrow) if review.asked is None else "Nothing was rated.")
        return
    given = " · ".join(f"{n} {Rating(i).word}" for i, n in enumerate(end.ratings, 1) if n)
    page.say(f"{count(end.done, 'card')}, {duration(end.seconds)} aloud: {given}")
    if end.judged:
        page.say(f"{count(end.said, 'point')} said of {end.judged}, {percent(end.said / end.judged)}")
    for missed in end.missed:
        page.say(f"  ✗  {plain(missed.text)}", Role.WRONG)
    page.say(f"streak {count(end.streak, 'day')} · " + _tomorrow(end.tomorrow))


def _tomorrow(morning: Tomorrow) -> str:
    return f"Tomorrow: {count(morning.cards, 'card')}{f', {morning.new} new' if morning.new else ''}."
