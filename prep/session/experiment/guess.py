"""A prediction that was typed, or chosen, but not taken when the app ended: the same demo's next question begins with
it."""

from __future__ import annotations

import json

from prep.core.card import DemoCall
from prep.errors import StoreError
from prep.paths import Paths
from prep.plain_file import plain_bytes
from prep.whole_file import make_folder, write_whole

FILE = "guess.json"


def keep_guess(paths: Paths, call: DemoCall, guess: str | int) -> None:
    """Keep it, in the place of the one before. guess: what was typed, or the number of an answer. Raises StoreError."""
    try:
        make_folder(paths.home)
        write_whole(paths.home / FILE, json.dumps({"demo": _named(call), "guess": guess}).encode())
    except OSError as error:
        raise StoreError(f"the prediction can't be kept in {paths.home}: {error.strerror}", "type it again") from error


def kept_guess(paths: Paths, call: DemoCall) -> str | int | None:
    """What was kept for this demo with these parameters; gone then. A damaged file holds none, for it is soon typed
    again."""
    try:
        kept = json.loads(plain_bytes(paths.home / FILE))
        if kept["demo"] != _named(call):
            return None
        (paths.home / FILE).unlink()
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    guess = kept.get("guess")
    return guess if isinstance(guess, str | int) else None


def _named(call: DemoCall) -> list[object]:
    return [call.name, [list(pair) for pair in call.arguments]]
