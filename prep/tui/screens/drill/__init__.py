"""A drill in the app: its task and checks, prep's own editor, and the gallery."""

from prep.tui.screens.drill.screen import DrillScreen

__all__ = ["DrillScreen"]
