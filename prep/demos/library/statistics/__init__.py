"""Lessons about statistics."""
