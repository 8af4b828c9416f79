"""What a person types to find cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prep.core.query import LONGEST, RECORDS, Filter, Query, QueryProblem, Word, completed, corrected, query, taken_out


def filters(text: str) -> list[tuple[str, str, bool]]:
    """Name, value, and whether it must not hold."""
    return [(each.name, each.value, each.without) for each in query(text).filters]


def test_words_stand_for_themselves_and_quotes_hold_them_together() -> None:
    """Code is a word as it is written."""
    assert query('d_k "x[:, 0]" -softmax').words == (
        Word("d_k"), Word("x[:, 0]", whole=True), Word("softmax", without=True),
    )  # fmt: skip


def test_a_quote_that_nobody_closed_runs_to_the_end() -> None:
    """It is being typed."""
    assert query('"two wor').words == (Word("two wor", whole=True),)


def test_filters_read_like_those_people_know() -> None:
    """Any order, any case, a level by name or number, a value in quotes."""
    assert filters('kind:Red-flag level:3 -is:new topic:"a b" level:core') == [
        ("kind", "red-flag", False), ("level", "senior", False), ("is", "new", True), ("topic", "a b", False),
        ("level", "core", False),
    ]  # fmt: skip
    assert query("recall<0.8 recall>.5").filters == (
        Filter("recall", "0.8", less=True, source="recall<0.8"), Filter("recall", "0.5", source="recall>.5"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "column", "instead", "said"),
    [
        ("a topc:rope", 3, "topic:rope", "topc: is no filter. Did you mean topic:?"),
        ("zz:1", 1, "", "zz: is no filter. There are topic"),
        ("is:du", 4, "is:due", "Did you mean is:due?"),
        ("-kind:flag", 7, "kind:red-flag", "kind: wants one of question"),
        ("recall:0.7", 1, "recall<0.7", "recall is asked as recall<0.8"),
        ("topic<3", 1, "topic:3", "topic is asked as topic:"),
        ("topic:", 7, "", "topic: wants an id"),
        ("recall<1.5", 8, "", "recall wants a number from 0 to 1"),
        ("rated:nan", 7, "", "rated wants a number of days"),
        ("rated:-1", 7, "", "rated wants a number of days"),
        ("x" * (LONGEST + 1), LONGEST + 1, "", "at most 1,000 characters; this has 1,001"),
    ],
)
def test_what_is_no_query_is_told_with_its_column(text: str, column: int, instead: str, said: str) -> None:
    """And, where there is one, what to type instead."""
    with pytest.raises(QueryProblem) as told:
        query(text)
    assert (told.value.column, told.value.instead) == (column, instead) and said in str(told.value)


@pytest.mark.parametrize(
    ("typed", "completed_to"),
    [
        ("soft ki", "soft kind:"), ("-to", "-topic:"), ("re", "recall<"), ("kind:r", "kind:red-flag"), ("is:", "is:"),
        ("topic:atten", "topic:attention-"), ("topic:attention-s", "topic:attention-scaling"), ("tag:", "tag:"),
        ("", ""), ("zz", "zz"), ("a:b", "a:b"), ("-is:n", "-is:new"),
    ],
)  # fmt: skip
def test_a_word_is_completed_as_far_as_it_is_certain(typed: str, completed_to: str) -> None:
    """Names of filters, their values, ids of topics; what is nobody's beginning stays."""
    assert completed(typed, {"topic": ["attention-scaling", "attention-variants", "rope"]}) == completed_to


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a -topc:rope b", "a -topic:rope b"),
        ("is:du", "is:due"),
        ("x recall:0.7", "x recall<0.7"),
        ("zz:1 a", "zz:1 a"),
    ],
)
def test_what_was_meant_takes_its_place(typed: str, meant: str) -> None:
    """The rest stays; where nobody knows what was meant, all does."""
    with pytest.raises(QueryProblem) as told:
        query(typed)
    assert corrected(typed, told.value) == meant


def test_a_filter_is_taken_out_and_the_rest_stays() -> None:
    """What an empty result offers."""
    text = "topic:rope is:due  words"
    assert taken_out(text, query(text).filters[1]) == "topic:rope words"


@given(st.text(max_size=60) | st.lists(st.sampled_from([*RECORDS, ":", "<", '"', "-", " ", "a"])).map("".join))
def test_any_text_is_a_query_or_a_problem(text: str) -> None:
    """A problem's column lies in the text; nothing else is raised."""
    try:
        assert isinstance(query(text), Query)
    except QueryProblem as problem:
        assert 1 <= problem.column <= len(text) + 1
