"""A setting changed in config.toml: that one and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.errors import ConfigError
from prep.settings_file import change


def test_comments_order_and_line_ends_stay(tmp_path: Path) -> None:
    """What a person or another program wrote around the value stands as it stood, Windows' line ends too."""
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\ntheme = 'dark'  # at night\r\nnew_per_day = 3\r\n\r\n# end\r\n")
    assert change(path, "theme", "light").theme == "light"
    assert path.read_bytes() == (
        b'\xef\xbb\xbf# mine\r\ntheme = "light"  # at night\r\nnew_per_day = 3\r\n\r\n# end\r\n'
    )


def test_the_first_value_holds_again_when_the_setting_is_taken_out(tmp_path: Path) -> None:
    """Its line goes, the next one stays."""
    path = tmp_path / "config.toml"
    path.write_text("new_per_day = 3\nretention = 0.8\n", encoding="utf-8")
    assert change(path, "new_per_day", None).new_per_day == 10
    assert path.read_text(encoding="utf-8") == "retention = 0.8\n"


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("retention", "0.99", "retention is 0.99, but must be a number from 0.70 to 0.97"),
        ("retension", "0.9", "there is no setting 'retension'; did you mean retention?"),
        ("editor", 'vim"\nnew_per_day = 1', "but must be one line of text in quotes"),
    ],
)
def test_a_refused_value_leaves_the_file_alone(tmp_path: Path, key: str, text: str, said: str) -> None:
    """One sentence, and nothing written; a value can't bring a second setting with it."""
    with pytest.raises(ConfigError, match=said.replace("?", "[?]")):
        change(tmp_path / "config.toml", key, text)
    assert list(tmp_path.iterdir()) == []


def test_what_is_wrong_already_is_told_and_can_be_set_right(tmp_path: Path) -> None:
    """Another key is refused while one is wrong; the wrong one itself is changed."""
    path = tmp_path / "config.toml"
    path.write_text("retention = 2\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="retention is 2"):
        change(path, "theme", "light")
    assert change(path, "retention", "0.8").retention == 0.8


def test_a_file_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only file is somebody's wish, though the folder would let it be replaced."""
    path = tmp_path / "config.toml"
    path.write_text("new_per_day = 3\n", encoding="utf-8")
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write whatever is read-only
    with pytest.raises(ConfigError, match="can't be written"):
        change(path, "new_per_day", "4")
    assert path.read_text(encoding="utf-8") == "new_per_day = 3\n"


@pytest.mark.parametrize(("typed", "meant"), [("code --wait", "code --wait"), ('"vi"', "vi"), ("true", "true")])
def test_words_need_no_quotes(tmp_path: Path, typed: str, meant: str) -> None:
    """An editor's command is taken as typed where TOML reads it as something else, or not at all."""
    assert change(tmp_path / "config.toml", "editor", typed).editor == meant
