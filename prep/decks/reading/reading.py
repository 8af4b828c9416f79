"""What deck folders say, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from prep.core.card import Deck
from prep.core.problem import Problem
from prep.decks.reading.alike import Beat, unhurried


@dataclass(frozen=True)
class Reading:
    """One deck from many files."""

    deck: Deck
    pressing: tuple[Problem, ...]
    """All problems but cues that are alike: these concern craft, and finding them takes the texts of all cards."""
    withheld: tuple[str, ...]
    """Full ids of cards that are there but can't be asked until a problem is mended; they are not gone."""
    everything: Callable[[Beat], tuple[Problem, ...]] = field(compare=False, repr=False)
    """The pressing problems and the others, in the order of their places."""

    @property
    def compared(self) -> bool:
        """Whether `problems` is at hand."""
        return "problems" in self.__dict__

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, in the order of its places."""
        return self.everything(unhurried)

    def compare(self, beat: Beat) -> None:
        """Have `problems` at hand; `beat` is called all the while, and what it raises ends it."""
        if not self.compared:
            self.__dict__["problems"] = self.everything(beat)

    def after(self, earlier: tuple[Problem, ...]) -> Reading:
        """The same with problems that come before all others."""
        everything = self.everything
        return replace(self, pressing=(*earlier, *self.pressing), everything=lambda beat: (*earlier, *everything(beat)))


NOTHING_READ = Reading(Deck(()), (), (), lambda beat: ())
