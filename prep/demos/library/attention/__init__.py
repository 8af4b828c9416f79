"""Lessons about attention."""
