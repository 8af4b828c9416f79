"""Lessons about bandits."""
