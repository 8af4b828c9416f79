"""Lessons about systems."""
