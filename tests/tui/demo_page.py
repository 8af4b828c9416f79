"""The demo page in a test: decks and demos to open it with, and what it shows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from prep.core.event import Event, EventKind
from prep.demos.declaration.message import Message
from prep.tui.screens.demo import DemoScreen
from tests.tui.fake_host import FakeHost
from tests.tui.pressing import settled
from tests.tui.running import Opened, Opener

DECK = """# Scores

```toml
topic = "scores"
```

## How wide is a raw score? {#why-scale}

About the root of the width.

### Must say

- [root!] the root of the width
- [init] at initialisation

### Demo

- `attention.score-std seed=7`
- `attention.softmax-saturation seed=7`
"""
OWN = '''"""A demo of one's own."""
from prep.demos.spec import Axis, Column, Int, Item, OrderQuestion, Point, Series, demo


@demo(name="mine.sizes", title="Which is larger?", intro="We count.", parameters=(Int("seed", 0, 0, 9),),
      question=lambda x: OrderQuestion("Largest first:", (Item("one", "n", 1), Item("two", "n", 2))),
      x=Axis("x"), y=Axis("n"), series=(Series("n", "counted"),), columns=(Column("n", "n"),), xs=lambda: (1, 2),
      theory=lambda x: {}, source="nowhere")
def sizes():
    yield Point("n", 1, 1.0)
    yield Point("n", 2, 2.0)
'''

Demo = Callable[..., AbstractAsyncContextManager[tuple[Opened, FakeHost]]]


def demo_opener(opened: Opener, home: Path) -> Demo:
    """`async with demo(script) as (it, host)`: the first demo of a card, asking."""
    (home / "decks" / "scores.md").write_text(DECK, "utf-8")

    @asynccontextmanager
    async def open_demo(
        script: Sequence[Message | None] = (),
        *,
        size: tuple[int, int] = (80, 24),
        host: FakeHost | None = None,
        nth: int = 0,
        **settings: object,
    ) -> AsyncIterator[tuple[Opened, FakeHost]]:
        async with opened(size, **settings) as it:
            it.app.host = host = host or FakeHost(script)
            card = it.library.find("scores/why-scale")
            it.app.open("demo", card, card.demos[nth])
            await settled(it)
            yield it, host

    return open_demo


async def run(it: Opened, *keys: str) -> None:
    """Press keys and let everything come that the gate does not hold back."""
    await it.pilot.press(*keys)
    for _ in range(4):
        await it.pilot.pause(0.02)


def logged(it: Opened) -> list[Event]:
    """The runs in the log."""
    return [event for event in it.library.store.events() if event.kind is EventKind.MEASURED]


def one_line(it: Opened) -> str:
    """The screen with its rows joined: a long sentence wraps."""
    return " ".join(it.frame.split())


def screen(it: Opened) -> DemoScreen:
    """The demo on the screen."""
    assert isinstance(it.app.screen, DemoScreen), it.frame
    return it.app.screen
