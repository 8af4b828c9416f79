"""Tables and code of a deck, and text that a terminal could choke on. The expected rows are typed by hand."""

from __future__ import annotations

from prep.text.span import Role, Span
from tests.text.page import page, spans


def test_a_table_aligns() -> None:
    """Columns are as wide as their content, numbers on the right, the head dim over a hairline."""
    text = """
        | divide by  | std |
        |------------|----:|
        | nothing    | 11.3 |
        | $d$        | 0.088 |
        """
    assert page(text) == "divide by    std\n────────────────\nnothing     11.3\nd          0.088"
    assert spans(text)[0] == Span("divide by", Role.DIM)


def test_a_wide_table_wraps_its_cells() -> None:
    """The widest column gives way; the table is never wider than the page."""
    text = """
        | a | b |
        |---|---|
        | one | a long text in the cell |
        | two | short |
        """
    assert page(text, 16) == "a    b\n────────────────\none  a long text\n     in the cell\ntwo  short"


def test_a_table_that_cannot_fit_becomes_records() -> None:
    """Where the words of all columns don't fit side by side, each row is a list of names and values."""
    text = """
        | method | catch |
        |--------|-------|
        | softcapping | incompatibility |
        | none | overflow |
        """
    assert page(text, 24) == (
        "method    softcapping\ncatch     incompatibilit\n          y\n\nmethod    none\ncatch     overflow"
    )


def test_a_table_of_wide_characters_wraps() -> None:
    """Chinese and Japanese have no spaces, and may break after any character but before no full stop."""
    assert page("| a | b |\n|---|---|\n| 注意力 | 注意力机制。 |", 16) == (
        "a       b\n────────────────\n注意力  注意力机\n        制。"
    )


def test_escaped_pipes_and_empty_cells() -> None:
    """A short row is filled up, an escaped pipe is a pipe."""
    assert page("| a | b |\n|---|---|\n| x \\| y |") == "a      b\n────────\nx | y"


def test_code_keeps_its_lines() -> None:
    """Code is indented by two, its own indentation and blank lines stay."""
    text = "```python run\ndef f(x):\n\n\treturn x[:, 0]  # first\n```"
    assert page(text) == "  def f(x):\n\n      return x[:, 0]  # first"


def test_code_is_highlighted_in_roles() -> None:
    """Keywords, names that are defined, numbers, strings and comments each have their role."""
    found = {(span.text, span.role) for span in spans('```python\ndef f():\n    return 1, "s"  # c\n```')}
    assert {
        ("def", Role.KEYWORD),
        ("f", Role.NAME),
        ("1", Role.NUMBER),
        ('"', Role.STRING),
        ("# c", Role.COMMENT),
    } <= found


def test_code_in_an_unknown_language_is_plain() -> None:
    """A language nobody knows is shown without colours, and so is none."""
    assert spans("```nosuch\na b\n```") == spans("```\na b\n```") == [Span("  "), Span("a b")]


def test_long_code_continues() -> None:
    """A line wider than the page goes on in the next row behind a dim mark; nothing is cut off."""
    assert page("```\nabcdefghijklmn\n```", 10) == "abcdefghij\n╰ klmn"


def test_a_fence_is_opaque() -> None:
    """Faults 107, 115, 116: fences, headings and rules inside code are code."""
    assert page("````\n```$code$```\n## no\n---\n````") == "  ```$code$```\n  ## no\n  ---"


def test_wide_characters_count_twice() -> None:
    """Fault 155: `Aあいうえお` is eleven cells, so that ten cells need two rows."""
    assert page("Aあいうえお", 10) == "Aあいうえ\nお"


def test_windows_line_ends() -> None:
    """Fault 118: the page of a CRLF text is that of its LF twin."""
    text = "one\ntwo\n\n- a\n- b\n\n```\nx\ny\n```\n"
    assert page(text.replace("\n", "\r\n")) == page(text)


def test_escape_sequences_are_shown_not_obeyed() -> None:
    """Control characters become visible, whether typed or written as an entity."""
    shown = page("a\x1b[31mb `\x07` &#x202E;c &#9;")
    assert shown.startswith("a␛[31mb ␇ \ufffdc")
    assert not any(ord(char) < 32 and char != "\n" for char in shown)
