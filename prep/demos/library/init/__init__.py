"""Lessons about initialisation."""
