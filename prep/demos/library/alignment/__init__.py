"""Lessons about alignment."""
