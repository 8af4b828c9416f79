"""`prep read TOPIC`: a topic as a page; without one, what topics there are."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.session.library.library import Library
from prep.text.markdown import plain
from prep.view.topic import topic_rows


def run(args: Namespace) -> int:
    """Print the whole topic, laid out, or every topic, one a line."""
    with library() as opened:
        if args.topic is None:
            _list(opened)
            return 0
        topic = opened.find_topic(args.topic)
        page.read(topic_rows(topic, page.width()))
    return 0


def _list(opened: Library) -> None:
    """Id, cards, title, in the order of the decks."""
    topics = opened.deck.topics
    width = max((len(topic.id) for topic in topics), default=0)
    for topic in topics:
        print(f"{topic.id:{width}}  {len(topic.cards):3}  {plain(topic.title)}")
