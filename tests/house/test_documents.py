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
    keys = command.key.split()  # a row may name several, "1 2 3 4"
    arrows = set(command.key) <= set("←→↑↓")  # they stand in pairs
    assert all((key if arrows else f"`{key}`") in table for key in (keys[0], keys[-1]))


def test_the_runner_calls_the_test_command_of_the_readme() -> None:
    """.ci/run runs the very command that the README gives."""
    assert "python3 bootstrap.py test" in README
    assert re.search(r"^python3 bootstrap\.py test\b", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.M)


def test_the_map_shows_every_package() -> None:
    """CONTRIBUTING's map has a row for every package of prep, and for no other."""
    packages = {path.parent.name for path in (ROOT / "prep").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `prep/(\w+)/` \|", CONTRIBUTING, re.M)) == packages


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/design.md", "docs/look.md"])
def test_every_file_that_is_named_exists(document: str) -> None:
    """A path of this repository that a document names is there, and so is every file it links."""
    text, beside = (ROOT / document).read_text(encoding="utf-8"), (ROOT / document).parent
    named = re.findall(r"`((?:prep|tests|benchmarks|\.ci)/[\w./]*)`", text)
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [name for name in linked if not (beside / name).exists()] == []


SECTIONS = {
    paper: set(re.findall(r"^##+ (\d+(?:\.\d+)?)[. ]", (ROOT / file).read_text(encoding="utf-8"), re.M))
    for paper, file in (("DESIGN", "docs/design.md"), ("LOOK", "docs/look.md"))
}
"""The numbered sections of the contract, by the word that marks in the code use."""
MARK = re.compile(r"\b(DESIGN|LOOK)\b((?:(?:,| and)? §\d+(?:\.\d+)?)*)")
ELSEWHERE = re.compile(
    r"\b(?:FAULTS|LIBRARIES)\b"
    r"|\b(?!DESIGN|LOOK)(?:[A-Z]{4,}|content) (?:§|[A-Z]\.\d)"
    r"|\b(?:[A-Z]{4,}|content)(?:-\d)?\.md\b"
)
"""A mark that names a paper which isn't in the repository."""
OURS = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}


def lost(text: str) -> list[str]:
    """What a text names in vain: sections that the contract doesn't have, and other papers."""
    named = [
        f"{paper} {number}".strip()
        for paper, numbers in MARK.findall(text)
        for number in re.findall(r"§[\d.]*\d", numbers) or [""]
        if number.removeprefix("§") not in SECTIONS[paper]
    ]
    return named + [name for name in ELSEWHERE.findall(text) if name not in OURS]


def test_every_mark_names_a_section_of_the_contract() -> None:
    """(DESIGN §n) and (LOOK §n) lead to docs/design.md and docs/look.md, and no other paper is named."""
    files = [path for top in ("prep", "tests", "docs") for path in (ROOT / top).rglob("*.*")]
    texts = [path for path in files if path.suffix in (".py", ".md", ".tcss") and path != Path(__file__)]
    found = {str(path.relative_to(ROOT)): lost(path.read_text(encoding="utf-8", errors="replace")) for path in texts}
    assert {file: names for file, names in found.items() if names} == {}


def test_a_mark_that_leads_nowhere_is_noticed() -> None:
    """The control: sections that aren't there, papers from elsewhere; what only looks like a mark is left alone."""
    assert lost("(DESIGN §1, LOOK §9.7, §9.8), LOOK §9.7 and §9.8, (LOOK §6: Kind)") == []
    assert lost("LOOKS = 1; EXAMPLES, INPUTS = 64, 5  # see README.md, Vaswani et al. 2017, §3.2.1") == []
    assert lost("(DESIGN §99)") == ["DESIGN §99"]
    assert lost("(DESIGN §1, LOOK §9.8, §12)") == ["LOOK §12"]
    assert lost("as LOOK has it") == ["LOOK"]
    for paper in ("(FAULTS 14)", "LIBRARIES §8", "content E.3", "(EXAMPLES §2)", "LOOK-2.md", "cases/FAULTS.md"):
        assert lost(paper) != [], paper


def test_the_example_card_of_the_readme_is_a_card(tmp_path: Path) -> None:
    """The card that the README shows is read without a problem."""
    shown = README.partition("````markdown\n")[2].partition("````")[0]
    (tmp_path / "norms.md").write_text(shown, encoding="utf-8")
    reading = read_decks([Folder(tmp_path)], KnownDemos())
    assert reading.problems == ()
    assert [card.full_id for card in reading.deck.cards] == ["norms/batch"]


@pytest.mark.slow
async def test_the_pictures_are_drawn_by_the_app(used_home: Path, tmp_path: Path) -> None:
    """The command that draws the README's pictures draws a walked card and a finished demo."""
    spec = spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    pictures = module_from_spec(spec)
    spec.loader.exec_module(pictures)
    await pictures.draw(used_home, into=tmp_path)
    assert "MUST&#160;SAY" in (tmp_path / "review.svg").read_text(encoding="utf-8")
    assert "theory" in (tmp_path / "demo.svg").read_text(encoding="utf-8")
    assert "font-face" not in (tmp_path / "demo.svg").read_text(encoding="utf-8")
