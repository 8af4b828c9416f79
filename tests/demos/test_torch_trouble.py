"""torch that is missing or broken: what a run says of it, and what the doctor does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from prep.demos.declaration.message import Failed, Failure, Ready
from prep.demos.running.host import Host

pytestmark = pytest.mark.asyncio(loop_scope="session")
linux = pytest.mark.skipif(sys.platform != "linux", reason="forks, groups and /proc as Linux has them")
PIP, UV = f"{sys.executable} -m pip install", f"uv pip install --python {sys.executable}"


@pytest.mark.parametrize(
    ("module", "beginning"),
    [
        (
            "raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')",
            "demos need torch: pip install torch (prep doctor tells how)",
        ),
        (
            "raise OSError('libtorch_cpu.so: cannot open\\nshared object file')",
            "torch is installed but doesn't load (OSError: libtorch_cpu.so: cannot open shared object file); reinstall",
        ),
        ("import os; os.abort()", "loading torch died (SIGABRT, Aborted); reinstall it"),
    ],
)
@linux
async def test_missing_or_broken_torch_says_what_to_install(tmp_path: Path, module: str, beginning: str) -> None:
    """Where torch is absent, doesn't load, or kills the process while loading, a run says what to do."""
    (tmp_path / "torch.py").write_text(module)
    host = Host(environment={"PYTHONPATH": str(tmp_path)})
    (only,) = [message async for message in host.run("attention.score-std", {})]
    assert isinstance(only, Failed)
    assert only.kind is Failure.NO_TORCH
    assert only.sentence.startswith(beginning)
    await host.close()


async def test_torch_installed_later_is_found(tmp_path: Path) -> None:
    """After a failure for want of torch the next run looks again, without a restart of prep."""
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError('no', name='torch')")
    host = Host(environment={"PYTHONPATH": str(tmp_path)})
    assert isinstance(await host.warm(), Failed)
    (tmp_path / "torch.py").unlink()
    assert isinstance(await host.warm(), Ready)
    await host.close()


@pytest.mark.parametrize(("present", "command"), [({"pip"}, f"{PIP} torch"), (set(), f"{UV} torch")])
async def test_the_doctor_names_the_environment_that_lacks_torch(
    monkeypatch: pytest.MonkeyPatch,
    present: set[str],
    command: str,
) -> None:
    """The command installs where prep runs, with uv where that place has no pip; a bare pip would install elsewhere."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name if name in present else None)
    trouble = await Host().trouble()
    assert str(trouble) == "torch is not installed, so demos don't run (reviewing does)"
    assert trouble and trouble.hint == command


@linux
async def test_the_doctor_says_why_torch_does_not_load_and_what_mends_it(tmp_path: Path) -> None:
    """The process that runs demos tries it; there is nothing to say where it succeeds."""
    (tmp_path / "torch.py").write_text("raise OSError('libtorch_cpu.so: cannot open')")
    host = Host(environment={"PYTHONPATH": str(tmp_path)})
    trouble = await host.trouble()
    assert str(trouble) == "torch is installed but doesn't load (OSError: libtorch_cpu.so: cannot open); reinstall it"
    assert trouble and trouble.hint in (f"{PIP} --force-reinstall torch", f"{UV} --force-reinstall torch")
    (tmp_path / "torch.py").unlink()
    assert await host.trouble() is None
    await host.close()
