"""The keys of a demo, and at which stage each belongs (LOOK §10)."""

from __future__ import annotations

from prep.session.experiment.experiment import DemoStage
from prep.tui.command import Command
from prep.tui.screens.scrolling import PLAIN_SCROLL

WHY = Command("why", ("w", "f3"), "why", "Read why: formula, derivation, what agreement means, what is often said.")
CODE = Command("code", ("o", "f4"), "code", "Read the code that measures it, the same as the script.", footer=False)
"""The F-keys are for the field of a prediction, which takes the letters."""

DEMO = (
    Command("pick(1)", ("down",), "choose", "Choose the next answer.", palette=False, label="↑↓"),
    Command("pick(-1)", ("up",), "choose", "Choose the answer above.", footer=False, palette=False),
    *(
        Command(f"choose({n})", (str(n),), f"choose {n}", f"Choose answer {n}.", footer=False, palette=False)
        for n in range(1, 10)
    ),
    Command("run", ("enter",), "run, or skip if empty", "Run it; without a prediction it runs all the same."),
    Command("change(1)", ("right",), "change", "Set the parameter higher and run again.", label="←→"),
    Command("change(-1)", ("left",), "change down", "Set the parameter lower and run again.", footer=False),
    Command("table", ("t",), "table", "Show all numbers, or the plot."),
    Command("which(1)", ("down",), "which", "Go to the next parameter.", palette=False, label="↑↓"),
    Command("which(-1)", ("up",), "which", "Go to the parameter before.", footer=False, palette=False),
    Command("seed", ("r",), "new seed", "Run it again with other random numbers."),
    Command("guess", ("g",), "guess again", "Ask for a prediction once more.", footer=False),
    Command("next", ("n",), "next", "Go to this card's next demo."),
    Command("reset", ("0",), "reset", "Give every parameter the value it had at first, and run again."),
    Command("view", ("v",), "view", "Show the next picture of what was measured, or the plot again."),
    WHY,
    CODE,
    Command("copy", ("c",), "script", "Copy a Python script that measures the same with torch alone."),
    Command("leave", ("escape",), "back", "Stop the run; when nothing runs, go back."),
    *PLAIN_SCROLL[2:],
)

PLAY = {DemoStage.RUN, DemoStage.DONE}
"""Nobody has to wait for a run to change it: what replaces it stops it."""

STAGES = {
    "pick": {DemoStage.ASK},
    "choose": {DemoStage.ASK},
    "run": {DemoStage.ASK},
    "change": PLAY,
    "table": PLAY,
    "which": PLAY,
    "seed": PLAY,
    "reset": PLAY,
    "view": PLAY,
    "copy": PLAY,
    "guess": PLAY,
    "next": PLAY | {DemoStage.NOWHERE},
}
"""Commands that belong to some stages only."""
