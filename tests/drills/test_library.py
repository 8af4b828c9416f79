"""Every drill tells right from wrong: proven in one process of its own, for torch takes seconds to import."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from prep.child.answer import answer
from prep.drills import catalog, template


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is wrong with each drill, and with the one that a new file holds, with one seed."""
    folder = tmp_path_factory.mktemp("drills")
    template.write("my.relu", folder)
    request = {"names": [*catalog.names(), "my.relu"], "folder": str(folder), "seeds": 1}
    found = asyncio.run(answer("prep.drills.running.prover", request))
    assert found is not None
    return found


@pytest.mark.parametrize("name", [*catalog.names(), "my.relu"])
def test_a_drill_tells_right_from_wrong(faults: dict[str, list[str]], name: str) -> None:
    """The reference passes, each wrong solution fails first where it says, and the stub fails."""
    assert faults[name] == []


def test_a_drill_bears_the_name_of_its_file() -> None:
    """So that a name finds it."""
    assert [drill.name for drill in catalog.everything()] == list(catalog.names())


def test_the_cards_that_a_drill_names_are_there() -> None:
    """Each drill has one, by its full id."""
    texts = (file.read_text(encoding="utf-8") for file in (Path(__file__).parents[2] / "cards").rglob("*.md"))
    known = {
        f"{topic[1]}/{card}"
        for text in texts
        if (topic := re.search(r'^topic = "(.+)"', text, re.M))
        for card in re.findall(r"^## .*\{#([a-z0-9-]+)", text, re.M)
    }
    for drill in catalog.everything():
        assert drill.cards and set(drill.cards) <= known
