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
HEADER = ("| topic | weight | level | questions | follow-ups | red flags | demos |", "|---|--:|--:|--:|--:|--:|---|")

HYPHENED = ("pre-training", "post-training")
SPELLED = {"mlops": "MLOps"}


def index(folder: Path) -> str:
    """The deck in this folder as a page: its levels, and for each area its topics, the most often asked first."""
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
        "A topic's weight says how often interviewers ask it, from 1 (seldom) to 5 (nearly always).",
        "",
        "`docs/index.py` makes this page; `prep read TOPIC` shows a topic in the terminal.",
    ]
    for area, topics in groupby(deck.topics, lambda topic: _file(topic, folder).parent):
        by_weight = sorted(topics, key=lambda topic: -topic.weight)
        lines += ["", f"## {_title(area)}", "", *HEADER, *(_row(topic, folder) for topic in by_weight)]
    return "\n".join(lines) + "\n"


def _title(area: Path) -> str:
    """ "language-models/post-training" as "Language models: post-training"."""
    words = [part.replace("-", " ") if part not in HYPHENED else part for part in area.parts]
    first, *rest = [SPELLED.get(word, word) for word in words]
    return ": ".join([first[0].upper() + first[1:], *rest])


def _row(topic: Topic, folder: Path) -> str:
    kinds = [card.kind for card in topic.cards]
    numbers = " | ".join(str(kinds.count(kind)) for kind in (Kind.QUESTION, Kind.FOLLOW_UP, Kind.RED_FLAG))
    demos = ", ".join(f"`{name}`" for name in dict.fromkeys(_demos(topic)))
    title = f"[{topic.title}]({_file(topic, folder).as_posix()})"
    return f"| {title} | {topic.weight} | {topic.level} | {numbers} | {demos} |"


def _demos(topic: Topic) -> Iterator[str]:
    return (demo.name for card in topic.cards for demo in card.demos)


def _file(topic: Topic, folder: Path) -> Path:
    return Path(topic.files[0]).relative_to(folder)


if __name__ == "__main__":
    (CARDS / "README.md").write_text(index(CARDS), encoding="utf-8")
