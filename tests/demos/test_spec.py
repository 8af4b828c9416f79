"""Declaring a demo, and the sheet that screens show."""

from __future__ import annotations

import pytest

from prep.demos.spec import Axis, Column, Int, Ints, NumberQuestion
from prep.errors import UsageError
from tests.demos.fakes import fake, steady

D_K = Ints("d_k", (4, 16), 1, 64)


def test_a_sheet_says_what_will_be_measured() -> None:
    """Texts are made for the values at hand; without values, for the defaults."""
    demo = fake(steady)
    assert demo.sheet().intro == "We measure at 2 widths."
    assert demo.sheet(demo.read({"d_k": "8"})).intro == "We measure at 1 widths."
    assert demo.sheet().xs == (4.0, 16.0)


def test_functions_get_the_parameters_that_they_name() -> None:
    """A lesson's functions ask for parameters by name, as tests ask for fixtures."""
    demo = fake(steady, intro=lambda seed, d_k: f"{seed} {d_k}")
    assert demo.sheet(demo.read({"seed": "7"})).intro == "7 (4, 16)"


@pytest.mark.parametrize(
    ("wording", "x"),
    [
        ("", 16.0), ("What do you expect?", 16.0), ("How wide at $d_k=4$?", 4.0), (r"At $d_{k} = 4$", 4.0),
        ("At dₖ = 4, guess", 4.0), ("at $d_k=5$", 16.0),
    ],
)  # fmt: skip
def test_a_cards_own_question_is_asked_where_it_says(wording: str, x: float) -> None:
    """A wording that names a measured x is graded there; any other at the last x. Formulas follow."""
    question = fake(steady).sheet(wording=wording).question
    assert isinstance(question, NumberQuestion)
    assert (question.x, question.formula) == (x, f"√{x:g}")
    assert question.text == (wording or "At dₖ = 16 it is about")


def test_a_sheet_can_be_run_again() -> None:
    """Name, values and wording of a sheet lead back to the same sheet."""
    demo = fake(steady)
    sheet = demo.sheet(demo.read({"d_k": "4,8", "seed": "3"}), "What at $d_k=4$?")
    assert demo.sheet(demo.read(sheet.given), sheet.wording) == sheet
    assert sheet.span == "fake.demo d_k=4,8 seed=3"


def test_a_quiet_parameter_is_shown_once_it_differs() -> None:
    """The parameter row has the front parameters and whatever isn't at its default."""
    demo = fake(steady, parameters=(D_K, Int("seed", 0, 0, 9), Int("rows", 5, 1, 9, front=False)))
    assert [p.name for p in demo.sheet().row] == ["d_k", "seed"]
    assert [p.name for p in demo.sheet(demo.read({"rows": "6"})).row] == ["d_k", "seed", "rows"]


def test_other_values_of_a_described_demo_are_checked() -> None:
    """Where only the sheet is at hand, its parameters still read and refuse."""
    sheet = fake(steady).sheet()
    assert sheet.with_values({"d_k": "8"}).values["d_k"] == (8,)
    with pytest.raises(UsageError, match="outside 1 to 64"):
        sheet.with_values({"d_k": "65"})


def test_a_function_that_asks_for_no_parameter_is_told() -> None:
    """A typo in a lesson's signature names the function and what there is."""
    with pytest.raises(TypeError, match="asks for d_q, which is none of d_k, seed"):
        fake(steady, intro=lambda d_q: "?").sheet()


def test_a_demo_without_a_seed_is_refused() -> None:
    """A run that can't be repeated can't be quoted."""
    with pytest.raises(TypeError, match="needs a parameter seed"):
        fake(steady, parameters=(Int("n", 1, 1, 2),))


def test_axes_and_columns_may_depend_on_the_parameters() -> None:
    """What is plotted may follow a choice; a constant is the same for all."""
    demo = fake(steady, y=lambda seed: Axis(f"std of seed {seed}"), columns=lambda d_k: (Column(f"{d_k}", "std"),))
    sheet = demo.sheet(demo.read({"d_k": "8", "seed": "3"}))
    assert (sheet.x.label, sheet.y.label, sheet.columns[0].head) == ("dₖ", "std of seed 3", "(8,)")


def test_only_parameters_can_be_cut_for_tests() -> None:
    """A typo in `quick` would leave a test slow without a word."""
    assert fake(steady, quick={"d_k": (4,)}).quick == {"d_k": (4,)}
    with pytest.raises(TypeError, match="cuts rows, which is none of its parameters"):
        fake(steady, quick={"rows": 5})


@pytest.mark.parametrize("name", ["demo", "My.demo", "my.de mo", "a.b.c", "my.d#"])
def test_a_name_is_one_that_decks_can_write(name: str) -> None:
    """group.name, in small letters, digits and hyphens: it stands in decks, links and on the command line."""
    with pytest.raises(TypeError, match=r"named group\.name"):
        fake(steady, name=name)
