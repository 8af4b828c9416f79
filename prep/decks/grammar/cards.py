"""One card from its part of the outline and the sections below it."""

from __future__ import annotations

from dataclasses import dataclass

from prep.core.card import Card, CardText, Place, Source
from prep.core.kind import Kind, Level
from prep.decks.grammar.attributes import CardFacts, full_id, read_attributes
from prep.decks.grammar.citations import cited
from prep.decks.grammar.document import Document
from prep.decks.grammar.heading import CardHeading, read_heading
from prep.decks.grammar.outline import OutlinePart
from prep.decks.grammar.preamble import Preamble
from prep.decks.grammar.sections import Sections, read_sections
from prep.decks.problems.report import Report


@dataclass(frozen=True, slots=True)
class Around:
    """What a card's file gives to all its cards."""

    document: Document
    path: str
    preamble: Preamble | None
    sources: dict[str, Source]
    """By normalised key."""
    shipped: bool


def read_card(parts: tuple[OutlinePart, ...], question: Card | None, around: Around, report: Report) -> Card:
    """The card of a `##` part and its `###` parts; `question` is the nearest question above it in the file."""
    part = parts[0]
    heading = read_heading(part, report)
    facts = read_attributes(heading, part, report)
    sections = read_sections(parts[1:], heading.kind, around.document, report)
    if part.empty:
        report.add("empty-answer", part.line, "this card has no answer", "write it right under the heading")
    if heading.kind.judged and not any(p.title == "Say instead" for p in parts):
        hint = "add ### Say instead, with the sound sentence as a > quote"
        report.add("say-instead", part.line, "this red flag doesn't tell what to say instead", hint)
    if heading.kind.hangs and not question and "of" not in heading.attributes:
        report.add("no-question", part.line, f"this {_name(heading.kind)} hangs on no question",
                   "put it below its question, or name it with of=")  # fmt: skip
    return _card(parts, heading, facts, sections, _parent(heading, facts, question, around), around)


def _card(
    parts: tuple[OutlinePart, ...],
    heading: CardHeading,
    facts: CardFacts,
    sections: Sections,
    parent: str,
    around: Around,
) -> Card:
    preamble = around.preamble
    topic = preamble.topic if preamble else ""
    text = CardText(
        heading.cue, parts[0].body, sections.asked_as, sections.hint, sections.must_say, sections.say_instead,
        sections.sound, sections.depth, sections.remember, sections.demos, cited(parts, around.sources),
    )  # fmt: skip
    return Card(
        topic, heading.id, heading.kind, text, _place(parts, around), parent, full_id(facts.was, topic),
        facts.capstone, facts.level or (preamble.level if preamble else Level.CORE),
        tuple(dict.fromkeys((*(preamble.tags if preamble else ()), *facts.tags))),
        facts.as_of, facts.expires, around.shipped,
    )  # fmt: skip


def _parent(heading: CardHeading, facts: CardFacts, question: Card | None, around: Around) -> str:
    if not heading.kind.hangs:
        return ""
    if facts.of:
        return full_id(facts.of, around.preamble.topic if around.preamble else "")
    return question.full_id if question and question.id else ""


def _place(parts: tuple[OutlinePart, ...], around: Around) -> Place:
    """From the heading to the last line that isn't blank and isn't a definition."""
    hidden = {n for d in around.document.definitions if d.level == 0 and d.map for n in range(*d.map)}
    last = parts[-1].last
    while last > parts[0].first and (last - 1 in hidden or not around.document.lines[last - 1].strip()):
        last -= 1
    return Place(around.path, parts[0].line + 1, last)


def _name(kind: Kind) -> str:
    return kind.noun
