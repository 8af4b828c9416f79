"""`prep review`: straight into a review, in the app or line by line."""

from __future__ import annotations

import sys
from argparse import Namespace

from prep.cli.app import open_app
from prep.paths import paths
from prep.session.library.focus import Focus, focus_words, load_focus


def run(args: Namespace) -> int:
    """Review with the focus that the options give, else with the one that is kept."""
    focus = Focus(tuple(args.topic), tuple(args.tag), args.level) or load_focus(paths())
    if args.plain or not sys.stdout.isatty():
        return _plain(args, focus)
    return open_app(review=True, focus=focus, limit=args.limit, minutes=args.minutes)


def _plain(args: Namespace, focus: Focus) -> int:
    from prep.cli import daily, page
    from prep.cli.opened import library
    from prep.cli.plain import PlainReview, read_stdin
    from prep.cli.plain_demo import run_from_card
    from prep.cli.stopped import on_stop
    from prep.session.review.review import Review
    from prep.view import summary

    with library() as opened:
        opened.check(focus)
        if focus:
            print(f"prep: in focus: {focus_words(focus)}", file=sys.stderr)
        review = Review(opened, focus, limit=args.limit, minutes=args.minutes)
        lines = PlainReview(review, read_stdin, run_from_card)
        on_stop(review.look_away, lines.look_back)
        lines.run()
        page.show(summary.lines(review.summary(), waits=review.asked is not None))
    daily.start()
    return 0
