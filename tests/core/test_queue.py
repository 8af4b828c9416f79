"""Which card comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from prep.core.kind import Kind
from prep.core.queue import DayQueue, QueueRow, Settings, next_row, waiting_until
from prep.core.state import Memory, Phase, State
from tests.states import ONCE

DAY, NOW = 20_000, 1_728_000_000_000
MINUTE = 60_000
TEN = Settings(new_left=10)


def new(card: str, position: int = 0, **fields: Any) -> QueueRow:
    """A question that nobody was asked yet."""
    placed: dict[str, Any] = {"kind": Kind.QUESTION, "turn": 0, "position": position, "place": position}
    return QueueRow(**({"state": State(card)} | placed | fields))


def with_state(row: QueueRow, **fields: Any) -> QueueRow:
    """The same card in another state."""
    return replace(row, state=State(row.card, replace(row.state.reviewed or ONCE, **fields)))


def due(card: str, elapsed: int = 10, stability: float = 10.0, **fields: Any) -> QueueRow:
    """A card in review that is due."""
    known = {"memory": Memory(stability, 5.0), "last_day": DAY - elapsed, "last_rating": None}  # opens no gate
    return with_state(new(card, **fields), due_day=DAY, **known)


def learning(card: str, minutes: float, **fields: Any) -> QueueRow:
    """A card whose step is over in so many minutes."""
    row = with_state(due(card, **fields), phase=Phase.LEARNING, last_day=DAY)
    return with_state(row, due_at=NOW + int(minutes * MINUTE))


def child(row: QueueRow, kind: Kind, parent: str = "q") -> QueueRow:
    """The same as a follow-up or red flag."""
    return replace(row, kind=kind, parent=parent)


def ask(rows: list[QueueRow], shown: list[str] | None = None, settings: Settings = TEN, now: int = NOW) -> str | None:
    """Full id of the next card."""
    row = next_row(rows, shown or [], now, DAY, settings)
    return row.card if row else None


def sitting(rows: list[QueueRow], settings: Settings = TEN) -> list[str]:
    """The order in which cards come when each is answered once and leaves."""
    shown: list[str] = []
    while (card := ask(rows, shown, settings)) is not None:
        shown.append(card)
        rows = [row for row in rows if row.card != card]
    return shown


# -- the order of kinds


def test_nothing_waits() -> None:
    """No rows, no card, no waiting."""
    assert ask([]) is None
    assert waiting_until([], NOW, TEN) is None


def test_a_finished_step_comes_before_due_before_new() -> None:
    """Learning cards whose step is over, then due ones, then new ones."""
    assert sitting([new("n"), due("d"), learning("l", -1)]) == ["l", "d", "n"]


def test_due_cards_come_by_lowest_recall() -> None:
    """Twelve days at a stability of ten are less remembered than twenty at forty."""
    assert sitting([due("weak", 12, 10.0), due("strong", 20, 40.0), due("weakest", 3, 1.0)]) == [
        "weakest",
        "weak",
        "strong",
    ]


def test_a_card_due_tomorrow_waits() -> None:
    """Only what is due by today is asked."""
    assert ask([with_state(due("d"), due_day=DAY + 1)]) is None


def test_new_cards_come_by_turn_then_deck_order() -> None:
    """Their turn first, then the topics' order, then the file's."""
    rows = [new("c", 2), new("late", 0, turn=3), new("b", 1), new("early", 9, turn=-1)]
    assert sitting(rows) == ["early", "b", "c", "late"]


def test_without_new_left_nothing_new_comes() -> None:
    """The day's limit holds."""
    assert ask([new("n")], settings=Settings(new_left=0)) is None


# -- steps


def test_a_step_is_asked_ahead_only_when_nothing_else_waits() -> None:
    """A step with eight minutes to go waits behind a new card, and is then asked early."""
    assert sitting([learning("l", 8), new("n")]) == ["n", "l"]


def test_a_step_further_off_is_waited_for() -> None:
    """Beyond the twenty minutes of learning ahead there is nothing to ask, and a time to come back."""
    rows = [learning("l", 50), learning("later", 90)]
    assert ask(rows) is None
    until = waiting_until(rows, NOW, TEN)
    assert until == NOW + 30 * MINUTE
    assert ask(rows, now=until) == "l"


def test_a_step_from_a_wrong_clock_is_over() -> None:
    """One that ends in 2030 does not keep its card away until then."""
    assert ask([learning("l", 4 * 365 * 24 * 60)]) == "l"


def test_never_the_same_card_twice_in_a_row() -> None:
    """A finished step gives way to any other card once, and is asked again when it is alone."""
    assert ask([learning("l", -1), new("n")], ["l"]) == "n"
    assert ask([learning("l", 5), learning("k", 9)], ["l"]) == "k"
    assert ask([learning("l", 5)], ["l"]) == "l"


# -- follow-ups


def test_a_due_follow_up_comes_right_after_its_question() -> None:
    """Both due, the question comes first, however well the follow-up is forgotten, and nothing comes between."""
    rows = [due("other", 30), due("q", 10), child(due("f", 90), Kind.FOLLOW_UP)]
    assert sitting(rows) == ["other", "q", "f"]


def test_a_due_follow_up_stands_alone() -> None:
    """Its question not due, it comes by its own recall."""
    assert sitting([due("other", 5), child(due("f", 90), Kind.FOLLOW_UP)]) == ["f", "other"]


def test_a_due_follow_up_comes_after_a_failed_question() -> None:
    """Its question was answered Again and waits in its steps: the follow-up comes all the same."""
    rows = [due("other", 90), learning("q", 10), child(due("f", 5), Kind.FOLLOW_UP)]
    assert ask(rows, ["q"]) == "f"


def test_a_new_follow_up_waits_for_its_gate() -> None:
    """Closed, it isn't asked; open, it comes before the new cards that stand behind its question."""
    follow_up = child(new("f", 3, place=4), Kind.FOLLOW_UP)
    later = new("later", 5)
    assert sitting([replace(follow_up, gate_open=False), later]) == ["later"]
    assert sitting([later, follow_up]) == ["f", "later"]


def test_a_lapse_does_not_stop_a_follow_up_already_seen() -> None:
    """A closed gate holds back the unseen only."""
    assert ask([replace(child(due("f"), Kind.FOLLOW_UP), gate_open=False)]) == "f"


# -- red flags


def test_a_red_flag_is_not_for_its_question_s_first_day() -> None:
    """On that day it stays away, the next day it comes."""
    flag = child(new("r"), Kind.RED_FLAG)
    assert ask([replace(flag, parent_first_day=DAY)]) is None
    assert ask([replace(flag, parent_first_day=DAY - 1)]) == "r"


@given(st.integers(0, 9), st.booleans(), st.integers(0, 30))
def test_a_red_flag_keeps_five_cards_from_its_question(others: int, fresh: bool, recall: int) -> None:
    """After its question five other cards come before it, however many wait."""
    flag = child(new("r") if fresh else due("r", recall), Kind.RED_FLAG)
    shown = sitting([due("q", 90), flag, *(due(f"o{i}", 20 + i) for i in range(others))])
    if "r" in shown and shown.index("r") > shown.index("q"):
        assert shown.index("r") - shown.index("q") > Kind.RED_FLAG.apart


def test_a_red_flag_comes_when_five_are_between() -> None:
    """Positive control: with five others it is asked, with four it isn't."""
    flag = child(new("r"), Kind.RED_FLAG)
    assert ask([flag], ["q", "1", "2", "3", "4", "5"]) == "r"
    assert ask([flag], ["q", "1", "2", "3", "4"]) is None


def test_a_question_waits_after_its_red_flag() -> None:
    """It gives way to other cards, but is never withheld."""
    flag, question = child(due("r"), Kind.RED_FLAG), due("q", 90)
    assert ask([question, flag, due("o", 1)], ["r"]) == "o"
    assert ask([question], ["r"]) == "q"


# -- cards made today


def test_a_card_made_today_knows_neither_limit_nor_gate() -> None:
    """It is asked that day though nothing new is left and its question was never seen."""
    made = replace(child(new("m", 9), Kind.FOLLOW_UP), gate_open=False, made_today=True)
    assert ask([made], settings=Settings(new_left=0)) == "m"
    assert sitting([new("n"), made]) == ["m", "n"]


# -- a line that is moved along


def moved(row: QueueRow, **fields: Any) -> State:
    """A row's card after an answer."""
    return with_state(row, **fields).state


def test_an_answered_follow_up_is_gone_until_an_undo_brings_it_back() -> None:
    """It comes after its question before all others; answered it leaves, taken back it is in its place again."""
    follow_up = child(due("f", 1), Kind.FOLLOW_UP)
    line = DayQueue([follow_up, due("o", 90)], DAY)
    assert line.follow(moved(follow_up, due_day=DAY + 5, last_day=DAY))
    assert [row.card for row in line.rows] == ["o"]
    assert line.next(["q", "f"], NOW, TEN) == due("o", 90)
    assert line.follow(moved(follow_up))
    assert line.next(["q"], NOW, TEN) == follow_up


def test_a_follow_up_in_steps_waits_for_its_step() -> None:
    """Again on it: though its question was just asked, it comes when its ten minutes are over."""
    follow_up = child(due("f", 1), Kind.FOLLOW_UP)
    line = DayQueue([follow_up, due("o", 90)], DAY)
    line.follow(moved(follow_up, phase=Phase.RELEARNING, last_day=DAY, due_at=NOW + 10 * MINUTE))
    assert line.next(["q"], NOW, TEN) == due("o", 90)
    assert [row.card for row in line.rows if row.state.due_at] == ["f"]


def test_an_answered_red_flag_holds_its_question_back_once() -> None:
    """It stands among the near cards while it is on its line, and not twice when an undo has brought it back."""
    flag = child(due("r", 1), Kind.RED_FLAG)
    line = DayQueue([flag, due("q", 90), due("o", 2)], DAY)
    line.follow(moved(flag, due_day=DAY + 5, last_day=DAY))
    assert line.next(["r"], NOW, TEN) == due("q", 90)
    line.follow(moved(flag))
    assert line.next(["r"], NOW, TEN) == due("o", 2)


def test_the_new_cards_of_a_day_have_an_open_gate() -> None:
    """A closed one is no card that today brings, unless it was made today."""
    closed = replace(child(new("f"), Kind.FOLLOW_UP), gate_open=False)
    made = replace(closed, state=State("m"), made_today=True)
    assert [row.card for row in DayQueue([closed, new("n"), made], DAY).new_within(5)] == ["m", "n"]
