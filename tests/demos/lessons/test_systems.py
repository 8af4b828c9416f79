"""What the lessons about systems measure."""

from __future__ import annotations

import pytest

from prep.demos import catalog
from prep.demos.library.systems.kv_cache import bytes_per_token
from prep.demos.message import Failed
from prep.demos.run import stream
from tests.demos.lessons.harness import at, run

CACHE = "systems.kv-cache"


def test_a_cache_makes_quadratic_work_linear() -> None:
    """192 tokens: 18,336 pushed through without, 191 with, 97,792 bytes kept; the tokens are the same."""
    outcome = run(CACHE)
    assert [at(outcome, s, 192) for s in ("without", "with", "bytes", "same")] == [18336, 191, 97792, 1]


@pytest.mark.parametrize(("variant", "size"), [("MHA", 2 * 2 * 8 * 16 * 4), ("GQA", 2 * 2 * 2 * 16 * 4),
                                               ("MQA", 2 * 2 * 1 * 16 * 4), ("MLA", 2 * (32 + 8) * 4)])
def test_the_variants_differ_in_bytes(variant: str, size: int) -> None:
    """Two layers of eight heads of 16: bytes a token of the real tensors, exactly."""
    assert at(run(CACHE, variant=variant, T=16), "bytes", 16) == size * 15


def test_the_formula_gives_the_known_models() -> None:
    """bf16 KiB a token: Llama-2-7B 512, Llama-3-8B 128, 80 layers of GQA-8 320, DeepSeek-V3 68.625."""
    kib = [bytes_per_token(*model) / 2 / 1024 for model in (           # /2: the lesson counts float32
        ("MHA", 32, 32, 32, 128, 0, 0), ("GQA", 32, 32, 8, 128, 0, 0), ("GQA", 80, 64, 8, 128, 0, 0),
        ("MLA", 61, 128, 128, 128, 512, 64))]
    assert kib == [512, 128, 320, 68.625]


def test_heads_that_cannot_be_shared_are_refused() -> None:
    """Eight query heads and three key-value heads: a sentence that says what would do."""
    demo = catalog.find(CACHE)
    last = list(stream(demo, demo.read({"kv_heads": "3"})))[-1]
    assert isinstance(last, Failed)
    assert last.sentence == ("heads=8 can't share kv_heads=3: the one must divide the other; "
                             "kv_heads=1, 2 or 4 always does")
