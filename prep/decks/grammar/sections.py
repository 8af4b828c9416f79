"""The sections of a card: what each name may hold, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it.token import Token

from prep.core.card import DEPTH_SECTIONS, DemoCall, MustSay, Section
from prep.core.kind import Kind
from prep.decks.grammar.demo_calls import read_call
from prep.decks.grammar.document import Document, blocks, inlines
from prep.decks.grammar.heading import unquoted
from prep.decks.grammar.items import read_items, read_points
from prep.decks.grammar.outline import OutlinePart
from prep.decks.problems.report import Report, did_you_mean

SECTIONS = ("Asked as", "Hint", *DEPTH_SECTIONS, "Must say", "Say instead", "Remember", "Demo")


@dataclass(slots=True)
class Sections:
    """What the sections of one card say; filled section by section."""

    asked_as: tuple[str, ...] = ()
    hint: str = ""
    must_say: tuple[MustSay, ...] = ()
    say_instead: str = ""
    sound: str = ""
    depth: tuple[Section, ...] = ()
    remember: tuple[str, ...] = ()
    demos: tuple[DemoCall, ...] = ()


def read_sections(parts: tuple[OutlinePart, ...], kind: Kind, document: Document, report: Report) -> Sections:
    """What the sections of one card say; whatever can't be used is reported and left out."""
    found = Sections()
    seen: dict[str, OutlinePart] = {}
    for part in parts:
        if _usable(part, kind, seen, report):
            _read(part, kind, document, found, report)
        seen.setdefault(part.title, part)
    found.depth = tuple(sorted(found.depth, key=lambda section: DEPTH_SECTIONS.index(section.name)))
    return found


def _usable(part: OutlinePart, kind: Kind, seen: dict[str, OutlinePart], report: Report) -> bool:
    """Whether the section has a name that fits the card, for the first time, and text."""
    name = part.title
    if name not in SECTIONS:
        hint = did_you_mean(name, SECTIONS, f"sections are {', '.join(SECTIONS)}")
        report.add("unknown-section", part.line, f"unknown section “{name}”", hint)
    elif name in seen:
        message = f"this card already has “{name}”, on line {seen[name].line + 1}"
        report.add("section-twice", part.line, message, "make one of the two")
    elif name == "Say instead" and not kind.judged:
        report.add("section-kind", part.line, "“Say instead” belongs to red flags", "name it otherwise or move it")
    elif part.empty:
        report.add("empty-section", part.line, f"“{name}” is empty", "write it or take the heading out")
    else:
        return True
    return False


def _read(part: OutlinePart, kind: Kind, document: Document, found: Sections, report: Report) -> None:
    match part.title:
        case "Asked as":
            found.asked_as = _phrasings(part, kind, report)
        case "Hint":
            found.hint = part.body
        case "Must say":
            found.must_say = read_points(part, report)
        case "Say instead":
            found.sound, found.say_instead = _sound(part, document)
        case "Remember":
            found.remember = tuple(item.text for item in read_items(part, report))
        case "Demo":
            calls = [read_call(item.text, item.line, report) for item in read_items(part, report)]
            found.demos = tuple(call for call in calls if call)
        case name:
            found.depth = (*found.depth, Section(name, part.body, part.line + 1))


def _phrasings(part: OutlinePart, kind: Kind, report: Report) -> tuple[str, ...]:
    """Every paragraph; a red flag's lose their quotation marks as its cue does."""
    found = []
    for block in blocks(part.tokens):
        if block[0].type == "paragraph_open":
            found.append(unquoted(block[1].content) if kind.judged else block[1].content)
        elif block[0].type != "html_block" and block[0].map:
            message = "“Asked as” takes plain paragraphs"
            report.add("asked-as", block[0].map[0], message, "write each phrasing as a paragraph of its own")
    return tuple(found)


def _sound(part: OutlinePart, document: Document) -> tuple[str, str]:
    """(the sound counterpart, the rest) of a Say instead section."""
    quote = next((block for block in blocks(part.tokens) if block[0].type != "html_block"), ())
    if not quote or quote[0].type != "blockquote_open" or not quote[0].map:
        return "", part.body
    return unquoted(_text(quote)), document.body(quote[0].map[1], part.last)


def _text(tokens: tuple[Token, ...]) -> str:
    return "\n\n".join(token.content for token in inlines(tokens))
