"""Folders → one deck: order, twins, files that can't be read."""

from __future__ import annotations

import os
import socket
import unicodedata
from pathlib import Path
from time import process_time

import pytest

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.reading.read import Folder, read_decks, read_text
from prep.decks.reading.reading import Reading
from prep.plain_file import MOST
from prep.text.parser import markdown_parser


def deck(topic: str, *cards: str, title: str = "Title") -> str:
    """A file with one question for each word."""
    questions = "".join(f"## Why {card}? {{#{card}}}\n\nBecause.\n\n" for card in cards)
    return f'# {title}\n\n```toml\ntopic = "{topic}"\n```\n\n{questions}'


def write(folder: Path, **files: str) -> Path:
    """A folder with these files; `a__b` is a/b.md."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def ids(reading: Reading) -> list[str]:
    """Full ids in deck order."""
    return [card.full_id for card in reading.deck.cards]


def test_files_come_in_the_order_of_their_paths(tmp_path: Path, known: KnownDemos) -> None:
    """And folders in the order given; a topic stands where its first file does."""
    one = write(tmp_path / "one", b=deck("b", "x"), a__z=deck("z", "x"), a=deck("a", "x"))
    two = write(tmp_path / "two", a=deck("z", "y"), c=deck("c", "x"))
    assert ids(read_decks([Folder(one, True), Folder(two)], known)) == ["z/x", "z/y", "a/x", "b/x", "c/x"]


def test_files_share_a_topic(tmp_path: Path, known: KnownDemos) -> None:
    """Title and level are the first file's."""
    folder = write(tmp_path, a=deck("t", "x", title="First"), b=deck("t", "y", title="Second"))
    (topic,) = read_decks([Folder(folder)], known).deck.topics
    assert topic.title == "First"
    assert [Path(file).name for file in topic.files] == ["a.md", "b.md"]
    assert [card.id for card in topic.cards] == ["x", "y"]


def test_a_persons_card_stands_where_its_shipped_twin_stood(tmp_path: Path, known: KnownDemos) -> None:
    """And it is theirs: it isn't marked as shipped."""
    shipped = write(tmp_path / "shipped", t=deck("t", "a", "b", "c"))
    own = write(tmp_path / "own", mine=deck("t", "b").replace("Because", "My reason"))
    for folders in ([Folder(shipped, True), Folder(own)], [Folder(own), Folder(shipped, True)]):
        reading = read_decks(folders, known)
        assert ids(reading) == ["t/a", "t/b", "t/c"]
        assert reading.problems == ()
        card = reading.deck.card("t/b")
        assert card and not card.shipped and card.answer == "My reason."


def test_a_broken_twin_lets_the_shipped_card_be(tmp_path: Path, known: KnownDemos) -> None:
    """Nobody loses a card by a half-finished edit."""
    shipped = write(tmp_path / "shipped", t=deck("t", "a"))
    own = write(tmp_path / "own", mine=deck("t", "a").replace("Because.", ""))
    reading = read_decks([Folder(shipped, True), Folder(own)], known)
    assert [problem.rule for problem in reading.problems] == ["empty-answer"]
    assert reading.deck.cards[0].shipped and reading.withheld == ()


def test_the_same_id_twice_names_both_places(tmp_path: Path, known: KnownDemos) -> None:
    """The first stays in play."""
    folder = write(tmp_path, a=deck("t", "x"), b=deck("t", "y", "x"))
    reading = read_decks([Folder(folder)], known)
    (problem,) = reading.problems
    assert str(problem) == "b.md:11: error: the id t/x is used twice, first on a.md:7 (give one of the two another id)"
    assert ids(reading) == ["t/x", "t/y"]


def test_one_bad_file_never_hides_the_others(tmp_path: Path, known: KnownDemos) -> None:
    """Nor a bad card its neighbours."""
    folder = write(tmp_path, a="no title", c=deck("c", "x", "y").replace("Because.", "", 1))
    (folder / "b.md").write_bytes(b"\xff\xfe# T")
    (folder / "d.md").symlink_to(folder / "gone")
    reading = read_decks([Folder(folder)], known)
    assert ids(reading) == ["c/y"]
    assert reading.withheld == ("c/x",)
    assert {problem.file for problem in reading.problems} == {"a.md", "b.md", "c.md", "d.md"}


def test_a_problem_leads_to_its_file(tmp_path: Path, known: KnownDemos) -> None:
    """Relative for people, whole for the editor."""
    folder = write(tmp_path, a__b="# T\n")
    problem = read_decks([Folder(folder)], known).problems[0]
    assert problem.file == "a/b.md"
    assert problem.path == str(folder / "a" / "b.md")


NAMES = ["it's 100% #1 [x].md", "zürich.md", unicodedata.normalize("NFD", "zürich.md"), "数学.md"]


@pytest.mark.parametrize("name", NAMES)
def test_file_names_are_ordinary(tmp_path: Path, known: KnownDemos, name: str) -> None:
    """Quotes, %, #, umlauts composed or not, any script."""
    (tmp_path / name).write_text(deck("t", "x") + "$\\foo$\n")
    reading = read_decks([Folder(tmp_path)], known)
    assert ids(reading) == ["t/x"]
    assert reading.problems[0].file == unicodedata.normalize("NFC", name)


def test_hidden_files_are_passed_over(tmp_path: Path, known: KnownDemos) -> None:
    """An editor's back-up and a repository's insides are no decks."""
    folder = write(tmp_path, a=deck("t", "x"))
    (folder / ".git").mkdir()
    (folder / ".git" / "x.md").write_text("x")
    (folder / ".#a.md").write_text("x")
    (folder / "notes.txt").write_text("x")
    assert read_decks([Folder(folder)], known).problems == ()


def test_of_may_name_a_question_of_another_folder(tmp_path: Path, known: KnownDemos) -> None:
    """A copied follow-up still hangs on the shipped question; a wrong name gets the nearest."""
    shipped = write(tmp_path / "shipped", t=deck("t", "question"))
    follow = deck("u") + "## Follow-up: {}? {{#f of=t/{}}}\n\nYes.\n"
    own = write(tmp_path / "own", a=follow.format("a", "question"))
    assert read_decks([Folder(shipped, True), Folder(own)], known).problems == ()
    write(own, a=follow.format("a", "questoin"))
    (problem,) = read_decks([Folder(shipped, True), Folder(own)], known).problems
    assert problem.hint == "did you mean t/question?"


def test_a_follow_up_of_a_withheld_question_is_no_second_problem(tmp_path: Path, known: KnownDemos) -> None:
    """One fault, one line."""
    text = deck("t", "q").replace("Because.", "") + "## Follow-up: and? {#f}\n\nYes.\n"
    reading = read_decks([Folder(write(tmp_path, a=text))], known)
    assert [problem.rule for problem in reading.problems] == ["empty-answer"]
    assert ids(reading) == ["t/f"]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, known: KnownDemos) -> None:
    """The others are read."""
    folder = write(tmp_path / "here", a=deck("t", "x"))
    reading = read_decks([Folder(tmp_path / "gone"), Folder(folder)], known)
    assert ids(reading) == ["t/x"]
    (problem,) = reading.problems
    assert problem.message == "this folder can't be read: No such file or directory"


def test_one_file_of_many_can_be_checked(tmp_path: Path, known: KnownDemos) -> None:
    """Its follow-ups may hang on questions of the files beside it, which are not read."""
    write(tmp_path, a=deck("t", "question"), b=deck("u") + "## Follow-up: and? {#f of=t/question}\n\nYes.\n")
    alone = read_decks([Folder(tmp_path / "b.md")], known)
    assert [problem.rule for problem in alone.problems] == ["unknown-question"]
    reading = read_decks([Folder(tmp_path / "b.md")], known, beside=[Folder(tmp_path)])
    assert reading.problems == () and ids(reading) == ["u/f"]


def test_a_text_is_checked_against_a_deck(tmp_path: Path, known: KnownDemos) -> None:
    """Its cards need no id yet; of= names a question of the deck, or, where none is given, any."""
    there = read_decks([Folder(write(tmp_path, a=deck("t", "question")))], known).deck
    text = deck("u") + "## Why?\n\nB.\n\n## Follow-up: and? {#f of=t/questions}\n\nYes.\n"
    assert [problem.rule for problem in read_text(text, "-", known).problems] == ["no-id"]
    assert len(read_text(text, "-", known).deck.cards) == 2
    assert [problem.rule for problem in read_text(text, "-", known, there).problems] == ["no-id", "unknown-question"]
    assert read_text(text.replace("questions", "question"), "-", known, there).withheld == ()


def test_four_hundred_cards_are_read_at_once(tmp_path: Path, known: KnownDemos) -> None:
    """One parse a file: reading costs a small multiple of what the Markdown parser alone takes."""
    text = (Path(__file__).parent / "example.md").read_text()
    texts = [text.replace('topic = "attention-scaling"', f'topic = "t{n}"') for n in range(81)]
    for n, each in enumerate(texts):
        (tmp_path / f"{n}.md").write_text(each)
    parser = markdown_parser()
    start = process_time()
    for each in texts:
        parser.parse(each)
    alone = process_time() - start
    start = process_time()
    reading = read_decks([Folder(tmp_path)], known)
    took = process_time() - start
    assert len(reading.deck.cards) == 405
    assert took < 5 * alone


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among files")
def test_a_pipe_among_the_decks_is_told_and_not_waited_for(
    tmp_path: Path, known: KnownDemos, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is no file is one problem; reading it would never end."""
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "endless.md").symlink_to("/dev/zero")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    monkeypatch.chdir(tmp_path)  # a socket's path has at most 107 bytes
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("socket.md")
        reading = read_decks([Folder(tmp_path)], known)
    assert [(problem.file, problem.message) for problem in reading.problems] == [
        ("endless.md", "this file can't be read: it is no file"),
        ("gone.md", "this file can't be read: No such file or directory"),
        ("pipe.md", "this file can't be read: it is no file"),
        ("socket.md", "this file can't be read: it is no file"),
    ]


def test_a_file_too_large_for_a_deck_is_told_and_not_parsed(tmp_path: Path, known: KnownDemos) -> None:
    """A log or a model that was saved under such a name; the others are read."""
    write(tmp_path, a=deck("a", "x"))
    with (tmp_path / "huge.md").open("wb") as huge:
        huge.truncate(MOST + 1)
    reading = read_decks([Folder(tmp_path)], known)
    assert [(problem.message, problem.hint) for problem in reading.problems] == [
        ("this file can't be read: it is larger than 5 MB", "make several files of it")
    ]
    assert len(reading.deck.cards) == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [("9" * 5_000, "a number has too many digits"), ("[" * 9_999, "brackets are nested too deeply")],
)
def test_what_the_interpreter_refuses_in_a_preamble_is_told_in_our_words(
    tmp_path: Path, known: KnownDemos, value: str, said: str
) -> None:
    """Python has errors of its own for a long number and for deep nesting, which are none of TOML's."""
    (tmp_path / "a.md").write_text(f'# A\n\n```toml\ntopic = "a"\nlevel = {value}\n```\n', encoding="utf-8")
    reading = read_decks([Folder(tmp_path)], known)
    assert f"this is not TOML: {said}" in [problem.message for problem in reading.problems]


COPIES = [
    "{} (Ada's conflicted copy 2026-11-29)",
    "{}-LAPTOP-4F2K9B1C",
    "{}.sync-conflict-20261129-183100-ABCDEFG",
    "{} 2",
]


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("original", ["t", "mine"])
def test_a_sync_services_copy_is_named_and_the_original_served(
    tmp_path: Path, known: KnownDemos, name: str, original: str
) -> None:
    """The copy's name comes first in the folder, with another card of the same id in it."""
    folder = write(tmp_path, **{original: deck("t", "a", "b"), name.format(original): deck("t", "a", "b", "c")})
    reading = read_decks([Folder(folder)], known)
    assert [Path(card.place.file).stem for card in reading.deck.cards] == [original, original]
    (problem,) = reading.problems
    assert (problem.rule, problem.file) == ("sync-copy", f"{name.format(original)}.md")
    assert problem.message == f"a sync service left this copy of {original}.md, so its cards are not asked"


@pytest.mark.parametrize("name", ["t - Copy", "t - Copy (2)", "t copy", "t copy 2", "t_LOCAL_4711", "t_BASE_4711"])
def test_a_copy_that_a_merge_or_a_file_manager_left_is_named_too(tmp_path: Path, known: KnownDemos, name: str) -> None:
    """Some of their names come first in the folder: the original is served all the same."""
    folder = write(tmp_path, t=deck("t", "a", "b"), **{name: deck("t", "a", "b", "c")})
    reading = read_decks([Folder(folder)], known)
    assert [Path(card.place.file).stem for card in reading.deck.cards] == ["t", "t"]
    assert [problem.message for problem in reading.problems] == ["this is a copy of t.md, so its cards are not asked"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t 2", deck("t", "c")),
        ("t (1)", deck("u", "a")),
        ("t-conflicts", deck("t-conflicts", "a")),
        ("conflict", deck("t", "c")),
    ],
)
def test_a_name_alone_makes_no_copy(tmp_path: Path, known: KnownDemos, name: str, text: str) -> None:
    """A second part of a topic shares no card with the first, and another topic is another deck."""
    folder = write(tmp_path, **{"t": deck("t", "a"), name: text})
    reading = read_decks([Folder(folder)], known)
    assert len(reading.deck.cards) == 2 and reading.pressing == ()


def test_a_copy_whose_original_is_gone_is_served(tmp_path: Path, known: KnownDemos) -> None:
    """It holds the only cards there are."""
    folder = write(tmp_path, **{"t (conflicted copy)": deck("t", "a")})
    assert ids(read_decks([Folder(folder)], known)) == ["t/a"]


def test_a_linked_folder_is_read_once(tmp_path: Path, known: KnownDemos) -> None:
    """Its cards lie elsewhere; a link round in a circle, or to what is read anyway, brings nothing twice."""
    folder = write(tmp_path / "decks", near=deck("near", "a"))
    elsewhere = write(tmp_path / "elsewhere", far=deck("far", "b"))
    (folder / "linked").symlink_to(elsewhere)
    (folder / "again").symlink_to(elsewhere)
    (elsewhere / "round").symlink_to(elsewhere)
    (folder / "sub").mkdir()
    (folder / "sub" / "same").symlink_to(folder / "linked")
    reading = read_decks([Folder(folder)], known)
    assert sorted(ids(reading)) == ["far/b", "near/a"]
    assert reading.problems == ()


def test_a_link_to_too_much_is_told(tmp_path: Path, known: KnownDemos, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home, a whole disk or the folder above: its Markdown isn't cards. The rest is read."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = write(tmp_path / "home" / "decks", near=deck("near", "a"))
    (folder / "up").symlink_to(tmp_path / "home")
    (folder / "disk").symlink_to("/")
    reading = read_decks([Folder(folder)], known)
    assert ids(reading) == ["near/a"]
    assert ["it is a link" in problem.message for problem in reading.problems] == [True, True]


@pytest.mark.skipif(not hasattr(os, "seteuid") or os.geteuid() != 0, reason="only root can be somebody else")
def test_a_deck_folder_that_cannot_be_entered_stops_nothing(tmp_path: Path, known: KnownDemos) -> None:
    """It is told by name, and the other folders are read."""
    shut, other = write(tmp_path / "shut", a=deck("a", "a")), write(tmp_path / "other", b=deck("b", "b"))
    shut.chmod(0)
    for above in (tmp_path, *tmp_path.parents):
        if above.name.startswith(("test_", "popen-", "pytest-")):  # with several processes there is one more
            above.chmod(0o755)
    os.seteuid(65_534)
    try:
        reading = read_decks([Folder(shut), Folder(other)], known)
    finally:
        os.seteuid(0)
    assert ids(reading) == ["b/b"]
    assert [(problem.rule, str(shut) in problem.file) for problem in reading.problems] == [("unreadable", True)]
