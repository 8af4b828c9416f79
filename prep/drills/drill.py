"""What a drill is: a task, a stub, a solution, the mistakes people make, and the checks that tell them apart.

A file of `library/` holds one, under the name `DRILL`. Nothing here needs torch: checks import it when they look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from prep.core.kind import Level

if TYPE_CHECKING:
    from prep.drills.bench import Bench

Look = Callable[["Bench"], None]
"""Draws its input from the bench, calls the solution there, and ends with a `CheckFailed` where something is wrong."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold."""

    name: str
    """For a person, and for the wrong solutions that it must catch: "huge logits"."""
    look: Look
    note: str = ""
    """What goes in: "q = 1000 · randn(2, 6, 8)"."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A mistake that people make: the reference with one piece of its text replaced."""

    name: str
    """It ends the sentence "as if": "the scores weren't scaled"."""
    fails: str
    """The check that must be the first to catch it."""
    old: str
    new: str

    def source(self, reference: str) -> str:
        """The wrong solution."""
        assert reference.count(self.old) == 1, f"{self.old!r} stands {reference.count(self.old)} times in the reference"
        return reference.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Drill:
    """One drill."""

    name: str
    """`field.name`, as its file says: `attention.causal`."""
    title: str
    """In the words of an interviewer."""
    task: str
    """What to write, with all that the checks ask for: no hidden requirement."""
    stub: str
    """Imports, signature with shapes, docstring: where a person begins. It fails."""
    reference: str
    """A solution that passes."""
    wrongs: tuple[Wrong, ...]
    checks: tuple[Check, ...]
    """In this order; the first that fails ends a run."""
    entry: str
    """The function that checks call unless they name another one."""
    level: Level = Level.CORE
    minutes: int = 10
    forbidden: tuple[str, ...] = ()
    """What may not be called, by the last part of its name in torch: "softmax"."""
    operations: int = 0
    """The most calls of torch in one call of the solution; a Python loop over elements takes more. 0: any number."""
    gradients: bool = True
    """False: the backward pass is written by hand, so that autograd records nothing."""
    hints: tuple[str, ...] = ()
    """From vague to plain."""
    why: str = ""
    """What the checks that people fail are about, told after a pass."""
    cards: tuple[str, ...] = ()
    """Full ids of the cards whose key `w` opens it; the card that a rating goes to comes first."""

    @property
    def limits(self) -> tuple[str, ...]:
        """What the checks ask of every solution, in sentences: nothing may be hidden."""
        named = f"It may not call {', '.join(self.forbidden)}." if self.forbidden else ""
        whole = f"One call may take {self.operations} operations of torch: no loop over elements."
        return tuple(filter(None, (named, whole if self.operations else "")))

    @property
    def file(self) -> str:
        """Name of the work file."""
        return file_of(self.name)


def file_of(name: str) -> str:
    """What the file of a drill is called: `my.first-try` is `my_first_try.py`."""
    return name.replace(".", "_").replace("-", "_") + ".py"
