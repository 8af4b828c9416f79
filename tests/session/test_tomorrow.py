"""What comes tomorrow, told today: the number that Home shows in the morning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from prep.config import Config
from prep.core.event import Rating
from prep.core.kind import Kind
from prep.paths import Paths
from prep.session.changes.actions import CardAction, act
from prep.session.home.home import Home, first_home, home
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.tomorrow import Tomorrow
from tests.clock import HandClock

HEAD = '# Many\n\n```toml\ntopic = "many"\n```\n\n'
CARDS = 24
LEFT = 2
"""Cards that are left for the day after, every third day."""


@pytest.fixture(params=[0, 3], ids=["no limit of reviews", "three reviews a day"])
def settings(request: pytest.FixtureRequest, config: Config) -> Config:
    """Two new cards a day."""
    return replace(config, reviews_per_day=request.param)


@pytest.fixture
def months(places: Paths, settings: Config, clock: HandClock) -> Iterator[Library]:
    """Questions with follow-ups, more of them than a fortnight introduces, and a fact that expires on the way."""
    places.decks.mkdir(parents=True, exist_ok=True)
    card = "## What is {0}? {{#q{0}}}\n\nIt.\n\n## Follow-up: And then? {{#f{0}}}\n\nThat.\n\n"
    fact = "## Who leads? {#fact as_of=2026-01 expires=2026-11}\n\nOne.\n\n"
    (places.decks / "many.md").write_text(HEAD + fact + "".join(map(card.format, range(CARDS))), encoding="utf-8")
    with Library.open(places, settings, clock) as opened:
        yield opened


def told(seen: Home) -> Tomorrow:
    """The number that Home shows, and how many of them are new."""
    return Tomorrow(seen.total, seen.new)


def a_day(library: Library, day: int) -> Review:
    """Answer with changing success; sometimes leave some cards, bury one, suspend one."""
    review = Review(library)
    while review.asked is not None and not (day % 3 == 2 and review.left_today <= LEFT):
        card = review.asked.card
        if (day + review.tally.answers) % 7 == 5:
            act(library, card, CardAction.BURY if day % 2 else CardAction.SUSPEND)
            review.go_on()
            continue
        review.reveal()
        review.rate(Rating(1 + (day * 5 + 3 * review.tally.answers) % 4))
    return review


def test_the_summary_says_what_home_says_in_the_morning(months: Library, clock: HandClock) -> None:
    """For a fortnight: leftovers, steps, buried cards, gates that opened, a month that ends, the day's new cards."""
    seen = []
    for day in range(14):
        said = a_day(months, day).summary().tomorrow
        clock.forward(days=1)
        assert said == told(home(months)), day
        seen.append(said)
    assert any(each.new for each in seen) and any(each.cards > each.new for each in seen)


def test_home_says_it_too_when_nothing_waits(
    months: Library, clock: HandClock, settings: Config, places: Paths
) -> None:
    """In its first frame as afterwards; while something waits nobody needs it."""
    assert home(months).tomorrow == Tomorrow(0, 0)
    a_day(months, 0)
    assert (at_last := home(months)).total == 0
    assert at_last.tomorrow.new == 2
    if not settings.reviews_per_day:
        first = first_home(places.database, months.day(), settings)
        assert first is not None and first.tomorrow == at_last.tomorrow
    clock.forward(days=1)
    assert told(home(months)) == at_last.tomorrow
    assert sum(home(months).due[kind] for kind in Kind) == at_last.tomorrow.cards
