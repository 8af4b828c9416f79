"""`prep sheet`: what to read on the night before, as Markdown or as a page to print."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from prep.cli.opened import library
from prep.session.library.focus import Focus, load_focus
from prep.session.night.night import Night, nearest
from prep.text import words
from prep.view.paper import paper_html, paper_markdown, written


def run(args: Namespace) -> int:
    """What wasn't dismissed of the neediest lines: in the focus that the options give, else in the scope of the next
    interview's plan, else in the focus that is kept."""
    focus = Focus(tuple(args.topic), tuple(args.tag), args.level)
    with library() as opened:
        opened.check(focus)
        night = Night(opened, focus) if focus else Night(opened, load_focus(opened.paths), nearest(opened))
    if args.html:
        written(Path(args.html), paper_html(night.paper))
    else:
        print(paper_markdown(night.paper), end="")
    told = f"{words.count(len(night.paper), 'line')} of {len(night.all):,}, {words.count(night.pages, 'page')}"
    print(f"prep: {told}" + (f": {args.html}" if args.html else ""), file=sys.stderr)
    return 0
