"""Lessons about softmax."""
