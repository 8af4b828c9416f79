"""Markdown of one line as HTML: what goes on paper, or into a browser. A person's text is never markup of it."""

from __future__ import annotations

from html import escape

from markdown_it.token import Token

from prep.text import latex
from prep.text.inline import parser, readable
from prep.text.safe import safe
from prep.text.tex_signs import CLOSING

TAGS = {
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "em_open": "<em>",
    "em_close": "</em>",
    "softbreak": " ",
    "hardbreak": " ",
}
"""A link is its text: nobody follows one on paper."""


def inline_html(markdown: str) -> str:
    """The text with its formulas in MathML; one that can't be read stands as it was written."""
    root = parser().parseInline(readable(markdown))[0]
    return "".join(map(_piece, root.children or []))


def _piece(token: Token) -> str:
    if token.type.startswith("math_inline"):
        return _formula(token)
    if token.type == "code_inline":
        return f"<code>{escape(safe(token.content))}</code>"
    if token.type == "image":
        return "".join(map(_piece, token.children or []))
    if token.type == "html_inline" and token.content.startswith("<!--"):
        return ""
    return TAGS.get(token.type, escape(safe(token.content)))


def _formula(token: Token) -> str:
    try:
        return latex.element(token.content)
    except latex.MathError:
        return f"<code>{escape(safe(f'{token.markup}{token.content}{CLOSING.get(token.markup, token.markup)}'))}</code>"
