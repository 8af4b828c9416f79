"""Each command of DESIGN §6: its JSON shape, its exit code, its sentence."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from prep.cli.opened import library
from prep.core.clock import DAY_MS, day_date
from prep.demos.running import sync
from prep.errors import DemoError
from prep.session.changes.actions import CardAction, act
from prep.system_clock import SystemClock
from tests.cli.conftest import Prep, Ran


def test_a_mistyped_command_is_told_what_was_meant(prep: Prep) -> None:
    """Exit 2, one sentence, no traceback."""
    ran = prep("reveiw")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean review?" in ran.err


def test_a_word_like_no_command_is_told_no_other(prep: Prep) -> None:
    """Two letters in common mean nothing; a beginning does."""
    assert "did you mean" not in prep("bogus").err
    assert "did you mean optimize?" in prep("opti").err


def test_a_mistyped_option_is_told_what_was_meant(prep: Prep) -> None:
    """Exit 2, with the nearest option of that command."""
    ran = prep("review", "--tpoic", "x")
    assert ran.code == 2 and "did you mean --topic?" in ran.err


@pytest.mark.parametrize(("typed", "meant"), [("--hlep", "--help"), ("--verison", "--version")])
def test_a_mistyped_option_of_prep_itself_is_told_what_was_meant(prep: Prep, typed: str, meant: str) -> None:
    """Without a command too."""
    ran = prep(typed)
    assert ran.code == 2 and f"did you mean {meant}?" in ran.err


@pytest.mark.parametrize("limit", ["0", "-3", "many"])
def test_a_limit_is_a_positive_number(prep: Prep, limit: str) -> None:
    """Anything else is wrong usage, and the sentence says what was expected."""
    ran = prep("review", "--plain", "--limit", limit)
    assert ran.code == 2 and f"--limit: '{limit}' is no whole number from 1 on" in ran.err


def test_a_mistyped_topic_or_tag_is_told_what_was_meant(prep: Prep) -> None:
    """A review of nothing would say that nothing is due."""
    ran = prep("review", "--plain", "--topic", "spraed")
    assert ran.code == 2 and "did you mean spread?" in ran.err
    ran = prep("review", "--plain", "--tag", "nowhere")
    assert ran.code == 2 and "no tag 'nowhere'" in ran.err


def test_due_says_what_waits(prep: Prep) -> None:
    """{day, due:{question,follow-up,red-flag}, new, minutes, cards:[{id,kind,due,recall}]}"""
    due = json.loads(prep("due", "--json").out)
    assert list(due) == ["day", "due", "new", "minutes", "cards"]
    assert due["due"] == {"question": 0, "follow-up": 0, "red-flag": 0} and due["new"] == 2
    assert due["cards"][0] == {"id": "spread/width", "kind": "question", "due": None, "recall": None}


def test_cards_lists_every_card(prep: Prep) -> None:
    """One a line, cues readable without LaTeX."""
    lines = prep("cards").out.splitlines()
    assert [line.split()[0] for line in lines] == ["spread/width", "spread/differences"]


def test_show_finds_a_card_by_its_last_part(prep: Prep) -> None:
    """With its history; nothing yet, then one answer and no lapse."""
    ran = prep("show", "width")
    assert "0 answers · 0 lapses" in ran.out
    assert "About √dₖ, and x[:, 0] is the first column." in ran.out
    assert json.loads(prep("show", "spread/width", "--json").out)["state"]["phase"] == "new"
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    assert "1 answer · 0 lapses · stability 2.3 days" in prep("show", "width").out


def test_show_tells_which_points_are_required(prep: Prep) -> None:
    """As the walk and the topic's page do."""
    assert "\nMUST SAY\n· the root of the width (required)\n" in prep("show", "width").out


def test_show_says_that_a_card_was_suspended_buried_or_released(prep: Prep) -> None:
    """Each hold in its own words: one without end has no date."""
    with library() as opened:
        card = opened.find("width")
        for action in (CardAction.SUSPEND, CardAction.RELEASE, CardAction.BURY):
            act(opened, card, action)
        tomorrow = day_date(opened.day() + 1)
    rows = prep("show", "width").out.partition("HISTORY\n")[2].splitlines()
    held = [row.partition("  ")[2] for row in rows if "held" in row]
    assert held == ["held  until released", "held  no longer", f"held  until {tomorrow}"]


def test_an_unknown_card_is_told_the_nearest(prep: Prep) -> None:
    """Exit 2."""
    ran = prep("show", "widht")
    assert ran.code == 2 and "did you mean width?" in ran.err


def test_read_prints_the_topic_as_a_page(prep: Prep) -> None:
    """Cues, answers, math drawn."""
    out = prep("read", "spread").out
    assert "How wide is a score?" in out and "√dₖ" in out and "Differences only." in out


def test_read_without_a_topic_lists_them(prep: Prep) -> None:
    """Id, number of cards, title."""
    ran = prep("read")
    assert (ran.code, ran.out) == (0, "spread    2  Spread\n")


def test_check_exits_with_1_on_errors_only(prep: Prep, tmp_path: Path) -> None:
    """[{file,line,column,level,message,hint}]"""
    bad = tmp_path / "bad.md"
    bad.write_text('# T\n\n```toml\ntopic = "t"\n```\n\n## Cue {#a}\n\n$\\foo$\n', encoding="utf-8")
    ran = prep("check", str(bad), "--json")
    problem = json.loads(ran.out)[0]
    assert ran.code == 1 and (problem["line"], problem["level"]) == (9, "error")
    assert {"file", "line", "column", "level", "message", "hint"} <= set(problem)
    assert prep("check").code == 0


def test_check_of_a_path_that_is_not_there_is_wrong_usage(prep: Prep) -> None:
    """Exit 2 with the path."""
    ran = prep("check", "nowhere.md")
    assert ran.code == 2 and "nowhere.md" in ran.err


def test_config_tells_where_everything_lies(prep: Prep, home: Path) -> None:
    """After the settings, in comments: what it prints can be kept as the settings themselves."""
    out = prep("config").out
    assert out.startswith(f"# {home / 'config.toml'}\n") and f"# backups: {home / 'backups'}\n" in out
    assert tomllib.loads(out)["new_per_day"] == 10


@pytest.mark.parametrize("words", [("check",), ("check", "--rules"), ("demo", "--list"), ("config",), ("nonsense",)])
def test_what_only_looks_creates_no_files(prep: Prep, home: Path, words: tuple[str, ...]) -> None:
    """Not even the folder."""
    prep(*words)
    assert not home.exists()


def test_adding_and_listing_are_seen_to_create_files(prep: Prep, home: Path) -> None:
    """The control of the test above: a command that opens the library makes its database."""
    prep("due")
    assert (home / "prep.db").exists()


def test_undo_and_redo_say_what_they_did(prep: Prep) -> None:
    """And exit with 1 when there is nothing."""
    assert prep("undo").code == 1
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    assert prep("undo").out == "undone: Good on width\n"
    assert prep("redo").out == "redone: Good on width\n"
    assert prep("redo").code == 1


def test_a_suspended_card_is_released(prep: Prep, home: Path) -> None:
    """`prep cards` shows it, `prep release` frees it, `prep undo` takes that back; a free card is told."""
    prep("due")
    with library() as opened:
        act(opened, opened.find("width"), CardAction.SUSPEND)
    assert "suspended" in prep("cards").out
    assert prep("release", "width", "differences").out == "1 card released; prep undo takes it back\n"
    assert "suspended" not in prep("cards").out
    assert (prep("release", "width").code, prep("release", "widht").code) == (1, 2)
    prep("undo")
    assert "suspended" in prep("cards").out


def test_log_prints_one_event_a_line(prep: Prep) -> None:
    """Columns and body flattened."""
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    events = [json.loads(line) for line in prep("log", "--json").out.splitlines()]
    assert [event["kind"] for event in events] == ["added", "added", "rated"]
    assert (events[-1]["card"], events[-1]["rating"], events[-1]["mode"]) == ("spread/width", 3, "review")


def test_log_tells_what_was_undone(prep: Prep) -> None:
    """By its kind and card, not by an id that says nothing to a person; also what redo undid."""
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    prep("undo")
    prep("redo")
    told = [line[21:] for line in prep("log").out.splitlines()][-2:]
    assert told == ["undone    rated spread/width", "undone    undone rated spread/width"]


def test_doctor_is_content_with_a_fresh_database(prep: Prep) -> None:
    """{ok, problems:[…]}; in words one line, and nothing of a torch that loads."""
    assert json.loads(prep("doctor", "--json").out) == {"ok": True, "problems": []}
    assert prep("doctor") == Ran(0, "all is well\n", "")


def test_doctor_tells_of_torch_that_does_not_load(prep: Prep, monkeypatch: pytest.MonkeyPatch) -> None:
    """On stderr, with the command that mends it; reviewing needs no torch, so the exit code is 0."""
    monkeypatch.setattr(sync, "torch_trouble", lambda: DemoError("torch is not installed", "pip install torch"))
    assert prep("doctor") == Ran(0, "", "prep: torch is not installed\n  pip install torch\n")


def test_doctor_names_what_was_changed_by_hand_and_rebuild_mends_it(prep: Prep, home: Path) -> None:
    """One cached due and one stability: exit 1 with both named; content again after --rebuild."""
    prep("review", "--plain", stdin="\n\n3\n\n3\n")
    with closing(sqlite3.connect(home / "prep.db")) as other, other:
        other.execute("update state set due_day = due_day + 1 where card = 'spread/width'")
        other.execute("update state set stability = stability * 1.0001 where card = 'spread/differences'")
    ran = prep("doctor", "--json")
    found = json.loads(ran.out)
    assert ran.code == 1 and found["ok"] is False and len(found["problems"]) == 2
    assert "stability" in found["problems"][0] and "spread/differences" in found["problems"][0]
    assert "due_day" in found["problems"][1] and "spread/width" in found["problems"][1]
    mended = prep("doctor", "--rebuild")
    assert mended.code == 0 and "2 rows said something else" in mended.out
    assert json.loads(prep("doctor", "--json").out) == {"ok": True, "problems": []}


def test_doctor_names_cards_that_a_wrong_clock_sent_away(prep: Prep, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1 and a sentence a card; --reschedule brings them back in one step, and undo takes that back."""
    right = SystemClock.now
    monkeypatch.setattr(SystemClock, "now", lambda clock: right(clock).later(1_500 * DAY_MS))
    prep("review", "--plain", stdin="\n\n4\n")
    monkeypatch.setattr(SystemClock, "now", right)
    ran = prep("doctor")
    assert ran.code == 1 and "spread/width was answered on" in ran.out and "prep doctor --reschedule" in ran.out
    assert len(json.loads(prep("doctor", "--json").out)["problems"]) == 1
    assert "1 card brought back" in prep("doctor", "--reschedule").out
    assert json.loads(prep("doctor", "--json").out) == {"ok": True, "problems": []}
    assert "reschedule width" in prep("undo").out
    assert prep("doctor", "--json").code == 1


def test_a_backup_can_be_put_back(prep: Prep) -> None:
    """What was rated after it is gone from the database, and kept in the copy made by the restore."""
    prep("review", "--plain", "--limit", "1", stdin="\n\n3\n")
    saved = prep("backup").out.strip()
    prep("undo")
    ran = prep("restore", saved)
    assert ran.code == 0 and "is kept as" in ran.out
    assert prep("redo").code == 1 and prep("undo").out == "undone: Good on width\n"


def test_a_backup_of_nothing_is_told(prep: Prep) -> None:
    """There is no database yet."""
    ran = prep("backup")
    assert ran.code == 1 and "no database" in ran.err


def test_a_bad_setting_names_file_line_key_and_range(prep: Prep, home: Path) -> None:
    """And nothing starts."""
    home.mkdir()
    (home / "config.toml").write_text("new_per_day = 3\nretention = 1.5\n", encoding="utf-8")
    ran = prep("due")
    assert ran.code == 1
    for part in ("config.toml:2", "retention", "1.5", "0.7", "0.97"):
        assert part in ran.err


def test_demo_refuses_what_is_outside_its_range_before_it_starts(prep: Prep) -> None:
    """With the range and the nearest valid value."""
    ran = prep("demo", "attention.score-std", "d_k=0")
    assert ran.code == 2 and "1 to 4096" in ran.err and "nearest is 1" in ran.err


def test_a_demo_word_without_a_value_is_told(prep: Prep) -> None:
    """key=value is the form."""
    assert "key=value" in prep("demo", "attention.score-std", "d_k").err


def test_the_app_says_that_it_needs_a_terminal(prep: Prep) -> None:
    """Through a pipe there is the line mode."""
    ran = prep()
    assert ran.code == 2 and "prep review --plain" in ran.err


def test_remains_of_a_database_are_not_started_over_unasked(prep: Prep, home: Path) -> None:
    """No database but backups: nothing is made, and what to do is told."""
    prep("due")
    prep("backup")
    (home / "prep.db").unlink()
    ran = prep("due")
    assert ran.code == 1 and "prep restore" in ran.err
    assert not (home / "prep.db").exists()


def test_a_demo_as_a_script(prep: Prep) -> None:
    """The lesson's own code with the given values, and nothing runs."""
    ran = prep("demo", "attention.score-std", "d_k=8", "--script")
    assert ran.code == 0 and "d_k = (8,)" in ran.out and "import torch" in ran.out


def test_a_query_finds_cards_and_cards_takes_it_too(prep: Prep) -> None:
    """`find` the best match first, `cards` in the order of the decks; both with the JSON of `cards`; none is exit 1."""
    every = json.loads(prep("cards", "--json").out)
    assert [card["id"] for card in every] == ["spread/width", "spread/differences"]
    assert json.loads(prep("find", "--json", "is:new", "sees").out) == []
    assert json.loads(prep("find", "--json", "is:new", "see").out) == every[1:]
    assert json.loads(prep("cards", "--json", "s").out) == every
    assert prep("find", "nothing").code == 1


def test_a_filter_that_there_is_not_is_told_with_the_nearest(prep: Prep) -> None:
    """Wrong usage, and the column."""
    ran = prep("find", "softmax", "topc:rope")
    assert (ran.code, ran.out) == (2, "")
    assert "topc: is no filter. Did you mean topic:?" in ran.err and "column 9" in ran.err
