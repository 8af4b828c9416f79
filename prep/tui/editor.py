"""The person's own editor, in the foreground, on one line of one file."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from time import monotonic

from textual.app import SuspendNotSupported

from prep.errors import DeckError
from prep.tui.guarded import Guarded

VSCODE, COLON, PLUS = ("--goto", "{path}:{line}"), ("{path}:{line}",), ("+{line}", "{path}")
DASH_L, LONG = ("-l", "{line}", "{path}"), ("--line", "{line}", "{path}")
WINDOWS: dict[str, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys(("code", "codium", "code-insiders", "cursor", "windsurf"), ("--wait", VSCODE)),
    **dict.fromkeys(("subl", "sublime_text", "zed", "zeditor", "atom", "pulsar", "lapce"), ("--wait", COLON)),
    **dict.fromkeys(("idea", "pycharm", "clion", "webstorm", "fleet", "xed"), ("--wait", LONG)),
    **dict.fromkeys(("gedit", "bbedit"), ("--wait", PLUS)),
    **dict.fromkeys(("gvim", "mvim"), ("-f", PLUS)),
    "neovide": ("--no-fork", PLUS), "gnome-text-editor": ("--standalone", PLUS), "mate": ("--wait", DASH_L),
    "kate": ("--block", DASH_L),
}  # fmt: skip
"""Editors with a window of their own: what tells them to wait until it is closed, and where to open it."""
IN_TERMINAL = frozenset(
    "vi vim nvim nano pico micro emacs emacsclient hx helix kak joe jed ne mcedit ed vis tilde notepad".split()
)
"""They are there until they are left."""
NO_WAIT = frozenset(("-n", "--no-wait"))
AT_ONCE_SECONDS = 2.0
"""Whom nobody knows and who comes back sooner, has handed the file to a window."""
FALLBACKS = ("nano", "vi", "notepad")
SET_IT = "set `editor` in config.toml or $EDITOR to one that is there"


def chosen(setting: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """The command that the person has chosen: the setting, $VISUAL, $EDITOR; empty where none is. Raises DeckError."""
    return split(setting or environment.get("VISUAL") or environment.get("EDITOR") or "")


def editor(setting: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """The editor's command: the setting, $VISUAL, $EDITOR, else one that is usually there. Raises DeckError."""
    words = chosen(setting, environment)
    if not words:
        words = [name for name in FALLBACKS if which(name)][:1]
    if not words:
        raise DeckError("there is no editor", SET_IT)
    return words


def split(chosen: str, posix: bool = os.name == "posix") -> list[str]:
    """The words of a command. On Windows a backslash is part of a path, and quotes only hold one together.

    Raises DeckError for a quote that never ends.
    """
    try:
        words = shlex.split(chosen, posix=posix)
    except ValueError as error:
        raise DeckError(f"the editor's command {chosen} has a quote that never ends", SET_IT) from error
    return words if posix else [word.strip('"') for word in words]


def command(words: list[str], path: Path, line: int) -> list[str]:
    """The whole command for a line of a file."""
    name = Path(words[0]).stem
    if name in WINDOWS:
        wait, where = WINDOWS[name]
        words = words if wait in words else [*words, wait]
    else:
        where = {"hx": COLON, "helix": COLON, "notepad": ("{path}",)}.get(name, PLUS)
    return [*words, *(word.format(path=path, line=line) for word in where)]


def waits(words: list[str]) -> bool:
    """Whether the editor surely comes back only when its file is closed."""
    name = Path(words[0]).stem
    return name in WINDOWS or (name in IN_TERMINAL and NO_WAIT.isdisjoint(words))


def run_in_front(app: Guarded, words: list[str]) -> bool:
    """Give the terminal to the editor, then draw everything anew: Textual doesn't. An exit code is told; what the
    editor has saved all the same is taken as it is. Raises DeckError.

    True: it came back at once, and a window of it may still show the file, and save it.
    """
    failed: DeckError | None = None
    code = 0
    start = monotonic()
    try:
        with app.suspend():  # an exception through it would leave the terminal to nobody
            try:
                code = run(words)
            except DeckError as error:
                failed = error
    except SuspendNotSupported as error:  # in a browser there is none to give
        raise DeckError("there is no terminal here for an editor", "open prep in one") from error
    app.refresh(repaint=True, layout=True)
    if failed is not None:
        raise failed
    if code:
        app.tell_error(DeckError(f"the editor {words[0]} ended with code {code}", "what it had saved is read"))
    return not waits(words) and monotonic() - start < AT_ONCE_SECONDS


def run(words: list[str]) -> int:
    """Run it in this terminal until it is left; its exit code. Raises DeckError."""
    # ctrl+c in an editor reaches everyone in the terminal's foreground; a handler isn't inherited, ignoring would be.
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        return subprocess.run(words, check=False).returncode
    except OSError as error:
        raise DeckError(f"the editor {words[0]} can't be started: {error.strerror}", SET_IT) from error
    finally:
        signal.signal(signal.SIGINT, before)
