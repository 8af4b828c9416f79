"""One setting changed in `config.toml`; all else in it, comments and order too, stays as it stands."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from prep.config import BOM, Config, ascii_only, known, parse, text_of, value_of
from prep.errors import ConfigError
from prep.toml import read_toml
from prep.whole_file import make_folder, write_whole


def change(path: Path, key: str, text: str | None) -> Config:
    """Write that value of a setting, or take the setting out (None); the settings that hold now.

    text: as a person types it, TOML (`20`, `["~/cards"]`) or a bare word (`light`, `05:00`).
    The file is read now and put back whole: another program's change of a moment ago stays.

    Raises ConfigError, with the file as it was: no such setting, a value outside its range, what would still be wrong
    in the file, or a file that can't be read or written.
    """
    standing = text_of(path)
    changed = _with_change(standing, path, key, text)
    config = parse(changed.removeprefix(BOM), path, ascii_only(os.environ))
    if changed != standing:
        _write(path, changed)
    return config


def _with_change(standing: str, path: Path, key: str, text: str | None) -> str:
    """The file's text after the change. Raises ConfigError as `change` does."""
    import tomlkit  # 20 ms, for those who change a setting

    text_alone = standing.removeprefix(BOM)
    try:
        known(key)
        value = None if text is None else _typed(key, text, path.parent)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    try:
        read_toml(text_alone)  # with its refusals of what would overflow a parser in Python
        document = tomlkit.parse(text_alone)
    except ValueError as error:
        raise ConfigError(f"{path}: not valid TOML: {error}", "mend it first; nothing was changed") from error
    if value is not None:
        document[key] = value
    elif key in document:
        del document[key]
    return BOM * (text_alone != standing) + document.as_string()


def _typed(key: str, text: str, beside: Path) -> Any:
    """What was typed, read as TOML or as bare words. Raises ValueError where the setting takes neither."""
    meant = [*_as_toml(text), text]
    for value in meant:
        with suppress(ValueError):
            value_of(key, value, beside)
            return value
    value_of(key, meant[0], beside)  # refused again, and told


def _as_toml(text: str) -> list[Any]:
    try:
        table = read_toml(f"typed = {text}")
    except ValueError:
        return []
    return [table["typed"]] if len(table) == 1 else []


def _write(path: Path, text: str) -> None:
    try:
        make_folder(path.parent)
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        write_whole(path, text.encode())
    except OSError as error:
        raise ConfigError(f"{path}: the settings can't be written: {error.strerror}", "nothing was changed") from error
