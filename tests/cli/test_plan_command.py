"""`prep plan`: made, changed, ended, taken back; what can't be is told in one sentence."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Prep


def plans(prep: Prep) -> list[dict[str, object]]:
    found = json.loads(prep("plan", "--json").out)
    assert isinstance(found, list)
    return found


def test_a_plan_is_made_changed_and_taken_back(prep: Prep) -> None:
    """What isn't said stays as it was; undo goes back step by step, redo forward."""
    assert prep("plan", "Larkfield", "--date", "3 weeks", "--off", "sun").code == 0
    assert prep("plan", "larkfield", "--minutes", "30").code == 0
    (plan,) = plans(prep)
    assert (plan["name"], plan["days"], plan["minutes"], plan["off"], plan["cards"]) == (
        "Larkfield",
        21,
        30,
        ["sun"],
        2,
    )
    assert prep("undo").out == "undone: the plan Larkfield\n"
    assert plans(prep)[0]["minutes"] == 20
    assert prep("plan", "Larkfield", "--end").code == 0 and plans(prep) == []
    assert prep("undo").code == 0 and len(plans(prep)) == 1
    assert prep("doctor").code in (0, 1) and "plan" not in prep("doctor").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--date", "2020-01-01"), "2020-01-01 is past"),
        (("--date", "someday"), "'someday' is no date"),
        (("--minutes", "20"), "needs a date"),
        (("--date", "tomorrow", "--minutes", "0"), "'0' minutes a day can't be"),
        (("--date", "tomorrow", "--topics", "spraed"), "did you mean spread?"),
        (("--date", "tomorrow", "--topics", ","), "no topic is named"),
        (("--date", "today", "--off", "mon,tue,wed,thu,fri,sat,sun"), "can't be off"),
        (("--date", "9 months", "--off", "today"), ""),
        (("--end",), "no plan 'X' runs"),
    ],
)
def test_what_can_not_be_is_told_in_one_sentence(prep: Prep, words: tuple[str, ...], told: str) -> None:
    """Exit 2, and nothing is logged; a day off of its own is no reason."""
    ran = prep("plan", "X", *words)
    assert (ran.code, told in ran.err) == (2 if told else 0, True)
    assert len(plans(prep)) == (0 if told else 1)


def test_a_wish_needs_a_name(prep: Prep) -> None:
    """Which of several plans is meant is never guessed."""
    assert "which plan?" in prep("plan", "--minutes", "20").err
