"""Inline Markdown: tokens become spans. Whatever looks like markup but isn't stays exactly as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from prep.core.card import Source
from prep.text.formula import inline_formula
from prep.text.parser import markdown_parser
from prep.text.safe import safe
from prep.text.span import Role, Span
from prep.text.wrap import GLUE


@dataclass(frozen=True, slots=True)
class _Style:
    """What surrounds a token: how it is read, where it leads."""

    role: Role = Role.INK
    target: str = ""
    cites: bool = False
    """A citation: the brackets around its key are shown."""


def inline(markdown: str, sources: Sequence[Source] = ()) -> tuple[Span, ...]:
    """A text of one line (a cue, a must-say point) as spans; every break in it is a space.

    Spaces inside a formula are `GLUE`, so that `wrap` keeps it together. `sources` are what [key] may cite.
    """
    return _inline(markdown, tuple(sources))


def plain(markdown: str) -> str:
    """A text of one line without any markup, for lists, titles and log lines."""
    return "".join(span.text for span in inline(markdown)).replace(GLUE, " ").strip()


def readable(markdown: str) -> str:
    """Deck text made ready for the parser: harmless, with one kind of line end."""
    return safe(markdown.replace("\r\n", "\n").replace("\r", "\n"))


def references(sources: Iterable[Source]) -> MutableMapping[str, Any]:
    """A parser's environment in which [key] is a link to its source."""
    known = {normalizeReference(s.key): {"title": s.title, "href": s.url, "map": [0, 0]} for s in sources}
    return {"references": known} if known else {}


@cache
def parser() -> MarkdownIt:
    """The parser of deck text; one for all, for it keeps nothing between texts."""
    return markdown_parser()


def spans_of(tokens: Sequence[Token], role: Role = Role.INK) -> tuple[Span, ...]:
    """The spans of inline tokens; a hard break is a span "\\n"."""
    stack, found = [_Style(role)], []
    for at, token in enumerate(tokens):
        if token.nesting == 1:
            stack.append(_opened(tokens, at, stack[-1]))
            found += _bracket("[", stack[-1])
        elif token.nesting == -1:
            found += _bracket("]", stack.pop())
        else:
            found.append(_leaf(token, stack[-1]))
    return _merged(found)


@lru_cache(maxsize=2048)
def _inline(markdown: str, sources: tuple[Source, ...]) -> tuple[Span, ...]:
    root = parser().parseInline(readable(markdown), references(sources))[0]
    return tuple(replace(span, text=span.text.replace("\n", " ")) for span in spans_of(root.children or []))


def _opened(tokens: Sequence[Token], at: int, around: _Style) -> _Style:
    token = tokens[at]
    if token.type == "link_open":
        return _linked(str(token.attrGet("href") or ""), _cites(tokens, at), around)
    if token.type == "strong_open" and around.role is Role.INK:
        return replace(around, role=Role.STRONG)
    return around


def _linked(href: str, cites: bool, around: _Style) -> _Style:
    """A number that a demo measured stays text; every other link says that it is one."""
    href = safe(href)
    if cites:
        return _Style(Role.DIM, href, cites=True)
    if not href or href.startswith("demo:"):
        return replace(around, target=href)
    return _Style(Role.LINK, href)


def _cites(tokens: Sequence[Token], at: int) -> bool:
    """Whether a link is [key] alone: its text is the label of its definition."""
    label, inside = tokens[at].meta.get("label"), tokens[at + 1 : at + 3]
    return bool(
        label
        and [token.type for token in inside] == ["text", "link_close"]
        and normalizeReference(inside[0].content) == normalizeReference(label)
    )


def _bracket(text: str, style: _Style) -> list[Span]:
    return [Span(text, style.role, style.target)] if style.cites else []


def _leaf(token: Token, style: _Style) -> Span:
    text = _text(token)
    return Span(text, _role(token, text, style), style.target)


def _role(token: Token, text: str, style: _Style) -> Role:
    """A formula that reads as source where its signs have no small form, π_ref or e^(r/β), says that it is one."""
    if token.type == "code_inline":
        return Role.CODE
    spelt = token.type.startswith("math_inline") and any(mark in text for mark in "_^$")
    return Role.THEORY if spelt and style.role is Role.INK else style.role


def _text(token: Token) -> str:
    match token.type:
        case "math_inline" | "math_inline_double":
            return inline_formula(token.content, token.markup)
        case "softbreak":
            return " "
        case "hardbreak":
            return "\n"
        case "image":
            alt = "".join(span.text for span in spans_of(token.children or []))
            return f"[image: {alt or safe(str(token.attrGet('src') or ''))}]"
        case "html_inline" if token.content.startswith("<!--"):
            return ""
        case _:
            # once more, for &#x202E; is harmless only after the parser has read it
            return safe(token.content).replace("\n", " ").replace("\t", " ")


def _merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Neighbours of one role and target as one span, empty ones gone."""
    return tuple(_runs(span for span in spans if span.text))


def _runs(spans: Iterator[Span]) -> Iterator[Span]:
    run = next(spans, None)
    for span in spans:
        assert run is not None
        if (span.role, span.target) == (run.role, run.target):
            run = replace(run, text=run.text + span.text)
        else:
            yield run
            run = span
    if run is not None:
        yield run
