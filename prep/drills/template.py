"""The file from which a drill of one's own begins."""

from __future__ import annotations

import re
from pathlib import Path

from prep.drills import catalog
from prep.drills.drill import file_of
from prep.errors import UsageError
from prep.whole_file import make_folder

NAME = re.compile(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*")
TEMPLATE = '''"""What is to be written, in a sentence."""

from __future__ import annotations

from prep.drills.drill import Check, Drill, Wrong
from prep.drills.looks import agrees, differentiates

# torch is imported inside functions: listing drills does without it.


def oracle(x):
    """What is right, by torch's own operation or a closed form; it is given float64."""
    return x.relu()


DRILL = Drill(
    name="{name}",                                         # as the file: group.name is group_name.py
    title="ReLU",                                          # in the words of an interviewer
    task="Write relu(x): negative numbers become 0, all others stay; x has any shape.",  # all that the checks ask for
    stub="""import torch


def relu(x):
    \\"\\"\\"Any shape, returns the same shape.\\"\\"\\"
    ...
""",
    reference="""import torch


def relu(x):
    return x.clamp(min=0)
""",
    wrongs=(                                               # (as if …, the check that fails first, text, replaced by)
        Wrong("the sign was turned", "values", "x.clamp(min=0)", "x.clamp(max=0)"),
        Wrong("magnitudes were returned", "values", "x.clamp(min=0)", "x.abs()"),
        Wrong("the gradient was lost", "gradients", "x.clamp(min=0)", "x.detach().clamp(min=0)"),
    ),
    checks=(                                               # in this order; the first that fails ends a run
        Check("values", agrees(oracle, lambda bench: (bench.randn(3, 4),)), "(3, 4)"),
        Check("gradients", differentiates(oracle, lambda bench: (bench.randn(5),)), "(5,), float64"),
        Check("nothing", agrees(oracle, lambda bench: (bench.randn(0),)), "(0,)"),
    ),
    entry="relu",                                          # the function that checks call
    minutes=3,
    forbidden=("relu", "threshold"),                       # by the last part of their names in torch
    operations=5,                                          # calls of torch in one call: a loop takes more
    hints=("Which of two numbers is larger, x or 0?", "clamp takes a minimum."),
    why="Told after a pass: what the checks that people fail are about.",
    cards=(),                                              # full ids of cards on which w opens it
)
'''


def write(name: str, folder: Path) -> Path:
    """A commented drill of this name as a new file in the folder. Raises UsageError; overwrites nothing."""
    if not NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name of a drill", "write group.name in small letters, such as my.relu")
    if name in catalog.names():
        raise UsageError(
            f"{name} is the name of a drill of prep's", f"choose another, such as my.{name.partition('.')[2]}"
        )
    path = folder / file_of(name)
    make_folder(folder)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.replace("{name}", name))
    except FileExistsError:
        raise UsageError(f"{path} is there already", "choose another name") from None
    return path
