"""The cache of parsed files: never a truth, and an unchanged file costs one stat."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.decks.grammar.demo_calls import KnownDemos
from prep.decks.parse import parse
from prep.decks.parsed import ParsedFile
from prep.decks.problems.rules import RULES
from prep.decks.reading import cache as cache_module
from prep.decks.reading.cache import UNUSED, ParseCache, Seen, stamp
from prep.decks.reading.read import Folder, read_decks
from prep.decks.reading.reading import Reading
from prep.plain_file import plain_bytes
from tests.decks.conftest import HEAD, KNOWN
from tests.decks.test_rules import fixture

CARD = "## Why? {#why}\n\nBecause.\n"
LATER = 4_000_000_000_000_000_000
"""ns since the epoch, in 2096: whatever a test has just written was written long ago."""


class Parser:
    """Parses, and knows how often."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.times = 0

    def __call__(self, data: bytes) -> ParsedFile:
        self.times += 1
        return parse(data.decode(), self.path.name, KNOWN, str(self.path))

    def file(self, cache: ParseCache) -> ParsedFile:
        """The file as the cache has it."""
        return cache.file(self.path, self.path.name, False, self)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck file with one card."""
    path = tmp_path / "deck.md"
    path.write_text(HEAD + CARD)
    return path


@pytest.fixture
def cache(tmp_path: Path) -> Callable[..., ParseCache]:
    """A new start of prep: a cache over the same folder, long after the deck was written."""

    def start(mark: str = "a", at: int = LATER) -> ParseCache:
        return ParseCache(tmp_path / "cache", mark, lambda: at)

    return start


def answer(file: ParsedFile) -> str:
    """What the first card says."""
    return file.cards[0].answer


def test_an_unchanged_file_is_parsed_once(deck: Path, cache: Callable[..., ParseCache]) -> None:
    """Within a start and from one to the next."""
    parser, first = Parser(deck), cache()
    files = [parser.file(first), parser.file(first), parser.file(cache())]
    assert parser.times == 1
    assert all(file == files[0] for file in files)


def test_a_changed_file_is_parsed_again(deck: Path, cache: Callable[..., ParseCache]) -> None:
    """In the same start and in the next one."""
    parser, first = Parser(deck), cache()
    parser.file(first)
    deck.write_text(HEAD + CARD.replace("Because", "Therefore"))
    assert answer(parser.file(first)) == answer(parser.file(cache())) == "Therefore."
    assert parser.times == 2


def test_a_file_that_was_only_touched_is_not_parsed(
    deck: Path, cache: Callable[..., ParseCache], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes are compared, and from then on one stat is enough again."""
    opened = Mock(wraps=plain_bytes)
    monkeypatch.setattr(cache_module, "plain_bytes", opened)
    parser = Parser(deck)
    parser.file(cache())
    os.utime(deck, ns=(1, 1))
    for _ in range(3):
        parser.file(cache())
    assert (parser.times, [call.args[0] for call in opened.call_args_list].count(deck)) == (1, 2)


@pytest.mark.parametrize(("passed", "says"), [(1, "Therefore."), (10**10, "Because.")])
def test_what_changed_within_a_tick_of_being_read_is_compared(
    deck: Path, cache: Callable[..., ParseCache], monkeypatch: pytest.MonkeyPatch, passed: int, says: str
) -> None:
    """A second change within one tick of the disk's clock leaves no sign in size and time. Ten seconds after a file's
    last change one would: there the sign is believed, or nothing would be saved (the control)."""
    monkeypatch.setattr(cache_module, "look", lambda path, at: Seen(9, (1_000, 1_000), 1, 1_000 + passed))
    parser = Parser(deck)
    parser.file(cache())
    deck.write_text(HEAD + CARD.replace("Because", "Therefore"))
    assert answer(parser.file(cache())) == says


def test_another_file_in_its_place_is_read(deck: Path, cache: Callable[..., ParseCache]) -> None:
    """Though size and time of change are the same: a backup that was put back."""
    parser, times = Parser(deck), deck.stat()
    parser.file(cache())
    other = deck.with_name("other.md")
    other.write_text(HEAD + CARD.replace("Because", "But now"))
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(deck)
    assert answer(parser.file(cache())) == "But now."


def test_a_damaged_entry_is_made_again(deck: Path, cache: Callable[..., ParseCache], tmp_path: Path) -> None:
    """Cut short anywhere, with any byte changed, or empty; nobody is told, and the next start finds it whole."""
    parser = Parser(deck)
    whole = parser.file(cache())
    (entry,) = (tmp_path / "cache").iterdir()
    good, chance = entry.read_bytes(), Random(7)
    cuts = [good[:end] for end in range(0, len(good), 41)]
    flips = [good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :] for at in chance.sample(range(len(good)), 40)]
    for bad in (*cuts, *flips, good + b"x", b"\n\n\n", b"\xff" * 99):
        entry.write_bytes(bad)
        times = parser.times
        assert parser.file(cache()) == whole
        assert parser.times == times + 1
        assert entry.read_bytes() == good


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("strange", ["pipe", "device", "folder", "sparse"])
def test_what_is_no_entry_is_not_waited_for(
    deck: Path, cache: Callable[..., ParseCache], tmp_path: Path, strange: str
) -> None:
    """A pipe keeps its reader waiting, /dev/zero never ends, nor does a file of a terabyte."""
    whole = Parser(deck).file(cache())
    (entry,) = (tmp_path / "cache").iterdir()
    entry.unlink()
    match strange:
        case "pipe":
            os.mkfifo(entry)
        case "device":
            entry.symlink_to("/dev/zero")
        case "folder":
            entry.mkdir()
        case _:
            with entry.open("wb") as file:
                file.truncate(10**12)
    assert Parser(deck).file(cache()) == whole


def test_another_version_of_prep_parses_anew(deck: Path, cache: Callable[..., ParseCache]) -> None:
    """What it makes of a text may be something else."""
    parser = Parser(deck)
    parser.file(cache("a"))
    parser.file(cache("b"))
    parser.file(cache("b"))
    assert parser.times == 2


def test_the_stamp_follows_the_demos_that_are_known() -> None:
    """A card that names a demo is right or wrong by them."""
    more = replace(KNOWN, names=KNOWN.names | {"my.own"})
    assert stamp(KNOWN) == stamp(replace(KNOWN)) != stamp(more)


def test_where_nothing_can_be_kept_the_decks_are_read_all_the_same(deck: Path, tmp_path: Path) -> None:
    """A file stands where the folder should."""
    (tmp_path / "cache").write_text("")
    assert answer(Parser(deck).file(ParseCache(tmp_path / "cache", "a"))) == "Because."


def test_a_full_disk_is_not_filled_further(
    deck: Path, tmp_path: Path, cache: Callable[..., ParseCache], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No piece of an entry is left where none could be put in place."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert answer(Parser(deck).file(cache())) == "Because."
    assert list((tmp_path / "cache").iterdir()) == []


def test_two_starts_at_once_leave_a_whole_entry(deck: Path, cache: Callable[..., ParseCache]) -> None:
    """Each puts its entry in place in one step: one while the other parses; and the next start parses nothing."""
    parser, other = Parser(deck), cache()

    def meanwhile(data: bytes) -> ParsedFile:
        parser.file(other)
        return parser(data)

    assert cache().file(deck, deck.name, False, meanwhile) == parser.file(cache())
    assert parser.times == 2


def test_entries_of_decks_that_are_gone_go_when_they_are_many(tmp_path: Path) -> None:
    """A folder that is away for a day keeps its entries; rubbish doesn't grow without end."""
    folder, kept = tmp_path / "decks", tmp_path / "cache"
    folder.mkdir()
    (folder / "deck.md").write_text(HEAD + CARD)
    kept.mkdir()
    for rubbish in (UNUSED, 2):
        for n in range(rubbish):
            (kept / f"{rubbish}-{n}").write_text("")
        read_decks([Folder(folder)], KNOWN, cache=ParseCache(kept, "a"))
        assert len(list(kept.iterdir())) == 1 + (UNUSED if rubbish == UNUSED else 0)


def same(one: Reading, other: Reading) -> bool:
    """Whether they say the same, cues that are alike included."""
    return (one.deck, one.problems, one.withheld) == (other.deck, other.problems, other.withheld)


EDITS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 7), st.booleans()), min_size=1, max_size=12)


@given(EDITS)
def test_whatever_is_edited_the_cache_says_what_the_files_say(edits: list[tuple[str, int, bool]]) -> None:
    """Files are written, written again with as many bytes within the same moment, moved and deleted; prep is open all
    the time, or starts anew."""
    with TemporaryDirectory() as place:
        folder, open_still = Path(place, "decks"), ParseCache(Path(place, "cache"), "a")
        folder.mkdir()
        for name, to, write in edits:
            path = folder / f"{name}.md"
            if write:
                path.write_text(f"{HEAD}## Why {to}? {{#{name}{to % 2}}}\n\nBecause {to}.\n")
            elif path.exists():
                path.rename(folder / f"{'abc'[to]}.md") if to < len("abc") else path.unlink()
            wanted = read_decks([Folder(folder)], KNOWN)
            for cache in (open_still, ParseCache(Path(place, "cache"), "a")):
                found = read_decks([Folder(folder)], KNOWN, cache=cache)
                assert same(found, wanted)
                assert [card.answer for card in found.deck.cards] == [card.answer for card in wanted.deck.cards]


@pytest.mark.parametrize("name", RULES)
def test_a_kept_reading_is_the_reading(name: str, known: KnownDemos, tmp_path: Path) -> None:
    """With all its problems, the first time and the next."""
    folders = [Folder(fixture(name))]
    wanted = read_decks(folders, known)
    for _ in range(2):
        assert same(read_decks(folders, known, cache=ParseCache(tmp_path, "a", lambda: LATER)), wanted)


def test_a_folder_that_is_named_twice_has_its_cards_twice(deck: Path, known: KnownDemos, tmp_path: Path) -> None:
    """The cache hands out one file for both, and its twins are told all the same."""
    folders = [Folder(deck.parent), Folder(deck.parent)]
    reading = read_decks(folders, known, cache=ParseCache(tmp_path / "cache", "a"))
    assert same(reading, read_decks(folders, known))
    assert [problem.rule for problem in reading.pressing] == ["duplicate-id"]


def test_progress_says_how_many_files_are_read(tmp_path: Path, known: KnownDemos) -> None:
    """And may end the reading."""
    for name in "abc":
        (tmp_path / f"{name}.md").write_text(HEAD + CARD)
    told: list[tuple[int, int]] = []
    read_decks([Folder(tmp_path)], known, progress=lambda *numbers: told.append(numbers))
    assert told == [(0, 3), (1, 3), (2, 3)]

    def enough(done: int, files: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        read_decks([Folder(tmp_path)], known, progress=enough)
