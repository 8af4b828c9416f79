"""The line mode: its words, its acknowledgements, its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from prep.cli.opened import library
from prep.cli.plain import PlainReview, asking
from prep.core.event import EventDraft, EventKind, Rating
from prep.session.changes.actions import append
from prep.session.review.review import Review
from prep.system_clock import SystemClock
from tests.cli.conftest import Prep


def rated(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("rated")]


def test_enter_reveals_skips_and_takes_the_suggestion(prep: Prep) -> None:
    """Of a point that was judged; where none was, there is no suggestion, and it asks."""
    ran = prep("review", "--plain", stdin="\n\n\n")
    assert ran.code == 0 and rated(ran.out) == [] and "1 to 4, how did it go?" in ran.out
    ran = prep("review", "--plain", stdin="\nY\n\n")
    assert ran.code == 0 and rated(ran.out) == ["rated Good spread/width · 2 days"]


def test_a_digit_rates_anywhere_after_the_reveal(prep: Prep) -> None:
    """In the middle of the walk too, and never before the reveal."""
    ran = prep("review", "--plain", stdin="1\n\n4\n")
    assert [line.split()[1] for line in rated(ran.out)] == ["Easy"]
    assert "'1' means nothing here" in ran.out


def test_a_question_mark_tells_the_keys(prep: Prep) -> None:
    """At every stage, without leaving it, in one row of 76 columns."""
    ran = prep("review", "--plain", stdin="?\n\n?\n\n?\n3\n")
    assert all(len(row) <= 76 for row in ran.out.splitlines() if "q leave" in row)
    assert ran.out.count("h hint, d demo, u undo, U redo, q leave") == 3 and len(rated(ran.out)) == 1


def test_a_row_that_asks_is_no_wider_than_the_page() -> None:
    """A short point and its keys are one row; a long one has its keys below, unbroken."""
    assert asking("  a sum", "y said >") == "  a sum  y said >"
    long = "  a sum of many products, whose variances add up to the width of the head"
    assert asking(long, "y said >") == f"{long}\n  y said >"


def test_ticks_lead_to_the_suggested_rating(prep: Prep) -> None:
    """A required point missed: enter takes Again."""
    ran = prep("review", "--plain", stdin="\nn\n\n")
    assert rated(ran.out)[0].startswith("rated Again spread/width")


def test_the_end_of_input_is_q(prep: Prep) -> None:
    """Nothing is rated, exit 0."""
    assert prep("review", "--plain", stdin="\n").code == 0
    assert prep("review", "--plain", stdin="\nq\n1\n").out.count("rated ") == 0


def test_n_goes_on_with_more_new_cards(prep: Prep, home: Path) -> None:
    """When nothing more is due it is asked how to go on; the end of input, or enter, ends."""
    home.mkdir()
    (home / "config.toml").write_text("new_per_day = 1\n")
    ran = prep("review", "--plain", stdin="\n4\nn\n\n4\n")
    assert len(rated(ran.out)) == 2 and "n more new cards, enter end >" in ran.out
    assert prep("review", "--plain", stdin="\n").out == "\nNothing is due. Tomorrow: 0 cards.\n"


def test_u_takes_the_last_rating_back_though_nothing_more_is_due(prep: Prep, home: Path) -> None:
    """At the question how to go on too: the card returns and can be rated again."""
    home.mkdir()
    (home / "config.toml").write_text("new_per_day = 1\n")
    ran = prep("review", "--plain", stdin="\n\n3\nu\n\n1\nq\n")
    assert [line.split()[1] for line in rated(ran.out)] == ["Good", "Again"]
    assert "undone: Good on width" in ran.out


def test_c_continues_with_cards_before_their_day(prep: Prep, monkeypatch: pytest.MonkeyPatch) -> None:
    """A day later nothing is due and nothing new: `c` asks the least remembered card, anything else ends."""
    prep("review", "--plain", stdin="\n\n3\n\n4\n")
    tomorrow = SystemClock().now().later(86_400_000)
    monkeypatch.setattr(SystemClock, "now", lambda _: tomorrow)
    ran = prep("review", "--plain", stdin="\n")
    assert "Nothing more is due. c continue with the least remembered, enter end >" in ran.out
    ran = prep("review", "--plain", stdin="c\n\n\n3\nq\n")
    assert len(rated(ran.out)) == 1 and "spread/width" in rated(ran.out)[0]


def test_u_takes_the_last_rating_back(prep: Prep) -> None:
    """Its card is asked again."""
    ran = prep("review", "--plain", stdin="\n\n3\nu\nq\n")
    assert "undone: Good on width" in ran.out
    assert prep("undo").code == 1


def test_capital_u_gives_back_what_was_undone(prep: Prep, home: Path) -> None:
    """At a card's prompt and where nothing more is due; without an undo before it there is nothing to give back."""
    home.mkdir()
    (home / "config.toml").write_text("new_per_day = 1\n")
    ran = prep("review", "--plain", stdin="U\n\n\n3\nu\nU\nU\nu\nU\nq\n")
    assert ran.out.count("nothing to redo") == 2 and ran.out.count("redone: Good on width") == 2
    assert "undone: Good on width" in prep("undo").out


def test_code_and_math_read_as_written(prep: Prep) -> None:
    """x[:, 0] survives; LaTeX is drawn."""
    assert "About √dₖ, and x[:, 0] is the first column." in prep("review", "--plain", stdin="\n").out


def test_no_colour_and_no_cursor_movement_through_a_pipe(prep: Prep) -> None:
    """Not one escape character."""
    assert "\x1b" not in prep("review", "--plain", stdin="\nn\n\n\n\n\n").out


def test_an_unknown_topic_is_told_the_nearest(prep: Prep) -> None:
    """Rather than an empty review."""
    ran = prep("review", "--plain", "--topic", "spred")
    assert ran.code == 2 and "did you mean spread?" in ran.err


def test_h_says_when_there_is_no_hint(prep: Prep) -> None:
    """And asks on."""
    assert "no hint" in prep("review", "--plain", stdin="h\nq\n").out


def test_d_on_a_card_without_a_demo_is_told(prep: Prep) -> None:
    """And the next line is still the answer to the prompt."""
    ran = prep("review", "--plain", stdin="d\n\n\n3\n")
    assert "no demo" in ran.out and len(rated(ran.out)) == 1


DEMO = """\
# Widths

```toml
topic = "aaa"
level = 1
```

## How wide is it at width 8? {#eight}

About 2.83.

### Demo

- `attention.score-std d_k=8 n=100` What do you expect?
"""


@pytest.fixture
def with_demo(home: Path) -> Path:
    """A card of the person's own that names a demo."""
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "aaa.md").write_text(DEMO, encoding="utf-8")
    return home


def test_d_asks_the_prediction_runs_and_logs_it(prep: Prep, with_demo: Path) -> None:
    """On the next line; afterwards the same card waits at the same prompt."""
    ran = prep("review", "--plain", "--topic", "aaa", stdin="d\n2.8\n\n3\n")
    assert "What do you expect?" in ran.out  # the card's own words
    assert "you 2.8" in ran.out and "theory" in ran.out
    assert [line.split()[2] for line in rated(ran.out)] == ["aaa/eight"]
    told = next(line for line in prep("log").out.splitlines() if "measured" in line)
    assert "attention.score-std  you said 2.8, measured 2." in told


def test_what_is_no_prediction_is_asked_again(prep: Prep, with_demo: Path) -> None:
    """A slip of the keys costs no run."""
    ran = prep("review", "--plain", "--topic", "aaa", stdin="d\n2,8\n2.8\nq\n")
    assert "2,8 could be read in two ways; write a point for decimals" in ran.out
    assert "you 2.8" in ran.out


def test_q_instead_of_a_prediction_runs_nothing(prep: Prep, with_demo: Path) -> None:
    """The card is back at its prompt; the end of input does the same."""
    for typed in ("d\nq\nq\n", "d\n"):
        ran = prep("review", "--plain", "--topic", "aaa", stdin=typed)
        assert ran.code == 0 and ran.out.count("enter reveal, ? keys >") == 2
        assert "measured" not in prep("log").out


def test_a_leech_says_how_often_and_what_was_missed(prep: Prep) -> None:
    """In the line above the question, and below the answer."""
    with library() as opened:
        day = opened.day()
        ratings = [Rating.GOOD, *[Rating.AGAIN] * 6]
        missed = {"missed": ["root"]}
        drafts = [EventDraft(EventKind.RATED, "spread/width", rating=r, due_day=day, body=missed) for r in ratings]
        append(opened, drafts)
    out = prep("review", "--plain", "--limit", "1", stdin="\n").out
    assert "spread/width · screen · missed 6 times" in out and "Missed most: the root of the width" in out


def test_the_kept_focus_holds_here_too_and_is_told(prep: Prep, home: Path) -> None:
    """Without options: what `f` narrowed in the app; with options: these."""
    home.mkdir()
    (home / "focus.json").write_text('{"topics": [], "tags": [], "level": 3}', encoding="utf-8")
    ran = prep("review", "--plain", stdin="\n")
    assert "in focus: senior" in ran.err and "?" not in ran.out
    assert "How wide is a score" in prep("review", "--plain", "--level", "1", stdin="\n").out


def test_a_card_that_would_follow_upon_itself_asks_first(prep: Prep) -> None:
    """Again on the only card left, within a minute: `o` asks it once more, and enter ends."""
    said = prep("review", "--plain", "--level", "1", stdin="\n4\n\n1\no\n").out
    assert "1 Again now" in said
    assert "and it was just asked. o " in said and said.count("What does softmax see?\nenter reveal") == 2


def test_the_shell_during_a_demo_starts_no_clock(prep: Prep, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped (ctrl+z) and gone on with while a demo covers the card: its minute is no thinking time."""
    passed = [0]
    monkeypatch.setattr(SystemClock, "awake", lambda _: passed[0])
    words = iter(["d", None])

    def demo(*_: object) -> None:
        lines.look_back()
        passed[0] += 60_000

    with library() as opened:
        review = Review(opened)
        lines = PlainReview(review, lambda prompt: next(words), demo)
        lines.run()
        assert review.seconds == 0
