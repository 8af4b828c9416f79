"""Appending, copying and renewing cards in the person's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.core.card import Card
from prep.core.kind import Kind
from prep.decks.files import write_file
from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.parse import parse
from prep.decks.parsed import ParsedFile
from prep.decks.reading.read import Folder, read_decks
from prep.decks.reading.reading import Reading
from prep.decks.writing import target
from prep.decks.writing.draft import CardDraft, new_card_markdown
from prep.decks.writing.edit import add_text, append_card, copy_card, renew_card
from prep.errors import DeckError
from tests.decks.conftest import HEAD

EXAMPLE = Path(__file__).parent / "example.md"


@pytest.fixture
def shipped(known: KnownDemos, tmp_path: Path) -> Reading:
    """The example as a shipped deck."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    (folder / "attention-scaling.md").write_text(EXAMPLE.read_text())
    return read_decks([Folder(folder, shipped=True)], known)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The person's folder, not yet there."""
    return tmp_path / "own"


def both(shipped: Reading, own: Path, known: KnownDemos) -> Reading:
    """Both folders."""
    folder = Path(shipped.deck.cards[0].place.file).parent
    return read_decks([Folder(folder, shipped=True), Folder(own)], known)


def card(reading: Reading, name: str) -> Card:
    """The card with this id in attention-scaling."""
    found = reading.deck.card(f"attention-scaling/{name}")
    assert found
    return found


@pytest.mark.parametrize("name", ["score-std", "uncorrelated", "overflow", "gemma2", "chain"])
def test_a_copy_is_the_same_card(name: str, shipped: Reading, own: Path, known: KnownDemos) -> None:
    """Text, parent, level, tags and sources; the copy wins, without a problem, and knows its place."""
    there = copy_card(card(shipped, name), own)
    reading = both(shipped, own, known)
    copy = card(reading, name)
    assert reading.problems == ()
    assert (copy.place.file, copy.place.line) == (str(there.path), there.line)
    assert there.path == own / "attention-scaling.md" and not copy.shipped
    for field in "cue answer must_say sound remember parent level tags sources as_of was".split():
        assert getattr(copy, field) == getattr(card(shipped, name), field), field
    assert [section.body for section in copy.depth] == [section.body for section in card(shipped, name).depth]
    assert [each.full_id for each in reading.deck.cards] == [each.full_id for each in shipped.deck.cards]


def test_copies_of_a_topic_share_a_file(shipped: Reading, own: Path, known: KnownDemos) -> None:
    """Cards before definitions, each definition once; a second copy of a card is the first."""
    places = [copy_card(each, own) for each in (*shipped.deck.cards, *shipped.deck.cards)]
    assert places[:5] == places[5:]
    reading = both(shipped, own, known)
    assert reading.problems == ()
    text = (own / "attention-scaling.md").read_text()
    assert text.count("[vaswani17]:") == text.count("[gemma3]:") == 1
    assert all(not each.shipped for each in reading.deck.cards)


def test_a_copy_in_a_file_of_another_level_keeps_its_own(shipped: Reading, own: Path, known: KnownDemos) -> None:
    """What the card had from its file's preamble it now says itself."""
    own.mkdir()
    (own / "mine.md").write_text('# Mine\n\n```toml\ntopic = "attention-scaling"\nlevel = 3\n```\n')
    there = copy_card(card(shipped, "chain"), own)
    copy = card(both(shipped, own, known), "chain")
    assert there.path == own / "mine.md"
    assert copy.level == 2 and set(copy.tags) == {"attention", "initialisation"} and copy.capstone


def test_a_card_that_is_gone_is_not_copied(shipped: Reading, own: Path) -> None:
    """One sentence says what to do."""
    chain = card(shipped, "chain")
    Path(chain.place.file).write_text(HEAD)
    with pytest.raises(DeckError, match="no longer in"):
        copy_card(chain, own)
    assert not own.exists()


def test_renewing_changes_one_heading(shipped: Reading, own: Path, known: KnownDemos) -> None:
    """In the person's copy; the shipped file stays."""
    before = Path(card(shipped, "gemma2").place.file).read_bytes()
    renew_card(card(shipped, "gemma2"), "2027-12", "2028-12", own)
    reading = both(shipped, own, known)
    assert reading.problems == ()
    renewed = card(reading, "gemma2")
    assert (renewed.as_of, renewed.expires, int(renewed.level)) == ("2027-12", "2028-12", 3)
    assert Path(card(shipped, "gemma2").place.file).read_bytes() == before
    text = (own / "attention-scaling.md").read_text()
    renew_card(renewed, "2028-12", "2029-12", own)
    again = (own / "attention-scaling.md").read_text()
    assert again == text.replace("as_of=2027-12 expires=2028-12", "as_of=2028-12 expires=2029-12")


def test_a_new_topic_gets_a_file(own: Path, known: KnownDemos) -> None:
    """With title and toml block; sub-topics lie in folders."""
    there = append_card(own, "optimiser/adam-w", "## Why? {#why}\n\nB.", "Why $\\beta_2$?")
    assert there.path == own / "optimiser" / "adam-w.md"
    reading = read_decks([Folder(own)], known)
    assert reading.problems == ()
    assert reading.deck.topics[0].title == "Why $\\beta_2$?"
    assert reading.deck.cards[0].place.line == there.line
    append_card(own, "batch-norm", "## Why? {#why}\n\nB.")
    assert (own / "batch-norm.md").read_text().startswith("# Batch norm\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("definitions", ["", '\n[a17]: <> "A 2017"'])
def test_an_appended_card_changes_no_other_byte(
    tmp_path: Path, known: KnownDemos, newline: str, end: str, definitions: str
) -> None:
    """It stands behind the last card and before the definitions, in the file's own line ends."""
    text = HEAD + "## One [a17]? {#one}\n\nB." + ("\n" + definitions if definitions else "") + end
    raw = text.replace("\n", newline)
    (tmp_path / "t.md").write_bytes(raw.encode())
    there = append_card(tmp_path, "t", "## Two? {#two}\n\nC.")
    after = (tmp_path / "t.md").read_bytes().decode()
    reading = read_decks([Folder(tmp_path)], known)
    assert [each.id for each in reading.deck.cards] == ["one", "two"]
    assert {problem.rule for problem in reading.problems} <= {"unknown-source"}
    assert reading.deck.cards[1].place.line == there.line
    assert "\n" not in after.replace(newline, "")
    added = f"## Two? {{#two}}{newline}{newline}C.{newline}"
    left, _, right = after.partition(added)
    assert raw.startswith(left.rstrip()) and raw.rstrip().endswith(right.strip())


def test_a_card_is_not_swallowed(tmp_path: Path) -> None:
    """Behind an open fence it would be code; the file stays."""
    raw = HEAD + "## One? {#one}\n\n```\ncode\n"
    (tmp_path / "t.md").write_text(raw)
    with pytest.raises(DeckError, match="never ends"):
        append_card(tmp_path, "t", "## Two? {#two}\n\nC.")
    assert (tmp_path / "t.md").read_text() == raw


def test_backslashes_are_literal(tmp_path: Path) -> None:
    r"""\1, \g<0> and \n in LaTeX mean themselves, in an appended card and beside a new attribute."""
    markdown = "## Is $\\1 \\g<0> \\nu$ so? {#so as_of=2026-01 expires=2026-02}\n\n$\\0 \\\\ \\nabla$"
    there = append_card(tmp_path, "t", markdown)
    assert markdown in there.path.read_text()
    found = read_decks([Folder(tmp_path)], KnownDemos()).deck.cards[0]
    renew_card(found, "2027-01", "2027-02", tmp_path)
    assert markdown.replace("2026", "2027") in there.path.read_text()


def test_a_file_of_another_topic_is_left_alone(tmp_path: Path, known: KnownDemos) -> None:
    """The topic's own name may be taken."""
    (tmp_path / "u.md").write_text(HEAD + "## One? {#one}\n\nB.\n")
    assert append_card(tmp_path, "u", "## Two? {#two}\n\nC.").path == tmp_path / "u-2.md"
    assert append_card(tmp_path, "t", "## Three? {#three}\n\nC.").path == tmp_path / "u.md"
    assert read_decks([Folder(tmp_path)], known).problems == ()


@pytest.mark.parametrize("topic", ["../up", "/etc/x", "A", "", "a//b", "a b"])
def test_a_topic_is_no_path(tmp_path: Path, topic: str) -> None:
    """Nothing is written outside the folder."""
    with pytest.raises(DeckError, match="no topic"):
        append_card(tmp_path / "decks", topic, "## One?\n\nB.")
    assert list(tmp_path.iterdir()) == []


def test_a_whole_text_is_added(own: Path, known: KnownDemos) -> None:
    """As it is where the topic is new, its cards and definitions where it isn't."""
    text = HEAD + '## One [a17]? {#one}\n\nB.\n\n[a17]: <> "A 2017"'
    assert [each.line for each in add_text(own, text)] == [7]
    assert (own / "t.md").read_text() == text + "\n"
    more = HEAD + '## Two? {#two}\n\nB [b18].\n\n## Three?\n\nC.\n\n[b18]: <> "B 2018"\n'
    places = add_text(own, more)
    reading = read_decks([Folder(own)], known)
    assert [problem.rule for problem in reading.problems] == ["no-id"]
    assert [each.line for each in places] == [11, 15]
    with pytest.raises(DeckError, match="already has t/two, on line 11"):
        add_text(own, more)
    with pytest.raises(DeckError, match="no card to add"):
        add_text(own, "## One?\n\nB.\n")


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """An editor that saved a moment ago wins."""
    path = tmp_path / "a.md"
    path.write_text("new")
    with pytest.raises(DeckError, match="just been changed"):
        write_file(path, "mine", "old")
    with pytest.raises(DeckError, match="just been changed"):
        write_file(path, "mine", None)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.md", "new")]


def test_text_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Half a character, from a pipe that wasn't UTF-8, is one sentence and no file."""
    with pytest.raises(DeckError, match="half a character"):
        add_text(tmp_path, HEAD + "## Why? {#why}\n\n\udce9\n")
    assert list(tmp_path.iterdir()) == []


def test_a_draft_becomes_a_card(tmp_path: Path, known: KnownDemos) -> None:
    """What the form has is what the deck says."""
    draft = CardDraft(
        Kind.QUESTION,
        "Why the spread\nand not the size?",
        "Adding $c$ changes nothing.\n\nOnly differences matter.",
        ("- shift invariance !", "[odds] differences decide", "  ", "x !", "shift invariance"),
        "attention.score-std d_k=8,64",
        "What do you expect?",
    )
    append_card(tmp_path, "t", new_card_markdown(draft))
    reading = read_decks([Folder(tmp_path)], known)
    assert [problem.rule for problem in reading.problems] == ["no-id"]
    text = (tmp_path / "t.md").read_text()
    (tmp_path / "t.md").write_text(text.replace("size?", "size? {#size}"))
    (found,) = read_decks([Folder(tmp_path)], known).deck.cards
    assert found.cue == "Why the spread and not the size?"
    assert found.answer == draft.answer
    assert [(point.key, point.required, point.text) for point in found.must_say] == [
        ("shift-invariance", True, "shift invariance"),
        ("odds", False, "differences decide"),
        ("x-2", True, "x"),
        ("shift-invariance-2", False, "shift invariance"),
    ]
    assert found.demos[0].arguments == (("d_k", "8,64"),)
    assert found.demos[0].wording == "What do you expect?"


@pytest.mark.parametrize(
    ("typed", "point"),
    [
        ("! the spread", "- [spread!] the spread"),
        ("!spread", "- [spread!] spread"),
        ("- ! spread", "- [spread!] spread"),
        ("the spread !", "- [spread!] the spread"),
        ("!= means unequal", "- [means-unequal] != means unequal"),
        ("![a picture](p.png)", "- [picture-p-png] ![a picture](p.png)"),
    ],
)
def test_a_drafted_point_is_required_by_a_mark_at_either_end(typed: str, point: str) -> None:
    """The form says "! if required", not where it goes."""
    assert new_card_markdown(CardDraft(Kind.QUESTION, "Why?", "So.", (typed,))).endswith(f"### Must say\n\n{point}")


def test_a_drafted_red_flag_hangs_on_its_question(shipped: Reading, own: Path, known: KnownDemos) -> None:
    """Both sentences get quotation marks, and of= an id to stand behind."""
    draft = CardDraft(
        Kind.RED_FLAG, "It overflows.", "It doesn't.", sound='"It saturates."', say_instead="So.", of="chain"
    )
    append_card(own, "attention-scaling", new_card_markdown(draft))
    reading = both(shipped, own, known)
    assert reading.problems == ()
    found = card(reading, "overflows")
    assert (found.cue, found.sound, found.say_instead) == ("It overflows.", "It saturates.", "So.")
    assert found.parent == "attention-scaling/chain"


def test_the_file_of_a_topic_is_found_by_its_preamble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards of other files aren't parsed; a ## in a toml block is a comment, and its file is found all the same."""
    parsed: list[str] = []

    def counting(raw: str, file: str, known: None) -> ParsedFile:
        parsed.append(raw)
        return parse(raw, file, known)

    monkeypatch.setattr(target, "parse", counting)
    (tmp_path / "a.md").write_text('# A\n\n```toml\ntopic = "a"\n```\n\n## Q? {#q}\n\nA.\n')
    (tmp_path / "b.md").write_text('# B\n\n```toml\n## comment\ntopic = "t"\n```\n\n## Q? {#q}\n\nB.\n')
    assert target.open_target(tmp_path, "t").path.name == "b.md"
    assert [raw.count("Q?") for raw in parsed] == [0, 0, 1]


def test_a_card_goes_into_the_original_not_into_a_sync_services_copy(own: Path) -> None:
    """The copy comes first in the folder, and neither has the topic's name."""
    own.mkdir()
    for name in ("mine.md", "mine (conflicted copy).md"):
        (own / name).write_text(HEAD + "## Why? {#why}\n\nBecause.\n")
    assert append_card(own, "t", "## How? {#how}\n\nSo.").path == own / "mine.md"
