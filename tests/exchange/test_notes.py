"""Notes of other programs: what each form becomes, and what of it can't be taken."""

from __future__ import annotations

import json

import pytest

from prep.errors import UsageError
from prep.exchange.notes.fields import chosen_parts
from prep.exchange.notes.headings import read_headings
from prep.exchange.notes.html import markdown
from prep.exchange.notes.note import Note, Notes
from prep.exchange.notes.read import read_notes
from prep.exchange.notes.records import read_records
from prep.exchange.notes.table import read_table


def asked(notes: Notes) -> list[tuple[str, str]]:
    return [(note.question, note.answer) for note in notes.notes]


def left(notes: Notes) -> list[tuple[str, str]]:
    return [(each.place, each.reason) for each in notes.not_taken]


def test_a_spreadsheet_names_its_columns() -> None:
    """Quoted cells hold separators, quotes and line ends; a row with other columns is told with its line."""
    text = (
        'question;answer;tags;difficulty\n"What is ""dropout""?";"Noise;\nno more";"a, b";2\nEmpty;;x;1\nragged;row\n'
    )
    notes = read_table(text, {})
    assert notes.notes == (Note("line 2", 'What is "dropout"?', "Noise;\nno more", tags=("a", "b"), level=2),)
    assert left(notes) == [("line 4", "it has no answer"), ("line 5", "it has 2 of 4 columns")]
    assert notes.told == ("columns are taken as separated by semicolon",)


def test_a_line_without_a_tab_goes_on() -> None:
    """Quizlet quotes nothing."""
    assert asked(read_table("What is bias?\ttoo simple\nAnd variance?\ttoo\nflexible\n", {})) == [
        ("What is bias?", "too simple"), ("And variance?", "too\nflexible")
    ]  # fmt: skip


def test_ankis_text_export() -> None:
    """Its header says what the columns are; deck, tags and id come along, states don't."""
    text = "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n"
    text += 'k;|\tBasic\tML::Adam\tWhy <b>this</b>?\t"a<br>""b"""\tml::opt leech\n'
    (note,) = read_table(text, {}).notes
    assert note == Note("line 7", "Why **this**?", 'a\n\n"b"', tags=("ml/opt",), deck="ML::Adam", key="k;|")


def test_a_header_that_says_a_thing_twice() -> None:
    """The later one counts."""
    assert asked(read_table("#separator:tab\n#separator:comma\na?,b\n", {})) == [("a?", "b")]


def test_any_field_may_be_named() -> None:
    """`--map`; a name that the file doesn't have is told."""
    assert asked(read_table("Vorn,Hinten\na?,b\n", chosen_parts(["Vorn=question", "Hinten=answer"]))) == [("a?", "b")]
    with pytest.raises(UsageError, match="no field is called “Vorne”"):
        read_table("Vorn,Hinten\na?,b\n", {"Vorne": "question"})
    with pytest.raises(UsageError, match="names no part"):
        chosen_parts(["Vorn=quesion"])


def test_an_open_quotation_mark_is_told() -> None:
    """With the line where the row begins."""
    with pytest.raises(UsageError, match="the row in line 2"):
        read_table('a?,b\n"c,d\n', {})


def test_records() -> None:
    """A list of objects, alone or in an object; a list as an answer becomes points."""
    said = [{"question": "Q?", "answer": ["one", "two"], "tags": ["x y"]}, {"question": "", "answer": "a"}, 7]
    notes = read_records(json.dumps({"cards": said}), {})
    assert notes.notes == (Note("record 1", "Q?", "- one\n- two", ("one", "two"), tags=("x-y",)),)
    assert left(notes) == [("record 2", "it asks nothing"), ("record 3", "it is no object with fields")]
    for text in ("{", "[1]", "[" * 100_000):
        with pytest.raises(UsageError):
            read_records(text, {})


def test_a_deck_of_crowdanki() -> None:
    """Decks in decks; the note type names the fields."""
    model = {"crowdanki_uuid": "m", "flds": [{"name": "Front"}, {"name": "Back"}]}
    child = {"name": "B", "notes": [{"note_model_uuid": "m", "guid": "g", "fields": ["<i>q</i>?", "a"], "tags": ["t"]}]}
    deck = {"__type__": "Deck", "name": "A", "note_models": [model], "children": [child]}
    (note,) = read_records(json.dumps(deck), {}).notes
    assert note == Note("A::B, note 1", "*q*?", "a", tags=("t",), deck="A::B", key="g")


def test_headings_that_ask() -> None:
    """Numbers, sources and signs of how hard go; what is folded is unfolded; a hash in code is no heading."""
    text = "# Questions\n\n## 2) Why? [[src](http://x)]\n\n```\n## no? <br> \\\\(\n```\n\n### De<br>tail\n"
    text += "\n**And now? \U0001f476**\n<details><summary>Answer</summary>\n\n\\\\(x\\\\)\n\n</details>\n\n## What?\n"
    notes = read_headings(text)
    assert asked(notes) == [("Why?", "```\n## no? <br> \\\\(\n```\n\n### De\n\ntail"), ("And now?", r"\(x\)")]
    assert left(notes) == [("line 18", "it has no answer")]


def test_spoken_markers() -> None:
    """`Q:` and `A:`; the same in code are none, and a cloze is told."""
    text = "Q: What\nnow?\nA: this\n\n```\nA: no\n```\n---\nC: a [gap]\n"
    notes = read_headings(text)
    assert asked(notes) == [("What now?", "this\n\n```\nA: no\n```")]
    assert left(notes) == [("line 9", "it is a cloze: ask for what is missing, one card for each gap")]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a &lt;b&gt; 50% * 2_3, $5", r"a \<b> 50% \* 2\_3, \$5"),
        (r"x \(a_1 < b\) [$]c_2[/$]", r"x \(a_1 < b\) \(c_2\)"),
        ("H<sub>2</sub>O x<sup>2</sup>", "H₂O x²"),
        ("<div>a</div><ul><li>b<li>c<ol><li>d</ol></ul>", "a\n\n- b\n- c\n  1. d"),
        ("<pre><code>x[0] &lt; 1<br>  y</code></pre>z", "```\nx[0] < 1\n  y\n```\n\nz"),
        (r"<table><tr><th>a<th>b</tr><tr><td>\(P(a|b)\)<td>c|d</tr></table>", None),
        ('<a href="http://x">y</a><img src="a b.png">', "[y](http://x)![a b.png](<a b.png>)"),
        ("a<script>alert(1)</script><style>b</style><b>c", "a**c**"),
    ],
)
def test_html(html: str, text: str | None) -> None:
    """Text keeps every character, also what Markdown would take for a sign; scripts and styles go."""
    assert markdown(html) == (text or "| a | b |\n| --- | --- |\n| \\(P(a\\mid b)\\) | c\\|d |")


def test_what_is_not_read_is_told() -> None:
    """A package, a deck of prep, text in another encoding: what to do instead."""
    for name, data in (("a.apkg", b"PK"), ("a.md", b'# T\n\n```toml\ntopic = "t"\n```\n'), ("a.csv", b"\xe4")):
        with pytest.raises(UsageError) as told:
            read_notes(name, data, {})
        assert told.value.hint
    assert asked(read_notes("a.txt", "a?\tb".encode("utf-16"), {})) == [("a?", "b")]
