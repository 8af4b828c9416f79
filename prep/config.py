"""The settings: what each means, what it may hold, and what `config.toml` says."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from datetime import date, time
from pathlib import Path
from typing import Any

from prep.conflict import HINT, conflicts, message
from prep.core.clock import Moment, study_day
from prep.core.problem import Problem, Severity
from prep.errors import ConfigError
from prep.plain_file import plain_bytes
from prep.setting import DAY, Flag, Folders, FreeText, Hour, OneOf, Real, Steps, Whole, setting
from prep.toml import read_toml

BOM = "\ufeff"
"""What some editors put before a text; no part of it."""
TEXTUAL_THEMES = tuple(
    """nord gruvbox dracula monokai flexoki solarized-dark solarized-light tokyo-night atom-one-dark atom-one-light
    catppuccin-frappe catppuccin-latte catppuccin-macchiato catppuccin-mocha rose-pine rose-pine-dawn rose-pine-moon
    textual-dark textual-light ansi-dark ansi-light""".split()
)
"""The themes that Textual brings; named here, since commands don't import it."""


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting with its default. What `load` returns has been checked; nothing later has to."""

    new_per_day: int = setting(10, Whole(0, 9_999), "new cards a day")
    reviews_per_day: int = setting(0, Whole(0, 99_999), "most reviews a day; 0 is no limit")
    retention: float = setting(0.90, Real(0.70, 0.97), "the recall to aim at when a card falls due")
    maximum_interval: int = setting(36_500, Whole(1, 36_500), "longest interval, in days")
    learn_ahead_minutes: int = setting(20, Whole(0, DAY - 1), "how early a step may come when nothing else waits")
    answer_cap_minutes: int = setting(5, Whole(1, 60), "most time that one card counts for in statistics")
    rollover: time = setting(time(4), Hour(), "when a new study day begins")
    learning_steps: tuple[float, ...] = setting((10.0,), Steps(), "waits between a new card's first answers")
    relearning_steps: tuple[float, ...] = setting((10.0,), Steps(), "waits between the answers after a lapse")
    leech_lapses: int = setting(6, Whole(1, 99), "lapses after which a card is shown as a leech")
    deck_folders: tuple[Path, ...] = setting((), Folders(), "further folders with cards of yours")
    theme: str = setting("dark", OneOf(("dark", "light"), TEXTUAL_THEMES), "colours")
    ascii: bool = setting(False, Flag(), "draw all but the formulas of cards with ASCII")
    editor: str = setting("", FreeText(), "the editor's command; empty is $VISUAL, else $EDITOR")

    def day_of(self, moment: Moment) -> int:
        """The study day of a moment."""
        return study_day(moment, self.rollover.hour * 60 + self.rollover.minute)


SETTINGS: dict[str, Field[Any]] = {each.name: each for each in fields(Config)}


def ascii_only(environment: Mapping[str, str]) -> bool:
    """Whether the terminal says of itself that it draws no signs beyond ASCII: the console of Linux has 256 of them,
    and a locale names its characters, C and POSIX none."""
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    language, _, characters = locale.partition("@")[0].partition(".")
    other = characters.lower().replace("-", "") != "utf8" if characters else language in ("C", "POSIX")
    return other or environment.get("TERM") == "linux"


def load(path: Path, environment: Mapping[str, str] = os.environ) -> Config:
    """The settings that the file at `path` makes; without a file, the defaults.

    Where the file doesn't say whether to draw with ASCII, the terminal does.

    Raises ConfigError with every problem in it, one a line: file, line, key, and what was expected.
    """
    return parse(text_of(path).removeprefix(BOM), path, ascii_only(environment))


def text_of(path: Path) -> str:
    """What the file holds, nothing where there is none. Raises ConfigError where it can't be read."""
    try:
        return plain_bytes(path).decode()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: the settings are not UTF-8 text (byte {error.start + 1})") from error
    except OSError as error:
        raise ConfigError(f"{path}: the settings can't be read: {error.strerror}") from error


def parse(text: str, path: Path, ascii: bool = False) -> Config:
    """The settings in `text`, which stands in the file at `path`. Raises ConfigError as `load` does.

    ascii: what holds where the text doesn't say.
    """
    if broken := conflicts(text):
        where = [Problem(str(path), lines.start + 1, 0, Severity.ERROR, message(lines), HINT) for lines in broken]
        raise ConfigError("\n".join(map(str, where)))
    try:
        given = read_toml(text)
    except ValueError as error:
        raise ConfigError(f"{path}: not valid TOML: {error}") from error
    read: dict[str, Any] = {"ascii": ascii}
    problems: list[Problem] = []
    for key, value in given.items():
        try:
            read[key] = value_of(key, value, path.parent)
        except ValueError as error:
            line = _line(text, key)
            problems.append(Problem(str(path), line, 0, Severity.ERROR, str(error), rule="setting"))
    if problems:
        raise ConfigError("\n".join(str(problem) for problem in problems))
    return Config(**read)


def absent_folders(config: Config, path: Path) -> tuple[Problem, ...]:
    """The deck folders that aren't there: worth telling, but no reason not to start."""
    message = "deck_folders names {}, which is no folder"
    hint = "make the folder or take it out of the list"
    text = path.read_bytes().decode(errors="replace") if path.is_file() else ""
    line = _line(text, "deck_folders")
    return tuple(
        Problem(str(path), line, 0, Severity.WARNING, message.format(folder), hint, rule="setting")
        for folder in config.deck_folders
        if not folder.is_dir()
    )


def describe(config: Config, path: Path) -> str:
    """Every setting with its value, meaning and range, as TOML that `load` reads back to the same."""
    return "\n".join([f"# {path}", *(f"\n{described(config, name)}" for name in SETTINGS)])


def described(config: Config, key: str) -> str:
    """One setting with its value, meaning and range, as TOML."""
    kind, meaning = SETTINGS[key].metadata["kind"], SETTINGS[key].metadata["meaning"]
    return f"# {meaning}: {kind.expected}\n{key} = {kind.write(getattr(config, key))}"


def known(key: str) -> None:
    """Raises ValueError with the nearest name where there is no such setting."""
    if key not in SETTINGS:
        near = difflib.get_close_matches(key, SETTINGS, n=1)
        advice = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(SETTINGS)}"
        raise ValueError(f"there is no setting {key!r}; {advice}")


def value_of(key: str, value: object, beside: Path) -> Any:
    """The value of one setting from what TOML gave. Raises ValueError with the sentence that says what is wrong.

    beside: the folder from which relative paths count.
    """
    known(key)
    kind = SETTINGS[key].metadata["kind"]
    try:
        return kind.read(value, beside)
    except ValueError:
        raise ValueError(f"{key} is {_shown(value)}, but must be {kind.expected}") from None


def _shown(value: object) -> str:
    """A value as its author knows it, and never longer than a line."""
    text = _written(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _written(value: object) -> str:
    """Times as TOML has them, not as Python shows them."""
    match value:
        case bool():
            return str(value).lower()
        case date() | time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            return "a table"
    return repr(value)


def _line(text: str, key: str) -> int:
    """The line on which a top-level key or table stands; tomllib doesn't tell. 0 when it can't be found."""
    name = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[].=]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if name.match(line)), 0)
