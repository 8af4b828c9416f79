"""Blocks of code: highlighted in the words of `Role`, continued where a row ends, never shortened."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from prep.text.span import Line, Role, Span
from prep.text.wrap import chop, cut

if TYPE_CHECKING:
    from pygments.lexer import Lexer

INDENT = 2
TAB = 4
CONTINUED = Span("╰ ", Role.DIM)
"""Leads the rest of a line that was wider than the page."""

LONGEST, WIDEST = 20_000, 500
"""Characters of a block, and of a line of it, that are highlighted: a lexer's one step over a line of 20,000 takes ten
seconds."""
SECONDS = 0.2
"""Then a block stays without colours: lexers look ahead, and 5,000 times `s{` would take Perl's two seconds."""


@lru_cache(maxsize=512)
def code_lines(source: str, language: str, width: int) -> tuple[Line, ...]:
    """The block as rows of at most `width` cells; indented by two where every line allows it."""
    text = source.removesuffix("\n").expandtabs(TAB)
    if not text.strip(" \n"):
        return ()
    widest = max(map(cell_len, text.split("\n")))
    indent = INDENT if widest + INDENT <= width else 0
    return tuple(row for line in _highlighted(text, language) for row in _folded(line, width, indent))


def _folded(line: list[Span], width: int, indent: int) -> list[Line]:
    text = "".join(span.text for span in line)
    if not text:
        return [Line()]
    lead = CONTINUED.text if width >= 2 * len(CONTINUED.text) else ""
    first, *others = cut(line, chop(text, max(width - indent, 2), max(width - len(lead), 2)))
    margin = (Span(" " * indent),) if indent else ()
    mark = (CONTINUED,) if lead else ()
    return [Line((*margin, *first)), *(Line((*mark, *part)) for part in others)]


def _highlighted(text: str, language: str) -> list[list[Span]]:
    """One list of spans a line."""
    lines: list[list[Span]] = [[]]
    for role, value in _tokens(text, language):
        first, *others = value.split("\n")
        lines[-1] += [Span(first, role)] if first else []
        lines += [[Span(part, role)] if part else [] for part in others]
    return lines


def _tokens(text: str, language: str) -> list[tuple[Role, str]]:
    lexer = _lexer(language)
    if lexer is None or len(text) > LONGEST or max(map(len, text.split("\n"))) > WIDEST:
        return [(Role.INK, text)]
    until = monotonic() + SECONDS
    tokens = [(_role(kind), value) for kind, value in takewhile(lambda _: monotonic() < until, lexer.get_tokens(text))]
    return tokens if "".join(value for _, value in tokens) == text else [(Role.INK, text)]


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    """The lexer of a language's name; imported here, for most texts have no code (15 ms)."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    if not language:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=256)
def _role(kind: Any) -> Role:
    """Pygments' kind of token, or the nearest kind that contains it, in our words."""
    known = _roles()
    while kind not in known:
        kind = kind.parent
    return known[kind]


@lru_cache(maxsize=1)
def _roles() -> dict[Any, Role]:
    from pygments import token

    return {
        token.Token: Role.INK,
        token.Keyword: Role.KEYWORD,
        token.Operator.Word: Role.KEYWORD,
        token.String: Role.STRING,
        token.Number: Role.NUMBER,
        token.Comment: Role.COMMENT,
        token.Name.Function: Role.NAME,
        token.Name.Class: Role.NAME,
        token.Name.Decorator: Role.NAME,
        token.Name.Builtin: Role.NAME,
        token.Name.Builtin.Pseudo: Role.INK,  # self
    }
