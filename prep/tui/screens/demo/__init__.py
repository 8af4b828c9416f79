"""The screen of a live demo."""

from prep.tui.screens.demo.screen import DemoScreen

__all__ = ["DemoScreen"]
