"""The form in a test: a card to fill it with, by key and by paste."""

from __future__ import annotations

from textual import events

from prep.tui.screens.add import AddScreen
from prep.tui.widgets.form import CardForm
from tests.tui.pressing import press, settled
from tests.tui.running import Opened

ASK = "Why does softmax care about the spread of its scores and not their size?"
ANSWER = "Adding $c$ to every score leaves $p$ unchanged: $e^{c}$ cancels. Only differences $s_i - s_j$ matter."
POINTS = "- shift invariance !\n- differences decide the odds"


async def typed(it: Opened, text: str) -> None:
    """Type it, key by key, into whatever has the focus."""
    names = {" ": "space", "\n": "enter", "$": "dollar_sign", "?": "question_mark", ".": "full_stop"}
    await press(it, *(names.get(char, char) for char in text))


async def pasted(it: Opened, text: str) -> None:
    """Paste it into whatever has the focus."""
    it.app.post_message(events.Paste(text))
    await settled(it)


async def filled(it: Opened) -> None:
    """The card of the frames, pasted field by field; the cursor ends in the answer."""
    await press(it, "a")
    await pasted(it, ASK)
    await press(it, "tab")
    await pasted(it, ANSWER)
    await press(it, "tab")
    await pasted(it, POINTS)
    await press(it, "shift+tab")


def form(it: Opened) -> CardForm:
    """The form on the screen."""
    assert isinstance(it.app.screen, AddScreen), it.frame
    return it.app.screen.form
