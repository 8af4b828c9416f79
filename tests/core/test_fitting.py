"""Fitting: what can teach, what is refused and why, and who judges."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from prep.core.evaluation import log_loss, rmse_bins
from prep.core.event import Event, EventKind, Rating
from prep.core.fitting import ENOUGH, FittedAnswer, fit, histories, predictions
from prep.core.memory import DEFAULT, Model
from prep.core.state import Memory
from tests.core import test_real_log as real

SEED = 7


def rated(day: int, rating: Rating = Rating.GOOD, at: int | None = None) -> Event:
    """A rating of the card on that study day."""
    place = day * 1000 if at is None else at
    return Event(
        f"e{place}", f"a{place}", "d", place, place, 0, day, EventKind.RATED, "t/c", None, rating, 1, day, None, {}
    )


def other(kind: EventKind, day: int, **body: object) -> Event:
    """Another event of the card."""
    at = day * 1000 + 500
    return Event(f"o{at}", f"b{at}", "d", at, at, 0, day, kind, "t/c", None, None, None, day, None, body)


def elapsed(history: tuple[FittedAnswer, ...]) -> list[int]:
    return [answer.elapsed for answer in history]


WEAK = Model((0.1, 0.5, 1.0, 3.0, 7.5, *DEFAULT[5:8], 1.3, *DEFAULT[9:]))
"""Someone who forgets sooner than most, and whose memory grows more slowly."""


def simulated(cards: int, true: Model) -> list[tuple[FittedAnswer, ...]]:
    """Cards answered over two years by someone whose memory is exactly this model."""
    rng, found = random.Random(SEED), []
    for card in range(cards):
        day, history = rng.randrange(600), [FittedAnswer(0, rng.choices(list(Rating), (25, 15, 50, 10))[0], 0)]
        memory = true.rated(None, 0, history[0].rating)
        for _ in range(rng.randrange(2, 9)):
            gap = max(1, round(memory.stability * rng.uniform(0.3, 1.8)))
            recalled = rng.random() < true.recall(memory, gap)
            rating = rng.choices((Rating.HARD, Rating.GOOD, Rating.EASY), (15, 70, 15))[0] if recalled else Rating.AGAIN
            day += gap
            history.append(FittedAnswer(day * 10_000 + card, rating, gap))
            memory = true.rated(memory, gap, rating)
        found.append(tuple(answer for answer in history if answer.at < 700 * 10_000))
    return [history for history in found if len(history) > 1]


def test_a_history_teaches_by_its_later_days() -> None:
    """Elapsed days are between study days; a second answer on the same day has none."""
    (history,) = histories([rated(10), rated(10, at=10_001), rated(13), rated(20, Rating.AGAIN)])
    assert elapsed(history) == [0, 0, 3, 7]


def test_same_day_histories_teach_nothing() -> None:
    """Cards that were answered on one day only are left out."""
    assert list(histories([rated(10), rated(10, at=10_001), rated(10, at=10_002)])) == []


def test_a_day_in_the_past_counts_as_none() -> None:
    """An answer dated before the one before it, as another machine's clock had it, has no negative time."""
    (history,) = histories([rated(10, at=1), rated(4, at=2), rated(6, at=3)])
    assert elapsed(history) == [0, 0, 2]


def test_a_reset_begins_a_new_history() -> None:
    """The card is new again; both its lives teach."""
    found = list(histories([rated(1), rated(3), other(EventKind.RESET, 4), rated(5), rated(9)]))
    assert [elapsed(history) for history in found] == [[0, 2], [0, 4]]


def test_what_follows_an_imported_memory_teaches_nothing() -> None:
    """Nobody knows which answers made it; a due date set by hand changes nothing."""
    memory = other(EventKind.PLACED, 4, stability=20.0, difficulty=5.0)
    assert [elapsed(h) for h in histories([rated(1), rated(3), memory, rated(8), rated(9)])] == [[0, 2]]
    assert [elapsed(h) for h in histories([rated(1), other(EventKind.PLACED, 2), rated(3)])] == [[0, 2]]


@pytest.mark.parametrize("answers", [0, 1, ENOUGH - 1])
def test_too_few_answers_are_refused_plainly(answers: int) -> None:
    """It says how many there are and how many it takes."""
    known = [(FittedAnswer(n, Rating.GOOD, 0), FittedAnswer(1000 + n, Rating.GOOD, 3)) for n in range(answers)]
    done = fit(known, DEFAULT)
    assert done.parameters == () and done.answers == answers
    assert (str(ENOUGH) if answers else "two different days") in done.reason


@pytest.mark.parametrize(("rating", "word"), [(Rating.AGAIN, "forgotten"), (Rating.GOOD, "recalled")])
def test_one_outcome_alone_fits_nothing(rating: Rating, word: str) -> None:
    """A log of (Again, Again) would give initial stabilities of minutes to every rating."""
    known = [(FittedAnswer(n, rating, 0), FittedAnswer(1000 + n, rating, 1)) for n in range(300)]
    done = fit(known, DEFAULT)
    assert done.parameters == () and word in done.reason


def test_first_ratings_that_never_came_are_filled_in() -> None:
    """Someone who never presses anything but Good first still gets 21 numbers in order."""
    only = [history for history in simulated(800, WEAK) if history[0].rating is Rating.GOOD]
    done = fit(only, DEFAULT)
    assert len(done.parameters) == 21
    assert list(done.parameters[:4]) == sorted(done.parameters[:4])


def test_a_better_memory_is_found() -> None:
    """Someone who forgets sooner than most: the fit says so, on answers that it has not seen."""
    done = fit(simulated(500, WEAK), DEFAULT)
    assert done.before and done.after
    assert done.after.log_loss < done.before.log_loss and done.after.rmse_bins < done.before.rmse_bins
    assert done.gain == pytest.approx(done.before.log_loss - done.after.log_loss)
    assert Model(done.parameters).after(None, 0)[2].stability < 0.75 * DEFAULT[2]


def test_no_improvement_is_refused() -> None:
    """Neither a second fit of the same answers, nor one to someone who is just as the parameters in force say."""
    known = simulated(500, WEAK)
    first = fit(known, DEFAULT)
    again = fit(known, first.parameters)
    assert first.parameters and again.parameters == ()
    assert "no better" in again.reason
    assert again.before == again.after == first.after
    average = fit(simulated(500, Model()), DEFAULT)
    assert average.parameters == () and average.before and average.after
    assert average.after.log_loss > average.before.log_loss


def test_the_same_answers_give_the_same_parameters() -> None:
    """To the last bit, in whatever order the cards are read."""
    known = simulated(200, Model())
    shuffled = random.Random(SEED).sample(known, len(known))
    assert fit(known, DEFAULT) == fit(shuffled, DEFAULT)


def real_histories() -> list[tuple[FittedAnswer, ...]]:
    """The real log, one place in the order for each answer."""
    found = []
    for card, ratings in enumerate(real.histories().values()):
        days = [day for day, _ in ratings]
        gaps = [0, *(max(0, b - a) for a, b in pairwise(days))]
        found.append(
            tuple(
                FittedAnswer(day * 10_000_000 + n * 10_000 + card, r, gap)
                for n, ((day, r), gap) in enumerate(zip(ratings, gaps, strict=True))
            )
        )
    return [history for history in found if any(answer.elapsed for answer in history)]


def test_on_a_real_log_the_stored_parameters_predict_the_newest_fifth_better() -> None:
    """12,580 reviews of one person: log-loss and RMSE(bins) on the last fifth by time fall, computed here anew."""
    known = real_histories()
    done = fit(known, DEFAULT)
    assert done.answers == 6276 and done.held_out == 1255
    times = sorted(answer.at for history in known for answer in history if answer.elapsed)
    since = times[-1255]
    before, after = (
        [p for history in known for p in predictions(history, Model(parameters), since)]
        for parameters in (DEFAULT, done.parameters)
    )
    assert len(before) == 1255
    assert log_loss(after) < log_loss(before) - 0.001
    assert rmse_bins(after) < rmse_bins(before)


def test_predictions_need_a_memory_and_a_later_day() -> None:
    """The first answer and a second one on the same day test nothing; the memory follows all of them."""
    history = (FittedAnswer(1, Rating.GOOD, 0), FittedAnswer(2, Rating.AGAIN, 0), FittedAnswer(3, Rating.GOOD, 5))
    model = Model()
    memory: Memory | None = None
    for rating in (Rating.GOOD, Rating.AGAIN):
        memory = model.rated(memory, 0, rating)
    assert memory is not None
    assert [p.recall for p in predictions(history, model)] == [model.recall(memory, 5)]
    assert list(predictions(history, model, since=4)) == []
