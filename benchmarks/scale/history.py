"""A simulated person: many cards, years of answers, each given on the day on which it was due.

Nothing here is random twice: the same number of cards gives the same log, but for its last day, which is yesterday.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from random import Random
from uuid import UUID

from prep.core.card import Card, CardText, MustSay, Place
from prep.core.clock import DAY_MS, Moment
from prep.core.event import Event, EventKind, Rating
from prep.core.fold import advance
from prep.core.kind import Kind
from prep.core.memory import model_for
from prep.core.schedule import RatingChoice, Rules, choices
from prep.core.state import State

REVIEWS_A_CARD = 10
CARDS_A_TOPIC = 200
NEW = 10
"""One card in so many was never answered."""
RULES = Rules(maximum_interval=120)
"""An interview is near: with ten answers a card and no maximum, most histories would span decades."""
WEIGHTS = (12, 10, 68, 10)
"""Again, Hard, Good, Easy, in percent."""
MORNING, HOURS = 8 * 3_600_000, 12 * 3_600_000
"""Answers are given from 8:00, for twelve hours."""


def cards(number: int) -> list[Card]:
    """Questions with two must-say points, two hundred a topic."""
    return [_card(f"topic-{n // CARDS_A_TOPIC}", f"card-{n}", n) for n in range(number)]


def decks(known: Iterable[Card]) -> Iterator[tuple[str, str]]:
    """(file name, Markdown) of each topic."""
    for topic, mine in groupby(known, key=lambda card: card.topic):
        yield f"{topic}.md", f'# {topic}\n\n```toml\ntopic = "{topic}"\n```\n\n' + "".join(map(_markdown, mine))


def _markdown(card: Card) -> str:
    points = "".join(f"- [{point.key}{'!' * point.required}] {point.text}\n" for point in card.must_say)
    return f"## {card.cue} {{#{card.id}}}\n\n{card.answer}\n\n### Must say\n\n{points}\n"


def _card(topic: str, name: str, n: int) -> Card:
    points = (MustSay("grows", "The variance grows with $d_k$.", True), MustSay("flat", "Softmax saturates.", False))
    answer = f"It divides the logits by $\\sqrt{{d_k}}$, as in case {n}, so that their variance stays one."
    place = Place(f"{topic}.md", 8 * (n % CARDS_A_TOPIC) + 6, 8 * (n % CARDS_A_TOPIC) + 13)
    text = CardText(f"What does the factor do in case {n}?", answer, must_say=points)
    return Card(topic, name, Kind.QUESTION, text, place)


def events(known: list[Card], reviews: int, device: str, today: int) -> Iterator[list[Event]]:
    """Card by card its ratings: `reviews` in all, the last ones before today."""
    chance = Random(20_261_129)
    studied = [card.full_id for n, card in enumerate(known) if n % NEW]
    for n, card in enumerate(studied):
        share = reviews // len(studied) + (n < reviews % len(studied))
        yield _shifted(_answers(card, share, device, chance), today, chance)


def _answers(card: str, number: int, device: str, chance: Random) -> list[Event]:
    """A card's answers if it was met on study day 0."""
    state, day, hour, model = State(card), 0, MORNING, model_for()
    found: list[Event] = []
    for n in range(number):
        now = Moment(day * DAY_MS + hour)
        rating = Rating.GOOD if n == number - 1 else chance.choices(list(Rating), WEIGHTS)[0]
        choice = choices(state, now, day, RULES, model)[rating - 1]
        found.append(_rated(state, choice, now, day, device, chance))
        state = advance(state, found[-1], model)
        in_step = choice.due_at is not None
        day, hour = choice.due_day, hour + 660_000 if in_step else MORNING + chance.randrange(HOURS)
    return found


def _rated(state: State, choice: RatingChoice, now: Moment, day: int, device: str, chance: Random) -> Event:
    """One answer as a review logs it."""
    missed = ["grows"] if choice.rating is Rating.AGAIN else []
    body: dict[str, object] = {
        "reps": state.reps,
        "retention": RULES.retention,
        "suggested": int(choice.rating),
        "said": [key for key in ("grows", "flat") if key not in missed],
        "missed": missed,
        "mode": "review",
    }
    if state.reviewed is not None:
        body["recall"] = model_for().recalled(state, day)
    draft, own = choice.draft(state.card, chance.randrange(5_000, 90_000), body), _id(chance)
    return Event(
        id=own,
        action=own,
        device=device,
        at=now.ms,
        wall=now.ms,
        offset=0,
        day=day,
        kind=EventKind.RATED,
        card=draft.card,
        target=None,
        rating=draft.rating,
        ms=draft.ms,
        due_day=draft.due_day,
        due_at=draft.due_at,
        body=body,
    )


def _id(chance: Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


def _shifted(answers: list[Event], today: int, chance: Random) -> list[Event]:
    """Moved so that today lies after the last answer, and no later than the day on which the card is due."""
    last = answers[-1]
    assert last.due_day is not None
    days = today - chance.randint(last.day + 1, last.due_day)
    return [_moved(event, days) for event in answers]


def _moved(event: Event, days: int) -> Event:
    ms = days * DAY_MS
    return replace(
        event,
        at=event.at + ms,
        wall=event.wall + ms,
        day=event.day + days,
        due_day=None if event.due_day is None else event.due_day + days,
        due_at=None if event.due_at is None else event.due_at + ms,
    )
