"""What every test stands on."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads, or leaves anything in, the home of the person who runs it."""
    monkeypatch.setenv("PREP_HOME", str(tmp_path / "prep-home"))
