"""Lessons about normalisation."""
