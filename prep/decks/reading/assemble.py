"""Parsed files → one deck: identities, twins, parents and topics across all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from prep.core.card import Card, Deck, Topic
from prep.core.kind import USUAL
from prep.core.problem import Problem
from prep.decks.parsed import ParsedFile
from prep.decks.problems.report import Report, did_you_mean
from prep.decks.problems.rules import RULES
from prep.decks.reading.across import check_after, check_alike, check_related
from prep.decks.reading.alike import Beat
from prep.decks.reading.reading import Reading

Found = tuple[ParsedFile, Card]
Reports = Mapping[int, Report]
"""By the identity of their file."""


def assemble(files: Sequence[ParsedFile], others: Collection[Card] | None = (), need_ids: bool = True) -> Reading:
    """What the files say together.

    `others` are cards of other files, whose questions `of=` may name, whose topics are known, and which new cues
    may not repeat; None: any question and topic at all.
    """
    reports = {id(file): Report(file.file, file.path, file.lines, list(file.problems)) for file in files}
    everything = [(file, card) for file in files if file.preamble for card in file.cards]
    for file in files:
        _no_ids(file, reports[id(file)])
    twins = _duplicates(everything, reports)
    _parents(everything, reports, others)
    _was(everything, reports)
    if others is not None:
        check_related(files, others, reports)
        check_after(files, others, reports)
    faults = {key: _withholding(report, need_ids) for key, report in reports.items()}
    held = {id(card) for file, card in everything if id(card) in twins or _touched(card, faults[id(file)])}
    asked = [(file, card) for file, card in everything if id(card) not in held]
    deck = Deck(tuple(_topics(files, _own_first(asked))))
    served = {card.full_id for card in deck.cards}
    gone = (card.full_id for _, card in everything if id(card) in held and card.id)
    withheld = tuple(dict.fromkeys(full for full in gone if full not in served))
    return Reading(deck, _told(files, reports), withheld, lambda beat: _all_told(files, others or (), reports, beat))


def _told(files: Sequence[ParsedFile], reports: Reports) -> tuple[Problem, ...]:
    return tuple(problem for file in files for problem in reports[id(file)].in_order())


def _all_told(
    files: Sequence[ParsedFile], others: Collection[Card], reports: Reports, beat: Beat
) -> tuple[Problem, ...]:
    check_alike(files, others, reports, beat)
    return _told(files, reports)


def _no_ids(file: ParsedFile, report: Report) -> None:
    faulty = {p.line for p in file.problems if p.rule in ("id", "misplaced-attributes")}
    for card in file.cards:
        if not card.id and card.place.line not in faulty:
            hint = "the next start of prep gives one" if not file.shipped else "add {#…} to the heading"
            report.add("no-id", card.place.line - 1, "this card has no id yet", hint)


def _duplicates(everything: Iterable[Found], reports: Reports) -> set[int]:
    """The cards (by identity) whose full id an earlier card of the same rank, shipped or own, already has."""
    first: dict[bool, dict[str, Found]] = {True: {}, False: {}}
    twins = set()
    for found in everything:
        file, card = found
        if not card.id:
            continue
        file0, card0 = first[file.shipped].setdefault(card.full_id, found)
        if card0 is not card:
            place = f"line {card0.place.line}" if file0 is file else f"{file0.file}:{card0.place.line}"
            message = f"the id {card.full_id} is used twice, first on {place}"
            reports[id(file)].add("duplicate-id", card.place.line - 1, message, "give one of the two another id")
            twins.add(id(card))
    return twins


def _parents(everything: Sequence[Found], reports: Reports, others: Collection[Card] | None) -> None:
    known = [*(others or ()), *(card for _, card in everything)]
    kinds = {card.full_id: card.kind for card in known if card.id}
    for file, card in everything:
        report, line = reports[id(file)], card.place.line - 1
        if card.parent and card.parent not in kinds and others is not None:
            questions = [full for full, kind in kinds.items() if not kind.hangs]
            hint = did_you_mean(card.parent, questions, "name a question's id after of=")
            report.add("unknown-question", line, f"no deck has the question {card.parent}", hint)
        elif kinds.get(card.parent, USUAL).hangs:
            hint = "of= names the question that both hang on"
            report.add("unknown-question", line, f"{card.parent} is no question", hint)


def _was(everything: Sequence[Found], reports: Reports) -> None:
    here = {card.full_id for _, card in everything}
    claimed: dict[str, Card] = {}
    for file, card in everything:
        report, line = reports[id(file)], card.place.line - 1
        if card.was and card.was in here:
            message = f"was= names {card.was}, which is still there"
            report.add("was", line, message, "take was= out, or remove the old card")
        elif card.was and claimed.setdefault(card.was, card).full_id != card.full_id:
            message = f"was= names {card.was}, and so does {claimed[card.was].full_id}"
            report.add("was", line, message, "only one card takes an old card's place")


def _withholding(report: Report, need_ids: bool) -> list[Problem]:
    """The problems that keep the cards on their lines from being asked."""
    found = (p for p in report.problems if RULES[p.rule].withholds)
    return [p for p in found if need_ids or p.rule != "no-id"]


def _touched(card: Card, faults: Iterable[Problem]) -> bool:
    """Whether one of them is about a line of the card."""
    place = card.place
    return any(p.covers(place.line) or place.line <= p.line <= place.last_line for p in faults)


def _own_first(found: Sequence[Found]) -> list[Found]:
    """A person's card takes the place of the shipped card with the same full id."""
    shipped = {card.full_id for file, card in found if file.shipped}
    twins = ((file, card) for file, card in found if not file.shipped and card.id and card.full_id in shipped)
    own = {card.full_id: (file, card) for file, card in twins}
    placed: list[Found] = []
    for file, card in found:
        if file.shipped:
            twin = own.get(card.full_id)
            placed.append((file, twin[1]) if twin else (file, card))
        elif card.full_id not in shipped or not card.id:
            placed.append((file, card))
    return placed


def _topics(files: Sequence[ParsedFile], found: Sequence[Found]) -> Iterable[Topic]:
    """Topics in the order in which the files first name them; a topic without cards is no topic."""
    preambles: dict[str, list[ParsedFile]] = {}
    for file in files:
        if file.preamble:
            preambles.setdefault(file.preamble.topic, []).append(file)
    cards: dict[str, list[Card]] = {}
    for _, card in found:
        cards.setdefault(card.topic, []).append(card)
    for topic, group in preambles.items():
        if topic in cards:
            yield _topic(topic, group, tuple(cards[topic]))


def _topic(topic: str, files: Sequence[ParsedFile], cards: tuple[Card, ...]) -> Topic:
    preambles = [file.preamble for file in files if file.preamble]
    first = preambles[0]
    introduction = "\n\n".join(p.introduction for p in preambles if p.introduction)
    tags = dict.fromkeys(tag for p in preambles for tag in p.tags)
    related = dict.fromkeys(each for p in preambles for each in p.related)
    after = dict.fromkeys(each for p in preambles for each in p.after)
    sources = dict.fromkeys(source for file in files for source in file.sources)
    names = dict.fromkeys(file.path for file in files)
    return Topic(topic, first.title, first.level, tuple(tags), tuple(related), introduction, cards,
                 tuple(sources), tuple(names), first.weight, tuple(after))  # fmt: skip
