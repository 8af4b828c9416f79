"""What the lessons about systems measure."""

from __future__ import annotations

import pytest

from prep.demos.catalog import catalog
from prep.demos.library.systems.kv_cache import bytes_per_token
from prep.errors import UsageError
from tests.demos.lessons.harness import at, run

CACHE = "systems.kv-cache"


def test_a_cache_makes_quadratic_work_linear() -> None:
    """192 tokens: 18,336 pushed through without, 191 with, 97,792 bytes kept; the tokens are the same."""
    outcome = run(CACHE)
    assert [at(outcome, s, 192) for s in ("without", "with", "bytes", "same")] == [18336, 191, 97792, 1]


@pytest.mark.parametrize(
    ("variant", "size"),
    [("MHA", 2 * 2 * 8 * 16 * 4), ("GQA", 2 * 2 * 2 * 16 * 4), ("MQA", 2 * 2 * 1 * 16 * 4), ("MLA", 2 * (32 + 8) * 4)],
)
def test_the_variants_differ_in_bytes(variant: str, size: int) -> None:
    """Two layers of eight heads of 16: bytes a token of the real tensors, exactly."""
    assert at(run(CACHE, variant=variant, T=16), "bytes", 16) == size * 15


def test_the_formula_gives_the_known_models() -> None:
    """bf16 KiB a token: Llama-2-7B 512, Llama-3-8B 128, 80 layers of GQA-8 320, DeepSeek-V3 68.625."""
    kib = [
        bytes_per_token(*model) / 2 / 1024
        for model in (  # /2: the lesson counts float32
            ("MHA", 32, 32, 32, 128, 0, 0),
            ("GQA", 32, 32, 8, 128, 0, 0),
            ("GQA", 80, 64, 8, 128, 0, 0),
            ("MLA", 61, 128, 128, 128, 512, 64),
        )
    ]
    assert kib == [512, 128, 320, 68.625]


@pytest.mark.parametrize(("heads", "kv_heads", "nearest"), [(8, 3, 2), (8, 7, 4), (4, 8, 4), (5, 2, 1)])
def test_heads_that_cannot_be_shared_are_refused(heads: int, kv_heads: int, nearest: int) -> None:
    """Before anything starts, with the nearest number that would do."""
    demo = catalog.find(CACHE)
    with pytest.raises(UsageError) as refused:
        demo.sheet(demo.read({"heads": str(heads), "kv_heads": str(kv_heads)}))
    assert str(refused.value) == f"kv_heads={kv_heads} doesn't divide heads={heads}; the nearest that does is {nearest}"


PIPELINE = "systems.pipeline"


@pytest.mark.parametrize(("p", "m", "idle"), [(4, 4, 3 / 7), (4, 16, 3 / 19), (8, 32, 7 / 39), (64, 1, 63 / 64)])
@pytest.mark.parametrize("schedule", ["gpipe", "1f1b"])
def test_a_pipeline_idles_for_its_length(p: int, m: int, idle: float, schedule: str) -> None:
    """(p − 1)/(m + p − 1) of the time under both schedules: 17.9 % for 8 stages and 32 micro-batches."""
    assert at(run(PIPELINE, p=p, m=m, schedule=schedule), "idle", p) == pytest.approx(idle, abs=1e-12)


def test_one_forward_one_backward_keeps_fewer_activations() -> None:
    """8 stages, 32 micro-batches: GPipe keeps all 32, 1F1B keeps 8."""
    assert [at(run(PIPELINE, schedule=schedule), "held", 8) for schedule in ("gpipe", "1f1b")] == [32, 8]


@pytest.mark.parametrize(("ranks", "sent"), [(2, 840), (4, 1260), (8, 1470)])
def test_a_ring_sends_less_than_two_gradients(ranks: int, sent: int) -> None:
    """840 gradients: a rank sends 2(n − 1)/n of them, and all end with the sum."""
    outcome = run(PIPELINE, p="2,4,8")
    assert at(outcome, "sent", ranks) * 840 == pytest.approx(sent, abs=1e-9)
    assert at(outcome, "ring-error", ranks) < 1e-12


def test_rows_first_need_a_sum_before_the_non_linearity() -> None:
    """Columns, then rows: equal to rounding. Rows first without a sum: off by more than ten."""
    outcome = run(PIPELINE)
    assert at(outcome, "split-error", 4) < 1e-10 and at(outcome, "row-first", 4) > 10


def test_every_step_waits_for_its_neighbour() -> None:
    """Two stages, two micro-batches, forward 1 and backward 2: (m + p − 1) · 3 = 9 units, counted by hand."""
    from prep.demos.library.systems.pipeline.schedule import makespan, order

    assert makespan([order(stage, 2, 2, "gpipe") for stage in range(2)]) == 9
    assert order(0, 2, 3, "1f1b") == [("F", 0), ("F", 1), ("B", 0), ("F", 2), ("B", 1), ("B", 2)]
