"""Where prep keeps things. Asking creates nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from prep.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Paths:
    """The files and folders of one person on one machine; none of them need exist."""

    config: Path
    """`config.toml`, the settings."""
    database: Path
    """`prep.db`, the event log and what is folded from it."""
    decks: Path
    """The person's own cards."""
    demos: Path
    """The person's own demos."""
    drills: Path
    """The person's own drills."""
    writing: Path
    """The person's solutions of drills."""
    backups: Path
    """Copies of the database, made before each migration and by `prep backup`."""
    log: Path
    """Diagnostics of the program."""
    starter: Path
    """The cards that come with prep."""

    @property
    def home(self) -> Path:
        """The data folder that holds all but `config.toml`."""
        return self.database.parent

    @property
    def cache(self) -> Path:
        """What prep makes again when it is deleted."""
        return self.home / "cache"


def paths(environment: Mapping[str, str] = os.environ) -> Paths:
    """Everything under `$PREP_HOME`; where that is unset or empty, the system's config and data folders.

    Raises ConfigError where `$PREP_HOME` leads nowhere: to the home of a user who doesn't exist, from a deleted folder.
    """
    if home := environment.get("PREP_HOME"):
        data = config = _home(home)
    else:
        data = platformdirs.user_data_path("prep", appauthor=False)
        config = platformdirs.user_config_path("prep", appauthor=False)
    return Paths(
        config=config / "config.toml",
        database=data / "prep.db",
        decks=data / "decks",
        demos=data / "demos",
        drills=data / "drills",
        writing=data / "writing",
        backups=data / "backups",
        log=data / "log",
        starter=starter_cards(),
    )


def _home(named: str) -> Path:
    try:
        return Path(named).expanduser().absolute()
    except RuntimeError as error:  # ~nobody2: there is no such user
        raise ConfigError(f"PREP_HOME is {named}, which leads to no folder", "name one without ~") from error
    except FileNotFoundError as error:  # a path from here, and the folder we stand in was deleted
        raise ConfigError(f"PREP_HOME is {named}, below a folder that was deleted", "name a whole path") from error


def starter_cards(package: Path = Path(__file__).parent) -> Path:
    """The starter deck: `cards/` beside the package in a checkout, `starter/` inside an installed one.

    The checkout's `cards/` counts only with its pyproject.toml next to it: beside an installed package lie
    strangers, and one of them may be called `cards`.
    """
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "cards").is_dir():
        return checkout / "cards"
    return package / "starter"
