"""The one place that writes to a terminal: what a file, a card or an argument is called is shown, not obeyed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TextIO, cast

from prep.text.safe import UNSAFE, safe


class Harmless:
    """A stream that shows every control character. What prep itself draws with goes through `drawn`."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """As text; a carriage return of CRLF is shown, too."""
        return self.stream.write(safe(text))

    def writelines(self, texts: Iterable[str]) -> None:
        """One after the other."""
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def harmless() -> Iterator[None]:
    """Inside the block nothing that is printed can drive the terminal."""
    before = sys.stdout, sys.stderr
    shown = [cast(TextIO, Harmless(stream)) for stream in before]
    sys.stdout, sys.stderr = shown
    try:
        yield
    finally:  # unless a reader has gone meanwhile, and another stream took its place
        now = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (b if n is s else n for b, s, n in zip(before, shown, now, strict=True))


def drawn(text: str, stream: TextIO) -> None:
    """Write prep's own colours and movements; whoever calls it has made the words among them safe."""
    (stream.stream if isinstance(stream, Harmless) else stream).write(text)


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON in which every character that could drive a terminal, or hide in it, is written as an escape."""
    return _unsafe().sub(lambda sign: json.dumps(sign[0])[1:-1], json.dumps(value, ensure_ascii=False, indent=indent))


@cache
def _unsafe() -> re.Pattern[str]:
    return re.compile("[" + "".join(re.escape(chr(code)) for code in UNSAFE) + "]")
