"""Lessons about optimisers."""
