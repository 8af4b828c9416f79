"""bootstrap.py, run for real: a small project that needs no network, a real pip, a real environment."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "prep"
version = "1"
dependencies = [{dependencies}]
optional-dependencies = {{ dev = [] }}
"""
BACKEND = '''
"""Builds an editable wheel of a project that is one module, by hand."""
import tomllib, zipfile
def build_editable(folder, config_settings=None, metadata_directory=None):
    needs = tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]
    metadata = "Metadata-Version: 2.1\\nName: prep\\nVersion: 1\\nProvides-Extra: dev\\n"
    metadata += "".join(f"Requires-Dist: {need}\\n" for need in needs)
    with zipfile.ZipFile(f"{folder}/prep-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny.py", "import sys\\ndef main(): print('prep', *sys.argv[1:])")
        wheel.writestr("prep-1.dist-info/METADATA", metadata)
        wheel.writestr("prep-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("prep-1.dist-info/entry_points.txt", "[console_scripts]\\nprep = tiny:main\\n")
        wheel.writestr("prep-1.dist-info/RECORD", "")
    return "prep-1-py3-none-any.whl"
'''
OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": "",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_CONFIG_FILE": os.devnull,
    "PREP_VENV": "",
}

HIT = """
import os, signal, subprocess
begin = subprocess.Popen.__init__
def init(self, *words, **options):
    begin(self, *words, **options)
    with open("started", "w") as file:
        file.write(str(self.pid))
    os.kill(os.getpid(), signal.SIGINT)
subprocess.Popen.__init__ = init
"""
"""Ctrl-C in the moment in which a command has been started and nobody knows of it yet."""


@dataclass(frozen=True)
class Checkout:
    """A checkout of the small project, with bootstrap.py in it."""

    root: Path

    @property
    def home(self) -> Path:
        """Where its environment belongs."""
        return self.root.parent / f"{self.root.name}-venv"

    def needs(self, *dependencies: str) -> None:
        """Write its pyproject.toml."""
        listed = ", ".join(f'"{each}"' for each in dependencies)
        (self.root / "pyproject.toml").write_text(PYPROJECT.format(dependencies=listed))

    def call(self, *arguments: str, before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """`python3 bootstrap.py ARGUMENTS`, from another folder; `before` is Python that runs first."""
        script = str(self.root / "bootstrap.py")
        code = f"import runpy, sys; sys.argv = [{script!r}, *sys.argv[1:]]; {before}\n"
        code += f"runpy.run_path({script!r}, run_name='__main__')"
        return subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=self.root.parent, env=os.environ | OFFLINE | environment, capture_output=True, text=True, check=False,
        )  # fmt: skip


def checkout(folder: Path) -> Checkout:
    """A new checkout in a folder whose name has a space."""
    made = Checkout(folder / "my prep")
    made.root.mkdir()
    shutil.copy(ROOT / "bootstrap.py", made.root)
    (made.root / "backend.py").write_text(BACKEND)
    (made.root / "constraints.txt").write_text("")
    (made.root / "pytest.py").write_text("import os, sys\nprint('tests in', os.getcwd(), *sys.argv[1:])\nsys.exit(7)")
    made.needs()
    return made


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout whose first `run` is over; the tests that share it leave it as whole as they found it."""
    made = checkout(tmp_path_factory.mktemp("installed"))
    first = made.call("run", "review", "--plain")
    assert first.returncode == 0, first.stderr
    assert first.stdout == "prep review --plain\n"
    assert f"prep: installing into {made.home}" in first.stderr
    return made


@pytest.mark.slow
def test_the_second_call_starts_at_once(installed: Checkout) -> None:
    """Once installed, a call says nothing of its own and asks pip nothing."""
    log = (installed.home / "prep-install.log").read_text()
    again = installed.call("run", "due")
    assert (again.stdout, again.stderr) == ("prep due\n", "")
    assert (installed.home / "prep-install.log").read_text() == log


@pytest.mark.slow
def test_test_runs_pytest_in_the_checkout(installed: Checkout) -> None:
    """`test` runs pytest at the top of the checkout, passes arguments on, and its exit code is pytest's."""
    ran = installed.call("test", "-x", "tests/core")
    assert (ran.returncode, ran.stdout) == (7, f"tests in {installed.root} -x tests/core\n")


@pytest.mark.slow
def test_changed_pins_are_installed_into_the_same_environment(installed: Checkout) -> None:
    """When constraints.txt changes, the next call installs again, briefly, and keeps what else is there."""
    mine = installed.home / "mine"
    mine.touch()
    (installed.root / "constraints.txt").write_text("# changed")
    update = installed.call("sync").stderr
    assert "installing" in update and "a few minutes" not in update
    assert mine.exists()
    assert installed.call("sync").stderr == ""


@pytest.mark.slow
def test_a_failed_install_is_told_and_made_good_by_the_next_call(tmp_path: Path) -> None:
    """pip's failure is a sentence with the end of its log and no traceback; the next call makes all of it anew."""
    made = checkout(tmp_path)
    made.needs("prep-no-such-library")
    failed = made.call("run")
    assert failed.returncode == 1
    assert "prep: the installation failed" in failed.stderr
    assert "prep-no-such-library" in failed.stderr
    assert str(made.home / "prep-install.log") in failed.stderr
    assert "Traceback" not in failed.stderr
    half_done = made.home / "half-done"
    half_done.touch()
    made.needs()
    assert made.call("run").stdout == "prep\n"
    assert not half_done.exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to another process")
def test_an_interrupted_install_is_made_good_by_the_next_call(tmp_path: Path) -> None:
    """Ctrl-C while installing is one sentence and exit 130; the next call installs all of it."""
    made = checkout(tmp_path)
    first = subprocess.Popen(
        [sys.executable, str(made.root / "bootstrap.py"), "run"],
        env=os.environ | OFFLINE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert first.stderr is not None
    assert "installing" in first.stderr.readline()
    first.send_signal(signal.SIGINT)
    _, said = first.communicate()
    assert first.returncode == 130
    assert "interrupted; the next call begins again" in said
    assert "Traceback" not in said
    assert made.call("run").stdout == "prep\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to another process")
def test_a_command_that_ctrl_c_met_at_its_start_is_ended(tmp_path: Path) -> None:
    """Nothing goes on writing into the environment, whenever the key came."""
    made = checkout(tmp_path)
    ran = made.call("sync", before=f"exec({HIT!r})")
    assert ran.returncode == 130, ran.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int((made.root.parent / "started").read_text()), 0)


@pytest.mark.slow
def test_without_torch_the_rest_is_installed(tmp_path: Path) -> None:
    """Where torch can't be had, prep is installed without it, and one sentence says what that costs."""
    made = checkout(tmp_path)
    made.needs("torch>=2.6", "pip")
    ran = made.call("run")
    assert ran.stdout == "prep\n"
    assert "PyTorch can't be installed here" in ran.stderr
    assert made.call("run").stderr == ""


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path) -> None:
    """PREP_VENV naming a folder with other things in it is refused, and nothing in it is touched."""
    made, precious = checkout(tmp_path), tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.tex").touch()
    refused = made.call("run", PREP_VENV=str(precious))
    assert refused.returncode == 1
    assert "is no virtual environment" in refused.stderr
    assert [path.name for path in precious.iterdir()] == ["thesis.tex"]


def test_an_environment_that_was_found_is_never_cleared(tmp_path: Path) -> None:
    """An environment that PREP_VENV names and bootstrap did not make keeps all it has, also when installing fails."""
    made, mine = checkout(tmp_path), tmp_path / "mine"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(mine)], check=True)
    (mine / "notes").touch()
    for _ in range(2):
        assert "No module named pip" in made.call("run", PREP_VENV=str(mine)).stderr
        assert (mine / "notes").exists()


def test_a_python_without_ensurepip_names_the_package(tmp_path: Path) -> None:
    """Debian's bare Python gets the name of the package that is missing."""
    version = "{}.{}".format(*sys.version_info)
    told = checkout(tmp_path).call("run", before="sys.modules['ensurepip'] = None")
    assert told.returncode == 1
    assert f"no ensurepip module; on Debian and Ubuntu: sudo apt install python{version}-venv" in told.stderr


def test_an_older_python_gets_one_sentence(tmp_path: Path) -> None:
    """A Python before 3.11 is told what is needed, in one line."""
    told = checkout(tmp_path).call("run", before="sys.version_info = (3, 10, 9)")
    assert told.returncode == 1
    assert told.stderr.startswith("prep needs Python 3.11 or newer; ")
    assert len(told.stderr.splitlines()) == 1


def test_older_pythons_can_parse_it() -> None:
    """The file keeps to the syntax of Python 3.6, so that an older Python gets that far."""
    source = (ROOT / "bootstrap.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    with pytest.raises(SyntaxError):  # the control: what 3.6 can't parse is noticed
        ast.parse(source + "\nif (late := 1): pass", feature_version=(3, 6))


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 0), (["install"], 2)])
def test_a_word_it_does_not_know_prints_the_help(tmp_path: Path, arguments: list[str], code: int) -> None:
    """Without a command, or with an unknown one, it says what it can do and installs nothing."""
    made = checkout(tmp_path)
    told = made.call(*arguments)
    assert (told.returncode, "bootstrap.py run" in told.stdout) == (code, True)
    assert not made.home.exists()


def test_where_nothing_may_be_written_beside_the_checkout(tmp_path: Path) -> None:
    """With a read-only folder around it, the environment goes into the checkout; if that is too, it says so."""
    made = checkout(tmp_path)
    place = "import os; real = os.access; os.access = lambda path, mode: {} and real(path, mode); import venv; "
    stop = "sys.modules['ensurepip'] = None"  # far enough: the environment's folder is made by then
    made.call("sync", before=place.format(f"str(path) != {str(tmp_path)!r}") + stop)
    assert (made.root / ".venv").exists()
    assert not made.home.exists()
    shutil.rmtree(made.root / ".venv")
    told = made.call("sync", before=place.format("False") + stop)
    assert "name a folder for the environment in PREP_VENV" in told.stderr
