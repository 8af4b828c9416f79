"""Demos as cards name them: `name key=value …` in a list, and numbers linked to the demo that measured them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it.token import Token

from prep.core.card import DemoCall
from prep.decks.grammar.document import inlines, read_document
from prep.decks.problems.report import Report, did_you_mean

Arguments = tuple[tuple[str, str], ...]
"""In the order written: (("d_k", "8,64"), ("n", "1000"))."""

_SPAN = re.compile(r"(`+)(.+?)(?<!`)\1(?!`)(.*)", re.DOTALL)
_LINK = re.compile(r"demo:([^?#]+)(?:\?([^#]*))?#[^@#]+@[−-]?[\d.]+(?:e[+-]?\d+)?")


def _no_objection(_name: str, _arguments: Arguments) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class KnownDemos:
    """What the decks may know of demos; nothing of a demo is imported to check a card."""

    names: frozenset[str] = frozenset()
    problem_with: Callable[[str, Arguments], str | None] = _no_objection
    """(a name, arguments) → what is wrong with the arguments, in a sentence, or None."""


def read_call(item: str, line: int, report: Report) -> DemoCall | None:
    """A list item of a Demo section; None (and a problem) if it names no demo."""
    match = _SPAN.fullmatch(item)
    words = match[2].split() if match else []
    wrong = next((word for word in words[1:] if not re.fullmatch(r"[^=]+=.+", word)), None)
    if not match or not words or wrong or "=" in words[0]:
        hint = "write `name key=value …`, in backticks, then perhaps the question in your words"
        message = f"“{wrong}” is no key=value" if wrong else "this item names no demo"
        report.add("demo-item", line, message, hint, _column(report, line, wrong or ""))
        return None
    arguments = tuple((key, value) for key, _, value in (word.partition("=") for word in words[1:]))
    return DemoCall(words[0], arguments, match[3].strip(), line + 1)


def check_call(name: str, arguments: Arguments, line: int, known: KnownDemos, report: Report) -> None:
    """Report a demo that doesn't exist or can't take these arguments."""
    column = _column(report, line, name)
    if name not in known.names:
        hint = did_you_mean(name, sorted(known.names), "prep demo --list shows all demos")
        report.add("unknown-demo", line, f"unknown demo “{name}”", hint, column)
    elif wrong := known.problem_with(name, arguments):
        report.add("demo-parameter", line, wrong.rstrip("."), f"prep demo --list {name}", column)


def demo_target(link: Token) -> str:
    """Where a link leads if it leads to a demo, as the author wrote it; else nothing."""
    target = unquote(str(link.attrs.get("href", ""))) if link.type == "link_open" else ""
    return target if target.startswith("demo:") else ""


def read_link(target: str) -> tuple[str, Arguments] | None:
    """Name and arguments of a link that is written demo:NAME?key=value&…#series@x, else None."""
    match = _LINK.fullmatch(target)
    pairs = [pair.partition("=") for pair in re.split("[&;]", match[2])] if match and match[2] else []
    if not match or any(not key or not value for key, _, value in pairs):
        return None
    return match[1], tuple((key, value) for key, _, value in pairs)


def quoted_numbers(markdown: str) -> tuple[tuple[str, str], ...]:
    """(what is printed, where it leads) of every number in a text that links to the demo that measured it."""
    return tuple(quote for inline in inlines(read_document(markdown).tokens) for quote in _quotes(inline))


def _quotes(inline: Token) -> Iterator[tuple[str, str]]:
    children = inline.children or []
    for at, child in enumerate(children):
        if target := demo_target(child):
            end = next(i for i in range(at, len(children)) if children[i].type == "link_close")
            yield "".join(each.content for each in children[at:end]), target


def _column(report: Report, line: int, word: str) -> int:
    return report.lines[line].find(word) + 1 if word and line < len(report.lines) else 0
