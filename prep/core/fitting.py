"""Fitting the memory model to one's own answers, judged by answers it has not seen (DESIGN §3: `fitted`).

The newest fifth, by time, is held out. Parameters fitted to the rest are stored only if they predict it better than
those in force, and it is these very numbers that are stored: a refit on everything would be one that nobody has judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from prep.core.evaluation import Prediction, Scores, benchmark_bin, gain, scores
from prep.core.event import Event, EventKind, Rating
from prep.core.fold import imported
from prep.core.memory import Model, model_for
from prep.core.optimiser import optimised
from prep.core.state import Memory

ENOUGH = 100
"""Answers that can teach, before a fit is tried: a fifth of fewer can tell no parameters apart."""
HELD_OUT = 5
"""One in so many is held out."""


@dataclass(frozen=True, slots=True)
class FittedAnswer:
    """One rating in a history."""

    at: int
    """Its place in the log's order, in ms."""
    rating: Rating
    elapsed: int
    """Whole study days since the answer before, at least 0; the first has 0."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What came of an attempt."""

    answers: int
    """Answers that can teach: their card had been rated on an earlier day."""
    held_out: int = 0
    """The newest of them, which judged."""
    before: Scores | None = None
    """Of the parameters in force, on what was held out."""
    after: Scores | None = None
    gain: float = 0.0
    """By how much the log-loss fell."""
    error: float = 0.0
    """Standard error of the gain."""
    parameters: tuple[float, ...] = ()
    """What may be stored; empty if nothing may."""
    reason: str = ""
    """Why nothing may be stored: one sentence."""


def histories(events: Iterable[Event]) -> Iterator[tuple[FittedAnswer, ...]]:
    """The histories of one card that can teach, from its events that count, in order.

    A reset begins a new one. After an imported memory nothing is known of what made it, so nothing can be learned.
    """
    found: list[FittedAnswer] = []
    last, whole = 0, True
    for event in events:
        if event.kind is EventKind.RESET:
            yield from _teaching(found)
            found, whole = [], True
        elif event.kind is EventKind.PLACED and imported(event.body) is not None:
            yield from _teaching(found)
            found, whole = [], False
        elif event.kind is EventKind.RATED and event.rating is not None and whole:
            found.append(FittedAnswer(event.at, event.rating, max(0, event.day - last) if found else 0))
            last = event.day
    yield from _teaching(found)


def _teaching(history: list[FittedAnswer]) -> Iterator[tuple[FittedAnswer, ...]]:
    if any(answer.elapsed > 0 for answer in history):
        yield tuple(history)


def predictions(history: Sequence[FittedAnswer], model: Model, since: int = 0) -> Iterator[Prediction]:
    """What the model predicts for each answer that tests a memory, from all that came before; since: from this `at`."""
    memory: Memory | None = None
    reviews, lapses = 0, 0
    for number, answer in enumerate(history):
        recalled = answer.rating is not Rating.AGAIN
        if memory is not None and answer.elapsed > 0:
            reviews += 1
            if answer.at >= since:
                bin = benchmark_bin(answer.elapsed, reviews + 1, lapses)
                yield Prediction(model.recall(memory, answer.elapsed), recalled, bin)
        lapses += not recalled and (number == 0 or answer.elapsed > 0)
        memory = model.rated(memory, answer.elapsed, answer.rating)


def fit(known: Iterable[Sequence[FittedAnswer]], current: tuple[float, ...]) -> Fit:
    """Fit parameters to these histories and judge them against those in force.

    The same histories, in whatever order, give the same result. May panic (see `optimiser`).
    """
    ordered = sorted(known, key=lambda history: [(answer.at, answer.rating, answer.elapsed) for answer in history])
    ends = sorted(
        (answer.at, number, length)
        for number, history in enumerate(ordered)
        for length, answer in enumerate(history, 1)
        if answer.elapsed > 0
    )
    if refused := _refused([ordered[number][length - 1].rating for _, number, length in ends]):
        return Fit(len(ends), reason=refused)
    since = ends[-(len(ends) // HELD_OUT)][0]
    past = [(number, length) for at, number, length in ends if at < since]
    found = optimised([[(answer.rating, answer.elapsed) for answer in history] for history in ordered], past)
    return _judged(ordered, len(ends), since, current, found)


def _refused(ratings: Sequence[Rating]) -> str:
    """Why these answers can't teach, if they can't."""
    if not ratings:
        return "No card was rated on two different days yet: there is nothing to learn from."
    if len(ratings) < ENOUGH:
        return f"{len(ratings)} answer{'s' * (len(ratings) > 1)} can teach so far; {ENOUGH} are needed."
    past = ratings[: -(len(ratings) // HELD_OUT)]
    forgotten = past.count(Rating.AGAIN)
    if forgotten in (0, len(past)):
        return f"Every answer was {'forgotten' if forgotten else 'recalled'}: nothing tells strong memories from weak."
    return ""


def _judged(
    known: Sequence[Sequence[FittedAnswer]],
    answers: int,
    since: int,
    current: tuple[float, ...],
    found: tuple[float, ...],
) -> Fit:
    before, after = (
        [p for history in known for p in predictions(history, model_for(parameters), since)]
        for parameters in (current, found)
    )
    was, now = scores(before), scores(after)
    better, error = gain(before, after)
    accepted = better > 0 and now.rmse_bins <= was.rmse_bins
    reason = "" if accepted else "Fitted parameters predict your newest answers no better than those in force."
    return Fit(answers, len(before), was, now, better, error, found if accepted else (), reason)
