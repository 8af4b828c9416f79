"""Any text as config.toml: it is read, or refused with a sentence."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from hypothesis import strategies as st

from prep.config import Config, parse
from prep.errors import ConfigError
from tests.fuzz.law import Law

KEYS = st.one_of(st.sampled_from([field.name for field in fields(Config)]), st.text("a_\"'é.[]", max_size=5))
WORDS = 'true|false|nan|inf|-inf|1e999|0|0.9|07:32|1979-05-27|04:00:00|[]|[[1]]|{}|{a=1}|\'x\'|""|"""|[10, 1441]|[1e-9]'
VALUES = st.one_of(
    st.sampled_from(
        [*WORDS.split("|"), '"04:00"', '"25:00"', '["/"]', '["~"]', '["a\\u0000b"]', '"dark"', "9" * 5_000]
    ),
    st.integers().map(str),
    st.floats().map(str),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.builds("{} = {}".format, KEYS, VALUES), st.text(max_size=12), st.sampled_from(["[a]", "<<<<<<< x"])
)


def holds(text: str) -> None:
    """What is read can be used: its day begins within a day."""
    try:
        config = parse(text, Path("config.toml"))
    except ConfigError as error:
        assert str(error)
    else:
        assert 0.7 <= config.retention <= 0.97
        assert all(0 < step < 1_440 for step in config.learning_steps)


LAW = Law("settings", st.lists(LINES, max_size=5).map("\n".join), holds, few=200)
