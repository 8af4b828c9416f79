"""A drill of one's own, from outside the process that imports it."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.drills import template
from prep.drills.running import outside
from prep.errors import DeckError, UsageError


def test_a_new_drill_tells_its_task(tmp_path: Path) -> None:
    """Its texts come back, its name is found, and nothing is overwritten."""
    template.write("my.relu", tmp_path)
    found = outside.find("my.relu", tmp_path)
    assert (found.title, [check.name for check in found.checks]) == ("ReLU", ["values", "gradients", "nothing"])
    assert outside.names(tmp_path) == ("my.relu",)
    with pytest.raises(UsageError, match="is there already"):
        template.write("my.relu", tmp_path)


def test_a_broken_file_is_told_with_its_line(tmp_path: Path) -> None:
    """In one sentence; what it does on import happens in the child."""
    (tmp_path / "my_relu.py").write_text("x = 1\nraise SystemExit('no')\n", encoding="utf-8")
    with pytest.raises(DeckError, match=r"my_relu\.py line 2: SystemExit: no"):
        outside.find("my.relu", tmp_path)


@pytest.mark.parametrize("name", ["relu", "My.relu", "softmax.stable", "a.b.c", "../a.b"])
def test_a_name_that_won_t_do_is_refused(tmp_path: Path, name: str) -> None:
    """Two words in small letters, none of prep's own."""
    with pytest.raises(UsageError):
        template.write(name, tmp_path)
    assert not list(tmp_path.iterdir())
