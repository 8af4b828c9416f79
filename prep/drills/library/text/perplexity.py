"""Perplexity of a bigram model."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from prep.drills.bench import Bench


def oracle(train: list[int], test: list[int], vocabulary: int) -> float:
    """Count by count."""
    import math

    total = 0.0
    for a, b in itertools.pairwise(test):
        pairs = sum(1 for p in itertools.pairwise(train) if p == (a, b))
        total -= math.log((pairs + 1) / (train[:-1].count(a) + vocabulary))
    return math.exp(total / (len(test) - 1))


def draw(bench: Bench, n: int, m: int, vocabulary: int, seen: int = 0) -> tuple[Any, ...]:
    """Two texts; seen: training uses so many words only."""
    words = range(seen or vocabulary)
    return (
        [bench.random.choice(words) for _ in range(n)],
        [bench.random.randrange(vocabulary) for _ in range(m)],
        vocabulary,
    )


DRILL = Drill(
    name="text.perplexity",
    title="Perplexity of a bigram model",
    task="""Write perplexity(train, test, vocabulary): two lists of token numbers below vocabulary. The model is a
bigram with add-one smoothing: p(b | a) = (times b follows a in train + 1) / (times a is followed by anything in train
+ vocabulary). Return exp of the mean negative natural log-probability of each token of test after the first, given
the one before. test has two tokens at least and may have many thousands.""",
    stub='''import math


def perplexity(train, test, vocabulary):
    """Two lists of int and a number; returns a float."""
    ...
''',
    reference="""import math
from collections import Counter


def perplexity(train, test, vocabulary):
    pairs = Counter(zip(train, train[1:]))
    starts = Counter(train[:-1])
    total = 0.0
    for a, b in zip(test, test[1:]):
        total -= math.log((pairs[a, b] + 1) / (starts[a] + vocabulary))
    return math.exp(total / (len(test) - 1))
""",
    wrongs=(
        Wrong("nothing was smoothed below the line", "values", "starts[a] + vocabulary", "starts[a] + 1"),
        Wrong("the last token of train counted as a start", "values", "Counter(train[:-1])", "Counter(train)"),
        Wrong("it was divided by the number of tokens, not of predictions", "values", "(len(test) - 1)", "len(test)"),
        Wrong("logarithm and power had different bases", "values", "math.log((", "math.log2(("),
        Wrong(
            "the mean probability was inverted",
            "values",
            "    return math.exp(total / (len(test) - 1))",
            "    return (len(test) - 1) / sum((pairs[a, b] + 1) / (starts[a] + vocabulary) for a, b in zip(test, "
            "test[1:]))",
        ),
        Wrong(
            "probabilities were multiplied until they were 0",
            "a long text",
            "    return math.exp(total / (len(test) - 1))",
            "    return math.exp(-total) ** (-1 / (len(test) - 1)) if math.exp(-total) else math.inf",
        ),
        Wrong(
            "the model was a unigram",
            "values",
            "(pairs[a, b] + 1) / (starts[a] + vocabulary)",
            "(train.count(b) + 1) / (len(train) + vocabulary)",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 60, 60, 5)), "60 and 60 tokens of 5"),
        Check("last token", agrees(oracle, lambda t: ([0, 1, 0, 2], [2, 0, 2, 1], 3)), "train 0 1 0 2, test 2 0 2 1"),
        Check("unseen words", agrees(oracle, lambda t: draw(t, 30, 20, 6, 3)), "train knows 3 of 6 words"),
        Check("a long text", agrees(oracle, lambda t: draw(t, 20, 800, 4)), "800 tokens"),
        Check("no training", agrees(oracle, lambda t: ([], [0, 1, 1], 4)), "train is empty: the perplexity is 4"),
    ),
    entry="perplexity",
    level=Level.SCREEN,
    minutes=8,
    hints=(
        "Two counters: of pairs, and of tokens that are followed by something.",
        "Add logarithms; how many predictions does a test of n tokens hold?",
        "exp(−mean of log((pairs + 1) / (starts + vocabulary))).",
    ),
    why="A product of thousands of probabilities is 0 in floating point: logarithms are added instead.",
    cards=("perplexity/meaning", "perplexity/average"),
)
