"""A check that failed, on its way out of the check."""

from __future__ import annotations

from prep.drills.result import Miss


class CheckFailed(Exception):
    """Raised by what a check calls."""

    def __init__(self, miss: Miss) -> None:
        super().__init__(miss.says)
        self.miss = miss
