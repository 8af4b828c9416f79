"""A library of one person in a folder of its own, with a clock that only a test moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from prep.config import Config
from prep.core.clock import Moment
from prep.paths import Paths, paths
from prep.session.library.library import Library
from tests.clock import HandClock

DECK = """\
# Spread

```toml
topic = "spread"
level = 1
```

## How wide is a score? {#width}

About the root of the width.

### Asked as

You see a score at step 0. How wide is it?

### Hint

Variances add.

### Must say

- [root!] the root of the width
- [init] at initialisation

## Follow-up: You said independent. And if they are only uncorrelated? {#uncorrelated}

Then it may be three times as much.

### Must say

- [three!] three times

## Red flag: "We divide so that nothing overflows." {#overflow}

The maximum is subtracted anyway.

### Say instead

> "We divide so that softmax doesn't start concentrated."

Spread is the point.

### Must say

- [max!] the maximum is subtracted

## What does softmax see? {#differences}

Differences only.

## What does the Jacobian's trace say? {#trace}

How much a row can still move.
"""

MONDAY_NOON = Moment(1_795_435_200_000, 0)
"""2026-11-23 12:00 UTC."""


@pytest.fixture
def clock() -> HandClock:
    return HandClock(MONDAY_NOON)


@pytest.fixture
def places(tmp_path: Path) -> Paths:
    """The person's folders, with the small deck as the only one."""
    starter = tmp_path / "starter"
    starter.mkdir()
    (starter / "spread.md").write_text(DECK, encoding="utf-8")
    return replace(paths(), starter=starter)


@pytest.fixture
def config() -> Config:
    return replace(Config(), new_per_day=2)


@pytest.fixture
def library(places: Paths, config: Config, clock: HandClock) -> Iterator[Library]:
    with Library.open(places, config, clock) as opened:
        yield opened
