"""An app that ends with one sentence: whatever goes wrong, no traceback reaches the terminal."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode

from prep.crash import report
from prep.errors import PrepError
from prep.tui.signals import ended_by_its_window


class Guarded(App[None]):
    """Textual prints tracebacks in three places: its crash screen, asyncio's handler and failing threads."""

    failure: PrepError | None = None
    """Why the app had to end; who ran it tells the person once the terminal is as it was."""

    def tell_error(self, error: PrepError) -> None:
        """What went wrong and what to do, on the screen."""
        raise NotImplementedError

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """What a person can act on is told, and the app goes on: to read, too, may have to wait for another program,
        or for room on the disk, where the newest answers aren't filed yet."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except PrepError as error:
            self.tell_error(error)
            return True

    def exit(self, *arguments: Any, **options: Any) -> None:
        """End the app, once the page on top stands: half built, it would look for its widgets while they go."""
        if self.screen_stack and not (top := self.screen_stack[-1]).is_mounted:
            top.call_later(self.exit, *arguments, **options)
        else:
            super().exit(*arguments, **options)

    def guard(self) -> None:
        """From now on faults of tasks and threads end here too."""
        asyncio.get_running_loop().set_exception_handler(self._loop_fault)
        threading.excepthook = self._thread_fault

    def leave(self, error: PrepError) -> None:
        """End the app because of something a person can act on."""
        self.failure = self.failure or error
        self.exit(return_code=error.exit_code)

    def fault(self, error: BaseException | None) -> None:
        """End the app because of anything else: the traceback goes into a file."""
        if isinstance(error, Exception):
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """In place of Textual's crash screen."""
        self.failure = self.failure or (error if isinstance(error, PrepError) else report(error))
        self._return_code = 1
        if self._exception is None:  # what Pilot raises in tests
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def _thread_fault(self, fault: threading.ExceptHookArgs) -> None:
        if not ended_by_its_window(self, fault):
            self.call_from_thread(self.fault, fault.exc_value)

    def _loop_fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.fault(context.get("exception"))
