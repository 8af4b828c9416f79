"""Lessons about activation functions."""
