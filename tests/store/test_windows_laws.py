"""Rebuild equals live, too, where two windows of prep are open on one database."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import rule, run_state_machine_as_test

from tests.store.desk import Desk
from tests.store.test_laws import LIVES, Life


class TwoWindows(Life):
    """Life with a second connection to the same file: what each remembers of it the other may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.other = Desk(self.desk.folder, self.desk.clock)

    def teardown(self) -> None:
        self.other.store.close()
        super().teardown()

    @rule()
    def go_to_the_other_window(self) -> None:
        self.desk, self.other = self.other, self.desk


def test_two_windows_live_equals_rebuild() -> None:
    """The life of one window, and going from one to the other at any moment, in the middle of undos and redos."""
    run_state_machine_as_test(TwoWindows, settings=settings(LIVES, max_examples=30))
