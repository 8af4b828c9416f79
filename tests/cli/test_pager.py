"""Long texts on a terminal are read in the person's pager."""

from __future__ import annotations

import pytest

from prep.cli.page import pager


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, ["less"]),
        ({"PAGER": "more -s"}, ["more", "-s"]),
        ({"PAGER": ""}, []),
        ({"PAGER": "cat"}, []),
        ({"PAGER": "no-such-pager"}, []),
        ({"PAGER": "'unbalanced"}, []),
        ({"TERM": "dumb"}, []),
    ],
)
def test_the_pager_is_the_person_s(environment: dict[str, str], words: list[str]) -> None:
    """$PAGER, else less; what isn't there, can't be read or shows nothing itself leaves the text to be printed."""
    assert pager(environment, lambda name: None if name.startswith("no-such") else name) == words
