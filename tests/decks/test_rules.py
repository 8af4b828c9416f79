"""Every rule has one fixture that breaks it and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.core.problem import Severity
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.problems.rules import RULES
from prep.decks.reading.read import Folder, deck_files, read_decks

FIXTURES = Path(__file__).parent / "rules"


def fixture(name: str) -> Path:
    """A file, or a folder for a rule that needs more than one file."""
    file = FIXTURES / f"{name}.md"
    return file if file.exists() else FIXTURES / name


def test_rules_and_fixtures_match_one_to_one() -> None:
    """A rule without a failing file is only a claim."""
    assert sorted(RULES) == sorted(path.stem for path in FIXTURES.iterdir())


@pytest.mark.parametrize("name", RULES)
def test_a_fixture_breaks_its_rule_only(name: str, known: KnownDemos) -> None:
    """The fixture's problems are all of this rule, with its severity, a hint and, but for whole files, a line."""
    problems = read_decks([Folder(fixture(name))], known).problems
    assert {problem.rule for problem in problems} == {name}, [str(p) for p in problems]
    for problem in problems:
        assert problem.severity is RULES[name].severity
        assert problem.hint
        assert not problem.message.endswith(".")
        assert problem.line or name in ("no-cards", "deck-toml")


@pytest.mark.parametrize("name", RULES)
def test_a_rule_that_withholds_does(name: str, known: KnownDemos) -> None:
    """A broken card is served exactly when its rule lets it be (`Rule.withholds`)."""
    texts = (path.read_bytes() for path, _ in deck_files(fixture(name)))
    written = sum(text.count(b"\n## ") for text in texts) - (name == "unclosed")
    served = len(read_decks([Folder(fixture(name))], known).deck.cards)
    assert (served < written) == (RULES[name].withholds and name != "no-cards")


def test_sentences_are_sentences() -> None:
    """`prep check --rules` prints them as they are."""
    assert all(rule.sentence.endswith(".") for rule in RULES.values())
    assert {rule.severity for rule in RULES.values()} == set(Severity)
