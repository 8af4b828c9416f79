"""One deck file → its cards and its problems. Never raises, whatever the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from prep.conflict import HINT, conflicts, message
from prep.core.card import Card, Source
from prep.decks.checks.blocks import check_blocks, check_characters, check_length, check_nesting
from prep.decks.checks.claims import check_claims
from prep.decks.checks.foreign import check_foreign
from prep.decks.checks.measured import check_measured
from prep.decks.checks.prose import check_prose
from prep.decks.checks.spoken import check_spoken
from prep.decks.checks.tables import check_tables
from prep.decks.grammar.cards import Around, read_card
from prep.decks.grammar.citations import check_citations, read_sources
from prep.decks.grammar.demo_calls import KnownDemos, check_call
from prep.decks.grammar.document import Document, read_document
from prep.decks.grammar.outline import OutlinePart, outline
from prep.decks.grammar.preamble import read_preamble
from prep.decks.parsed import ParsedFile
from prep.decks.problems.report import CONFLICT, Report


def parse(text: str, file: str, known: KnownDemos | None, path: str = "", shipped: bool = False) -> ParsedFile:
    """Read one file's text. `file` is its name for people, `path` the one to open (the same if empty).

    Without `known` demos only the cards matter: math, tables, demos and citations aren't looked into.
    """
    document = read_document(text)
    report = Report(file, path or file, document.lines)
    parts = outline(document)
    preamble = read_preamble(_above(parts), document, report)
    sources = read_sources(document, report)
    broken = conflicts(document.text)
    for lines in broken:
        report.add(CONFLICT, lines.start, message(lines), HINT, lines=len(lines))
    if preamble and any(lines.start < _above(parts)[-1].last for lines in broken):
        preamble = replace(preamble, introduction="")
    around = Around(document, path or file, preamble, sources, shipped)
    groups = _groups(parts, report)
    cards = _cards(groups, around, report)
    if not cards:
        report.add("no-cards", None, "this file has no cards", "a card is a ## heading with its answer below")
    if known is not None:
        check_characters(text.removeprefix("\ufeff"), report)
        check_citations(document, report)
        _check(document, cards, sources.values(), known, report)
        for group, card in zip(groups, cards, strict=True):
            check_length(group, report)
            check_spoken(group, card, report)
            check_claims(group, card, report)
    found = report.in_order()
    return ParsedFile(file, path or file, preamble, cards, tuple(sources.values()), found, document, shipped)


def _check(
    document: Document, cards: Iterable[Card], sources: Iterable[Source], known: KnownDemos, report: Report
) -> None:
    """What stands in the text, beyond the structure."""
    check_blocks(document, report)
    check_nesting(document, report)
    check_tables(document, report)
    check_foreign(document, report)
    keys = {source.key for source in sources} | {point.key for card in cards for point in card.must_say}
    check_prose(document, frozenset(keys), known, report)
    check_measured(document, report)
    for demo in (demo for card in cards for demo in card.demos):
        check_call(demo.name, demo.arguments, demo.line - 1, known, report)


def _above(parts: tuple[OutlinePart, ...]) -> tuple[OutlinePart, ...]:
    first = next((at for at, part in enumerate(parts) if part.level == 2), len(parts))
    return parts[:first]


def _cards(groups: Iterable[tuple[OutlinePart, ...]], around: Around, report: Report) -> tuple[Card, ...]:
    cards: list[Card] = []
    question: Card | None = None
    for group in groups:
        card = read_card(group, question, around, report)
        question = card if not card.kind.hangs else question
        cards.append(card)
    return tuple(cards)


def _groups(parts: tuple[OutlinePart, ...], report: Report) -> list[tuple[OutlinePart, ...]]:
    """Each card's part with its sections; whatever belongs to no card is reported."""
    groups: list[list[OutlinePart]] = []
    title = False
    for part in parts[1:]:
        if part.level == 1:
            if title or groups:
                report.add("title", part.line, "a second title", "a file has one #; use ## for a card")
            title = True
        elif part.level == 2:
            groups.append([part])
        elif groups:
            groups[-1].append(part)
        else:
            hint = "write #### in an introduction"
            report.add("stray-section", part.line, "this section stands above the first card", hint)
    return [tuple(group) for group in groups]
