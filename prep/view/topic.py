"""A topic as one page to read: learning comes before drilling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from prep.core.card import Card, Topic
from prep.text.markdown import lay_out
from prep.text.span import BLANK, Line
from prep.view.kind import KINDS


@dataclass(frozen=True, slots=True)
class TopicSection:
    """A piece of the page that its contents name."""

    title: str
    """Markdown."""
    text: str
    """Markdown, its heading included."""
    card: str = ""
    """Full id of the card that it is; empty for what isn't one."""


def topic_rows(topic: Topic, width: int, *, narrow: bool = False) -> tuple[Line, ...]:
    """The whole topic, laid out."""
    laid = (section_rows(topic, section, width, narrow=narrow) for section in topic_sections(topic))
    return tuple(row for n, rows in enumerate(laid) for row in ((BLANK, *rows) if n else rows))


def section_rows(topic: Topic, section: TopicSection, width: int, *, narrow: bool) -> tuple[Line, ...]:
    """One section, laid out."""
    return lay_out(section.text, width, narrow=narrow, sources=topic.sources)


def section_starts(topic: Topic, width: int, *, narrow: bool) -> list[int]:
    """The first row of each section in `topic_rows`."""
    lengths = [len(section_rows(topic, section, width, narrow=narrow)) + 1 for section in topic_sections(topic)]
    return [0, *accumulate(lengths[:-1])]


def topic_page(topic: Topic) -> str:
    """The whole page as Markdown."""
    return "\n\n".join(section.text for section in topic_sections(topic))


def topic_sections(topic: Topic) -> tuple[TopicSection, ...]:
    """Title and introduction, every card with its depth, what to remember, related topics, sources."""
    head = TopicSection(topic.title, _joined([f"# {topic.title}", topic.introduction]))
    cards = [TopicSection(card.cue, _joined(list(card_part(card))), card.full_id) for card in topic.cards]
    return (head, *cards, *_remember(topic), *_further(topic))


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part)


def card_part(card: Card) -> Iterator[str]:
    """One card as Markdown blocks."""
    lead = "" if not card.kind.hangs else f"{KINDS[card.kind].glyph} "
    if card.kind.judged:
        yield f"## {lead}“{card.cue}”"
        yield card.answer
        yield "**Say instead**" + (f" “{card.sound}”" if card.sound else "")
        yield card.say_instead
    else:
        yield f"## {lead}{card.cue}"
        yield card.answer
    if card.must_say:
        yield "\n".join(f"- {'**required** ' if point.required else ''}{point.text}" for point in card.must_say)
    for section in card.depth:
        yield f"#### {section.name}"
        yield section.body


def _remember(topic: Topic) -> list[TopicSection]:
    points = [point for card in topic.cards for point in card.remember]
    text = _joined(["## The night before", "\n".join(f"- {point}" for point in points)])
    return [TopicSection("The night before", text)] if points else []


def _further(topic: Topic) -> Iterator[TopicSection]:
    if topic.related:
        names = " · ".join(f"[{name}](topic:{name})" for name in topic.related)
        yield TopicSection("Related", f"Related: {names}")
    if topic.sources:
        sources = "\n".join(_source(s.key, s.title, s.url) for s in topic.sources)
        yield TopicSection("Sources", _joined(["## Sources", sources]))


def _source(key: str, title: str, url: str) -> str:
    return f"- [{key}] {title}" + (f" <{url}>" if url else "")
