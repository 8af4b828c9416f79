"""Laws that hold for any text."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from prep.core.card import Card
from prep.core.kind import Kind
from prep.decks.reading.read import Folder, read_decks, read_text
from prep.decks.writing.draft import CardDraft, new_card_markdown
from prep.decks.writing.edit import append_card, copy_card
from prep.errors import DeckError
from tests.decks.conftest import HEAD, KNOWN

PIECES = st.sampled_from(
    """# |## |### |#### |Follow-up: |Red flag: |{#a}|{#a level=3 of=b}|{#|}|Hint|Must say|Say instead|Demo|Remember
Asked as|- |* |1. |> |[k!] |[k]: |[he15]|<> "t"|$x$|$\\foo$|$$|$|```|```toml|~~~|`|---|===|| a | b ||---|---|||
<!--|-->|topic = "t"|level = 2|\\|&amp;|<b>|![|](demo:x?y=1#s@1)|`d k=v`|\t|  |\x1b|\u2028|\ufeff|é|数""".replace(
        "\n", "|"
    ).split("|")
)
MARKDOWN = st.lists(st.one_of(PIECES, st.sampled_from(["\n", "\n\n", " ", "\r\n", "|"])), max_size=60).map("".join)
WORDS = st.text("abc xyz", min_size=1, max_size=30).filter(str.strip)


@settings(max_examples=400)
@given(st.one_of(st.text(), MARKDOWN, MARKDOWN.map(lambda text: HEAD + text)))
def test_any_text_can_be_read(text: str) -> None:
    """It gives cards and problems, and each problem lies in the file."""
    reading = read_text(text, "t.md", KNOWN)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert all(0 <= problem.line <= len(lines) for problem in reading.problems)
    assert all(problem.column >= 0 for problem in reading.problems)
    for card in reading.deck.cards:
        assert 0 < card.place.line <= card.place.last_line <= len(lines)
        assert card.cue and card.answer


@given(MARKDOWN)
def test_line_ends_are_all_the_same(text: str) -> None:
    """LF and CRLF give the same reading."""
    lf = HEAD + text.replace("\r\n", "\n")
    assert read_text(lf, "t.md", KNOWN) == read_text(lf.replace("\n", "\r\n"), "t.md", KNOWN)


@given(WORDS, WORDS, st.lists(st.tuples(WORDS, st.booleans()), max_size=4), st.sampled_from(Kind))
def test_a_draft_reads_back(cue: str, answer: str, points: list[tuple[str, bool]], kind: Kind) -> None:
    """The form's words are the card's words."""
    lines = tuple(f"- {text}{' !' if required else ''}" for text, required in points)
    of = "" if kind is Kind.QUESTION else "q"
    draft = CardDraft(kind, cue, answer, lines, sound=answer, id="c", of=of)
    reading = read_text(HEAD + new_card_markdown(draft) + "\n", "t.md", KNOWN)
    assert {problem.rule for problem in reading.problems} <= {"unsaid-point"}
    (card,) = reading.deck.cards
    assert (card.kind, card.cue, card.answer.strip()) == (kind, " ".join(cue.split()), answer.strip())
    assert [(point.text, point.required) for point in card.must_say] == [(" ".join(t.split()), r) for t, r in points]
    assert card.sound == (" ".join(answer.split()) if kind is Kind.RED_FLAG else "")


@settings(max_examples=60)
@given(MARKDOWN)
def test_an_appended_card_is_found_where_it_was_put(text: str) -> None:
    """Behind any text; where an open block would swallow it, the file stays as it was."""
    with TemporaryDirectory() as folder:
        deck = Path(folder, "t.md")
        deck.write_bytes((HEAD + text).encode())
        try:
            there = append_card(Path(folder), "t", "## New? {#new-card}\n\nYes.")
        except DeckError as error:
            assert "never ends" in str(error)
            assert deck.read_bytes() == (HEAD + text).encode()
            return
        card = read_decks([Folder(Path(folder))], KNOWN).deck.card("t/new-card")
    assert card and (card.place.line, card.answer) == (there.line, "Yes.")


@settings(max_examples=40)
@given(MARKDOWN)
def test_a_copy_wins_over_its_original(text: str) -> None:
    """Whatever else the shipped file has, each of its good cards can be copied, and says the same."""
    with TemporaryDirectory() as folder:
        shipped, own = Folder(Path(folder, "shipped"), shipped=True), Path(folder, "own")
        shipped.path.mkdir()
        (shipped.path / "t.md").write_bytes((HEAD + "## A? {#a}\n\nB.\n\n" + text).encode())
        cards = [card for card in read_decks([shipped], KNOWN).deck.cards if _copied(card, own)]
        deck = read_decks([shipped, Folder(own)], KNOWN).deck if cards else None
    for card in cards:
        copy = deck.card(card.full_id) if deck else None
        assert copy and not copy.shipped
        assert (copy.cue, copy.answer, copy.parent, copy.level) == (card.cue, card.answer, card.parent, card.level)


def _copied(card: Card, own: Path) -> bool:
    try:
        copy_card(card, own)
    except DeckError as error:
        assert "never ends" in str(error)
        return False
    return True
