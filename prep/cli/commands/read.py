"""`prep read TOPIC`: a topic as a page."""

from __future__ import annotations

from argparse import Namespace

from prep.cli import page
from prep.cli.opened import library
from prep.session.page import topic_page
from prep.text.markdown import lay_out


def run(args: Namespace) -> int:
    """Print the whole topic, laid out."""
    with library() as opened:
        topic = opened.find_topic(args.topic)
        page.show(lay_out(topic_page(topic), page.width(), sources=topic.sources))
    return 0
