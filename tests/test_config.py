"""config.toml: what it may say, and what a person is told when it says something else."""

from __future__ import annotations

import os
from dataclasses import fields
from datetime import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.config import Config, absent_folders, describe, load, parse
from prep.core.problem import Severity
from prep.errors import ConfigError

HERE = Path("somewhere/config.toml").absolute()
FOLDERS = 'a list of folders, like ["~/cards"]; not a whole disk, a home folder or one that holds config.toml'


def complaint(text: str) -> str:
    """What a person reads when config.toml holds `text`."""
    with pytest.raises(ConfigError) as caught:
        parse(text, Path("config.toml"))
    return str(caught.value)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    """A missing config.toml gives the defaults, and asking does not create it."""
    assert load(tmp_path / "config.toml", {}) == Config()
    assert list(tmp_path.iterdir()) == []


def test_defaults_are_those_of_the_design() -> None:
    """The defaults are 10 new a day, no review limit, retention 0.90, 36,500 days, 20 min ahead, 5 min cap, 04:00."""
    config = Config()
    assert (config.new_per_day, config.reviews_per_day, config.retention) == (10, 0, 0.90)
    assert (config.maximum_interval, config.learn_ahead_minutes, config.answer_cap_minutes) == (36_500, 20, 5)
    assert (config.rollover, config.learning_steps, config.relearning_steps) == (time(4), (10.0,), (10.0,))


def test_a_setting_is_read(tmp_path: Path) -> None:
    """A file with a few settings changes these and no others."""
    file = tmp_path / "config.toml"
    file.write_text('new_per_day = 3\nretention = 0.85\ntheme = "light"\n')
    assert load(file) == Config(new_per_day=3, retention=0.85, theme="light")


def test_rollover_has_minutes() -> None:
    """The study day may begin at 02:30."""
    assert parse('rollover = "02:30"', HERE).rollover == time(2, 30)


def test_rollover_may_be_a_time_of_toml() -> None:
    """TOML's own local time is a time of day too."""
    assert parse("rollover = 02:30:00", HERE).rollover == time(2, 30)


def test_a_byte_order_mark_and_crlf_are_no_problem(tmp_path: Path) -> None:
    """What a Windows editor saves is read like any other file."""
    file = tmp_path / "config.toml"
    file.write_bytes(b"\xef\xbb\xbfnew_per_day = 3\r\nleech_lapses = 4\r\n")
    assert load(file) == Config(new_per_day=3, leech_lapses=4)


def test_an_unknown_key_names_the_nearest_one() -> None:
    """A misspelt key is told with file, line and the name that was probably meant."""
    assert complaint("\n\nnew_per_dya = 3") == (
        "config.toml:3: error: there is no setting 'new_per_dya'; did you mean new_per_day?"
    )


def test_a_key_like_no_other_lists_them_all() -> None:
    """A key that resembles none is answered with all settings."""
    said = complaint("zzz = 1")
    assert all(each.name in said for each in fields(Config))


def test_an_unknown_table_is_told_with_its_line() -> None:
    """There are no tables; one that is written is an unknown key at its own line."""
    assert complaint("leech_lapses = 4\n[colours]\nink = 1").startswith("config.toml:2: error: there is no setting")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("retention = 0.5", "retention is 0.5, but must be a number from 0.70 to 0.97"),
        ("retention = 0.98", "retention is 0.98, but must be a number from 0.70 to 0.97"),
        ("retention = nan", "retention is nan, but must be a number from 0.70 to 0.97"),
        ("retention = inf", "retention is inf, but must be a number from 0.70 to 0.97"),
        ('retention = "0.9"', "retention is '0.9', but must be a number from 0.70 to 0.97"),
        ("retention = true", "retention is true, but must be a number from 0.70 to 0.97"),
        ("maximum_interval = 0", "maximum_interval is 0, but must be a whole number from 1 to 36,500"),
        ("maximum_interval = -5", "maximum_interval is -5, but must be a whole number from 1 to 36,500"),
        ("maximum_interval = 36501", "maximum_interval is 36501, but must be a whole number from 1 to 36,500"),
        ("maximum_interval = 1e8", "maximum_interval is 100000000.0, but must be a whole number from 1 to 36,500"),
        ("new_per_day = true", "new_per_day is true, but must be a whole number from 0 to 9,999"),
        ("new_per_day = 3.0", "new_per_day is 3.0, but must be a whole number from 0 to 9,999"),
        ("ascii = 1", "ascii is 1, but must be true or false"),
        ('theme = "sepia"', 'theme is \'sepia\', but must be "dark" or "light", or one of 21 more like "nord"'),
        ('editor = """a\nb"""', "editor is 'a\\nb', but must be one line of text in quotes"),
        ("deck_folders = '~/cards'", f"deck_folders is '~/cards', but must be {FOLDERS}"),
        ("deck_folders = [true, 2026-12-01]", f"deck_folders is [true, 2026-12-01], but must be {FOLDERS}"),
        ("rollover = 2026-12-01", 'rollover is 2026-12-01, but must be a time of day from "00:00" to "23:59"'),
        (
            "new_per_day = 2026-12-01T04:00:00",
            "new_per_day is 2026-12-01T04:00:00, but must be a whole number from 0 to 9,999",
        ),
        ("retention = 04:30:00", "retention is 04:30:00, but must be a number from 0.70 to 0.97"),
        ("ascii = {on = 2026-12-01}", "ascii is a table, but must be true or false"),
        ('rollover = "24:00"', 'rollover is \'24:00\', but must be a time of day from "00:00" to "23:59"'),
        ("rollover = 4", 'rollover is 4, but must be a time of day from "00:00" to "23:59"'),
    ],
)
def test_a_value_outside_its_range_says_what_was_expected(line: str, said: str) -> None:
    """A value of the wrong type or outside its range is told with file, line, key, value and range."""
    assert complaint(f"# mine\n{line}") == f"config.toml:2: error: {said}"


@pytest.mark.parametrize("steps", ["[]", "[0]", "[-1]", "[nan]", "[true]", "[1, 6, 10, 1440]", "10", '["10m"]'])
def test_a_step_that_is_no_step_is_told(steps: str) -> None:
    """Steps of a day or more, or of no length, are rejected with a sentence, not skipped."""
    assert "but must be 1 to 10 numbers of minutes" in complaint(f"learning_steps = {steps}")


def test_short_steps_are_steps() -> None:
    """A step may be a part of a minute, and there may be several."""
    assert parse("learning_steps = [0.1, 1, 10]", HERE).learning_steps == (0.1, 1.0, 10.0)


def test_all_problems_are_told_at_once() -> None:
    """Two problems in a file are two lines of one error."""
    said = complaint("retention = 2\nnew_per_day = 5\nleech_lapses = 0")
    assert [line.split(":")[1] for line in said.splitlines()] == ["1", "3"]


def test_a_long_value_is_cut_short() -> None:
    """However long a wrong value is, its sentence stays readable."""
    assert len(complaint(f'theme = "{"x" * 10_000}"')) < 200


def test_what_is_no_toml_is_told_with_its_place() -> None:
    """A file that is not TOML is told with line and column."""
    said = complaint("new_per_day = 3\nretention == 0.9\n")
    assert said.startswith("config.toml: not valid TOML") and "line 2" in said


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    """A file in another encoding is one sentence that names the file."""
    file = tmp_path / "config.toml"
    file.write_bytes("editor = 'é'".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"config\.toml: the settings are not UTF-8 text"):
        load(file)


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    """A config.toml that can't be read is one sentence with the reason."""
    with pytest.raises(ConfigError, match="the settings can't be read"):
        load(tmp_path)


def test_deck_folders_count_from_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """~ is the home folder, a relative path counts from the folder of config.toml."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    config = parse('deck_folders = ["~/cards", "mine"]', HERE)
    assert config.deck_folders == (tmp_path / "home" / "cards", HERE.parent / "mine")


@pytest.mark.parametrize("folder", ["/", "~", "~/..", "..", ".", "../prep", "/usr/.."])
def test_a_folder_too_wide_for_a_deck_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    """A disk, a home and what holds prep's own files would be read whole, and strangers' Markdown given ids."""
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "me"))
    with pytest.raises(ConfigError) as caught:
        parse(f'\ndeck_folders = ["{folder}"]', tmp_path / "me" / "prep" / "config.toml")
    said = f"config.toml:2: error: deck_folders is ['{folder}'], but must be {FOLDERS}"
    assert str(caught.value) == f"{tmp_path / 'me' / 'prep'}/{said}"


def test_a_link_to_the_home_folder_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another name for a folder makes it no smaller; a link to a folder of cards is one."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "notes").mkdir()
    (tmp_path / "all").symlink_to(tmp_path)
    (tmp_path / "some").symlink_to(tmp_path / "notes")
    assert parse('deck_folders = ["~/some"]', HERE).deck_folders == (tmp_path / "some",)
    with pytest.raises(ConfigError, match="deck_folders"):
        parse('deck_folders = ["~/all"]', HERE)


def test_an_unknown_home_is_an_absent_folder() -> None:
    """A ~user that nobody knows is a folder that isn't there, not a crash."""
    config = parse('deck_folders = ["~nobody-by-this-name/cards"]', HERE)
    assert len(absent_folders(config, HERE)) == 1


def test_an_absent_deck_folder_is_told_and_not_fatal(tmp_path: Path) -> None:
    """A folder that is not there is a warning with file and line; one that is there is none."""
    (tmp_path / "here").mkdir()
    file = tmp_path / "config.toml"
    file.write_text('leech_lapses = 4\ndeck_folders = ["here", "gone"]\n')
    (problem,) = absent_folders(load(file), file)
    assert (problem.line, problem.severity) == (2, Severity.WARNING)
    assert str(tmp_path / "gone") in problem.message


def test_describe_shows_path_and_every_setting(tmp_path: Path) -> None:
    """`prep config` prints the path and, for each setting, value, meaning and range."""
    lines = describe(Config(retention=0.8), tmp_path / "config.toml").splitlines()
    assert lines[0] == f"# {tmp_path / 'config.toml'}"
    assert lines[lines.index("retention = 0.8") - 1].endswith("a number from 0.70 to 0.97")
    assert {line.split(" = ")[0] for line in lines if " = " in line} == {each.name for each in fields(Config)}


words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)
folders = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="./"), min_size=1, max_size=20)
configs = st.builds(
    Config,
    new_per_day=st.integers(0, 9_999),
    retention=st.floats(0.70, 0.97),
    rollover=st.times().map(lambda at: at.replace(second=0, microsecond=0)),
    learning_steps=st.lists(st.floats(0.1, 1_439), min_size=1, max_size=10).map(tuple),
    deck_folders=st.lists(folders.map(lambda word: HERE.parent / word), max_size=3).map(tuple),
    theme=st.sampled_from(["dark", "light"]),
    ascii=st.booleans(),
    editor=words,
)


@given(configs)
def test_what_describe_prints_is_read_back(config: Config) -> None:
    """Law: the printed settings are a config.toml that makes the very same settings."""
    assert parse(describe(config, HERE), HERE) == config


@given(st.text(max_size=60))
def test_no_text_crashes_the_reader(text: str) -> None:
    """Law: whatever stands in config.toml, it is settings or a ConfigError."""
    try:
        assert isinstance(parse(text, HERE), Config)
    except ConfigError as error:
        assert str(HERE) in str(error)


def test_a_number_of_thousands_of_digits_is_told() -> None:
    """Python refuses to read it with an error of its own, which is none of TOML's."""
    assert complaint("new_per_day = " + "9" * 5_000) == "config.toml: not valid TOML: a number has too many digits"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among files")
def test_a_pipe_in_the_place_of_the_settings_is_told_and_not_waited_for(tmp_path: Path) -> None:
    """Reading it would never end."""
    os.mkfifo(tmp_path / "config.toml")
    with pytest.raises(ConfigError, match=r"config\.toml: the settings can't be read: it is no file"):
        load(tmp_path / "config.toml")


def test_brackets_without_an_end_of_nesting_are_told() -> None:
    """The interpreter's own words about its stack say nothing about the file."""
    assert complaint("deck_folders = " + "[" * 9_999) == "config.toml: not valid TOML: brackets are nested too deeply"


def test_a_merges_conflict_is_called_by_its_name() -> None:
    """Its lines and what to do, not what the grammar makes of a marker."""
    text = "new_per_day = 3\n<<<<<<< HEAD\nretention = 0.85\n=======\nretention = 0.9\n>>>>>>> laptop\n"
    assert complaint(text) == (
        "config.toml:2: error: a merge left a conflict on lines 2 to 6 "
        "(keep the lines that should stay, and take out those that start with <<<<<<<, ======= and >>>>>>>)"
    )


ASCII_ONLY = [
    {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, {"LANG": "C"}, {"TERM": "linux", "LANG": "C.UTF-8"},
    {"LANG": "de_DE.ISO-8859-1"}, {"LC_CTYPE": "de_DE.ISO8859-15@euro"},
]  # fmt: skip
MORE = [{}, {"LANG": "en_GB.UTF-8"},
        {"LC_ALL": "C.UTF-8"}, {"LC_ALL": "", "LANG": "de_DE.utf8@euro"}, {"LANG": "de_DE"},
        {"TERM": "xterm-256color", "LC_ALL": "C.utf8", "LANG": "C"}]  # fmt: skip


@pytest.mark.parametrize("environment", ASCII_ONLY)
def test_a_terminal_that_draws_ascii_only_is_taken_at_its_word(tmp_path: Path, environment: dict[str, str]) -> None:
    """And config.toml has the last one."""
    assert load(tmp_path / "config.toml", environment).ascii
    (tmp_path / "config.toml").write_text("ascii = false\n")
    assert not load(tmp_path / "config.toml", environment).ascii


@pytest.mark.parametrize("environment", MORE)
def test_a_terminal_that_says_nothing_of_the_kind_gets_all_signs(tmp_path: Path, environment: dict[str, str]) -> None:
    """A locale whose characters are UTF-8, whatever its language; or none."""
    assert not load(tmp_path / "config.toml", environment).ascii
