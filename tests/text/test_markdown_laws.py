"""Laws of the layout, tried with texts nobody would write."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from prep.text.code import code_lines
from prep.text.inline import inline
from prep.text.markdown import lay_out, plain
from prep.text.span import Span
from prep.text.wrap import GLUE, wrap

MARKS = [
    "# ",
    "|---|\n",
    " **",
    "*",
    "`",
    "```\n",
    "> ",
    "- ",
    "1. ",
    "$",
    "$$",
    "[",
    "](x)",
    "](demo:y)",
    "\n\n",
    "\n",
    "  ",
]
ODD = [
    "|",
    "\\",
    "<!--",
    "-->",
    "<b>",
    "&#27;",
    "    ",
    "---",
    "Aあ",
    "é",
    "👩\u200d💻",
    "#\ufe0f\u20e3",
    "~~",
    "\t",
    "\r",
]
TEXTS = st.lists(st.sampled_from(MARKS + ODD) | st.text(max_size=8), max_size=30).map("".join)
WIDTHS = st.integers(2, 80)
WORDS = st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), max_size=60)


@given(TEXTS, WIDTHS, st.booleans())
@example("| a | b | c |\n|-|-|-|\n| 界 | 界 | 界 |", 5, False)
def test_no_row_is_wider_than_the_page(markdown: str, width: int, narrow: bool) -> None:
    """Whatever the text, layout succeeds and each row fits, without a control character or a trailing newline."""
    for line in lay_out(markdown, width, narrow=narrow):
        assert line.width <= width
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", line.text)


@given(TEXTS)
@example("a\n\n$$$$\n\nb")
def test_never_two_blank_rows(markdown: str) -> None:
    """Outside code, groups are set apart by exactly one blank row, and a page neither starts nor ends with one."""
    blank = [not line.text for line in lay_out(markdown.replace("`", "").replace("    ", ""), 40)]
    assert not any(a and b for a, b in pairwise(blank))
    assert not blank or not (blank[0] or blank[-1])


@given(WORDS.filter(lambda text: "`" not in text and text.strip()))
def test_code_spans_lose_nothing(code: str) -> None:
    """A code span keeps each of its characters that is not a space."""
    shown = plain(f"so `` {code} `` it is")
    assert "".join(code.split()) in "".join(shown.split())


@given(WORDS, st.integers(2, 30), st.integers(0, 9), st.integers(0, 9))
def test_wrapping_loses_only_spaces(text: str, width: int, first: int, rest: int) -> None:
    """The rows hold the text's characters in their order, each row within the width."""
    rows = wrap([Span(text[:7]), Span(text[7:])], width, first, rest)
    assert all(row.width <= width for row in rows)
    spaces = f"[ {GLUE}]"
    assert re.sub(spaces, "", "".join(row.text for row in rows)) == re.sub(spaces, "", text)


@given(WORDS, st.integers(2, 30))
def test_code_blocks_lose_nothing(source: str, width: int) -> None:
    """Rows of a block, without margin and continuation marks, are the source."""
    rows = code_lines(source, "python", width)
    shown = "".join(row.text for row in rows).replace("╰ ", "").replace(" ", "")
    assert shown == source.replace("╰ ", "").replace(" ", "")
    assert all(cell_len(row.text) <= width for row in rows)


@given(TEXTS)
def test_inline_text_has_one_line(markdown: str) -> None:
    """No span of a one-line text holds a line end."""
    assert all("\n" not in span.text for span in inline(markdown))
