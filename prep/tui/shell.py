"""What a page may ask of the app that shows it. `prep.tui.app` is that app; a page knows no more of it than this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from prep.config import Config
from prep.core.clock import Clock
from prep.errors import PrepError
from prep.paths import Paths
from prep.session.library.focus import Focus

if TYPE_CHECKING:
    from prep.core.card import Card
    from prep.demos.running.host import Host
    from prep.session.library.library import Library
    from prep.session.review.review import Review
    from prep.session.review.snapshot import Left
    from prep.tui.opening import Opening


class Commanded(Protocol):
    """A page, as far as the screen of its keys goes."""

    def commands(self) -> list[Any]:
        """What it offers now."""


class Shell(Protocol):
    """The app around a page."""

    places: Paths
    config: Config
    clock: Clock
    ascii: bool
    focus: Focus
    opening: Opening
    library: Library | None
    run_editor: Callable[[list[str]], object]

    def day(self) -> int: ...
    def demos(self) -> Host: ...
    def look_again(self) -> None: ...
    async def feed(self) -> None: ...

    # from page to page

    def open(self, name: str, *arguments: object) -> None: ...
    def start(self) -> None: ...
    def check_facts(self) -> None: ...
    def review_again(self, cards: Sequence[str]) -> None: ...
    def finish(self, review: Review) -> None: ...
    def leave_behind(self, left: Left | None) -> None: ...
    def resume(self, review: Review, sentence: str) -> None: ...
    def show_keys_of(self, screen: Commanded) -> None: ...
    def follow(self, target: str) -> None: ...
    async def edit(self, card: Card) -> bool: ...
    async def edit_at(self, path: Path, line: int) -> bool: ...
    async def read_again(self) -> None: ...

    # telling

    def tell(self, sentence: str, look: str = "") -> None: ...
    def tell_error(self, error: PrepError) -> None: ...
    def fault(self, error: BaseException) -> None: ...
    def call_after_refresh(self, callback: Callable[..., object], *arguments: Any) -> bool: ...
