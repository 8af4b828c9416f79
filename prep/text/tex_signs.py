r"""Math between TeX's own signs: `\(…\)`, `\[…\]`, a bare `\begin{align}`, a fence named math. Notes from elsewhere
have them: Anki writes the first two, code hosts the last."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.amsmath import amsmath_plugin

CLOSING = {r"\(": r"\)", r"\[": r"\]"}
"""What ends a formula that begins so; dollars end as they begin."""

_INLINE = re.compile(r"\\\((?P<round>(?:(?!\\\)).)+)\\\)|\\\[(?P<square>(?:(?!\\\]).)+)\\\]", re.DOTALL)
_END = re.compile(r"(?<!\\)\\\]")
r"""`\\[2pt]`, more room between two rows, has no such end."""
_MATH = re.compile(r"\\[A-Za-z]|[\^=<>]|_\{")
r"""`\[CLS\]` is a word in brackets whose author escaped them, as Markdown asks."""


def tex_signs(parser: MarkdownIt) -> None:
    """Teach the parser these signs; the tokens are those of `$…$` and `$$…$$`."""
    parser.inline.ruler.before("escape", "tex_inline", _inline)
    parser.block.ruler.before("fence", "tex_block", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    amsmath_plugin(parser)
    parser.core.ruler.after("block", "tex_displays", _displays)


def _inline(state: StateInline, silent: bool) -> bool:
    match = _INLINE.match(state.src, state.pos, state.posMax)
    if match is None or not (match["round"] or _MATH.search(match["square"])):
        return False
    if not silent:
        token = state.push("math_inline" if match["round"] else "math_inline_double", "math", 0)
        token.content, token.markup = match["round"] or match["square"], match[0][:2]
    state.pos = match.end()
    return True


def _block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    r"""Lines from one that begins with `\[` to one that ends with `\]`, without a blank one between them."""
    if state.is_code_block(start) or not _line(state, start).startswith(r"\["):
        return False
    last = start
    while not _END.search(_line(state, last)):
        last += 1
        if last >= end or not _line(state, last) or state.sCount[last] < state.blkIndent:
            return False
    text = state.getLines(start, last + 1, state.sCount[start], False).strip()
    found = _END.search(text)
    if found is None or found.end() < len(text) or not _MATH.search(text[2:-2]):
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.block, token.content, token.markup, token.map = True, text[2:-2], r"\[", [start, last + 1]
    state.line = last + 1
    return True


def _line(state: StateBlock, at: int) -> str:
    return state.src[state.bMarks[at] + state.tShift[at] : state.eMarks[at]].rstrip()


def _displays(state: StateCore) -> None:
    """A bare environment and a fence named math are displayed formulas."""
    for token in state.tokens:
        if token.type == "amsmath":
            token.type = "math_block"
            token.map = token.map and [token.map[0], token.map[1] + 1]  # the plugin gives the last line, not its end
        elif token.type == "fence" and token.info.split()[:1] == ["math"]:
            token.type = "math_block"
