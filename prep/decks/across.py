"""What only shows when all files are read together: related topics that nobody has, cues that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from prep.core.card import Card
from prep.decks.alike import Beat, alike
from prep.decks.parse import ParsedFile
from prep.decks.preamble import line_of
from prep.decks.report import Report, did_you_mean


def check_related(files: Sequence[ParsedFile], others: Iterable[Card], reports: Mapping[int, Report]) -> None:
    """Report related topics that neither these files nor the other cards have."""
    topics = {file.preamble.topic for file in files if file.preamble} | {card.topic for card in others}
    for file in files:
        for topic in file.preamble.related if file.preamble else ():
            if topic not in topics:
                report = reports[id(file)]
                hint = did_you_mean(topic, topics, "write the topic, or take it out of related")
                report.add("unknown-related", line_of(topic, report.lines), f"no deck has the topic {topic}", hint)


def check_alike(
    files: Sequence[ParsedFile], others: Iterable[Card], reports: Mapping[int, Report], beat: Beat
) -> None:
    """Report cards of these files whose cue says what an earlier card's says."""
    found = [(file, card) for file in files if file.preamble for card in file.cards]
    files_of = {id(card): file for file, card in found}
    here = {card.full_id for _, card in found}
    known = [card for card in others if card.id and card.full_id not in here]
    for card, cue, earlier, twin in alike((*known, *(card for _, card in found)), beat):
        if file := files_of.get(id(card)):
            message = f"“{cue}” asks what {earlier.full_id} asks: “{twin}”"
            hint = "say in one of the two what sets it apart, or make one card of them"
            reports[id(file)].add("alike-cues", card.place.line - 1, message, hint)
