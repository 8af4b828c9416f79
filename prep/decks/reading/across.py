"""What only shows when all files are read together: related topics that nobody has, cues that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from prep.core.card import Card
from prep.decks.grammar.preamble import line_of
from prep.decks.parsed import ParsedFile
from prep.decks.problems.report import Report, did_you_mean
from prep.decks.reading.alike import Beat, alike


def check_related(files: Sequence[ParsedFile], others: Iterable[Card], reports: Mapping[int, Report]) -> None:
    """Report related topics that neither these files nor the other cards have."""
    topics = _topics(files, others)
    for file in files:
        for topic in file.preamble.related if file.preamble else ():
            if topic not in topics:
                _unknown("unknown-related", topic, topics, reports[id(file)], "related")


def check_after(files: Sequence[ParsedFile], others: Iterable[Card], reports: Mapping[int, Report]) -> None:
    """Report topics to learn first that nobody has, and topics that come, over others, after themselves."""
    topics = _topics(files, others)
    first: dict[str, tuple[str, ...]] = {}
    for file in files:
        if file.preamble:
            first[file.preamble.topic] = (*first.get(file.preamble.topic, ()), *file.preamble.after)
    told: set[str] = set()
    for file in files:
        report = reports[id(file)]
        for topic in file.preamble.after if file.preamble else ():
            if topic not in topics:
                _unknown("unknown-after", topic, topics, report, "after")
        if file.preamble and file.preamble.topic not in told and (circle := _circle(file.preamble.topic, first)):
            told.update(circle)
            line = line_of(circle[1 % len(circle)], report.lines)
            message = f"these topics come after one another in a circle: {' → '.join((*circle, circle[0]))}"
            report.add("after-circle", line, message, "take one of them out of its after")


def _topics(files: Sequence[ParsedFile], others: Iterable[Card]) -> set[str]:
    return {file.preamble.topic for file in files if file.preamble} | {card.topic for card in others}


def _unknown(rule: str, topic: str, topics: set[str], report: Report, key: str) -> None:
    hint = did_you_mean(topic, topics, f"write the topic, or take it out of {key}")
    report.add(rule, line_of(topic, report.lines), f"no deck has the topic {topic}", hint)


def _circle(topic: str, first: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The topics of a shortest circle through this one, itself first; empty if there is none."""
    paths: list[tuple[str, ...]] = [(topic,)]
    seen = {topic}
    for path in paths:
        for each in first.get(path[-1], ()):
            if each == topic:
                return path
            if each not in seen:
                seen.add(each)
                paths.append((*path, each))
    return ()


def check_alike(files: Sequence[ParsedFile], others: Iterable[Card], reports: Mapping[int, Report], beat: Beat) -> None:
    """Report cards of these files whose cue says what an earlier card's says."""
    found = [(file, card) for file in files if file.preamble for card in file.cards]
    files_of = {id(card): file for file, card in found}
    here = {card.full_id for _, card in found}
    known = [card for card in others if card.id and card.topic and card.full_id not in here]
    for card, cue, earlier, twin in alike((*known, *(card for _, card in found)), beat):
        if file := files_of.get(id(card)):
            message = f"“{cue}” asks what {earlier.full_id} asks: “{twin}”"
            hint = "say in one of the two what sets it apart, or make one card of them"
            reports[id(file)].add("alike-cues", card.place.line - 1, message, hint)
