"""The day's numbers after a long absence, in `prep due` and on Home."""

from __future__ import annotations

from dataclasses import replace

from prep.config import Config
from prep.core.event import EventDraft, EventKind, Rating
from prep.core.kind import Kind
from prep.paths import Paths
from prep.session.home.due import today
from prep.session.home.home import Further, home
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.store.store import DUE_AT_ONCE
from tests.clock import HandClock

CARDS = DUE_AT_ONCE + 50
HEAD = '# Many\n\n```toml\ntopic = "many"\n```\n\n'


def many(places: Paths, config: Config, clock: HandClock) -> Library:
    """More due cards than a review reads at a time, the later in the deck the better known."""
    places.decks.mkdir(parents=True)
    cards = (f"## What is special about {n}? {{#q{n}}}\n\nIt is {n}.\n\n" for n in range(CARDS))
    (places.decks / "many.md").write_text(HEAD + "".join(cards), encoding="utf-8")
    library = Library.open(places, config, clock)
    day = library.day()
    memories = [{"stability": 5 + n / 100, "difficulty": 5.0, "last_day": day - 5} for n in range(CARDS)]
    drafts = [EventDraft(EventKind.PLACED, f"many/q{n}", due_day=day, body=memories[n]) for n in range(CARDS)]
    library.store.append(drafts, library.now(), day)
    return library


def test_due_lists_every_card_that_home_counts(places: Paths, config: Config, clock: HandClock) -> None:
    """However many: the same numbers, the least remembered first."""
    with many(places, config, clock) as library:
        due, seen = today(library), library.store.glance(library.day(), config.new_per_day)
        assert due.due[Kind.QUESTION] == seen.due[Kind.QUESTION] == CARDS
        assert (due.new, due.minutes) == (seen.new, seen.minutes)
        old = [card for card in due.cards if card.recall is not None]
        assert [card.id for card in old] == [f"many/q{n}" for n in range(CARDS)]


def test_home_counts_what_the_limit_of_reviews_leaves(places: Paths, config: Config, clock: HandClock) -> None:
    """With three reviews a day: three, then two; when none is left Home offers to go on, as a review would."""
    config = replace(config, reviews_per_day=3, new_per_day=0)
    with many(places, config, clock) as library:
        assert (home(library).total, home(library).minutes) == (3, 3)
        review = Review(library)
        for left in (2, 1, 0):
            review.reveal()
            review.rate(Rating.GOOD)
            assert home(library).total == left
        assert review.asked is None and home(library).further is Further.NEW
