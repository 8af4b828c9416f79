"""Write the starter deck's table of contents, cards/README.md: `python3 bootstrap.py tool python docs/index.py`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from prep.core.card import Topic
from prep.core.kind import Kind
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.deck_toml import read_deck_toml
from prep.decks.reading.read import Folder, read_decks
from prep.text.words import count

CARDS = Path(__file__).parents[1] / "cards"
HEADER = ("| topic | level | questions | follow-ups | red flags | demos |", "|---|--:|--:|--:|--:|---|")


def index(folder: Path) -> str:
    """The deck in this folder as a page: its levels, and for each field its topics with their cards and demos."""
    deck = read_decks([Folder(folder, shipped=True)], KnownDemos()).deck
    levels = read_deck_toml(folder)[0].levels
    lines = [
        "# The starter deck",
        "",
        f"{count(len(deck.topics), 'topic')}, {count(len(deck.cards), 'card')}. A topic's level holds for the cards"
        " that don't state their own:",
        "",
        *(f"- {level} {meaning}" for level, meaning in levels),
        "",
        "`docs/index.py` makes this page; `prep read TOPIC` shows a topic in the terminal.",
    ]
    for field, topics in groupby(deck.topics, lambda topic: _file(topic, folder).parent.as_posix()):
        lines += ["", f"## {field.capitalize()}", "", *HEADER, *(_row(topic, folder) for topic in topics)]
    return "\n".join(lines) + "\n"


def _row(topic: Topic, folder: Path) -> str:
    kinds = [card.kind for card in topic.cards]
    numbers = " | ".join(str(kinds.count(kind)) for kind in (Kind.QUESTION, Kind.FOLLOW_UP, Kind.RED_FLAG))
    demos = ", ".join(f"`{name}`" for name in dict.fromkeys(_demos(topic)))
    return f"| [{topic.title}]({_file(topic, folder).as_posix()}) | {topic.level} | {numbers} | {demos} |"


def _demos(topic: Topic) -> Iterator[str]:
    return (demo.name for card in topic.cards for demo in card.demos)


def _file(topic: Topic, folder: Path) -> Path:
    return Path(topic.files[0]).relative_to(folder)


if __name__ == "__main__":
    (CARDS / "README.md").write_text(index(CARDS), encoding="utf-8")
