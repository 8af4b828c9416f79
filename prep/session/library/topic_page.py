"""A topic as one page of Markdown: to learn from before drilling (DESIGN §1)."""

from __future__ import annotations

from collections.abc import Iterator

from prep.core.card import Card, Topic
from prep.core.kind import Kind

LEAD = {Kind.QUESTION: "", Kind.FOLLOW_UP: "↳ ", Kind.RED_FLAG: "! "}


def topic_page(topic: Topic) -> str:
    """Title, introduction, every card with its answer and depth, what to remember, related topics, sources."""
    parts = [f"# {topic.title}", topic.introduction, *(part for card in topic.cards for part in card_part(card))]
    parts += _remember(topic)
    if topic.related:
        parts.append("Related: " + " · ".join(f"[{name}](topic:{name})" for name in topic.related))
    if topic.sources:
        parts += ["## Sources", "\n".join(_source(s.key, s.title, s.url) for s in topic.sources)]
    return "\n\n".join(part.strip("\n") for part in parts if part)


def card_part(card: Card) -> Iterator[str]:
    """One card as Markdown blocks."""
    if card.kind is Kind.RED_FLAG:
        yield f"## {LEAD[card.kind]}“{card.cue}”"
        yield card.answer
        yield "**Say instead**" + (f" “{card.sound}”" if card.sound else "")
        yield card.say_instead
    else:
        yield f"## {LEAD[card.kind]}{card.cue}"
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
