"""FSRS-6 behind a narrow door: with `optimiser` the only file that knows fsrs-rs.

It takes whole study days and returns float32 values as Python floats. Its native code panics with a BaseException on
some input, so everything is checked before it gets there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS, MemoryState, NextStates

from prep.core.event import Rating
from prep.core.state import Memory, State

DEFAULT: tuple[float, ...] = tuple(DEFAULT_PARAMETERS)
"""FSRS-6's 21 default parameters."""

MAX_STABILITY = 36_500.0
MIN_STABILITY = 0.001
SMALL_STABILITY = 0.1
RETENTION = (0.70, 0.97)
"""Range of the desired retention, both ends included."""


class Model:
    """FSRS-6 with one set of parameters."""

    __slots__ = ("_decay", "_factor", "_fsrs", "parameters")

    def __init__(self, parameters: Sequence[float] = DEFAULT) -> None:
        """parameters: 21 finite numbers within FSRS-6's ranges; anything else is a ValueError."""
        if len(parameters) != len(DEFAULT) or not all(math.isfinite(p) for p in parameters):
            raise ValueError(f"FSRS-6 takes {len(DEFAULT)} finite parameters, not {list(parameters)!r}")
        if max(parameters[:4]) > 100 or max(map(abs, parameters[4:])) > 10 or not 0.1 <= parameters[20] <= 0.8:
            raise ValueError(f"these parameters are outside FSRS-6's ranges: {list(parameters)!r}")
        self.parameters = tuple(float(p) for p in parameters)
        self._fsrs = FSRS(list(self.parameters))
        self._decay = -self.parameters[20]
        self._factor = float(0.9 ** (1 / self._decay) - 1)

    def after(self, memory: Memory | None, elapsed_days: int) -> tuple[Memory, Memory, Memory, Memory]:
        """The memory after Again, Hard, Good and Easy, so many whole study days (≥ 0) after the last rating."""
        states = self._next(memory, elapsed_days)
        return (
            self._lapsed(memory, elapsed_days, _memory(states.again.memory)),
            _memory(states.hard.memory),
            _memory(states.good.memory),
            _memory(states.easy.memory),
        )

    def rated(self, memory: Memory | None, elapsed_days: int, rating: Rating) -> Memory:
        """The memory after one of the four, `after(…)[rating - 1]`."""
        states = self._next(memory, elapsed_days)
        after = _memory((states.again, states.hard, states.good, states.easy)[rating - 1].memory)
        return self._lapsed(memory, elapsed_days, after) if rating is Rating.AGAIN else after

    def interval(self, memory: Memory, retention: float) -> float:
        """Days until recall has fallen to the desired retention; not rounded, not bounded."""
        if not RETENTION[0] <= retention <= RETENTION[1]:
            raise ValueError(f"desired retention must be {RETENTION[0]} to {RETENTION[1]}, not {retention!r}")
        stability, _ = _checked(memory)
        return float(stability / self._factor * (retention ** (1 / self._decay) - 1))

    def recall(self, memory: Memory, elapsed_days: int) -> float:
        """The probability of recall so many study days after the last rating."""
        stability, _ = _checked(memory)
        return float((1 + self._factor * _days(elapsed_days) / stability) ** self._decay)

    def recalled(self, state: State, day: int) -> float | None:
        """The probability of recall on a study day; None for a new card."""
        past = state.reviewed
        return None if past is None else self.recall(past.memory, max(0, day - past.last_day))

    def pressure(self, recall: float) -> float:
        """The ratio of elapsed days to stability at which recall has fallen so far; infinite for none."""
        return float((recall ** (1 / self._decay) - 1) / self._factor) if recall > 0 else math.inf

    def recalls(self, pressures: Iterable[float]) -> list[float]:
        """`recall` for many: each by the ratio of elapsed days to stability."""
        factor, decay = self._factor, self._decay
        return [(1 + factor * pressure) ** decay for pressure in pressures]

    def replay(self, history: Iterable[tuple[Rating, int]]) -> Memory | None:
        """The memory after a whole history of (rating, days since the one before); None for an empty one."""
        memory: Memory | None = None
        for rating, elapsed in history:
            memory = self.rated(memory, elapsed, rating)
        return memory

    def _next(self, memory: Memory | None, elapsed_days: int) -> NextStates:
        before = None if memory is None else MemoryState(*_checked(memory))
        return self._fsrs.next_states(before, RETENTION[1], _days(elapsed_days))  # its intervals are not used

    def _lapsed(self, before: Memory | None, elapsed_days: int, after: Memory) -> Memory:
        """The memory after Again on a later day, its stability by Ye's formula in double precision where it is small.

        The engine takes (S + 1)^w13 − 1 in float32, which below S = 0.003 days is off by more than 1e-4.
        """
        if before is None or elapsed_days <= 0 or before.stability >= SMALL_STABILITY:
            return after
        w, (stability, difficulty) = self.parameters, _checked(before)
        forgotten = 1 - self.recall(before, elapsed_days)
        growth = math.expm1(w[13] * math.log1p(stability)) * math.exp(w[14] * forgotten)
        bounded = min(w[11] * difficulty ** -w[12] * growth, stability / math.exp(w[17] * w[18]))
        return Memory(min(max(bounded, MIN_STABILITY), MAX_STABILITY), after.difficulty)


@lru_cache(maxsize=8)
def model_for(parameters: tuple[float, ...] = DEFAULT) -> Model:
    """The model with these parameters, made once."""
    return Model(parameters)


def sane(memory: Memory) -> bool:
    """Whether the two numbers can be a memory: finite and inside FSRS-6's ranges."""
    return MIN_STABILITY * 0.99 <= memory.stability <= MAX_STABILITY and 1 <= memory.difficulty <= 10


def _checked(memory: Memory) -> tuple[float, float]:
    if not sane(memory):
        raise ValueError(f"not a memory: stability {memory.stability!r}, difficulty {memory.difficulty!r}")
    return memory.stability, memory.difficulty


def _days(elapsed: int) -> int:
    """Elapsed days as the engine takes them (u32); a clock that went back makes no negative time."""
    return min(max(0, int(elapsed)), 2**31 - 1)


def _memory(state: MemoryState) -> Memory:
    stability, difficulty = state.stability, state.difficulty
    if MIN_STABILITY <= stability <= MAX_STABILITY and 1 <= difficulty <= 10:  # not a number is nowhere
        return Memory(stability, difficulty)
    if not (math.isfinite(stability) and math.isfinite(difficulty)):
        raise ValueError("these FSRS parameters give no finite memory")
    return Memory(min(max(stability, MIN_STABILITY), MAX_STABILITY), min(max(difficulty, 1.0), 10.0))
