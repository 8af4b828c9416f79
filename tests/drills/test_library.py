"""Every drill tells right from wrong: proven in one process of its own, for torch takes seconds to import."""

from __future__ import annotations

import asyncio

import pytest

from prep.child.answer import answer
from prep.drills import catalog


@pytest.fixture(scope="module")
def faults() -> dict[str, list[str]]:
    """What is wrong with each drill, with one seed."""
    request = {"names": catalog.names(), "seeds": 1}
    found = asyncio.run(answer("prep.drills.running.prover", request))
    assert found is not None
    return found


@pytest.mark.parametrize("name", catalog.names())
def test_a_drill_tells_right_from_wrong(faults: dict[str, list[str]], name: str) -> None:
    """The reference passes, each wrong solution fails first where it says, and the stub fails."""
    assert faults[name] == []


def test_a_drill_bears_the_name_of_its_file() -> None:
    """So that a name finds it."""
    assert [drill.name for drill in catalog.everything()] == list(catalog.names())
