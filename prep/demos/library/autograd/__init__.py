"""Lessons about derivatives."""
