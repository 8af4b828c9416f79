"""Inline math at the edges of a paragraph: a correction to the dollarmath plugin."""

from __future__ import annotations

from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_inline_dollar

_rule = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)


def math_inline(state: StateInline, silent: bool) -> bool:
    r"""The plugin's rule, blind to the far end of the text.

    The plugin looks at the character before the opening `$` by index `pos - 1`; at the start of a paragraph that
    is -1, the paragraph's *last* character: `$d_k$ is 64` is not math because of its 4 (mdit-py-plugins 0.7.0),
    and a closing backslash escapes the first `$`. A space at the end, outside `posMax`, takes that place.
    """
    text = state.src
    state.src = text + " "
    try:
        return _rule(state, silent)
    finally:
        state.src = text
