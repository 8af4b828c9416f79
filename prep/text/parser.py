r"""The one Markdown dialect of prep: CommonMark, tables and math, `$…$` or between TeX's own signs; nothing else."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import image, link
from mdit_py_plugins.dollarmath import dollarmath_plugin

from prep.text.bracket import closing
from prep.text.dollar import math_inline
from prep.text.tex_signs import tex_signs


def markdown_parser() -> MarkdownIt:
    r"""A parser for deck text: CommonMark + tables + `$…$` and `$$…$$`, or `\(…\)`, `\[…\]`, `\begin{align}`.

    No strikethrough (`~~` is ordinary), no guessed links, no typographic changes. A `$` beside a space or
    a digit is money, not math. A link that was written as a reference keeps its normalised label in
    `meta["label"]`. Token types that differ from CommonMark: `math_inline`,
    `math_inline_double`, `math_block`, `table_open` and its kin.
    """
    # quotes in quotes in lists: the default of 20 levels silently drops what lies deeper
    parser = MarkdownIt("commonmark", {"maxNesting": 100, "store_labels": True}).enable("table")
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True, allow_labels=False)
    parser.inline.ruler.at("math_inline", math_inline)
    tex_signs(parser)
    parser.inline.ruler.at("link", closing(link))
    parser.inline.ruler.at("image", closing(image))
    return parser
