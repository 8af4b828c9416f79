"""Schedules of a pipeline, step by step: who waits for whom, and how much is held meanwhile."""

from __future__ import annotations

BACKWARD = 2
"""Time of a backward step, in forward steps."""

Work = list[tuple[str, int]]
"""Steps of one stage in order: ("F" or "B", micro-batch)."""


def order(stage: int, p: int, m: int, schedule: str) -> Work:
    """All forward steps, then all backward; or, once p − stage micro-batches are under way, one for one."""
    ahead = m if schedule == "gpipe" else min(m, p - stage)
    work = [("F", i) for i in range(ahead)]
    for i in range(m):
        work += [("B", i)] + [("F", i + ahead)] * (i + ahead < m)
    return work


def makespan(orders: list[Work]) -> int:
    """When the last step ends: each waits for its stage's last step and for its neighbour's on the same micro-batch."""
    ends: dict[tuple[str, int, int], int] = {}
    clock, done = [0] * len(orders), [0] * len(orders)
    while any(done[s] < len(work) for s, work in enumerate(orders)):
        for s, work in enumerate(orders):
            while done[s] < len(work):
                kind, i = work[done[s]]
                before = ("F", s - 1, i) if kind == "F" else ("B", s + 1, i)
                if 0 <= before[1] < len(orders) and before not in ends:
                    break
                start = max(clock[s], ends.get(before, 0))
                clock[s] = ends[kind, s, i] = start + (1 if kind == "F" else BACKWARD)
                done[s] += 1
    return max(clock)


def held(work: Work) -> int:
    """Most micro-batches whose activations wait for their backward step."""
    now = most = 0
    for kind, _ in work:
        now += 1 if kind == "F" else -1
        most = max(most, now)
    return most
