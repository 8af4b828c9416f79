"""A card while it is being written: its Markdown, what the parser reads in it, and what is still wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches

from prep.core.card import Card
from prep.core.kind import Kind
from prep.core.problem import Problem, Severity
from prep.decks.checks.blocks import MANY, vast
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.parse import parse
from prep.decks.reading.assemble import assemble
from prep.decks.writing.draft import CardDraft, new_card_markdown
from prep.decks.writing.ids import new_id
from prep.decks.writing.target import open_target
from prep.errors import DeckError
from prep.session.library.library import Library
from prep.store.statistics.newest_card import latest

NAME = "card"
"""What problems call a text that has no file yet."""


@dataclass(frozen=True, slots=True)
class Composed:
    """What was typed, read as a deck file would be."""

    topic: str
    markdown: str
    """The card alone, from its heading on."""
    card: Card | None
    """None while there is nothing that could be shown."""
    problems: tuple[Problem, ...]
    """Lines are counted in `markdown`; 0 is the topic."""

    @property
    def savable(self) -> bool:
        """Whether it can be put into a deck."""
        return self.card is not None and all(problem.severity is not Severity.ERROR for problem in self.problems)


def compose(library: Library, known: KnownDemos, topic: str, draft: CardDraft) -> Composed:
    """Read a form's draft. It gets the id that it will keep."""
    topic = topic.strip()
    if draft.cue.strip() and not draft.id:
        draft = replace(draft, id=new_id(draft.cue, topic, lambda full: taken(library, full)))
    composed = _read(known, topic, new_card_markdown(draft))
    return _with(composed, _unknown_question(library, topic, draft.kind, draft.of))


def read_card(library: Library, known: KnownDemos, topic: str, markdown: str) -> Composed:
    """Read a card's Markdown as if it stood in a file of this topic, beside the cards that are there."""
    composed = _read(known, topic, markdown)
    if (card := composed.card) is None:
        return composed
    unknown = _unknown_question(library, topic, card.kind, card.parent.removeprefix(f"{topic}/"))
    return _with(composed, (*unknown, *_twin(library, card)))


def _with(composed: Composed, problems: tuple[Problem, ...]) -> Composed:
    return replace(composed, problems=(*composed.problems, *problems))


def _read(known: KnownDemos, topic: str, markdown: str) -> Composed:
    if message := vast(len(markdown)):  # not even read, or each key would take seconds
        return Composed(topic, markdown, None, (Problem(NAME, 1, 0, Severity.ERROR, message, MANY, "vast-card"),))
    preamble = f'# {topic or "topic"}\n\n```toml\ntopic = "{topic}"\n```\n\n'
    parsed = parse(preamble + markdown + "\n", NAME, known)
    reading = assemble([parsed], None, need_ids=False)
    above = preamble.count("\n")
    problems = tuple(replace(each, line=max(0, each.line - above)) for each in reading.problems)
    card = next(iter(reading.deck.cards), None)
    seconds = tuple(_second(other, above) for other in parsed.cards[1:])
    return Composed(topic, markdown, card, seconds or problems)  # the others follow from the cut


def _second(card: Card, above: int) -> Problem:
    """A heading within the card: what stands below it, the list too, would be another card's."""
    hint = "begin the line with #### for a heading inside a card; prep add takes several cards"
    message = f"“## {card.cue}” begins a second card"
    return Problem(NAME, card.place.line - above, 1, Severity.ERROR, message, hint)


def taken(library: Library, full_id: str) -> bool:
    """Whether a card has, or ever had, this id."""
    return library.card(full_id) is not None or library.store.known(full_id)


def questions(library: Library, topic: str) -> tuple[str, ...]:
    """Ids of a topic's questions, which follow-ups and red flags can hang on."""
    found = library.deck.topic(topic.strip())
    return tuple(card.id for card in found.cards if not card.kind.hangs and card.id) if found else ()


def likely_topic(library: Library) -> str:
    """Where a new card most likely belongs: the topic rated or added to last, else the only one; or empty."""
    topics = [topic.id for topic in library.deck.topics]
    last = latest(library.store.database).rpartition("/")[0]
    return last if last in topics else topics[0] if len(topics) == 1 else ""


def goal(library: Library, topic: str) -> str:
    """Name of the file that a card of this topic would go to; empty where the topic is none."""
    try:
        return open_target(library.paths.decks, topic.strip()).path.name
    except DeckError:
        return ""


def _twin(library: Library, card: Card) -> tuple[Problem, ...]:
    """Of two cards of the person's with one id the second isn't asked; a shipped one gives way."""
    twin = library.card(card.full_id) if card.id else None
    if twin is None or twin.shipped:
        return ()
    hint = "give this one another id after #, or leave {…} out"
    return (Problem(NAME, 1, 0, Severity.ERROR, f"there is a card {card.full_id} already", hint),)


def _unknown_question(library: Library, topic: str, kind: Kind, of: str) -> tuple[Problem, ...]:
    """A follow-up or red flag has to hang on a question that is there."""
    if not kind.hangs:
        return ()
    ids = questions(library, topic)
    parent = library.card(of if "/" in of else f"{topic}/{of}")
    if parent is not None and not parent.kind.hangs:
        return ()
    near = get_close_matches(of, ids, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(ids[:6])}" if ids else "add the question first"
    said = f"no question “{of}” in {topic}" if of else "this kind of card hangs on a question"
    return (Problem(NAME, 1, 0, Severity.ERROR, said, hint),)
