"""No command lets a name or a text drive the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from prep.cli.command import COMMANDS
from prep.cli.main import main
from prep.cli.output import harmless
from prep.text.safe import UNSAFE

EVIL = "\x1b]0;owned\x07\u009b31m\u202egnp\U000e0041"
CARD = f"""# {EVIL}

```toml
topic = "t"
```

## Why {EVIL}? {{#evil}}

Because {EVIL}.

### Must say

- [k!] {EVIL}
"""
WORDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "review": (("--plain", "--topic", "t"), ("--plain", "--topic", EVIL)),
    "show": (("evil",), ("evil", "--json"), (EVIL,)),
    "read": (("t",), (EVIL,)),
    "find": ((EVIL,), ("because",), ("because", "--json")),
    "add": (("FILE",), (f"{EVIL}.md",)),
    "check": (("FOLDER",), ("FOLDER", "--json"), (EVIL,)),
    "demo": ((EVIL,), ("--new", EVIL), ("attention.score-std", EVIL)),
    "log": ((), ("--json",), ("--export", "FOLDER/out")),
    "merge": (("FOLDER/out",), ("FOLDER/bad.jsonl",), ("FOLDER/bad.jsonl", "--json"), (EVIL,)),
    "release": (("evil",), (EVIL,)),
    "backup": ((), ("--list",), ("--daily",)),
    "restore": ((EVIL,), ("FILE",)),
    "doctor": (("--json",), ("--rebuild",)),
}
"""What each command is called with; the others only as they are, and with --json."""


@pytest.fixture
def folder(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, a deck, a log and a file whose names and texts are as bad as they can be."""
    folder = tmp_path / f"home{EVIL}"
    (folder / "decks").mkdir(parents=True)
    (folder / "decks" / f"deck{EVIL}.md").write_text(CARD, "utf-8")
    (folder / "decks" / "broken.md").write_text(f"# {EVIL}\n\n## {EVIL} {{#a b}}\n", "utf-8")
    (folder / "bad.jsonl").write_text(f'{{"kind": "{EVIL}"}}\n'.replace("\x1b", "\\u001b").replace("\x07", ""), "utf-8")
    monkeypatch.setenv("PREP_HOME", str(folder))
    return folder


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_no_command_lets_a_name_or_a_text_drive_the_terminal(
    name: str, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape sequences, C1 controls, reordering and invisible tags in folder, files, cards, logs and arguments come out
    shown; JSON has them as escapes, and says the same."""
    monkeypatch.setattr("sys.stdin", open(folder / "bad.jsonl", encoding="utf-8"))  # noqa: SIM115
    calls = WORDS.get(name) or ((), ("--json",))
    printed = ""
    for words in calls:
        places = [word.replace("FOLDER", str(folder)).replace("FILE", str(folder / "bad.jsonl")) for word in words]
        capfd.readouterr()
        main([name, *places])
        out, err = capfd.readouterr()
        printed += out + err
        if "--json" in words and out.startswith(("{", "[")) and name != "log":
            json.loads(out)
    assert [sign for sign in printed if ord(sign) in UNSAFE] == []
    assert not WORDS.get(name) or "owned" in printed or name in ("log", "backup", "doctor")


def test_every_way_to_write_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Whole lists of lines, too."""
    with harmless():
        sys.stdout.write(EVIL)
        sys.stderr.writelines([EVIL])
    out, err = capsys.readouterr()
    assert out == err and "owned" in out
    assert [sign for sign in out if ord(sign) in UNSAFE] == []
