"""Running mean and variance, stable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong

if TYPE_CHECKING:
    from prep.drills.bench import Bench


def oracle(numbers: list[float]) -> tuple[float, float]:
    """Two passes over exact fractions."""
    from fractions import Fraction

    exact = [Fraction(each) for each in numbers]
    mean = sum(exact, Fraction(0)) / len(exact)
    return float(mean), float(sum(((each - mean) ** 2 for each in exact), Fraction(0)) / len(exact))


def goes(bench: Bench, numbers: list[float]) -> None:
    """Number by number, from (0, 0.0, 0.0)."""
    state: Any = (0, 0.0, 0.0)
    for number in numbers:
        state = bench.call(state, number)
        if not (isinstance(state, tuple) and len(state) == 3):
            bench.fail("update must return three numbers: count, mean, sum of squares")
    mean, variance = oracle(numbers)
    if state[0] != len(numbers):
        bench.fail(f"after {len(numbers)} numbers the count is {state[0]}")
    bench.agree(float(state[1]), mean, what="the mean is")
    bench.agree(float(state[2]) / len(numbers), variance, what="the sum of squares, divided by the count, is")


def normal(bench: Bench, n: int, centre: float = 0.0) -> list[float]:
    """Standard normal numbers around a centre."""
    return [centre + bench.random.gauss(0, 1) for _ in range(n)]


DRILL = Drill(
    name="statistics.running-variance",
    title="Running mean and variance in one pass",
    task="""Write update(state, number): state is (count, mean, squares), where squares is the sum of squared
differences from the present mean; it begins as (0, 0.0, 0.0). Return the state after one more number, so that squares
/ count is the variance at any time. It must hold for numbers around 1e9 with a variance of 1, so the sum of x² won't
do. Only these three numbers are kept.""",
    stub='''def update(state, number):
    """A tuple of three numbers and a float; returns a tuple of three numbers."""
    ...
''',
    reference="""def update(state, number):
    count, mean, squares = state
    count += 1
    off = number - mean
    mean += off / count
    return count, mean, squares + off * (number - mean)
""",
    wrongs=(
        Wrong("both differences were taken from the old mean", "one number", "off * (number - mean)", "off * off"),
        Wrong(
            "both differences were taken from the new mean", "values", "off * (number - mean)", "(number - mean) ** 2"
        ),
        Wrong(
            "the mean was moved by the count before", "values", "mean += off / count", "mean += off / max(count - 1, 1)"
        ),
        Wrong("the count began at 1", "one number", "count += 1", "count += 1 + (count == 0)"),
        Wrong(
            "sums of x² were kept",
            "far from zero",
            "    off = number - mean\n    mean += off / count\n    return count, mean, squares + off * (number - mean)",
            "    total = squares + (count - 1) * mean * mean + number * number\n    mean = (mean * (count - 1) + "
            "number) / count\n    return count, mean, total - count * mean * mean",
        ),
    ),
    checks=(
        Check("one number", lambda t: goes(t, normal(t, 1)), "1 number"),
        Check("values", lambda t: goes(t, normal(t, 30)), "30 numbers"),
        Check("equal numbers", lambda t: goes(t, [2.5] * 7), "7 times 2.5"),
        Check("far from zero", lambda t: goes(t, normal(t, 50, 1e9)), "50 numbers around 1e9"),
    ),
    entry="update",
    minutes=8,
    hints=(
        "By how much does one more number move the mean?",
        "The sum of squares grows by a product of two differences: from the old mean and from the new one.",
        "δ = x − mean; mean += δ / n; squares += δ · (x − mean).",
    ),
    why="""Around 1e9 x² has no digit left for a variance of 1 in float64: E[x²] − E[x]² may even be negative. Welford
1962.""",
    cards=("cancellation/remedies", "cancellation/variance"),
)
