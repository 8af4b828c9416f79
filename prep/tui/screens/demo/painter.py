"""How often a run is drawn: at once, then as often as leaves time for keys."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

FRAME_SECONDS = 0.05
"""A run may send thousands of points a second; twenty pictures a second are drawn."""
REST_PER_FRAME = 4
"""A fifth of the time is drawn at the most: the rest is for keys. Five thousand points take a tenth of a second."""


class Painter:
    """Draws when there is something new, and rests after each picture."""

    def __init__(self, widget: Widget, draw: Callable[[], None]) -> None:
        """widget: whose timer is used. draw: makes the picture."""
        self._widget = widget
        self._draw = draw
        self._resting: Timer | None = None
        self._stale = False

    def wish(self) -> None:
        """There is something new."""
        if self._resting is None:
            self._paint()
        else:
            self._stale = True

    def forget(self) -> None:
        """What was wished for is drawn already, or of no interest any more."""
        self._stale = False

    def _paint(self) -> None:
        begun, self._stale = time.perf_counter(), False
        self._draw()
        took = time.perf_counter() - begun
        self._resting = self._widget.set_timer(max(FRAME_SECONDS, REST_PER_FRAME * took), self._rested)

    def _rested(self) -> None:
        self._resting = None
        if self._stale:
            self._paint()
