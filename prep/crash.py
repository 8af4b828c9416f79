"""A fault of prep's own: its traceback goes into a file, a sentence to the person."""

from __future__ import annotations

import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from prep.errors import PrepError
from prep.paths import paths

SENTENCE = "something went wrong inside prep"


def report(error: BaseException) -> PrepError:
    """Write the traceback beside the log files (or, where that can't be, among temporary files) and say where."""
    text = "".join(traceback.format_exception(error))
    name = f"crash-{datetime.now().astimezone():%Y%m%d-%H%M%S}.txt"
    for find in (_log, tempfile.gettempdir):
        try:
            folder = Path(find())
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        except (OSError, PrepError):
            continue
        return PrepError(f"{SENTENCE}: {type(error).__name__}", f"what exactly is in {folder / name}")
    return PrepError(f"{SENTENCE}: {type(error).__name__}: {error}")


def _log() -> Path:
    return paths().log
