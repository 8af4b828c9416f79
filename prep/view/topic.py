"""A topic as one page to read: learning comes before drilling."""

from __future__ import annotations

from collections.abc import Iterator

from prep.core.card import Card, Topic
from prep.text.markdown import lay_out
from prep.text.span import Line
from prep.view.kind import KINDS


def topic_rows(topic: Topic, width: int, *, narrow: bool = False) -> tuple[Line, ...]:
    """The whole topic, laid out."""
    return lay_out(topic_page(topic), width, narrow=narrow, sources=topic.sources)


def topic_page(topic: Topic) -> str:
    """As Markdown: title, introduction, every card with its depth, what to remember, related topics, sources."""
    parts = [f"# {topic.title}", topic.introduction, *(part for card in topic.cards for part in card_part(card))]
    parts += _remember(topic)
    if topic.related:
        parts.append("Related: " + " · ".join(f"[{name}](topic:{name})" for name in topic.related))
    if topic.sources:
        parts += ["## Sources", "\n".join(_source(s.key, s.title, s.url) for s in topic.sources)]
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


def _remember(topic: Topic) -> list[str]:
    points = [point for card in topic.cards for point in card.remember]
    return ["## The night before", "\n".join(f"- {point}" for point in points)] if points else []


def _source(key: str, title: str, url: str) -> str:
    return f"- [{key}] {title}" + (f" <{url}>" if url else "")
