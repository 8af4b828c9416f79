"""HTML of a note → Markdown, as far as a terminal shows it. Text keeps every character; scripts and styles go."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from html.parser import HTMLParser

_LATEX = (
    (re.compile(r"\[latex\]\$?(.*?)\$?\[/latex\]", re.DOTALL), r"\\(\1\\)"),
    (re.compile(r"\[\$\$\](.*?)\[/\$\$\]", re.DOTALL), r"\\[\1\\]"),
    (re.compile(r"\[\$\](.*?)\[/\$\]", re.DOTALL), r"\\(\1\\)"),
)
"""Anki's older signs for math."""
_MATH = re.compile(r"(\\\(.*?\\\)|\\\[.*?\\\])", re.DOTALL)
_SPECIAL = re.compile(r"([\\*_`$<])")
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "source", "wbr"))
_SMALL = {
    "sup": dict(zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", strict=True)),
    "sub": dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True)),
}

_Given = Mapping[str, str]
_End = Callable[[], None]


def markdown(html: str) -> str:
    """The Markdown that says the same."""
    for pattern, sign in _LATEX:
        html = pattern.sub(sign, html)
    writer = _Writer()
    writer.feed(html)
    writer.close()
    writer.finish()
    text = "".join(writer.written).replace("\xa0", " ")
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip()


class _Writer(HTMLParser):
    """Writes Markdown as tags come; each start returns what its end does."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self._open: list[tuple[str, _End]] = []
        self._lists: list[int | None] = []
        """Of each list around: the number of its next item, None where items have dots."""
        self._cells = 0
        self._rows = 0
        self._heard = ""
        """Text that isn't written yet: a bare `<` comes in pieces, and may stand in a formula."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.flush()
        end = _STARTS.get(tag, _Writer.nothing)(self, {name: value or "" for name, value in attrs})
        if tag not in _VOID:
            self._open.append((tag, end))

    def handle_endtag(self, tag: str) -> None:
        self.flush()
        if not self._inside(tag):
            return
        ended = ""
        while ended != tag:
            ended, end = self._open.pop()
            end()

    def finish(self) -> None:
        """End what nobody ended."""
        self.flush()
        while self._open:
            self._open.pop()[1]()

    def handle_data(self, data: str) -> None:
        self._heard += data

    def flush(self) -> None:
        """Write the text that came since the last tag."""
        data, self._heard = self._heard, ""
        if self._inside("script", "style"):
            return
        if self._inside("pre", "code", "anki-mathjax"):
            self._write(data)
        elif self._open and self._open[-1][0] in _SMALL:
            self._write(_small(data, self._open[-1][0]))
        else:
            pieces = _MATH.split(re.sub(r"\s+", " ", data))
            self._write("".join(self._math(piece) if at % 2 else self._text(piece) for at, piece in enumerate(pieces)))

    def nothing(self, given: _Given) -> _End:
        """A tag that changes nothing; what stands in it stays."""
        return lambda: None

    def block(self, given: _Given) -> _End:
        """A paragraph and its kin."""
        self._break(2)
        return partial(self._break, 2)

    def marked(self, given: _Given, mark: str) -> _End:
        """Emphasis, code."""
        if not self._inside("pre"):
            self._write(mark)
            return partial(self._write, mark)
        return lambda: None

    def link(self, given: _Given) -> _End:
        if not given.get("href"):
            return lambda: None
        self._write("[")
        return partial(self._write, f"]({given['href']})")

    def mathjax(self, given: _Given) -> _End:
        block = given.get("block") == "true"
        self._write(r"\[" if block else r"\(")
        return partial(self._write, r"\]" if block else r"\)")

    def code_block(self, given: _Given) -> _End:
        self._break(2)
        self._write("```\n")
        return partial(self._write, "\n```\n\n")

    def picture(self, given: _Given) -> _End:
        name = given.get("src", "")
        self._write(f"![{given.get('alt') or name}](<{name}>)")
        return lambda: None

    def line_end(self, given: _Given) -> _End:
        self._write("\n" if self._inside("pre") else " " if self._inside("table") else "\n\n")
        return lambda: None

    def items(self, given: _Given, first: int | None) -> _End:
        self._break(1 if self._lists else 2)
        self._lists.append(first)
        return self._end_of_items

    def item(self, given: _Given) -> _End:
        self._break(1)
        number = self._lists[-1] if self._lists else None
        indent = "  " * (len(self._lists) - 1)
        self._write(f"{indent}- " if number is None else f"{indent}{number}. ")
        if number is not None:
            self._lists[-1] = number + 1
        return lambda: None

    def table(self, given: _Given) -> _End:
        self._break(2)
        self._rows = 0
        return partial(self._break, 2)

    def row(self, given: _Given) -> _End:
        self._end_last("td", "th", "tr")
        self._cells = 0
        self._write("|")
        return self._end_of_row

    def cell(self, given: _Given) -> _End:
        self._end_last("td", "th")
        self._cells += 1
        self._write(" ")
        return partial(self._write, " |")

    def _end_last(self, *tags: str) -> None:
        """HTML lets a cell and a row end where the next one begins."""
        while self._open and self._open[-1][0] in tags:
            self._open.pop()[1]()

    def _end_of_items(self) -> None:
        self._lists.pop()
        self._break(1 if self._lists else 2)

    def _end_of_row(self) -> None:
        self._write("\n" + ("|" + " --- |" * self._cells + "\n" if self._rows == 0 else ""))
        self._rows += 1

    def _text(self, text: str) -> str:
        text = _SPECIAL.sub(r"\\\1", text)
        return text.replace("|", r"\|") if self._inside("table") else text

    def _math(self, formula: str) -> str:
        """A bar would end the cell."""
        return re.sub(r"(?<!\\)\|", r"\\mid ", formula) if self._inside("table") else formula

    def _inside(self, *tags: str) -> bool:
        return any(name in tags for name, _ in self._open)

    def _break(self, lines: int) -> None:
        """At least so many line ends, but at the beginning and in a cell."""
        text = "".join(self.written[-3:])
        if text.strip() and not self._inside("td", "th"):
            self._write("\n" * max(0, lines - (len(text) - len(text.rstrip("\n")))))

    def _write(self, text: str) -> None:
        self.written.append(text)


_STARTS: dict[str, Callable[[_Writer, _Given], _End]] = {
    **dict.fromkeys("p div blockquote hr h1 h2 h3 h4 h5 h6".split(), _Writer.block),
    **dict.fromkeys(("b", "strong"), partial(_Writer.marked, mark="**")),
    **dict.fromkeys(("i", "em"), partial(_Writer.marked, mark="*")),
    **dict.fromkeys(("td", "th"), _Writer.cell),
    "code": partial(_Writer.marked, mark="`"),
    "ul": partial(_Writer.items, first=None),
    "ol": partial(_Writer.items, first=1),
    "a": _Writer.link,
    "anki-mathjax": _Writer.mathjax,
    "pre": _Writer.code_block,
    "img": _Writer.picture,
    "br": _Writer.line_end,
    "li": _Writer.item,
    "table": _Writer.table,
    "tr": _Writer.row,
}


def _small(text: str, tag: str) -> str:
    """H₂O, x²; what has no small form keeps its sign, as it would be typed."""
    if all(letter in _SMALL[tag] for letter in text):
        return "".join(_SMALL[tag][letter] for letter in text)
    return f"^{text}" if tag == "sup" else f"\\_{text}"
