"""The command line, run in this process with its own home, input and output."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from prep.cli.main import main

DECK = """\
# Spread

```toml
topic = "spread"
level = 1
```

## How wide is a score? {#width}

About $\\sqrt{d_k}$, and `x[:, 0]` is the first column.

### Must say

- [root!] the root of the width

## What does softmax see? {#differences}

Differences only.
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """What one command did."""

    code: int
    out: str
    err: str


Prep = Callable[..., Ran]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home whose starter deck is the small one."""
    starter = tmp_path / "starter"
    starter.mkdir()
    (starter / "spread.md").write_text(DECK, encoding="utf-8")
    monkeypatch.setattr("prep.paths.starter_cards", lambda: starter)
    return tmp_path / "prep-home"


@pytest.fixture
def prep(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Prep:
    """`prep("due", "--json", stdin="…")`."""

    def run(*words: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run
