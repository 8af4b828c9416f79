"""Lessons about quantisation."""
