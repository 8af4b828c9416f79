"""Fitting the memory model: a preview first, and only what was shown is stored (`prep optimize`, and the app).

The work is done in a child process, for fsrs-rs panics with a BaseException on some input and would
write over the screen, and a million answers shall not lie in the memory of the app.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from prep.child.answer import answer
from prep.core.evaluation import Scores
from prep.core.event import EventDraft, EventKind
from prep.core.fitting import Fit
from prep.core.memory import model_for
from prep.errors import PrepError, StoreError
from prep.session.changes.actions import append
from prep.session.changes.rescheduling import Move
from prep.session.library.library import Library
from prep.store.records import Action


@dataclass(frozen=True, slots=True)
class FitPreview:
    """What a fit would change, before it changes anything."""

    fit: Fit
    current: tuple[float, ...]
    """The parameters in force."""
    moves: tuple[Move, ...]
    """What a reschedule would move, by the fitted memory, or, where nothing may be stored, by the one in force; unasked
    no due date moves."""
    intervals: tuple[tuple[float, ...], tuple[float, ...]]
    """Days after which a new card comes back if steps are left aside, by its first rating; now, and fitted."""
    seen: int
    """How much of the log it knows."""
    day: int
    """Study day on which it was made."""

    @property
    def may_store(self) -> bool:
        """Whether the fit is an improvement."""
        return bool(self.fit.parameters)

    @property
    def earlier(self) -> int:
        """Cards that a reschedule would bring sooner."""
        return sum(move.to < move.due for move in self.moves)

    @property
    def body(self) -> dict[str, Any]:
        """The `fitted` event's body: what was judged, and how it was judged."""
        fit = self.fit
        assert fit.before is not None and fit.after is not None
        scores = {
            "answers": fit.answers,
            "held_out": fit.held_out,
            "log_loss": [fit.before.log_loss, fit.after.log_loss],
            "rmse_bins": [fit.before.rmse_bins, fit.after.rmse_bins],
        }
        return {"parameters": list(fit.parameters), "scores": scores}


async def preview(library: Library) -> FitPreview:
    """Fit, judge, and say what would change; nothing is written. Raises PrepError if the optimiser can't cope."""
    rules, day = library.rules, library.day()
    request = {
        "database": str(library.paths.database),
        "day": day,
        "retention": rules.retention,
        "maximum_interval": rules.maximum_interval,
        "learning": rules.learning_steps,
        "relearning": rules.relearning_steps,
    }
    said = await answer("prep.session.statistics.fitting_child", request)
    if said is None:
        raise PrepError("the optimiser could not cope with this log", "your parameters stay as they are")
    return _read(library, said, day)


def store(library: Library, wanted: FitPreview, *, reschedule: bool = False) -> Action:
    """Store exactly what was shown; a reschedule is part of the same action, which one undo takes back.

    Where the fit is no improvement there can still be a reschedule to store. Raises StoreError.
    """
    if not wanted.may_store and not (reschedule and wanted.moves):
        raise StoreError("this fit is no improvement", "nothing was changed")
    if wanted.seen != library.store.logged() or wanted.day != library.day():
        since = "the study day has turned" if wanted.day != library.day() else "the log has grown"
        raise StoreError(f"{since} since this fit was made", "fit again; nothing was changed")
    moved = wanted.moves if reschedule else ()
    fitted = [EventDraft(EventKind.FITTED, body=wanted.body)] if wanted.may_store else []
    return append(library, [*fitted, *(move.draft for move in moved)])


def _read(library: Library, answer: dict[str, Any], day: int) -> FitPreview:
    said = answer["fit"]
    before, after = (Scores(**scores) if scores else None for scores in (said["before"], said["after"]))
    fit = Fit(**{**said, "before": before, "after": after, "parameters": tuple(said["parameters"])})
    current = tuple(answer["current"])
    moves = ((library.card(card), due, to, known) for card, due, to, known in answer["moves"])
    return FitPreview(
        fit,
        current,
        tuple(Move(card, due, to, known) for card, due, to, known in moves if card is not None),
        (_intervals(library, current), _intervals(library, fit.parameters or current)),
        answer["seen"],
        day,
    )


def _intervals(library: Library, parameters: tuple[float, ...]) -> tuple[float, ...]:
    model, retention = model_for(parameters), library.config.retention
    return tuple(model.interval(memory, retention) for memory in model.after(None, 0))
