"""Keys that come faster than screens: each waits until the one before has done its work, and meets what that left."""

from __future__ import annotations

import asyncio
from collections import deque

from textual import on
from textual.app import App
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.widget import Widget

PATIENCE = 1.0
"""Seconds for one key: a widget that was taken away under it says nothing any more."""
AT_ONCE = frozenset({"ctrl+c", "ctrl+q", "ctrl+z"})
"""The ways out of the app wait for nothing."""


class KeyDone(Message, bubble=True):
    """Sent after a key on the same way, from the widget in focus up to the app: the key has done its work. Sent once
    more, also what its work has told (a field has changed, a field was submitted)."""

    def __init__(self, target: Widget | None = None) -> None:
        super().__init__()
        self.target = target
        """Where it is sent once more."""


class KeysAhead(App[None]):
    """Textual gives a key to what has the focus when it comes, be it a screen that an earlier key will leave, or one
    whose field isn't there yet: there it is lost, or does something else."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead: deque[Key | Paste] = deque()
        self._patience: asyncio.TimerHandle | None = None
        """Runs while a key is on its way."""

    def at_once(self, key: Key) -> bool:
        """Whether the key waits for nothing."""
        return key.key in AT_ONCE

    def takes(self, key: Key) -> bool:
        """Whether the key would do now what it will do in the end."""
        return True

    async def on_event(self, event: Event) -> None:
        """Keys and what is pasted one after the other; anything else as it comes."""
        waits = isinstance(event, Paste) or (isinstance(event, Key) and not self.at_once(event))
        if isinstance(event, Key | Paste) and waits and not event.is_forwarded:
            self._ahead.append(event)
            await self.feed()
        else:
            await super().on_event(event)

    async def feed(self) -> None:
        """The next key goes its way, unless one is on it or the screen doesn't stand yet."""
        if not self._ahead or self._patience is not None or not self.screen_stack:  # none: the app has ended
            return
        screen = self.screen
        if not screen.is_mounted:
            screen.call_later(self.call_later, self.feed)  # comes to it behind its first frame
        elif isinstance(self._ahead[0], Paste) or self.takes(self._ahead[0]):
            key = self._ahead.popleft()
            self._patience = asyncio.get_running_loop().call_later(PATIENCE, self.post_message, KeyDone())
            target = self.focused or screen
            await super().on_event(key)
            target.post_message(KeyDone(target))

    @on(KeyDone)
    async def met(self, event: KeyDone) -> None:
        """The way is free for the next one."""
        if event.target is not None and event.target.post_message(KeyDone()):
            return
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        await self.feed()
