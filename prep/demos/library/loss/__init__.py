"""Lessons about losses."""
