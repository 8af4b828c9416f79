"""The one Markdown dialect of prep: CommonMark, tables and $…$ math, nothing else."""

from __future__ import annotations

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from prep.text.dollar import math_inline


def markdown_parser() -> MarkdownIt:
    """A parser for deck text: CommonMark + tables + `$…$` and `$$…$$`.

    No strikethrough (`~~` is ordinary), no guessed links, no typographic changes. A `$` beside a space or
    a digit is money, not math. Token types that differ from CommonMark: `math_inline`,
    `math_inline_double`, `math_block`, `table_open` and its kin.
    """
    parser = MarkdownIt("commonmark").enable("table")
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True, allow_labels=False)
    parser.inline.ruler.at("math_inline", math_inline)
    return parser
