"""Parameters: read, refused, shown, stepped."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from prep.demos.declaration.parameter import Choice, Float, Floats, Int, Ints, Parameter, Scale, Value, read, span
from prep.errors import UsageError

D_K = Ints("d_k", (8, 64), 1, 4096, label="dₖ")
N = Int("n", 1000, 100, 4000, scale=Scale.LOG)
MEAN = Float("mean", 0.0, 0.0, 1.0)
RATE = Float("rate", 0.1, 1e-6, 10.0, scale=Scale.LOG)
MOMENTUM = Float("beta", 0.9, 0.0, 0.999, scale=Scale.ONES)
SHARE = Float("p", 0.1, 0.01, 0.99)
SHIFT = Int("shift", 7777, 0, 1_000_000, scale=Scale.LOG)
BLOCKS = Int("blocks", 48, 1, 64)
SPREAD = Floats("sigma", (0.5, 1.0, 2.0), 0.05, 24.0)
SEED = Int("seed", 0, 0, 2**31 - 1)
LAW = Choice("law", "normal", ("normal", "uniform", "laplace"))
ALL: tuple[Parameter, ...] = (D_K, N, MEAN, RATE, MOMENTUM, SHARE, SHIFT, BLOCKS, SPREAD, SEED, LAW)


@pytest.mark.parametrize(
    ("parameter", "text", "sentence"),
    [
        (D_K, "8,9000", "d_k=9000 is outside 1 to 4096; the nearest is 4096"),
        (D_K, "0", "d_k=0 is outside 1 to 4096; the nearest is 1"),
        (D_K, "8,x", "d_k=x is not a whole number; it takes 1 to 4096"),
        (D_K, "8,64,8", "d_k lists 8 twice; once is enough"),
        (D_K, " , ", "d_k lists 0 numbers; give 1 to 32, such as d_k=8,64"),
        (N, "99", "n=99 is outside 100 to 4000; the nearest is 100"),
        (N, "1e3", "n=1e3 is not a whole number; it takes 100 to 4000"),
        (MEAN, "nan", "mean=nan is not a number; it takes 0 to 1"),
        (N, "10000000", "n=10000000 is outside 100 to 4000; the nearest is 4000"),
        (N, "9" * 50, f"n={'9' * 40}… is outside 100 to 4000; the nearest is 4000"),
        (SHIFT, "1000001", "shift=1000001 is outside 0 to 1000000; the nearest is 1000000"),
        (MEAN, "−0.5", "mean=−0.5 is outside 0 to 1; the nearest is 0"),
        (SPREAD, "1,30", "sigma=30 is outside 0.05 to 24; the nearest is 24"),
        (SPREAD, "1,x", "sigma=x is not a number; it takes numbers from 0.05 to 24, by comma"),
        (SPREAD, "2,2.0", "sigma lists 2 twice; once is enough"),
        (LAW, "normall", "law=normall is unknown (did you mean normal?); it takes normal, uniform, laplace"),
    ],
)
def test_a_bad_value_is_refused_in_one_sentence(parameter: Parameter, text: str, sentence: str) -> None:
    """The sentence names the parameter, the range and the nearest value that would do (71)."""
    with pytest.raises(UsageError) as refused:
        parameter.parse(text)
    assert str(refused.value) == sentence


def test_an_unknown_parameter_is_refused_with_the_nearest_name() -> None:
    """A typo in a name says which names there are."""
    with pytest.raises(UsageError, match=r"x has no parameter dk \(did you mean d_k\?\); it has d_k, n"):
        read(ALL, {"dk": "8"}, "x")


def test_what_is_not_given_has_its_default() -> None:
    """Defaults fill up what a card leaves out."""
    assert read(ALL, {"d_k": "128"})["d_k"] == (128,)
    assert read(ALL, {"d_k": "128"})["n"] == 1000


def test_the_span_names_only_what_differs() -> None:
    """What follows `prep demo` is as short as a person would write it."""
    assert span("attention.x", ALL, read(ALL, {"n": "1000", "d_k": "8,128", "mean": ".5"})) == (
        "attention.x d_k=8,128 mean=0.5"
    )


def test_a_long_list_is_shown_by_its_ends() -> None:
    """Ten widths fit the parameter row."""
    assert D_K.show((8, 64, 128, 512)) == "8, 64, 128, 512"
    assert D_K.show((1, 2, 4, 8, 16, 32, 64)) == "1 … 64"


@pytest.mark.parametrize(
    ("parameter", "value", "by", "stepped"),
    [
        (D_K, (8, 64), 1, (16, 128)),
        (D_K, (1, 64), -1, (32,)),
        (D_K, (8, 4096), 1, (16,)),
        (D_K, (4096,), 1, (4096,)),
        (D_K, (3, 4), -1, (2,)),
        (N, 1000, 1, 2000),
        (N, 1000, -1, 500),
        (N, 4000, 1, 4000),
        (N, 150, 1, 200),
        (MEAN, 0.2, 1, 0.3),
        (MEAN, 0.95, 1, 1.0),
        (RATE, 0.1, 1, 0.2),
        (MOMENTUM, 0.9, 1, 0.95),
        (MOMENTUM, 0.99, 1, 0.995),
        (MOMENTUM, 0.5, -1, 0.0),
        (MOMENTUM, 0.0, 1, 0.5),
        (SHARE, 0.1, 1, 0.2),
        (SHARE, 0.99, -1, 0.9),
        (SHIFT, 1, -1, 0),
        (SHIFT, 0, -1, 0),
        (SHIFT, 0, 1, 1),
        (BLOCKS, 48, 1, 50),
        (SPREAD, (0.5, 2.0), 1, (1.0, 5.0)),
        (SPREAD, (0.5, 20.0), 1, (1.0,)),
        (SEED, 0, 1, 1),
        (LAW, "laplace", 1, "normal"),
    ],
)
def test_an_arrow_key_goes_to_the_neighbour(parameter: Parameter, value: Value, by: int, stepped: Value) -> None:
    """Powers of two double, a log scale goes 1, 2, 5, a linear one by round numbers, words go round, ranges end."""
    assert parameter.step(value, by) == stepped


VALUES = some.one_of(
    some.tuples(some.just(D_K), some.lists(some.integers(1, 4096), min_size=1, max_size=32, unique=True).map(tuple)),
    some.tuples(some.just(N), some.integers(100, 4000)),
    some.tuples(some.just(MEAN), some.floats(0, 1)),
    some.tuples(some.just(RATE), some.floats(1e-6, 10)),
    some.tuples(some.just(MOMENTUM), some.floats(0, 0.999)),
    some.tuples(some.just(SHARE), some.floats(0.01, 0.99)),
    some.tuples(some.just(SHIFT), some.integers(0, 1_000_000)),
    some.tuples(some.just(BLOCKS), some.integers(1, 64)),
    some.tuples(some.just(SPREAD), some.lists(some.floats(0.05, 24), min_size=1, max_size=32, unique=True).map(tuple)),
    some.tuples(some.just(SEED), some.integers(0, 2**31 - 1)),
    some.tuples(some.just(LAW), some.sampled_from(LAW.choices)),
)


@given(VALUES)
def test_what_is_written_is_what_was_read(case: tuple[Parameter, Value]) -> None:
    """Every value survives being written into a deck and read again, exactly."""
    parameter, value = case
    assert parameter.parse(parameter.format(value)) == value


@given(VALUES, some.sampled_from([-1, 1]))
def test_a_step_stays_valid(case: tuple[Parameter, Value], by: int) -> None:
    """No arrow key reaches a value that would be refused."""
    parameter, value = case
    stepped = parameter.step(value, by)
    assert parameter.parse(parameter.format(stepped)) == stepped


@given(VALUES, some.sampled_from([-1, 1]))
def test_a_step_moves_unless_the_range_ends(case: tuple[Parameter, Value], by: int) -> None:
    """An arrow key that does nothing inside a range would look broken."""
    parameter, value = case
    assume(isinstance(parameter, Int | Float))
    assert isinstance(parameter, Int | Float) and isinstance(value, int | float)
    end = parameter.high if by > 0 else parameter.low
    stepped = parameter.step(value, by)
    assert stepped == end or (stepped > value if by > 0 else stepped < value)


@given(some.sampled_from(ALL), some.text(max_size=20))
def test_no_text_is_more_than_refused(parameter: Parameter, text: str) -> None:
    """Whatever is typed is read or refused, never a crash."""
    try:
        parameter.parse(text)
    except UsageError as refused:
        assert parameter.name in str(refused)
