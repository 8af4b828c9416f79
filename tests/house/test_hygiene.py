"""Habits that a machine can check: nothing of one person's machine, a docstring per module."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
A_MACHINE = re.compile(r"(?<![\w./~-])/(?:home|Users|root|work|mnt|opt|srv)/\w+")
"""An absolute path into somebody's machine."""
A_REGISTRY = re.compile(r"files\.pythonhosted\.org|pypi\.org/simple|download\.pytorch\.org|index-url|find-links")
"""Where packages were fetched from is the business of whoever fetches them."""


def tracked() -> list[Path]:
    """Every text file of the repository."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file() and path != Path(__file__)]


def modules() -> list[Path]:
    """Every Python file of the repository."""
    return [path for path in tracked() if path.suffix == ".py"]


def found(pattern: re.Pattern[str]) -> list[str]:
    """Where the pattern stands, as file:line: text."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("pattern", [A_MACHINE, A_REGISTRY], ids=["machine", "registry"])
def test_no_file_names_a_machine_or_a_registry(pattern: re.Pattern[str]) -> None:
    """No file names a path of one machine or the host that packages came from."""
    assert found(pattern) == []


def test_paths_and_registries_are_recognised() -> None:
    """The control: both are found where they stand, and what only looks like them is left alone."""
    assert A_MACHINE.search("open('/home/ada/prep.db')")
    assert A_MACHINE.search("cd /Users/ada")
    assert A_REGISTRY.search("--extra-index-url https://example.org")
    assert not A_MACHINE.search("https://example.org/home/ada and ~/work/notes")


def test_every_module_says_what_it_is() -> None:
    """Every Python file starts with a docstring."""
    silent = [str(path.relative_to(ROOT)) for path in modules() if not _docstring(path)]
    assert silent == []


def _docstring(path: Path) -> str | None:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def class_names() -> list[str]:
    """Name of every class that the modules of prep show to others."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "prep").rglob("*.py"))
    named = (node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    return [name for name in named if not name.startswith("_")]


def test_a_name_means_one_thing() -> None:
    """No two classes of prep bear the same name; there are some hundreds."""
    names = class_names()
    assert len(names) > 200
    assert sorted(name for name, times in Counter(names).items() if times > 1) == []
