"""The file from which a demo of one's own begins."""

from __future__ import annotations

import re
from pathlib import Path

from prep.demos.catalog import catalog
from prep.demos.catalog.own import declared_names, stem
from prep.errors import UsageError
from prep.whole_file import make_folder

TEMPLATE = '''"""What this demo asks, in a sentence of one line?

Why it comes out so: the derivation that `theory` computes, in one paragraph or several. `w` shows it.

Source: where a reader can look it up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from prep.demos.spec import Axis, Column, Distractor, Fact, Int, Ints, NumberQuestion, Point, Scale, Series, demo

# torch is imported inside the function that measures, so that the gallery can be listed without it.


def theory(x: float) -> dict[str, float]:
    """What should come out at x, by series; leave a series out where theory is silent."""
    return {"error": 1 / math.sqrt(x)}


def question(x: float) -> NumberQuestion:
    """Asked before the run, about one x. `within=0.1`: an answer up to 10 % off counts as right.

    A ChoiceQuestion offers options, an OrderQuestion asks for an order (prep/demos/declaration/question.py).
    """
    return NumberQuestion(f"The mean of {x:g} standard normal draws is off by about", "error", x, within=0.1,
                          formula=f"1/√{x:g}")


def tolerance(point: Point) -> float:
    """How far from theory a point may lie: its own error times a number that you can defend."""
    return 4 * point.se


def misses(outcome) -> float:
    """How many tolerances the false claim is off; more than 1, or the tolerance is too wide to teach anything."""
    last = outcome.sheet.xs[-1]
    return abs(outcome.measured("error", last).y - 1 / last) / outcome.tolerance("error", last)


@demo(
    name="{name}",                                         # what cards write: `{name} n=4,64`
    title="How far off is a mean?",
    intro="We draw many samples of each size and measure how far their means lie from the truth.",
    parameters=(                                           # Int, Float, Choice; Ints, Floats: lists; one is seed
        Ints("n", (4, 16, 64, 256), 1, 4096, note="draws in a sample"),
        Int("trials", 2000, 100, 20000, scale=Scale.LOG, note="samples"),
        Int("seed", 0, 0, 2**31 - 1),
    ),
    question=question,
    x=Axis("n", scale=Scale.TWOS),
    y=Axis("error of the mean", scale=Scale.LOG),
    series=(Series("error", "measured ± 2 s.e.", "theory 1/√n"),),
    columns=(                                              # of the table; the column of x stands before them
        Column("measured", "error"),
        Column("±", "error", Fact.ERROR),
        Column("theory", "error", Fact.THEORY),
    ),
    xs=lambda n: n,                                        # functions take the parameters they name
    unit="sizes",
    theory=theory,
    tolerance=tolerance,
    tolerance_note="four standard errors",
    needs=lambda n, trials: 8 * trials * max(n) / 2**20,    # megabytes: refused before the start where it is too much
    remark=lambda outcome: "Four times as many draws halve the error.",
    distractor=Distractor("the error is 1/n", misses),
    source="any text on the standard error of the mean",
)
def measure(n: tuple[int, ...], trials: int, seed: int) -> Iterator[Point]:
    """One point at a time; every random number comes from `g`, so that a run can be repeated."""
    import torch

    g = torch.Generator().manual_seed(seed)
    for size in n:
        means = torch.randn(trials, size, generator=g).mean(1)                          # (trials,)
        error = means.std().item()
        yield Point("error", size, error, error / math.sqrt(2 * trials))
'''


def write(name: str, folder: Path) -> Path:
    """A commented demo of this name as a new file in the folder. Raises UsageError; overwrites nothing."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*", name):
        raise UsageError(f"{name!r} is no name of a demo", "write group.name in small letters, such as my.coin")
    if name in catalog.names():
        own = f"my.{name.partition('.')[2]}"
        raise UsageError(f"{name} is the name of a shipped demo", f"choose another, such as {own}")
    if folder.is_dir() and name in declared_names(folder):
        raise UsageError(f"one of your files declares {name} already", f"prep demo {name} runs it")
    path = folder / f"{stem(name)}.py"
    make_folder(folder)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.replace("{name}", name))
    except FileExistsError:
        raise UsageError(f"{path} is there already", "choose another name") from None
    return path
