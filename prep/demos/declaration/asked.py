"""Where a card's own question asks: "at $d_k=128$"."""

from __future__ import annotations

import re

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₖᵢⱼₙₜ", "0123456789kijnt")


def asked_at(wording: str, names: tuple[str, ...], xs: tuple[float, ...]) -> float:
    """The first of the xs that the wording gives the axis, under one of its names; else the last of them.

    A name counts as a whole word only: "the weight is 10" says nothing of t.
    """
    known = "|".join(re.escape(_plain(name)).replace(r"\ ", r"\s*") for name in names if name)
    named = rf"(?<!\w)(?:{known})(?:\s*=\s*|\s+(?:is|of)\s+)(-?\d+(?:\.\d+)?(?:e-?\d+)?)"
    found = (float(number) for number in re.findall(named, _plain(wording))) if known else ()
    return next((number for number in found if number in xs), xs[-1])


def _plain(text: str) -> str:
    """Without the dress of Markdown and TeX: `$d_{k}$`, `dₖ` and `d_k` are all "dk", `10^{-6}` is "1e-6"."""
    text = re.sub(r"\\[,;!: ]|[\\{}$*`_]", "", text).translate(_SUBSCRIPTS).replace("−", "-")
    return re.sub(r"\b10\^(-?\d)", r"1e\1", re.sub(r"(?<=\d),(?=\d{3}\b)", "", text))
