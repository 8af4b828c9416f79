"""What can go wrong with the world outside, as one shallow tree.

PrepError                 one sentence a person can act on; the edge prints it, no traceback
├── UsageError            wrong words on the command line or in the form: exit 2
├── ConfigError           config.toml says something prep can't use
├── StoreError            the database is locked, read-only, missing, damaged, or the disk is full
├── DeckError             a deck file can't be written or found
└── DemoError             a demo can't be started
"""

from __future__ import annotations


class PrepError(Exception):
    """Something a person can act on. `str(error)` is what went wrong, `hint` what to do."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(PrepError):
    """The words given were not understood."""

    exit_code = 2


class ConfigError(PrepError):
    """A setting is unknown or outside its range."""


class StoreError(PrepError):
    """The database can't be read or written."""


class DeckError(PrepError):
    """A deck file can't be written or found."""


class DemoError(PrepError):
    """A demo can't be started."""
