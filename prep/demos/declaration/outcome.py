"""What is known of a run so far: a frozen snapshot that grows by one message."""

from __future__ import annotations

from dataclasses import dataclass, replace

from prep.demos.declaration.message import Done, Expected, Failed, Image, Message, Point, Progress, Ready, Theory
from prep.demos.declaration.sheet import Sheet
from prep.text.words import count


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sheet that ran and everything that came of it."""

    sheet: Sheet
    points: tuple[Point, ...] = ()
    """In the order in which they were measured."""
    theory: tuple[Expected, ...] = ()
    progress: Progress | None = None
    done: Done | None = None
    failed: Failed | None = None
    stopped: bool = False
    """A person stopped it."""
    versions: tuple[tuple[str, str], ...] = ()
    images: tuple[Image, ...] = ()
    threads: int = 0
    """That torch computes with; 0: the process hasn't said so yet."""

    @property
    def device(self) -> str:
        """Where it computes: what was chosen where the demo leaves a choice."""
        return str(self.sheet.values.get("device", "cpu"))

    @property
    def where(self) -> str:
        """Device and threads: "cpu, 1 thread"; empty before they are known."""
        return f"{self.device}, {count(self.threads, 'thread')}" if self.threads else ""

    @property
    def facts(self) -> str:
        """How it was computed: "torch 2.13.0 · python 3.11.7 · cpu, 1 thread · 0.16 s"."""
        seconds = f"{self.done.seconds:.2f} s" if self.done else ""
        return " · ".join(filter(None, (*map(" ".join, self.versions), self.where, seconds)))

    @property
    def running(self) -> bool:
        """More may come."""
        return not (self.done or self.failed or self.stopped)

    def add(self, message: Message | Sheet) -> Outcome:
        """The next snapshot."""
        match message:
            case Sheet():
                return replace(self, sheet=message)
            case Ready(versions, threads):
                return replace(self, versions=versions, threads=threads)
            case Point():
                return replace(self, points=(*self.points, message))
            case Image():
                return replace(self, images=(*self.images, message))
            case Theory(points):
                return replace(self, theory=points)
            case Progress():
                return replace(self, progress=message)
            case Done():
                return replace(self, done=message)
            case Failed():
                return replace(self, failed=message)

    def measured(self, series: str, x: float) -> Point | None:
        """The point of this series at this x, if it has come."""
        return next((p for p in self.points if p.series == series and p.x == x), None)

    def expected(self, series: str, x: float) -> float | None:
        """What theory gives there; None where it is silent or has not come yet."""
        return next((t.y for t in self.theory if t.series == series and t.x == x), None)

    def tolerance(self, series: str, x: float) -> float | None:
        """How far from theory the point may lie; None before the end or where theory is silent."""
        found = self.done.tolerance if self.done else ()
        return next((t.y for t in found if t.series == series and t.x == x), None)

    def curve(self, series: str) -> tuple[tuple[float, float], ...]:
        """The theory of a series, ready to draw: (x, y) by x."""
        return tuple(sorted((t.x, t.y) for t in self.theory if t.series == series))
