"""The app: themes, the library, and the way from screen to screen."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.events import Event, Key, Paste
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from prep.config import Config
from prep.core.clock import Clock, day_date
from prep.errors import PrepError
from prep.paths import Paths
from prep.session.home.home import first_home
from prep.session.library.focus import load_focus
from prep.tui import door, editor
from prep.tui.followed import Followed
from prep.tui.guarded import Guarded
from prep.tui.keys_ahead import KeysAhead
from prep.tui.opening import Opening
from prep.tui.palette import Places, open_palette, open_themes
from prep.tui.screens.home import HomeScreen
from prep.tui.screens.page import Page
from prep.tui.signals import end_on_signals
from prep.tui.terminal import has_shell
from prep.tui.theme import THEMES, setting_name, textual_name
from prep.tui.wanted import ReviewWanted
from prep.tui.widgets.scroll_bar import scroll_bars

if TYPE_CHECKING:
    from prep.core.card import Card
    from prep.core.plan import Plan
    from prep.decks.writing.target import Written
    from prep.demos.running.host import Host
    from prep.drills.running.judge import Judge
    from prep.session.library.library import Library
    from prep.session.review.review import Review
    from prep.session.review.snapshot import Left
    from prep.tui.shell import Commanded, Shell


MOST_PASTED = 50_000
"""Characters at once: as many as a card has at most."""


class PrepApp(KeysAhead, Guarded):
    """prep in the terminal.

    The first frame shows numbers read by plain SQL; after it the library (SQLAlchemy) is imported and the decks are
    read in a thread. What takes long is done to it `aside`, one thing at a time.
    """

    TITLE = "prep"
    CSS_PATH = Path(__file__).with_name("prep.tcss")
    COMMANDS = App.COMMANDS | {Places}
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[Any]] = [
        Binding("ctrl+c", "quit", show=False, system=True),
        Binding("ctrl+z", "suspend_process", show=False, system=True),
    ]
    DAY_SECONDS, TIDY_SECONDS = 20.0, 60.0
    """How often the app looks whether the study day has turned, and for garbage of all ages."""
    FOLLOW_SECONDS = 1.0
    """How soon a card follows what a window of an editor has saved."""

    def __init__(self, places: Paths, config: Config, clock: Clock, wanted: ReviewWanted | None = None) -> None:
        if not os.environ.get("NO_COLOR", "unset"):
            del os.environ["NO_COLOR"]  # empty it says nothing (no-color.org), but Textual greys the app
        super().__init__()
        self.places = places
        self.config = config
        self.clock = clock
        self.ascii = config.ascii
        scroll_bars(config.ascii)
        self.focus = load_focus(places)
        self.opening = Opening(places, config, clock)
        self.library: Library | None = None
        self.host: Host | None = None
        """The process that runs demos: one for the whole app."""
        self.judges: Judge | None = None
        """The process that judges drills: one for the whole app."""
        self.warms_demos = False
        """Whether that process is started, and torch loaded in it, before a demo is opened."""
        self.run_editor: Callable[[list[str]], object] = partial(editor.run_in_front, self)
        """True: it came back at once, and a window of it may still be open."""
        self._at_once = False
        self._turn = asyncio.Lock()
        """Held while a thread works on the library."""
        self.followed = Followed()
        self._wanted = wanted
        """A review that was asked for before the library was open."""
        self._left: Left | None = None
        """The card at which a review was left, with its ticks."""
        self._day = self.day()
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = textual_name(config.theme)

    # start

    def day(self) -> int:
        """The present study day."""
        return self.config.day_of(self.clock.now())

    def get_default_screen(self) -> HomeScreen:
        """Home, with numbers read by plain SQL."""
        return HomeScreen(first_home(self.places.database, self._day, self.config), day_date(self._day))

    def on_mount(self) -> None:
        """Everything but Home comes after the first frame."""
        self.guard()
        self.app_resume_signal.subscribe(self, lambda app: app.refresh(layout=True))
        end_on_signals(self)
        self.call_after_refresh(self._import_library)
        self.set_interval(self.DAY_SECONDS, self.look_at_day)
        self.set_interval(self.FOLLOW_SECONDS, self.reread)

    def takes(self, key: Key) -> bool:
        """Without a library Home takes what needs none; the first key that does, and all after it, wait for it."""
        if self.library is not None or not isinstance(self.screen, HomeScreen):
            return not isinstance(self.screen, Page) or self.screen.takes(key.key)
        return self._wanted is None and not self.screen.needs_library(key.key)

    async def on_event(self, event: Event) -> None:
        """A field, too, lays out what it holds: 700,000 characters stood for seconds at each key."""
        if isinstance(event, Paste) and len(event.text) > MOST_PASTED:
            self.tell(f"{len(event.text):,} characters were pasted: no field takes more than {MOST_PASTED:,}", "care")
        else:
            await super().on_event(event)

    def at_once(self, key: Key) -> bool:
        """Nobody waits for many decks to be read who wants to leave; but what was typed before is not left behind."""
        if isinstance(self.screen, Page) and self.screen.typing:
            return False
        return super().at_once(key) or (self.library is None and key.key == "q" and isinstance(self.screen, HomeScreen))

    def _import_library(self) -> None:
        self.run_worker(self.opening.ahead, group="library", thread=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The decks are read: open the library, here in the thread that will use it."""
        if event.worker.group != "library":
            return
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.fault(event.worker.error)
        elif event.state is WorkerState.SUCCESS:
            self._open_library()

    def _open_library(self) -> None:
        try:
            self.library = self.opening.library()
            if self._wanted is not None and self._wanted.focus:
                self.library.check(self._wanted.focus)
        except PrepError as error:
            self.leave(error)
            return
        gc.enable()
        gc.freeze()
        self.set_interval(self.TIDY_SECONDS, lambda: gc.collect())  # Textual looks for attributes on a callback
        self.look_again()
        if self._wanted is not None:
            self.start(self._wanted)
        self.call_later(self.feed)
        if self.warms_demos:
            self.run_worker(self.demos().warm(), group="warm", exit_on_error=False)

    def look_again(self) -> None:
        """Home's numbers anew."""
        if self.library is None:
            return
        from prep.session.home.home import home

        try:
            seen = home(self.library, self.focus)
        except PrepError as error:
            self.tell_error(error)
            return
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.say(seen)
        if seen.plan is not None and seen.plan.forecast is None and seen.plan.days:
            self.run_worker(self._forecast(seen.plan.plan), group="forecast", exclusive=True, exit_on_error=False)

    async def _forecast(self, plan: Plan) -> None:
        """Have the plan's forecast made beside the interface, and show it on Home."""
        from prep.session.plan.forecasting import beside, keep

        if self.library is not None and (found := await beside(self.library, plan)):
            with suppress(PrepError):  # where it can't be kept, it is shown by nobody, and made again the next time
                keep(self.library, plan, found)
                self.look_again()

    def look_at_day(self) -> None:
        """A new study day may have begun while the app stood open."""
        if self._day != (day := self.day()):
            self._day = day
            for screen in self.screen_stack:
                if isinstance(screen, Page):
                    screen.call_later(screen.day_turned)  # errors of a page's messages are told, a timer's end the app

    # from screen to screen

    def open(self, name: str, *arguments: object) -> None:
        """Show the screen of that name, once there is a library to show in it."""
        if self.library is not None:
            self.push_screen(door.opened(name, self.library, *arguments))

    def start(self, wanted: ReviewWanted | None = None) -> None:
        """Review what is due; when nothing is, a few new cards beyond the limit, else cards ahead of their day."""
        if self.library is None:
            self._wanted = wanted or ReviewWanted()
            return
        wanted, self._wanted = wanted or ReviewWanted(), None
        focus = self.focus if wanted.focus is None else wanted.focus
        self._review(focus, more=True, limit=wanted.limit, minutes=wanted.minutes)

    def check_facts(self) -> None:
        """Go through the dated facts whose month is over."""
        if self.library is not None:
            self._review(only=[card.full_id for card in self.library.facts])

    def practise(self, cards: Sequence[str]) -> None:
        """Ask these cards now, due or not."""
        self._review(only=cards, practice=True)

    def review_again(self, cards: Sequence[str]) -> None:
        """Ask these cards once more, in place of the summary."""
        self._review(only=cards, switch=True)

    def _review(self, *arguments: Any, more: bool = False, switch: bool = False, **options: Any) -> None:
        from prep.session.review.review import NOTHING, Review

        assert self.library is not None
        try:
            review = Review(self.library, *arguments, **options)
            left, self._left = self._left, None
            if left is not None:
                review.take_up(left)
            if why := "" if review.asked else review.go_beyond() if more else NOTHING:
                self.tell(why)
                return
        except PrepError as error:
            self.tell_error(error)
            return
        screen = door.opened("review", review)
        self.switch_screen(screen) if switch else self.push_screen(screen)

    def leave_behind(self, left: Left | None) -> None:
        """Keep the card that somebody stopped at, for the next review."""
        self._left = left

    def finish(self, review: Review) -> None:
        """The review is over: its summary takes its place."""
        self.switch_screen(door.opened("review.summary", review, day_date(self.day())))

    def resume(self, review: Review, sentence: str) -> None:
        """Back from the summary to the review: an action was taken back."""
        self.switch_screen(door.opened("review", review, sentence))

    def show_keys_of(self, screen: Commanded) -> None:
        """The keys of a screen."""
        self.push_screen(door.opened("keys", screen.commands()))

    def follow(self, target: str) -> None:
        """Go where a link leads: a topic, a demo with its parameters, or an address."""
        kind, _, rest = target.partition(":")
        if kind == "topic":
            self.open("topic", rest)
        elif kind == "demo":
            from prep.core.card import DemoCall
            from prep.decks.grammar.demo_calls import read_link

            if (named := read_link(target)) is not None:
                self.open("demo", None, DemoCall(*named, wording="", line=0))
        elif kind in ("http", "https"):
            # A browser started from here may write over the screen, or be a text browser that takes the terminal.
            self.copy_to_clipboard(target)
            self.tell(f"copied {target}")

    async def edit(self, card: Card) -> bool:
        """Open the card's source in the editor and read the decks again. False: it could not be done."""
        if self.library is None:
            return False
        from prep.session.changes.adding import editing

        return await self._edit(editing(self.library, card, lambda: self._at_once))

    async def edit_at(self, path: Path, line: int) -> bool:
        """Open a file in the editor at that line and read the decks again. False: it could not be done."""
        from prep.decks.writing.target import Written

        return await self._edit(nullcontext(Written(path, line)))

    async def _edit(self, editing: AbstractContextManager[Written]) -> bool:
        try:
            self._at_once = False
            with editing as place:
                words = editor.command(editor.editor(self.config.editor), place.path, place.line)
                self._at_once = self.run_editor(words) is True
            await self.read_again()
        except PrepError as error:
            self.tell_error(error)
            return False
        if self._at_once:
            self.followed.follow(place.path)
            self.tell(f"{Path(words[0]).name} came back at once: what its window saves later is read again")
        return True

    async def read_again(self) -> None:
        """Read the decks again. Raises StoreError."""
        if self.library is not None:
            await self.aside(self.library.reload)

    async def aside(self, deed: Callable[..., Any], *arguments: object) -> Any:
        """Do in a thread what may take a second: a deck file of a thousand cards, a fit of all memories. The screen
        that asks waits for it, the app doesn't; one thread at a time works on the library. Raises what `deed` does."""
        async with self._turn:
            return await asyncio.to_thread(deed, *arguments)

    async def reread(self) -> None:
        """Read the decks again where a window of an editor has saved one."""
        if self.library is not None and self.followed.changed():
            await self.read_again()
            for page in self._seen:
                page.decks_changed()

    # telling

    def tell(self, sentence: str, look: str = "") -> None:
        """One sentence in the key row of the page that is seen."""
        for page in self._seen:
            page.toast(sentence, look)

    def tell_error(self, error: PrepError) -> None:
        """What went wrong and what to do."""
        for page in self._seen:
            page.tell_error(error)

    @property
    def _seen(self) -> list[Page]:
        """The page that is seen, be it under the palette, which may not have gone when its command acts; or none."""
        return [screen for screen in self.screen_stack if isinstance(screen, Page)][-1:]

    def notify(self, message: str, **options: Any) -> None:
        """Nothing floats: Textual's own notices come into the key row too."""
        self.tell(message)

    def action_command_palette(self) -> None:
        """Show the palette."""
        open_palette(self)

    def search_themes(self) -> None:
        """Show the colours to choose from."""
        open_themes(self)

    def keep_theme(self, name: str) -> None:
        """Show these colours, and write them into config.toml; where that fails they hold until prep ends."""
        from prep.settings_file import change

        self.theme = name
        try:
            change(self.places.config, "theme", setting_name(name))
        except PrepError as error:
            self.tell_error(error)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette: this screen's commands, from the same objects as its keys, and the choice of a theme."""
        if isinstance(screen, Page):
            yield from screen.in_palette()
        yield SystemCommand("theme", "Choose other colours, and keep them.", self.action_change_theme)

    # the end

    def action_suspend_process(self) -> None:
        """Back to the shell, where there is one that can bring prep to the front again (`fg`)."""
        if has_shell():
            super().action_suspend_process()
        else:
            self.tell("there is no shell here to go back to", "dim")

    def exit(self, *arguments: Any, **options: Any) -> None:
        """Whoever asks for it, a key, the palette, a signal: what was typed is kept."""
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.keep()
        super().exit(*arguments, **options)

    def demos(self) -> Host:
        """The process that runs demos; it starts with the first run, or ahead of it."""
        if self.host is None:
            from prep.demos.running.host import Host

            self.host = Host(self.places.demos)
        return self.host

    def judge(self) -> Judge:
        """The process that judges drills; it starts with the first run, or ahead of it."""
        if self.judges is None:
            from prep.drills.running.judge import Judge

            self.judges = Judge()
        return self.judges

    async def on_unmount(self) -> None:
        """End the processes that run demos and judge drills, close the database, read no further."""
        self.opening.left = True
        for process in (self.host, self.judges):
            if process is not None:
                await process.close()
        if self.library is not None:
            self.library.close()


if TYPE_CHECKING:  # the app is what its pages take it for

    def _shell(app: PrepApp) -> Shell:
        return app
