"""An answer is on disk, and the disk then has no room for what is read next."""

from __future__ import annotations

import sqlite3

import pytest

from prep.core.event import Draft, EventKind, Rating
from prep.errors import StoreError
from prep.session.library.library import Library
from prep.session.review.review import Review
from prep.session.review.snapshot import Stage
from tests.session.desk import answer, on_desk


def fill(library: Library, room: bool = False) -> None:
    """No more room: enough for an answer to wait in, too little to file a long event that waits already."""
    driver = library.store.database.driver
    if not room:
        draft = Draft(EventKind.HELD, "spread/trace", body={"note": "long" * 5_000})
        library.store.append([draft], library.now(), library.day())
    pages = driver.execute("pragma page_count").fetchone()[0]
    driver.execute(f"pragma max_page_count = {1_000_000 if room else pages}")


def logged(library: Library, kind: EventKind) -> int:
    """Events of a kind on disk, filed or not."""
    sql = f"""select (select count(*) from event where kind = '{kind}') + (select count(*) from tail
        where kind = '{kind}')"""
    other = sqlite3.connect(library.paths.database)
    found = other.execute(sql).fetchone()[0]
    other.close()
    return int(found)


def test_a_saved_answer_is_not_asked_for_again(library: Library) -> None:
    """It isn't told as unsaved, and with room the next card comes, the answer counted once (FAULTS 147a)."""
    review = Review(library)
    first = on_desk(review)
    fill(library)
    with pytest.raises(StoreError, match="what you did last is saved"):
        answer(review, Rating.GOOD)
    assert (review.stuck, review.stage, logged(library, EventKind.RATED)) == (True, Stage.DONE, 1)
    assert review.rate(Rating.GOOD) is None
    with pytest.raises(StoreError, match="what you did last is saved"):
        review.resume()
    fill(library, room=True)
    assert review.resume()
    assert (review.stuck, review.stage, review.tally.done) == (False, Stage.FRONT, 1)
    assert on_desk(review) != first
    assert not review.resume()


def test_an_undo_that_can_t_be_shown_is_made_once(library: Library) -> None:
    """Pressed again it takes back no further action; with room, its card is on the desk and the tally knows."""
    review = Review(library)
    first = on_desk(review)
    answer(review, Rating.GOOD)
    answer(review, Rating.GOOD)
    fill(library)
    for _ in range(3):
        with pytest.raises(StoreError, match="what you did last is saved"):
            review.undo()
    assert logged(library, EventKind.UNDONE) == 1
    fill(library, room=True)
    assert review.resume()
    assert review.tally.done == 2
    assert review.undo() and review.undo()
    assert (on_desk(review), review.tally.done) == (first, 0)
