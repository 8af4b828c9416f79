"""One drill on the desk, from its task to its pass: what a `Review` is to cards, this is to drills."""

from __future__ import annotations

from pathlib import Path

from prep.core.event import Rating
from prep.drills.drill import Drill
from prep.drills.result import Checked, Judged, Miss, Result


class Writing:
    """Screens and the line mode call it and draw what it says. It runs nothing itself: it is told what a run says."""

    def __init__(self, drill: Drill, path: Path, at: int) -> None:
        """at: ms UTC at which it was opened; then the clock starts."""
        self.drill, self.path, self.opened = drill, path, at
        self.run = 0
        """Number of the newest run: what an earlier one still says is dropped."""
        self.running = False
        self.checked: tuple[Checked, ...] = ()
        self.judged: Judged | None = None
        """How the newest run ended."""
        self.hints = 0
        """How many have been shown."""
        self.passed_at: int | None = None
        """ms UTC of the first pass."""
        self.most = 0
        """Checks passed by the best run."""

    def begin(self) -> int:
        """A run begins: its number. One that is still going is replaced."""
        self.run += 1
        self.running, self.checked, self.judged = True, (), None
        return self.run

    def hear(self, run: int, result: Result, at: int) -> bool:
        """What a run has said; False if nobody waits for it any more."""
        if run != self.run or not self.running:
            return False
        if isinstance(result, Checked):
            self.checked = (*self.checked, result)
            return True
        self.judged, self.running, self.most = result, False, max(self.most, self.passes)
        if self.passed and self.passed_at is None:
            self.passed_at = at
        return True

    def stop(self) -> None:
        """The run was ended by hand."""
        if self.running:
            self.running, self.judged = False, Judged((), Miss("stopped by you"))

    def hint(self) -> None:
        """Show one more."""
        self.hints = min(self.hints + 1, len(self.drill.hints))

    @property
    def passes(self) -> int:
        """How many checks the newest run has passed."""
        return sum(each.miss is None for each in self.checked)

    @property
    def passed(self) -> bool:
        """Whether the newest run passed all."""
        whole = self.judged is not None and self.judged.miss is None
        return whole and self.passes == len(self.drill.checks)

    @property
    def miss(self) -> Miss | None:
        """Why the newest run didn't pass; None while it goes, and after a pass."""
        failed = next((each.miss for each in self.checked if each.miss), None)
        return failed or (self.judged.miss if self.judged else None)

    @property
    def failed(self) -> str:
        """Name of the check that the newest run failed; empty if none, or if it never came to one."""
        return next((each.name for each in self.checked if each.miss), "")

    def seconds(self, at: int) -> float:
        """Since it was opened; it stops at the first pass."""
        return max(0, (self.passed_at or at) - self.opened) / 1000

    @property
    def suggested(self) -> Rating | None:
        """None before the first run; then by pass, hints and time."""
        if not self.run:
            return None
        if self.passed_at is None:
            return Rating.AGAIN
        late = self.seconds(self.passed_at) > 60 * self.drill.minutes
        return Rating.HARD if late or self.hints else Rating.GOOD
