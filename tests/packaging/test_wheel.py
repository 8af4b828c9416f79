"""What a person gets who installs prep without the checkout: the wheel, built and installed elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Installed:
    """prep, installed from its wheel into a folder of its own."""

    wheel: Path
    site: Path
    home: Path

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Python that finds this prep first, run far from the checkout."""
        environment = os.environ | {"PYTHONPATH": str(self.site), "PREP_HOME": str(self.home)}
        return subprocess.run(
            [sys.executable, "-P", *arguments],
            cwd=self.site.parent, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def prep(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`prep ARGUMENTS`."""
        return self.python("-m", "prep", *arguments)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel of this checkout, installed elsewhere; what it depends on is shared with the tests."""
    folder = tmp_path_factory.mktemp("elsewhere")
    _run("build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (wheel,) = folder.glob("prep-*.whl")
    site = folder / "site"
    _run("pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(site), str(wheel))
    return Installed(wheel, site, folder / "home")


def _run(*module: str) -> None:
    done = subprocess.run([sys.executable, "-m", *module], cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path from there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_runs_from_where_it_was_installed(installed: Installed) -> None:
    """The prep that these tests run is the installed one, not the checkout's."""
    told = installed.python("-c", "import prep, prep.paths; print(prep.__file__, prep.paths.starter_cards())")
    assert told.stdout.split() == [str(installed.site / "prep" / name) for name in ("__init__.py", "starter")]


def test_the_starter_deck_is_in_the_wheel(installed: Installed) -> None:
    """The wheel carries every file of cards/, unchanged."""
    shipped = files(installed.site / "prep" / "starter")
    assert shipped == files(ROOT / "cards")
    assert shipped


def test_the_wheel_carries_all_of_the_package(installed: Installed) -> None:
    """Every module and every style sheet of the package is in the wheel."""
    listed = set(zipfile.ZipFile(installed.wheel).namelist())
    expected = {str(path.relative_to(ROOT)) for kind in ("*.py", "*.tcss") for path in (ROOT / "prep").rglob(kind)}
    assert expected <= listed


def test_the_wheel_carries_nothing_else(installed: Installed) -> None:
    """Nothing but the package and its metadata is in the wheel: no tests, no caches."""
    strange = [
        name
        for name in zipfile.ZipFile(installed.wheel).namelist()
        if not name.startswith(("prep/", "prep-")) or "__pycache__" in name
    ]
    assert strange == []


def test_installed_prep_lists_the_starter_cards(installed: Installed) -> None:
    """`prep cards` knows the starter deck."""
    told = installed.prep("cards")
    assert told.returncode == 0, told.stderr
    assert "attention-scaling/" in told.stdout


def test_installed_prep_checks_its_deck(installed: Installed) -> None:
    """`prep check` finds no error in what is shipped."""
    told = installed.prep("check", str(installed.site / "prep" / "starter"))
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_console_script_is_installed(installed: Installed) -> None:
    """The wheel brings the command `prep`."""
    script = installed.site / "bin" / "prep"
    told = installed.python(str(script), "check", "--rules")
    assert told.returncode == 0, told.stderr
    assert told.stdout


@pytest.mark.parametrize(
    ("system", "machine", "python", "asked"),
    [
        ("linux", "x86_64", "3.11", True),
        ("linux", "aarch64", "3.14", True),
        ("darwin", "arm64", "3.12", True),
        ("win32", "AMD64", "3.13", True),
        ("darwin", "x86_64", "3.12", False),
        ("win32", "ARM64", "3.12", False),
        ("linux", "i686", "3.11", False),
        ("linux", "x86_64", "3.15", False),
    ],
)
def test_torch_is_asked_for_where_it_has_a_wheel(
    installed: Installed, system: str, machine: str, python: str, asked: bool
) -> None:
    """torch is a requirement exactly where it can be had; anywhere else prep installs without it."""
    (metadata,) = installed.site.glob("prep-*.dist-info/METADATA")
    requirements = map(Requirement, message_from_string(metadata.read_text("utf-8")).get_all("Requires-Dist", []))
    (torch,) = [requirement for requirement in requirements if requirement.name == "torch"]
    assert torch.marker is not None
    where = {"sys_platform": system, "platform_machine": machine, "python_version": python}
    assert torch.marker.evaluate(where) is asked
