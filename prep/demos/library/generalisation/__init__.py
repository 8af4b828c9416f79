"""Lessons about generalisation."""
