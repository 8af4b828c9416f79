"""A card as a form has it, and the Markdown that says the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from prep.core.kind import Kind
from prep.decks.grammar.heading import unquoted
from prep.decks.writing.ids import new_id

_POINT = re.compile(
    r"(?:[-*+]\s+)?(?P<first>!\s+|!(?=\w))?(?:\[(?P<key>[a-z0-9-]+)(?P<within>!?)\]\s+)?(?P<text>.*?)(?P<last>\s*!)?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class CardDraft:
    """What was typed. All text is Markdown; nothing is checked here (`read_text` does)."""

    kind: Kind
    cue: str
    """A question, or the flawed sentence of a red flag, with or without quotation marks."""
    answer: str
    must_say: tuple[str, ...] = ()
    """A point a line: "- shift invariance !"; the ! at either end, or [key!] before it, makes it required."""
    demo: str = ""
    """As after `prep demo`: "attention.score-std d_k=128"."""
    demo_wording: str = ""
    sound: str = ""
    """Red flags: the sound counterpart."""
    say_instead: str = ""
    """Red flags: what else to say."""
    of: str = ""
    """Follow-ups and red flags: the question's id, or topic/id."""
    id: str = ""
    """Empty: the next sync gives one. With `of` it is needed: take `new_id(cue, topic, taken)`."""


def new_card_markdown(draft: CardDraft) -> str:
    """The card in the deck grammar, from its heading to its last line, without a line end."""
    return "\n\n".join([_heading(draft), *_sections(draft)])


def _heading(draft: CardDraft) -> str:
    cue = _one_line(draft.cue)
    if draft.kind.judged:
        cue = _quoted(cue)
    card_id = draft.id or (new_id(cue, "", lambda _: False) if draft.of else "")  # of= stands behind an id only
    words = [f"#{card_id}", *([f"of={draft.of}"] if draft.of else [])]
    attributes = f" {{{' '.join(words)}}}" if card_id else ""
    prefix = f"{draft.kind.record.prefix}: " if draft.kind.record.prefix else ""
    return f"## {prefix}{cue}{attributes}"


def _sections(draft: CardDraft) -> Iterator[str]:
    if draft.answer.strip():
        yield draft.answer.strip("\n")
    if draft.kind.judged and (draft.sound.strip() or draft.say_instead.strip()):
        quote = f"> {_quoted(draft.sound)}" if draft.sound.strip() else ""
        yield "\n\n".join(part for part in ("### Say instead", quote, draft.say_instead.strip("\n")) if part)
    if points := "\n".join(_points(draft.must_say)):
        yield f"### Must say\n\n{points}"
    if draft.demo.strip():
        yield f"### Demo\n\n- `{_one_line(draft.demo)}` {_one_line(draft.demo_wording)}".rstrip()


def _points(lines: Iterable[str]) -> Iterator[str]:
    """List items with keys; a key that isn't given is made from the point's own words."""
    used: set[str] = set()
    for line in lines:
        match = _POINT.fullmatch(line.strip())
        if match and match["text"]:
            key = match["key"] or new_id(match["text"], "", lambda full: full[1:] in used | {"x"})
            used.add(key)
            required = match["first"] or match["within"] or match["last"]
            yield f"- [{key}{'!' if required else ''}] {_one_line(match['text'])}"


def _quoted(sentence: str) -> str:
    return f"“{unquoted(_one_line(sentence))}”"


def _one_line(text: str) -> str:
    return " ".join(text.split())
