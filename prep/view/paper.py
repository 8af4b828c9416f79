"""The night's lines as Markdown, and as one page of HTML that prints on two pages, with all that it needs in itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from prep.core.night import Reminder
from prep.errors import DeckError
from prep.text.html import inline_html
from prep.text.safe import safe
from prep.whole_file import write_whole

TITLE = "The night before"
STYLE = """
@page { margin: 9mm 10mm }
* { margin: 0; padding: 0; box-sizing: border-box }
body { font: 7.4pt/1.22 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #000; background: #fff;
  columns: 2; column-gap: 6mm; column-rule: .3pt solid #bbb }
h2 { font-size: 7.4pt; text-transform: uppercase; letter-spacing: .03em; margin-top: .75em; break-after: avoid }
h2:first-child { margin-top: 0 }
ul { list-style: none }
li { padding-left: 1em; text-indent: -1em; break-inside: avoid }
li::before { content: "·"; display: inline-block; width: 1em; text-indent: 0 }
code { font: 6.8pt "DejaVu Sans Mono", Menlo, Consolas, monospace }
math { font-size: 1em; text-indent: 0;
  font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "DejaVu Math TeX Gyre", math }
mfrac > * { font-size: .85em }
@media screen { body { max-width: 76em; margin: 2em auto; padding: 0 1em; font-size: 10pt } h2 { font-size: 10pt } }
"""


def paper_markdown(lines: Iterable[Reminder]) -> str:
    """One list a topic."""
    parts = [f"# {TITLE}"]
    for name, texts in _groups(lines):
        parts += [f"## {name.upper()}", "\n".join(f"- {text}" for text in texts)]
    return safe("\n\n".join(parts)) + "\n"


def paper_html(lines: Iterable[Reminder]) -> str:
    """A whole page; formulas are MathML, and nothing is fetched."""
    body = "".join(_section(name, texts) for name, texts in _groups(lines))
    head = f'<meta charset="utf-8"><title>{escape(TITLE)}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}</body></html>\n'


def _section(name: str, texts: Iterable[str]) -> str:
    items = "".join(f"<li>{inline_html(text)}</li>\n" for text in texts)
    return f"<h2>{escape(safe(name))}</h2>\n<ul>\n{items}</ul>\n"


def _groups(lines: Iterable[Reminder]) -> Iterator[tuple[str, list[str]]]:
    for name, group in groupby(lines, key=lambda line: line.name):
        yield name, [" ".join(line.text.split()) for line in group]


def written(path: Path, html: str) -> None:
    """Put the page into this file. Raises DeckError."""
    try:
        write_whole(path, html.encode())
    except OSError as error:
        raise DeckError(
            f"{path} can't be written: {error.strerror}", "name a file in a folder that is there"
        ) from error
