"""That a drill tells right from wrong: the reference passes, wrong solutions fail where they say, the stub fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prep.drills.drill import Drill
from prep.drills.result import Checked, Judged, Miss
from prep.drills.running.judging import judge

FEWEST_WRONGS = 3


def faults(drill: Drill, seeds: Iterable[int]) -> Iterator[str]:
    """What is wrong with a drill, a sentence each; of the seeds, what the first says that finds something."""
    if len(drill.wrongs) < FEWEST_WRONGS:
        yield f"it has {len(drill.wrongs)} wrong solutions, at least {FEWEST_WRONGS} are asked"
    if unknown := {wrong.fails for wrong in drill.wrongs} - {check.name for check in drill.checks}:
        yield f"there is no check {', '.join(sorted(unknown))}"
    for number, seed in enumerate(seeds):
        if found := list(_at(drill, seed, stub=number == 0)):
            yield from found
            return


def _at(drill: Drill, seed: int, *, stub: bool) -> Iterator[str]:
    if failed := first_failure(drill, drill.reference, seed):
        yield f"seed {seed}: the reference fails {failed[0]}: {failed[1].says} {failed[1].worst}"
    for wrong in drill.wrongs:
        failed = first_failure(drill, wrong.source(drill.reference), seed)
        if failed is None:
            yield f"seed {seed}: {wrong.name!r} passes"
        elif failed[0] != wrong.fails:
            yield f"seed {seed}: {wrong.name!r} fails {failed[0]!r}, not {wrong.fails!r}: {failed[1].says}"
    if stub and first_failure(drill, drill.stub, seed) is None:
        yield "the stub passes"


def first_failure(drill: Drill, source: str, seed: int) -> tuple[str, Miss] | None:
    """The first check that fails and why; None: all pass. The name is empty where no check began."""
    for result in judge(drill, source, f"{drill.file} (proof)", seed):
        if isinstance(result, Checked) and result.miss:
            return result.name, result.miss
        if isinstance(result, Judged) and result.miss:
            return "", result.miss
    return None
