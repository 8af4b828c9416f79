"""Precision, recall and F1 of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def oracle(labels: Tensor, guesses: Tensor, classes: int) -> tuple[Tensor, Tensor, Tensor]:
    """Class by class, by counting; 0 where a ratio is 0 / 0."""
    import torch

    rows = []
    for c in range(classes):
        true = sum(1 for a, b in zip(labels.tolist(), guesses.tolist(), strict=True) if a == b == c)
        said, there = guesses.tolist().count(c), labels.tolist().count(c)
        rows.append(
            (
                true / said if said else 0.0,
                true / there if there else 0.0,
                2 * true / (said + there) if said + there else 0.0,
            )
        )
    table = torch.tensor(rows, dtype=torch.float64)
    return table[:, 0], table[:, 1], table[:, 2]


def draw(bench: Bench, n: int, classes: int, seen: int = 0) -> tuple[Any, ...]:
    """Labels and guesses; seen: of so many classes only."""
    return bench.integers(0, seen or classes, n), bench.integers(0, seen or classes, n), classes


DRILL = Drill(
    name="evaluation.f1",
    title="Precision, recall and F1 by class",
    task="""Write scores(labels, guesses, classes): two tensors (n,) of whole numbers below classes. Return three
float tensors (classes,): precision, recall and F1 of each class. A ratio whose denominator is 0 is 0, never nan.""",
    stub='''import torch


def scores(labels, guesses, classes):
    """(n,), (n,), a number; returns three tensors (classes,)."""
    ...
''',
    reference="""import torch


def scores(labels, guesses, classes):
    there = torch.bincount(labels, minlength=classes).double()
    said = torch.bincount(guesses, minlength=classes).double()
    true = torch.bincount(labels[labels == guesses], minlength=classes).double()
    return true / said.clamp(min=1), true / there.clamp(min=1), 2 * true / (said + there).clamp(min=1)
""",
    wrongs=(
        Wrong(
            "precision and recall were exchanged",
            "values",
            "true / said.clamp(min=1), true / there.clamp(min=1)",
            "true / there.clamp(min=1), true / said.clamp(min=1)",
        ),
        Wrong("a class that nobody guessed became nan", "unseen classes", "true / said.clamp(min=1),", "true / said,"),
        Wrong(
            "F1 was the arithmetic mean",
            "values",
            "2 * true / (said + there).clamp(min=1)",
            "(true / said.clamp(min=1) + true / there.clamp(min=1)) / 2",
        ),
        Wrong("F1 wasn't doubled", "values", "2 * true / (said", "true / (said"),
        Wrong(
            "classes that don't come were left out",
            "unseen classes",
            "torch.bincount(labels, minlength=classes)",
            "torch.bincount(labels, minlength=1)",
        ),
        Wrong(
            "every class had the accuracy as its recall",
            "values",
            "true / there.clamp(min=1)",
            "(labels == guesses).double().mean().expand(classes)",
        ),
    ),
    checks=(
        Check("values", agrees(oracle, lambda t: draw(t, 60, 4)), "60 items, 4 classes"),
        Check("unseen classes", agrees(oracle, lambda t: draw(t, 20, 6, 3)), "20 items of 3 classes, classes 6"),
        Check("all right", agrees(oracle, lambda t: ((x := t.integers(0, 3, 9)), x.clone(), 3)), "labels = guesses"),
        Check("one item", agrees(oracle, lambda t: (t.integers(0, 2, 1), t.integers(0, 2, 1), 2)), "1 item"),
        Check("no item", agrees(oracle, lambda t: draw(t, 0, 3)), "0 items"),
    ),
    entry="scores",
    level=Level.SCREEN,
    minutes=8,
    operations=40,
    hints=(
        "Three counts a class are enough: how often it is there, said, and both.",
        "bincount with minlength counts classes that never come, too.",
        "F1 = 2 · true / (said + there): no division by a zero precision.",
    ),
    why="""F1 as harmonic mean of precision and recall divides 0 by 0 where both are 0; in counts it doesn't.""",
    cards=("code-metrics/f1", "precision-recall/f1"),
)
