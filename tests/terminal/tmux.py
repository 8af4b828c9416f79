"""A real terminal: tmux in control mode, which tells when something was written, so that nothing has to sleep."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from uuid import uuid4

PATIENCE = 60.0
"""Seconds; a busy machine is no failure."""


class Tmux:
    """One window of tmux with one program in it."""

    def __init__(self, argv: Sequence[str], environment: dict[str, str], width: int, height: int) -> None:
        self._server = f"prep-test-{uuid4().hex[:8]}"
        shell = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items())
        # cat keeps the window for a last look.
        program = f"env -u COLUMNS -u LINES {shell} {shlex.join(argv)}; echo exit=$?; cat"
        size = ["-x", str(width), "-y", str(height)]
        tmux = ["tmux", "-L", self._server, "-f", os.devnull]
        subprocess.run([*tmux, "new-session", "-d", *size, program], check=True)
        # The client listens only: with its own size it would make the window 80x24.
        listen = [*tmux, "-C", "attach-session", "-f", "ignore-size"]
        self._client = subprocess.Popen(listen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._unread = b""
        self._ask()

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: Enter, Space, Escape, y."""
        self._ask(f"send-keys {shlex.join(keys)}")

    def resize(self, width: int, height: int) -> None:
        """Make the terminal another size."""
        self._ask(f"resize-window -x {width} -y {height}")

    def signal(self, name: str) -> None:
        """Send a signal, by name, to the program."""
        subprocess.run(["pkill", f"-{name}", "-P", self.told("#{pane_pid}")], check=True)

    def told(self, form: str) -> str:
        """What tmux knows of the terminal, in its own words for formats."""
        return self._ask(f"display-message -p {shlex.quote(form)}")[0]

    @property
    def screen(self) -> str:
        """What a person sees now."""
        return "\n".join(self._ask("capture-pane -p"))

    def wait(self, text: str) -> str:
        """The screen as soon as this text stands on it."""
        until = time.monotonic() + PATIENCE
        while text not in (seen := self.screen):
            if not self._next_line(until):
                raise AssertionError(f"{text!r} never came; the screen was\n{seen}")
        return seen

    def _running(self) -> list[int]:
        """What the window's shell has started and not yet seen end."""
        shell = self._ask("list-panes -F '#{pane_pid}'")[0]
        return [int(pid) for pid in Path(f"/proc/{shell}/task/{shell}/children").read_text().split()]

    def _ask(self, command: str = "") -> list[str]:
        """The answer to one command, which tmux encloses in %begin and %end."""
        assert self._client.stdin
        if command:
            self._client.stdin.write(command.encode() + b"\n")
        until = time.monotonic() + PATIENCE
        while not self._line(until).startswith(b"%begin"):
            pass
        answer: list[str] = []
        while not (line := self._line(until)).startswith((b"%end", b"%error")):
            answer.append(line.decode())
        return answer

    def _line(self, until: float) -> bytes:
        line = self._next_line(until)
        if line is None:
            raise AssertionError("tmux does not answer")
        return line

    def _next_line(self, until: float) -> bytes | None:
        """The next line of tmux, a %output notice or part of an answer; None when there is none in time."""
        assert self._client.stdout
        while b"\n" not in self._unread:
            if not select.select([self._client.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            if not (read := os.read(self._client.stdout.fileno(), 65536)):
                return None
            self._unread += read
        line, self._unread = self._unread.split(b"\n", 1)
        return line

    def __enter__(self) -> Tmux:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the window; what ran in it must end."""
        running = [os.pidfd_open(pid) for pid in self._running()]
        subprocess.run(["tmux", "-L", self._server, "kill-server"], capture_output=True, check=False)
        for ended in running:
            stays = not select.select([ended], [], [], PATIENCE)[0]
            os.close(ended)
            assert not stays, "a program outlived its window"
        self._client.wait(PATIENCE)
        for stream in (self._client.stdin, self._client.stdout):
            assert stream
            stream.close()
