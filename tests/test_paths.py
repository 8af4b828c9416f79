"""Where prep keeps things."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.paths import paths, starter_cards


def test_prep_home_holds_everything(tmp_path: Path) -> None:
    """With PREP_HOME set, settings and data lie in that one folder."""
    found = paths({"PREP_HOME": str(tmp_path)})
    assert (found.config, found.database) == (tmp_path / "config.toml", tmp_path / "prep.db")
    assert (found.decks, found.demos) == (tmp_path / "decks", tmp_path / "demos")
    assert (found.backups, found.log, found.home) == (tmp_path / "backups", tmp_path / "log", tmp_path)


def test_asking_creates_nothing(tmp_path: Path) -> None:
    """Asking for the paths makes no folder."""
    paths({"PREP_HOME": str(tmp_path / "new")})
    assert list(tmp_path.iterdir()) == []


def test_a_relative_home_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative PREP_HOME means the folder it meant at the start, wherever the program goes later."""
    monkeypatch.chdir(tmp_path)
    assert paths({"PREP_HOME": "here"}).database == tmp_path / "here" / "prep.db"


@pytest.mark.parametrize("environment", [{}, {"PREP_HOME": ""}])
def test_without_prep_home_the_system_decides(environment: dict[str, str]) -> None:
    """Unset or empty, settings go to the system's config folder and data to its data folder."""
    found = paths(environment)
    assert found.config.is_absolute() and found.config.parent.name in {"prep", "Preferences"}
    assert found.home.is_absolute() and not found.home.is_relative_to(Path(__file__).parents[1])


def test_a_checkout_has_the_starter_deck_beside_the_package() -> None:
    """Run from a checkout, the starter deck is the checkout's cards/."""
    assert starter_cards() == Path(__file__).parents[1] / "cards"


def test_an_installed_package_carries_the_starter_deck(tmp_path: Path) -> None:
    """Installed, it is the package's own starter/, whatever folder called cards lies beside the package."""
    (tmp_path / "cards").mkdir()
    assert starter_cards(tmp_path / "prep") == tmp_path / "prep" / "starter"
