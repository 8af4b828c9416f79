"""TOML as the settings and decks are written in, with every refusal a sentence of ours."""

from __future__ import annotations

from typing import Any


def read_toml(text: str) -> dict[str, Any]:
    """The table that the text says.

    Raises ValueError: what tomllib says of a fault in the grammar, and for the two limits of the interpreter that it
    passes on, a number of more than 4,300 digits and brackets nested some 300 deep, what the person wrote.
    """
    import tomllib  # who has changed no setting sees the first frame a millisecond sooner

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError("brackets are nested too deeply") from None
    except ValueError:
        raise ValueError("a number has too many digits") from None
