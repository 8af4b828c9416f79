"""What every test of the store stands on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty store on a real file."""
    desk = Desk(tmp_path / "data")
    yield desk
    desk.store.close()
