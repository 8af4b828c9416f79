"""The way into the app, arranged so that its first frame comes soon."""

from __future__ import annotations

import gc

from prep.config import load
from prep.paths import paths
from prep.session.library.focus import Focus
from prep.tui.wanted import ReviewWanted

NEVER = 1_000_000
"""So many rounds of looking at young objects before all are looked through: days."""


def run_app(
    review: bool = False, focus: Focus | None = None, limit: int | None = None, minutes: int | None = None
) -> int:
    """Open the app, on Home or straight in a review. Raises ConfigError, and what made the app end early."""
    gc.disable()  # imports make no garbage; looking for it is 15 % of the time to the first frame
    # Looking through all objects takes 60 to 160 ms, in the midst of a key press: the app does it each minute instead.
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    from prep.system_clock import SystemClock
    from prep.tui.app import PrepApp
    from prep.tui.terminal import mend

    places = paths()
    app = PrepApp(places, load(places.config), SystemClock(), ReviewWanted(focus, limit, minutes) if review else None)
    app.warms_demos = True
    mend()
    app.run()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
