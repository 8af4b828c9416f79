"""Any text as a deck: it is read, each card is laid out, and nothing in it drives the terminal."""

from __future__ import annotations

from hypothesis import strategies as st

from prep.decks.reading.read import read_text
from prep.text.safe import UNSAFE
from prep.view.card.whole import card_lines
from tests.decks.conftest import HEAD, KNOWN
from tests.decks.test_laws import MARKDOWN
from tests.fuzz.law import Law

NESTED = st.tuples(
    st.sampled_from(["*a ", "_", "[", "(", "> ", "$\\frac{", "{", "~~", "`", "<b>"]), st.integers(1, 900)
)
BODY = st.one_of(MARKDOWN, st.text(), NESTED.map(lambda pair: pair[0] * pair[1]))
CARDS = st.lists(BODY, min_size=1, max_size=3).map(
    lambda texts: "".join(f"## Q? {{#c}}\n\n{text}\n\n" for text in texts)
)


def holds(text: str) -> None:
    """Wide and narrow; each row fits."""
    for card in read_text(text, "t.md", KNOWN).deck.cards:
        for width in (76, 36):
            for line in card_lines(card, width):
                assert line.width <= width
                assert not any(ord(sign) in UNSAFE for sign in line.text)


LAW = Law("decks", st.one_of(BODY, CARDS.map(lambda text: HEAD + text)), holds, few=120)
