"""What the lessons about retrieval measure."""

from __future__ import annotations

import math

import pytest

from prep.demos.catalog import catalog
from tests.demos.lessons.harness import at, run

LSH = "retrieval.lsh"


@pytest.mark.parametrize(("cosine", "share"), [(0.5, 2 / 3), (0.0, 0.5), (math.cos(1), 0.6817), (-1.0, 0.0)])
def test_a_plane_parts_by_the_angle(cosine: float, share: float) -> None:
    """60° gives two thirds, one radian 0.682: as many of 100,000 directions have both vectors on one side."""
    theory = catalog.find(LSH).theory(cosine, 8, 10)["bit"]
    assert theory == pytest.approx(share, abs=1e-4)
    angle = math.acos(cosine)
    turns = [2 * math.pi * (i + 0.5) / 100_000 for i in range(100_000)]
    assert theory == pytest.approx(sum(math.cos(t) * math.cos(t - angle) > 0 for t in turns) / 1e5, abs=1e-4)


def test_tables_by_hand() -> None:
    """Right angles, two bits, three tables: 1 − (1 − ¼)³."""
    assert catalog.find(LSH).theory(0, 2, 3)["found"] == pytest.approx(37 / 64)
    assert at(run(LSH, k=2, L=3), "found", 0) == pytest.approx(37 / 64, abs=0.03)


def test_the_dimension_does_not_matter() -> None:
    """2 or 64 numbers: two thirds at 60°."""
    assert all(at(run(LSH, d=d), "bit", 0.5) == pytest.approx(2 / 3, abs=0.01) for d in (2, 64))
