"""The keys of the review, and at which stage of a card each belongs."""

from __future__ import annotations

from prep.tui.command import Command
from prep.tui.screens.review.actions import CHOICES
from prep.tui.screens.scrolling import SCROLL

REVIEW = (
    Command("reveal", ("space", "enter"), "reveal", "Stop the clock and show the answer."),
    Command("skip", ("space",), "skip the list", "Leave the rest of the points unjudged."),
    Command("take", ("space",), "take", "Take the suggested rating.", palette=False),
    Command("ask", ("space",), "rate", "Rate it: nothing was judged.", palette=False, label="1 2 3 4"),
    Command("cancel", ("escape", "x"), "back to the card", "Leave the card actions."),
    Command("flag", ("f",), "flag it", "Flag the statement: something in it is wrong.", footer=False),
    Command("stand", ("s",), "let it stand", "Let the statement stand.", footer=False),
    Command("hint", ("h",), "hint", "Show the hint."),
    Command("said", ("y",), "said it", "You said this point.", footer=False, palette=False),
    Command("all_said", ("Y",), "all said", "You said all points that are open.", footer=False, palette=False),
    Command("missed", ("n",), "missed", "You missed this point.", footer=False, palette=False),
    Command("rate(1)", ("1",), "Again", "Rate it Again.", footer=False, palette=False),
    Command("rate(2)", ("2",), "Hard", "Rate it Hard.", footer=False, palette=False),
    Command("rate(3)", ("3",), "Good", "Rate it Good.", footer=False, palette=False),
    Command("rate(4)", ("4",), "Easy", "Rate it Easy.", footer=False, palette=False),
    Command("more", ("m",), "more depth", "Open the next fold."),
    Command("turn", ("enter",), "open", "Open or close the fold in focus."),
    Command("tab", ("tab",), "next", "Move to the next fold.", palette=False),
    *SCROLL,
    Command("demo", ("d",), "demo", "Run the card's live demo."),
    Command("write", ("w",), "write", "Write the card's drill, judged as you save."),
    Command("edit", ("e",), "edit", "Open the card's source in your editor."),
    Command("undo", ("u",), "undo", "Take back the newest tick or action."),
    Command("redo", ("U",), "redo", "Give back what was undone last.", footer=False),
    Command("topic", ("t",), "topic", "Read the whole topic as a page.", footer=False),
    Command("choose", ("x",), "card actions", "Bury, suspend or reset this card.", footer=False),
    *(Command(choice.action, (choice.key,), choice.word, choice.help, footer=False) for choice in CHOICES),
)

FRONT = frozenset({"reveal", "flag", "stand", "hint"})
WALKING = frozenset({"skip", "said", "all_said", "missed"})
REVEALED = frozenset({"rate", "more", "turn", "tab"})
CHOOSING = frozenset({"cancel", *(choice.action for choice in CHOICES)})
"""The card actions; nothing else acts while they stand in the desk."""
