"""What a person reads when a deck's Markdown is laid out. The expected rows are typed by hand."""

from __future__ import annotations

from time import process_time

import pytest

from prep.core.card import Source
from prep.text.markdown import inline, lay_out, plain
from prep.text.span import Role, Span
from tests.text.page import page, spans

VASWANI = Source("vaswani17", "https://arxiv.org/abs/1706.03762", "Vaswani et al. 2017")
BOOK = Source("book", "", "A book without an address")


def test_a_paragraph_is_filled_up_to_the_width() -> None:
    """A paragraph's own line ends are spaces, and rows end at the last word that fits."""
    assert page("Scores are sums;\nsums spread. Everything follows.", 20) == (
        "Scores are sums;\nsums spread.\nEverything follows."
    )


def test_a_hard_break_ends_the_row() -> None:
    """A backslash at the end of a line is a line end on the page."""
    assert page("one\\\ntwo") == "one\ntwo"


def test_one_blank_row_between_blocks() -> None:
    """However many blank lines the author left, the page has one."""
    assert page("one\n\n\n\ntwo\n\n\n---\n\n\nthree", 5) == "one\n\ntwo\n\n─────\n\nthree"


def test_bullets_hang() -> None:
    """The rows of a bullet align with its text, nested ones too, without blank rows between tight items."""
    text = """
        - a first point that is long
        - second
          - nested one that is long as well
        - third
        """
    assert page(text, 22) == (
        "· a first point that\n  is long\n· second\n  · nested one that is\n    long as well\n· third"
    )


def test_numbers_align_on_the_right() -> None:
    """Nine and ten keep their text in one column, and the list starts where its author said."""
    assert page("9. nine\n10. ten") == " 9. nine\n10. ten"


def test_a_loose_list_has_room() -> None:
    """Items that hold several paragraphs are set apart."""
    assert page("1. one\n\n   more\n2. two") == "1. one\n\n   more\n\n2. two"


def test_a_formula_in_a_list_has_its_gaps() -> None:
    """A displayed formula in an item has a blank row above and below, as everywhere."""
    assert page("- a $$x$$\n- b") == "· a\n\n          x\n\n· b"


def test_a_quote_has_a_bar_on_every_row() -> None:
    """The bar runs through blank rows, without a trailing space."""
    assert page("> one two three\n>\n> four", 12) == "▌ one two\n▌ three\n▌\n▌ four"
    assert spans("> one")[0] == Span("▌ ", Role.FAINT)


def test_a_heading_is_strong() -> None:
    """A run-in head stands on its own row in bold, whatever inline code it holds."""
    assert spans("#### When `q` is normal") == [
        Span("When ", Role.STRONG),
        Span("q", Role.CODE),
        Span(" is normal", Role.STRONG),
    ]


def test_comments_vanish() -> None:
    """An HTML comment is for authors: inside a text, as a block, over blank lines, even unclosed."""
    assert page("a<!-- x --> b\n\n<!-- one\n\ntwo -->\n\nc\n\n<!-- for ever\n\nand ever") == "a b\n\nc"


def test_text_beside_a_comment_stays() -> None:
    """What follows a comment on its line is shown."""
    assert page("<!-- no --> yes $x$") == "yes x"


@pytest.mark.parametrize(
    "text",
    ["x[:, 0]", "[CLS]", "<pad>", "list[int]", "W[i][j]", "[/]", "[00]", "[[self x] y]", "a ~~ b ~~ c", "{{'a': 2}}"],
)
def test_text_that_looks_like_markup_is_exact(text: str) -> None:
    """Faults 110, 149, 150, 152: what merely looks like markup is shown as written, as code and as prose."""
    assert page(text) == text
    assert spans(f"`{text}`") == [Span(text, Role.CODE)]
    assert plain(f"before `{text}` after") == f"before {text} after"


def test_a_tag_alone_on_its_line_is_text() -> None:
    """`<pad>` on a line of its own starts an HTML block in Markdown, and is a token in this field."""
    assert page("<pad>\nfills $x$ up") == "<pad> fills x up"


def test_money_is_not_math() -> None:
    """Dollars before digits and spaces stay dollars."""
    assert page("costs $5 and $10, or $ 3 $") == "costs $5 and $10, or $ 3 $"


def test_shell_variables_are_not_lost() -> None:
    """Fault 112: what is not math or can't be drawn shows its source."""
    assert page("`$PID/$FD`") == "$PID/$FD"
    assert page(r"see $\foo x$ here") == r"see $\foo x$ here"
    assert page("$$\\foo x$$") == "$$\\foo x$$"


def test_math_at_both_ends_of_a_paragraph() -> None:
    """The first formula is one whatever the paragraph's last character is."""
    assert page("$x$ is 8") == "x is 8"


def test_inline_math_stays_on_one_row() -> None:
    """A formula moves to the next row whole, punctuation included, and its spaces are plain spaces there."""
    assert page("The score is $a = b + c$, then.", 20) == "The score is\na = b + c, then."


def test_a_formula_longer_than_the_row_breaks_at_its_relation() -> None:
    """Only where it can't fit does a formula break, before a relation."""
    assert page("$aaaa + bbbb = cccc + dddd$", 14) == "aaaa + bbbb\n= cccc + dddd"


def test_display_math_stands_apart() -> None:
    """One blank row above and below, indented by eight, by four when narrow; in the colour of theory."""
    assert page("before\n$$x = y$$\nafter") == "before\n\n        x = y\n\nafter"
    assert page("before\n\n$$\nx = y\n$$\n\nafter", narrow=True) == "before\n\n    x = y\n\nafter"
    assert page("before $$x$$ after") == "before\n\n        x\n\nafter"
    assert spans("$$x$$") == [Span("        x", Role.THEORY)]


def test_two_equal_formulas_are_both_shown() -> None:
    """Formulas one after the other in a paragraph are all displayed."""
    assert page("a $$x$$$$x$$") == "a\n\n        x\n\n        x"


def test_display_math_inside_emphasis_stays_inline() -> None:
    """A formula in the middle of bold text does not tear it apart."""
    assert page("**a $$x$$ b**") == "a x b"


def test_emphasis() -> None:
    """Strong is bold, emphasis is plain: italics are missing in many terminals."""
    assert spans("a **b** *c* ***d***") == [
        Span("a "), Span("b", Role.STRONG), Span(" c "), Span("d", Role.STRONG)
    ]  # fmt: skip


def test_links_lead_somewhere() -> None:
    """A web link and a topic look like links; a measured number looks like text; all keep their target."""
    demo = "demo:attention.score-std?d_k=8,64,128,512#std@128"
    assert inline(f"[a](https://b.c) [d](topic:e) [11.34]({demo})") == (
        Span("a", Role.LINK, "https://b.c"),
        Span(" "),
        Span("d", Role.LINK, "topic:e"),
        Span(" "),
        Span("11.34", Role.INK, demo),
    )


def test_a_citation_keeps_its_brackets() -> None:
    """A key that a source defines is dim and leads there; a source without an address leads nowhere."""
    assert inline("so [vaswani17], [book].", [VASWANI, BOOK]) == (
        Span("so "),
        Span("[vaswani17]", Role.DIM, "https://arxiv.org/abs/1706.03762"),
        Span(", "),
        Span("[book]", Role.DIM),
        Span("."),
    )


def test_a_key_without_a_source_is_text() -> None:
    """Brackets nobody defined are ordinary brackets, in code and in prose."""
    assert inline("[CLS] `[vaswani17]`", [VASWANI]) == (Span("[CLS] "), Span("[vaswani17]", Role.CODE))


def test_an_image_is_its_description() -> None:
    """A terminal shows what an image says, or its name where it says nothing, and that it is one."""
    assert page("![a *loss* curve](x.png)") == "[image: a loss curve]"
    assert page("![](x.png)") == "[image: x.png]"


def test_nesting_without_end() -> None:
    """Deep quotes lose their bars where no room is left, never their text."""
    assert page("> " * 60 + "deep", 20).endswith("deep")


def test_a_one_line_text_has_no_line_end() -> None:
    """A cue over two lines, even with a hard break, is one line."""
    assert plain("one\\\ntwo\nthree") == "one two three"


def test_block_markup_in_a_one_line_text_is_text() -> None:
    """A cue that starts like a list or a heading is still a sentence."""
    assert plain("1. why `#`?") == "1. why #?"


def test_a_card_is_laid_out_at_once() -> None:
    """A card with prose, a list, a table and code takes less than 5 ms of a processor, the best of ten."""
    paragraph = "At initialisation a score is a sum of $d_k$ products, so its spread is $\\sqrt{d_k}$. " * 6
    table = "| a | b |\n|---|--:|\n" + "| $d_k$ | 11.3 |\n" * 5
    text = f"{paragraph}\n\n- one\n- two\n\n{table}\n\n$$x = y$$\n\n```python\nfor x in range(3):\n    print(x)\n```\n"
    times = []
    for width in range(60, 70):
        start = process_time()
        lay_out(text, width)
        times.append(process_time() - start)
    assert min(times) < 0.005


@pytest.mark.parametrize(
    ("formula", "role"),
    [
        (r"\pi_{ref}", Role.THEORY),
        (r"e^{r/\beta}", Role.THEORY),
        (r"\partial L/\partial W_Q", Role.THEORY),
        (r"\nosuch x", Role.THEORY),
        (r"\sqrt{d_k}", Role.INK),
        ("x^2", Role.INK),
    ],
)
def test_a_formula_that_reads_as_source_says_that_it_is_one(formula: str, role: Role) -> None:
    """Where its signs have no small form it stands in the colour of formulas; else as ink, among the words."""
    assert [span.role for span in inline(f"${formula}$")] == [role]


@pytest.mark.parametrize(
    "text",
    ["_" * 500 + "a" + "_" * 500, "*a " * 400 + " a*" * 400, "| b |\n|---|\n| " + "**a " * 400 + " a**" * 400 + " |"],
    ids=["underscores", "stars", "table"],
)
def test_emphasis_of_any_depth_is_laid_out(text: str) -> None:
    """A tree of it would take all of Python's stack."""
    assert "a" in "".join(row.text for row in lay_out(text, 76))


@pytest.mark.parametrize(
    ("language", "code"),
    [("perl", "s{" * 20_000), ("perl", ("s{" * 40 + "\n") * 200), ("ini", "::" * 10_000), ("console", "(" * 20_000)],
    ids=["perl", "perl in lines", "ini", "console"],
)
def test_code_that_no_lexer_can_read_soon_stays_without_colours(language: str, code: str) -> None:
    """Whole, and within a second: the lexers alone would take ten."""
    start = process_time()
    rows = lay_out(f"```{language}\n{code}\n```", 84)
    assert process_time() - start < 1
    assert "".join(row.text.removeprefix("╰").strip() for row in rows) == code.replace("\n", "")
