"""Definitions at the end of a file, and the [key]s that cite them."""

from __future__ import annotations

from collections.abc import Iterable

from markdown_it.token import Token

from prep.core.card import Source
from prep.decks.grammar.document import Document, inlines
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report


def read_sources(document: Document, report: Report) -> dict[str, Source]:
    """The file's sources by normalised key; the first definition of a key counts, as in Markdown."""
    found: dict[str, Source] = {}
    for token in document.definitions:
        assert token.map
        key, line = token.meta["label"], token.map[0]
        if token.level > 0:
            hint = "write the key without the colon, or move the definition to the end of the file"
            report.add("hidden-definition", line, f"“[{key}]: …” defines a link here and vanishes", hint)
        elif token.meta["id"] in found:
            report.add("defined-twice", line, f"[{key}] is already defined", "keep one of the two")
        else:
            found[token.meta["id"]] = Source(key, token.meta["url"], token.meta["title"])
    return found


def cited(parts: Iterable[OutlinePart], sources: dict[str, Source]) -> tuple[Source, ...]:
    """The sources that these parts cite, in order of first citation."""
    texts = (token for part in parts for token in ((part.heading,) if part.heading else ()) + part.tokens)
    labels = _labels(texts)
    return tuple(sources[label] for label in dict.fromkeys(labels) if label in sources)


def check_citations(document: Document, report: Report) -> None:
    """Report what nobody cites, and definitions above the last text."""
    used = set(_labels(document.tokens))
    texts = (t.map[1] for t in document.tokens if t.type not in ("definition", "html_block") and t.map)
    last_text = max(texts, default=0)
    for token in document.definitions:
        assert token.map
        if token.level > 0:
            continue
        key, line = token.meta["label"], token.map[0]
        if token.meta["id"] not in used:
            report.add("uncited", line, f"[{key}] is cited nowhere in this file", "cite it or take it out")
        if line < last_text:
            report.add("definition-place", line, f"[{key}] is defined above the end of the file", "move it to the end")


def _labels(tokens: Iterable[Token]) -> list[str]:
    """The normalised keys that the tokens cite, in order."""
    return [
        child.meta["label"]
        for inline in inlines(tokens)
        for child in inline.children or ()
        if child.type in ("link_open", "image") and "label" in child.meta
    ]
