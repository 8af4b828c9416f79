"""Was a card's due decided by someone who knew all that its memory knows now? (DESIGN §3, merging)

Each rating logs what its device knew: the recall predicted from the memory then, and how many ratings came before.
Where a merge has put other ratings before it, or an undo has taken some out, the fold says something else today.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from prep.core.event import Event, EventKind
from prep.core.fold import fold
from prep.core.memory import Model
from prep.core.state import Phase, State

DECIDING = (EventKind.RATED, EventKind.PLACED, EventKind.RESET)
SAME = 1e-6
"""Relative difference of two recalls that come from the same memory: JSON keeps them exactly."""


def knowing(state: State, day: int, model: Model) -> dict[str, Any]:
    """What whoever decides about this card on that study day knows of it: the body's "reps" and, with a memory,
    "recall"."""
    recall = model.recalled(state, day)
    return {"reps": state.reps} | ({} if recall is None else {"recall": recall})


def decided_on_less(history: Sequence[Event], model_at: Callable[[Event], Model]) -> bool:
    """Whether the due of a card in review was decided before its memory knew all that it knows now.

    history: its events that count, in order. model_at: the parameters in force when an event was made. A due set by
    hand, or by another program, is never older: nobody knows what it was decided on.
    """
    last = next((i for i in reversed(range(len(history))) if history[i].kind in DECIDING), None)
    if last is None or history[last].kind is EventKind.RESET or "reps" not in history[last].body:
        return False
    event, model = history[last], model_at(history[last])
    card = event.card or ""
    if fold(card, history[: last + 1], model).phase is not Phase.REVIEW:
        return False
    return not _agree(event.body, knowing(fold(card, history[:last], model), event.day, model))


def _agree(then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    if then.get("reps") != now["reps"]:
        return False
    said, recall = then.get("recall"), now.get("recall")
    if not isinstance(said, float) or recall is None:
        return said is None and recall is None
    return math.isclose(said, recall, rel_tol=SAME)
