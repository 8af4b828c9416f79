"""A review, from the front of its first card to its summary."""

from prep.tui.screens.review.screen import ReviewScreen

__all__ = ["ReviewScreen"]
