"""The documents say what is there."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from prep.cli.command import COMMANDS
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import Folder, read_decks
from prep.tui.command import Command
from prep.tui.screens.demo import DemoScreen
from prep.tui.screens.home import HomeScreen
from prep.tui.screens.page import EVERYWHERE
from prep.tui.screens.review import ReviewScreen
from prep.tui.screens.review.summary import SummaryScreen
from prep.tui.screens.statistics.fit import FitScreen
from prep.tui.screens.statistics.stats import StatsScreen

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_the_readme_names_every_command(name: str) -> None:
    """A command that the README does not name is not finished."""
    assert f"prep {name}" in README


SCREENS = (HomeScreen, ReviewScreen, DemoScreen, SummaryScreen, StatsScreen, FitScreen)
KEYS = [
    command
    for commands in (EVERYWHERE, *(screen.HERE for screen in SCREENS))
    for command in commands
    if command.footer or command.palette
]


@pytest.mark.parametrize("command", KEYS, ids=lambda command: f"{command.key}-{command.word}")
def test_the_readme_names_every_key(command: Command) -> None:
    """Each key that a key row or the palette shows stands in the README's table of keys."""
    table = README.partition("## Keys")[2].partition("\n## ")[0]
    arrows = set(command.key) <= set("←→↑↓")  # they stand in pairs
    assert (command.key if arrows else f"`{command.key}`") in table


def test_the_runner_calls_the_test_command_of_the_readme() -> None:
    """.ci/run runs the very command that the README gives."""
    assert "python3 bootstrap.py test" in README
    assert re.search(r"^python3 bootstrap\.py test\b", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.M)


def test_the_map_shows_every_package() -> None:
    """CONTRIBUTING's map has a row for every package of prep, and for no other."""
    packages = {path.parent.name for path in (ROOT / "prep").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `prep/(\w+)/` \|", CONTRIBUTING, re.M)) == packages


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_file_that_is_named_exists(text: str) -> None:
    """A path of this repository that a document names is there, and so is every file it links."""
    named = re.findall(r"`((?:prep|tests|benchmarks|\.ci)/[\w./]*)`", text)
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert [name for name in named + linked if not (ROOT / name).exists()] == []


def test_the_example_card_of_the_readme_is_a_card(tmp_path: Path) -> None:
    """The card that the README shows is read without a problem."""
    shown = README.partition("````markdown\n")[2].partition("````")[0]
    (tmp_path / "norms.md").write_text(shown, encoding="utf-8")
    reading = read_decks([Folder(tmp_path)], KnownDemos())
    assert reading.problems == ()
    assert [card.full_id for card in reading.deck.cards] == ["norms/batch"]


@pytest.mark.slow
async def test_the_pictures_are_drawn_by_the_app(tmp_path: Path) -> None:
    """The command that draws the README's pictures draws a walked card and a finished demo."""
    spec = spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    pictures = module_from_spec(spec)
    spec.loader.exec_module(pictures)
    await pictures.draw(tmp_path / "home", into=tmp_path)
    assert "MUST&#160;SAY" in (tmp_path / "review.svg").read_text(encoding="utf-8")
    assert "theory" in (tmp_path / "demo.svg").read_text(encoding="utf-8")
    assert "font-face" not in (tmp_path / "demo.svg").read_text(encoding="utf-8")
