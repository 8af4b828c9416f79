"""Intersection over union, and non-maximum suppression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from torch import Tensor

    from prep.drills.bench import Bench


def overlap(a: list[float], b: list[float]) -> float:
    """Of two boxes, in plain numbers."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    inner = max(0.0, width) * max(0.0, height)
    whole = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - inner
    return inner / whole if whole else 0.0


def oracle(boxes: Tensor, scores: Tensor, threshold: float) -> list[int]:
    """Greedy, box by box."""
    plain, kept = boxes.tolist(), list[int]()
    for i in scores.argsort(descending=True).tolist():
        if all(overlap(plain[i], plain[j]) <= threshold for j in kept):
            kept.append(i)
    return kept


def draw(bench: Bench, n: int, threshold: float = 0.4) -> tuple[Any, ...]:
    """Boxes with corners on a grid of quarters, scores that all differ."""
    import torch

    low = bench.integers(0, 16, n, 2) / 4
    boxes = torch.cat([low, low + bench.integers(2, 12, n, 2) / 4], 1)
    return boxes, torch.tensor(bench.random.sample(range(n), n)) / n, threshold


def apart(bench: Bench) -> tuple[Any, ...]:
    """Boxes apart in both directions: width and height of the overlap are negative, their product isn't."""
    import torch

    return torch.tensor([[0.0, 0, 2, 2], [3.0, 3, 5, 5], [0, 3, 2, 5]]), bench.rand(3), 0.1


def touching(bench: Bench) -> tuple[Any, ...]:
    """Boxes that share an edge; none is suppressed even at threshold 0."""
    import torch

    return torch.tensor([[0.0, 0, 1, 1], [1.0, 0, 2, 1], [0, 1, 1, 2]]), bench.rand(3), 0.0


def chain(bench: Bench) -> tuple[Any, ...]:
    """A suppresses b, b would suppress c, but b is gone: c stays."""
    import torch

    return torch.tensor([[0.0, 0, 4, 1], [1.0, 0, 5, 1], [2.0, 0, 6, 1]]), torch.tensor([0.9, 0.8, 0.7]), 0.5


DRILL = Drill(
    name="vision.nms",
    title="IoU and non-maximum suppression",
    task="""Write nms(boxes, scores, threshold): boxes (n, 4) as x1, y1, x2, y2 with x1 < x2 and y1 < y2, scores (n,),
all different. Take boxes from the highest score down; drop a box whose intersection over union with a box that was
kept is greater than threshold. Return the indices of the kept boxes as a list of int, the highest score first.""",
    stub='''import torch


def nms(boxes, scores, threshold):
    """(n, 4), (n,), a float; returns a list of int."""
    ...
''',
    reference="""import torch


def iou(a, b):
    low, high = torch.maximum(a[:2], b[:, :2]), torch.minimum(a[2:], b[:, 2:])
    inner = (high - low).clamp(min=0).prod(-1)
    area = (b[:, 2:] - b[:, :2]).prod(-1)
    return inner / ((a[2:] - a[:2]).prod() + area - inner)


def nms(boxes, scores, threshold):
    left, kept = scores.argsort(descending=True), []
    while len(left):
        first, left = left[0], left[1:]
        kept.append(int(first))
        left = left[iou(boxes[first], boxes[left]) <= threshold]
    return kept
""",
    wrongs=(
        Wrong(
            "the overlap of boxes that are apart wasn't 0",
            "apart",
            "(high - low).clamp(min=0).prod(-1)",
            "(high - low).prod(-1)",
        ),
        Wrong("the intersection was counted twice in the union", "a chain", "+ area - inner)", "+ area)"),
        Wrong(
            "it was divided by the smaller box",
            "values",
            "((a[2:] - a[:2]).prod() + area - inner)",
            "torch.minimum((a[2:] - a[:2]).prod(), area)",
        ),
        Wrong("it began with the lowest score", "a chain", "descending=True", "descending=False"),
        Wrong(
            "a dropped box still dropped others",
            "a chain",
            "        kept.append(int(first))\n        left = left[iou(boxes[first], boxes[left]) <= threshold]\n "
            "   return kept",
            "        kept.append(int(first))\n    return [k for i, k in enumerate(kept) if not i or "
            "bool((iou(boxes[k], boxes[kept[:i]]) <= threshold).all())]",
        ),
        Wrong("boxes at the threshold were dropped", "a shared edge", "<= threshold", "< threshold"),
        Wrong(
            "sides were counted in whole pixels",
            "a chain",
            "(high - low).clamp(min=0)",
            "(high - low + 1).clamp(min=0)",
        ),
        Wrong("areas weren't multiplied", "a chain", "(b[:, 2:] - b[:, :2]).prod(-1)", "(b[:, 2:] - b[:, :2]).sum(-1)"),
    ),
    checks=(
        Check("a chain", agrees(oracle, chain), "a over b over c, threshold 0.5"),
        Check("apart", agrees(oracle, apart), "three boxes that don't meet, threshold 0.1"),
        Check("a shared edge", agrees(oracle, touching), "three boxes that touch, threshold 0"),
        Check("values", agrees(oracle, lambda t: draw(t, 40)), "40 boxes, threshold 0.4"),
        Check(
            "identical boxes",
            agrees(oracle, lambda t: (t.rows(1, 1, 1) * t.rows(0, 0, 2, 3).T, t.rand(3), 0.99)),
            "three times one box",
        ),
        Check("no box", agrees(oracle, lambda t: (t.randn(0, 4), t.randn(0), 0.5)), "(0, 4)"),
    ),
    entry="nms",
    minutes=15,
    forbidden=("nms", "box_iou", "batched_nms"),
    hints=(
        "The intersection is a box: the larger of the low corners, the smaller of the high ones. And if they cross?",
        "union = area a + area b − intersection.",
        "Keep the best, drop from the rest what overlaps it by more than threshold, repeat with what is left.",
    ),
    why="A box that has been dropped drops nobody: greedy suppression compares with kept boxes only.",
    cards=(
        "code-vision-ops/nms",
        "code-vision-ops/iou",
    ),
)
