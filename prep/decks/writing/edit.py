"""Changes to the person's own deck files: append, copy, renew. Each is one atomic write."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from prep.core.card import Card, Place
from prep.decks.files import read_file, write_file
from prep.decks.grammar.document import lines_of
from prep.decks.grammar.preamble import Preamble
from prep.decks.parse import parse
from prep.decks.parsed import ParsedFile
from prep.decks.writing.rewrite import newline_of, with_attributes, with_headings
from prep.decks.writing.target import Written, find_card, open_target
from prep.errors import DeckError

__all__ = ["Written", "add_text", "append_card", "copy_card", "new_preamble", "renew_card"]


def append_card(folder: Path, topic: str, markdown: str, title: str = "") -> Written:
    """Put a card behind the last one of this topic's file in the person's folder.

    Where there is none yet, `<topic>.md` is made; `title` (Markdown) is its heading. Raises DeckError.
    """
    return open_target(folder, topic).append(markdown.split("\n"), {}, new_preamble(topic, title))


def new_preamble(topic: str, title: str = "") -> str:
    """What stands above the cards of a new file, without a line end. title: Markdown; else the topic's id in words."""
    title = title or topic.rpartition("/")[2].replace("-", " ").capitalize()
    return f'# {title}\n\n```toml\ntopic = "{topic}"\n```'


def add_text(folder: Path, text: str) -> tuple[Written, ...]:
    """Put all cards of a complete deck text (title, toml block, cards) into the person's folder.

    Raises DeckError when it names no topic, has no card, or has an id that the topic's file already has.
    """
    new = parse(text, "text", None)
    if not new.preamble or not new.cards:
        raise DeckError("there is no card to add", 'a # title, a toml block with topic = "…" and a ## card are needed')
    target = open_target(folder, new.preamble.topic)
    if target.raw is None:
        whole = text if text.endswith(("\n", "\r")) else text + newline_of(text)
        write_file(target.path, whole, None)
        return tuple(Written(target.path, card.place.line) for card in new.cards)
    for card in new.cards:
        if card.id and (twin := target.card(card.full_id)):
            raise DeckError(f"{target.path} already has {card.full_id}, on line {twin.place.line}", "change the id")
    first = new.cards[0].place
    block = _lines(new, replace(first, last_line=new.cards[-1].place.last_line))
    start = target.append(block, _definitions(new, {source.key for source in new.sources}), "")
    return tuple(Written(start.path, start.line + card.place.line - first.line) for card in new.cards)


def copy_card(card: Card, into: Path) -> Written:
    """Copy one shipped card into the person's folder: its text, its topic's preamble, what it cites.

    A follow-up or red flag gets `of=`, so that it still hangs on its question. If the folder has the card
    already, that is the answer. Raises DeckError.
    """
    target = open_target(into, card.topic)
    if there := target.card(card.full_id):
        return Written(target.path, there.place.line)
    origin = parse(read_file(Path(card.place.file)), card.place.file, None)
    found = find_card(origin, card.full_id)
    if not found or not origin.preamble:
        raise DeckError(f"{card.full_id} is no longer in {card.place.file}", "read the decks again")
    lines = _lines(origin, found.place)
    if changes := _facts_to_keep(found, target.parsed.preamble or origin.preamble):
        lines[0] = with_attributes(lines[0], origin.document, found.place.line - 1, changes)
    preamble = "\n".join(origin.document.lines[: origin.preamble.last_line])
    return target.append(lines, _definitions(origin, {source.key for source in found.sources}), preamble)


def renew_card(card: Card, as_of: str, expires: str, into: Path) -> Written:
    """Write when a fact was checked, and the last month for which it holds, into the card's heading.

    Months are YYYY-MM. A shipped card is copied to the folder `into` first. Raises DeckError.
    """
    path = copy_card(card, into).path if card.shipped else Path(card.place.file)
    raw = read_file(path)
    parsed = parse(raw, str(path), None)
    found = find_card(parsed, card.full_id)
    if not found:
        raise DeckError(f"{card.full_id} is no longer in {path}", "read the decks again")
    line = found.place.line
    changed = with_headings(raw, parsed.document, {line - 1: {"as_of": as_of, "expires": expires}})
    write_file(path, changed, raw)
    return Written(path, line)


def _lines(file: ParsedFile, place: Place) -> list[str]:
    """The lines of a place without the definitions among them."""
    hidden = {line for token in file.document.definitions if token.level == 0 for line in lines_of(token)}
    return [file.document.lines[n] for n in range(place.line - 1, place.last_line) if n not in hidden]


def _definitions(file: ParsedFile, keys: Collection[str]) -> dict[str, str]:
    """The definitions of these keys as the file writes them."""
    found: dict[str, str] = {}
    for token in file.document.definitions:
        key = token.meta["label"]
        if token.level == 0 and key in keys:
            found.setdefault(key, "\n".join(file.document.lines[n] for n in lines_of(token)))
    return found


def _facts_to_keep(card: Card, preamble: Preamble) -> dict[str, str]:
    """The attributes that the card needs to be the same card in a file with this preamble."""
    facts = {}
    if card.kind.hangs and card.parent:
        topic, _, question = card.parent.rpartition("/")
        facts["of"] = question if topic == card.topic else card.parent
    if card.level != preamble.level:
        facts["level"] = str(int(card.level))
    if own := [tag for tag in card.tags if tag not in preamble.tags]:
        facts["tags"] = ",".join(own)
    return facts
