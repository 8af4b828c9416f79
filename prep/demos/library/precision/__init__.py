"""Lessons about number formats and rounding."""
