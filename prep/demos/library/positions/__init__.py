"""Lessons about positions."""
