"""Warm-up and cosine decay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prep.core.kind import Level
from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees

if TYPE_CHECKING:
    from prep.drills.bench import Bench


def oracle(step: int, warm: int, total: int, top: float, low: float) -> float:
    """By cases."""
    import math

    if step < warm:
        return top * (step + 1) / warm
    share = min(1.0, (step - warm) / max(1, total - warm))
    return low + (top - low) * (1 + math.cos(math.pi * share)) / 2


def at(step: int, warm: int = 10, total: int = 50, top: float = 0.3, low: float = 0.03) -> Any:
    """The rate at this step."""
    return agrees(oracle, lambda t: (step, warm, total, top, low))


def anywhere(bench: Bench) -> None:
    """At thirty random steps."""
    for _ in range(30):
        warm = bench.random.randrange(0, 20)
        total = warm + bench.random.randrange(1, 60)
        arguments = (bench.random.randrange(0, total + 5), warm, total, 0.3, 0.03)
        bench.agree(bench.call(*arguments), oracle(*arguments), what=f"rate{arguments} returned")


DRILL = Drill(
    name="optimiser.cosine-schedule",
    title="Cosine schedule with warm-up",
    task="""Write rate(step, warm, total, top, low): the learning rate at a step, counted from 0. For step < warm it
is top · (step + 1) / warm. From there it falls as half a cosine from top at step = warm to low at step = total, and
stays at low. warm may be 0; total > warm.""",
    stub='''import math


def rate(step, warm, total, top, low):
    """Whole numbers and floats; returns a float."""
    ...
''',
    reference="""import math


def rate(step, warm, total, top, low):
    if step < warm:
        return top * (step + 1) / warm
    share = min(1.0, (step - warm) / (total - warm))
    return low + (top - low) * (1 + math.cos(math.pi * share)) / 2
""",
    wrongs=(
        Wrong("the first step had a rate of 0", "first step", "(step + 1) / warm", "step / warm"),
        Wrong("the cosine began at step 0", "end of warm-up", "(step - warm) / (total - warm)", "step / total"),
        Wrong(
            "it rose again past the end",
            "past the end",
            "min(1.0, (step - warm) / (total - warm))",
            "(step - warm) / (total - warm)",
        ),
        Wrong("it fell to 0 in place of low", "last step", "low + (top - low) *", "top *"),
        Wrong("low was added to the whole height", "end of warm-up", "(top - low)", "top"),
        Wrong("it fell on a straight line", "anywhere", "(1 + math.cos(math.pi * share)) / 2", "(1 - share)"),
        Wrong(
            "it was a quarter of a cosine",
            "anywhere",
            "(1 + math.cos(math.pi * share)) / 2",
            "math.cos(math.pi / 2 * share)",
        ),
    ),
    checks=(
        Check("first step", at(0), "step 0, warm 10"),
        Check("end of warm-up", at(10), "step 10, warm 10"),
        Check("last step", at(50), "step 50, total 50"),
        Check("past the end", at(70), "step 70, total 50"),
        Check("no warm-up", at(0, warm=0), "step 0, warm 0"),
        Check("anywhere", anywhere, "30 random steps and lengths"),
    ),
    entry="rate",
    level=Level.SCREEN,
    minutes=5,
    hints=(
        "Which share of the fall is over at a step? It is 0 at warm and 1 at total.",
        "Half a cosine goes from 1 to −1; shift and scale it to go from 1 to 0.",
        "low + (top − low) · (1 + cos(π · share)) / 2.",
    ),
    why="""A first rate of 0 wastes a step, and a cosine that isn't cut at the end rises again when training runs
longer.""",
    cards=("optimisers/schedule", "warm-up/chain"),
)
