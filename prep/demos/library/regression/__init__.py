"""Lessons about regression."""
